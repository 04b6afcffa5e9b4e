"""Comparing two versions of a page, line by line and word by word. Pure, and bounded for any size.

Lines that occur once in both versions are anchors (patience), so the work between two anchors stays small; where
a stretch without anchors is too big to compare, it counts as replaced as a whole.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from docdeck.models.rich_text.pairing import rising

SourceLine = tuple[str, str | None]
"""A line of Markdown and the id of the top-level block it comes from."""

Kind = Literal["context", "added", "removed", "gap"]
Span = tuple[int, int]
Block = tuple[bool, int, int, int, int]
"""Whether the stretch is equal, and its range in the old and in the new lines."""

_STRETCH_LIMIT = 250_000
_PAIRING_LIMIT = 400
_ALIKE = 0.5
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a diff. `old` and `new` are line numbers from 1; `node` is the block of the head to comment on.

    `words` are the changed spans of a replaced line (start, end in `text`). A `gap` stands for unchanged lines
    left out; its `old` and `new` are those of the first of them, and `text` says how many.
    """

    kind: Kind
    text: str
    old: int | None = None
    new: int | None = None
    node: str | None = None
    words: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class PageDiff:
    """The diff of one page between two revisions. `note` says what could not be compared, or is empty.

    `parts` are the blocks of the head, also those within others, by the new line (from 1) on which each begins.
    """

    page: str
    title: str
    lines: tuple[DiffLine, ...]
    added: int
    removed: int
    base: str = ""
    head: str = ""
    note: str = ""
    parts: tuple[tuple[int, str], ...] = ()


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of lines that occur exactly once on both sides, in the longest run that rises on both."""
    once_old = {text: at for at, text in enumerate(old)}
    counts_old, counts_new = Counter(old), Counter(new)
    pairs = [
        (once_old[text], at) for at, text in enumerate(new) if counts_new[text] == 1 and counts_old.get(text, 0) == 1
    ]
    return rising(pairs)


def _stretch(old: Sequence[str], new: Sequence[str], at_old: int, at_new: int) -> Iterator[Block]:
    """Blocks of a stretch without anchors, its common ends taken off first."""
    start = 0
    while start < len(old) and start < len(new) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    if start:
        yield (True, at_old, at_old + start, at_new, at_new + start)
    middle_old, middle_new = old[start : len(old) - end], new[start : len(new) - end]
    if middle_old and middle_new and len(middle_old) * len(middle_new) <= _STRETCH_LIMIT:
        matcher = SequenceMatcher(None, middle_old, middle_new, autojunk=False)
        for tag, low_old, high_old, low_new, high_new in matcher.get_opcodes():
            base_old, base_new = at_old + start, at_new + start
            yield (tag == "equal", base_old + low_old, base_old + high_old, base_new + low_new, base_new + high_new)
    elif middle_old and len(middle_old) == len(middle_new):
        yield from _by_position(middle_old, middle_new, at_old + start, at_new + start)
    elif middle_old or middle_new:
        yield (False, at_old + start, at_old + len(old) - end, at_new + start, at_new + len(new) - end)
    if end:
        yield (True, at_old + len(old) - end, at_old + len(old), at_new + len(new) - end, at_new + len(new))


def _by_position(old: Sequence[str], new: Sequence[str], at_old: int, at_new: int) -> Iterator[Block]:
    """Blocks of a stretch that is too big to compare otherwise, and as long on both sides."""
    for index, (left, right) in enumerate(zip(old, new, strict=True)):
        yield (left == right, at_old + index, at_old + index + 1, at_new + index, at_new + index + 1)


def _all_blocks(old: Sequence[str], new: Sequence[str]) -> Iterator[Block]:
    last_old = last_new = 0
    for at_old, at_new in _anchors(old, new):
        yield from _stretch(old[last_old:at_old], new[last_new:at_new], last_old, last_new)
        yield (True, at_old, at_old + 1, at_new, at_new + 1)
        last_old, last_new = at_old + 1, at_new + 1
    yield from _stretch(old[last_old:], new[last_new:], last_old, last_new)


def blocks(old: Sequence[str], new: Sequence[str]) -> list[Block]:
    """Equal and unequal stretches in order, neighbours of one kind joined; together they cover both sides."""
    joined: list[Block] = []
    for block in _all_blocks(old, new):
        if joined and joined[-1][0] == block[0]:
            same, low_old, _, low_new, _ = joined[-1]
            joined[-1] = (same, low_old, block[2], low_new, block[4])
        else:
            joined.append(block)
    return joined


def _spans(blocks_of_tokens: Sequence[tuple[int, int]], tokens: Sequence[str]) -> tuple[Span, ...]:
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token))
    return tuple((starts[low], starts[high]) for low, high in blocks_of_tokens if high > low)


def word_spans(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The changed spans of a line before and after; both empty when the lines have too little in common."""
    old_tokens, new_tokens = _TOKEN.findall(old), _TOKEN.findall(new)
    parts = blocks(old_tokens, new_tokens)
    same = sum(len(token) for equal, low, high, _, _ in parts if equal for token in old_tokens[low:high])
    if same * 2 < _ALIKE * (len(old) + len(new)):
        return (), ()
    return (
        _spans([(low, high) for equal, low, high, _, _ in parts if not equal], old_tokens),
        _spans([(low, high) for equal, _, _, low, high in parts if not equal], new_tokens),
    )


def _pairs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Which removed line became which added one: in order, by likeness while that is cheap, else by position."""
    if len(old) * len(new) > _PAIRING_LIMIT:
        return list(zip(range(len(old)), range(len(new)), strict=False))
    found: list[tuple[int, int]] = []
    start = 0
    for at_new, text in enumerate(new):
        best, best_at = _ALIKE, -1
        for at_old in range(start, len(old)):
            matcher = SequenceMatcher(None, old[at_old][:500], text[:500], autojunk=False)
            if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best:
                best, best_at = matcher.quick_ratio(), at_old
        if best_at >= 0:
            found.append((best_at, at_new))
            start = best_at + 1
    return found


def _replaced(
    old: Sequence[SourceLine], new: Sequence[SourceLine], at_old: int, at_new: int, head_nodes: frozenset[str]
) -> Iterator[DiffLine]:
    old_words: dict[int, tuple[Span, ...]] = {}
    new_words: dict[int, tuple[Span, ...]] = {}
    for left, right in _pairs([text for text, _ in old], [text for text, _ in new]):
        old_words[left], new_words[right] = word_spans(old[left][0], new[right][0])
    for index, (text, node) in enumerate(old):
        kept = node if node in head_nodes else None
        yield DiffLine("removed", text, at_old + index + 1, None, kept, old_words.get(index, ()))
    for index, (text, node) in enumerate(new):
        yield DiffLine("added", text, None, at_new + index + 1, node, new_words.get(index, ()))


def _equal(
    new: Sequence[SourceLine], at_old: int, at_new: int, context: int, first: bool, last: bool
) -> Iterator[DiffLine]:
    head = 0 if first else context
    tail = 0 if last else context
    hidden = len(new) - head - tail
    for index, (text, node) in enumerate(new):
        if hidden <= 1 or index < head or index >= len(new) - tail:
            yield DiffLine("context", text, at_old + index + 1, at_new + index + 1, node)
        elif index == head:
            yield DiffLine("gap", f"{hidden} unchanged lines", at_old + index + 1, at_new + index + 1)


def diff_lines(before: Sequence[SourceLine], after: Sequence[SourceLine], context: int = 3) -> tuple[DiffLine, ...]:
    """The unified diff of two versions, with `context` unchanged lines around each change."""
    head_nodes = frozenset(node for _, node in after if node is not None)
    parts = blocks([text for text, _ in before], [text for text, _ in after])
    lines: list[DiffLine] = []
    for index, (equal, low_old, high_old, low_new, high_new) in enumerate(parts):
        if equal:
            first, last = index == 0, index == len(parts) - 1
            lines.extend(_equal(after[low_new:high_new], low_old, low_new, context, first, last))
        else:
            lines.extend(_replaced(before[low_old:high_old], after[low_new:high_new], low_old, low_new, head_nodes))
    return tuple(lines)


def page_diff_of(
    page: str, title: str, before: Sequence[SourceLine], after: Sequence[SourceLine], *, base: str, head: str, note: str
) -> PageDiff:
    """A page's diff with its counts of added and removed lines."""
    lines = diff_lines(before, after)
    added = sum(1 for line in lines if line.kind == "added")
    removed = sum(1 for line in lines if line.kind == "removed")
    return PageDiff(page, title, lines, added, removed, base, head, note)
