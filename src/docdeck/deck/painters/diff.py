"""A page's changes as items: a sign, the words, and inside changed lines the words that changed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from docdeck.deck.painters.times import counted
from docdeck.deck.widgets.lines import Line, Span, span, wrap_spans
from docdeck.deck.widgets.sources import Item, SimpleSource
from docdeck.text import Safe, safe
from docdeck.workspace.diff import DiffLine, PageDiff

SIGNS = {"added": "+ ", "removed": "- ", "context": "  ", "gap": "⋯ "}
CHANGED = ("added", "removed")
NO_CHANGES = Safe("The words of this page are the same on both sides.")


def diff_items(diff: PageDiff, notes: tuple[str, ...], threads_at: Mapping[str, int]) -> list[Item]:
    """The title, what moved or was renamed, then a line each; `threads_at` counts open threads by block."""
    count = f"{counted(diff.added, 'line')} added, {diff.removed} removed"
    items = [Item("title", ((span(diff.title, "heading"), span(f"   {count}", "dim")),), selectable=True)]
    items.extend(Item(f"note {index}", ((span(note, "warn"),),), selectable=False) for index, note in enumerate(notes))
    items.append(Item("space", ((),), selectable=False))
    marked: set[str] = set()
    begins: dict[int, set[str]] = {}
    for number, part in diff.parts:
        begins.setdefault(number, set()).add(part)
    for index, line in enumerate(diff.lines):
        here = begins.get(line.new or 0, set()) | ({line.node} if line.node and line.kind != "removed" else set())
        threads = sum(threads_at.get(part, 0) for part in here - marked)
        marked |= here
        items.append(Item(line_key(index), _painter(line, threads), selectable=True))
    if not diff.lines:
        items.append(Item("same", ((span(NO_CHANGES, "dim"),),), selectable=True))
    return items


class SourceForm(SimpleSource):
    """The Markdown of both sides, line by line."""

    def __init__(self, diff: PageDiff, notes: tuple[str, ...], threads_at: Mapping[str, int]) -> None:
        super().__init__(diff_items(diff, notes, threads_at))
        self._lines, self._parts = diff.lines, diff.parts
        self._begins = {part: number for number, part in diff.parts}
        self.whole = True
        self.starts: Sequence[int] = [
            at for index in change_starts(diff) if (at := self.index_of(line_key(index))) is not None
        ]

    def measure(self, width: int) -> None:
        """Paint all rows for a width; for big pages, beside the event loop."""
        for index in range(self.count):
            self.height(index, width)

    def key_of(self, node: str) -> str | None:
        """The first line of the block with this id; of one within another, where it begins or is left out."""
        found = next((index for index, line in enumerate(self._lines) if line.node == node), None)
        number = self._begins.get(node)
        if found is None and number is not None:
            found = max((at for at, line in enumerate(self._lines) if line.new and line.new <= number), default=None)
        return None if found is None else line_key(found)

    def node_of(self, key: str | None) -> str | None:
        """The innermost block that this line belongs to."""
        at = index_of(key or "")
        return self._node_at(at) if at is not None and at < len(self._lines) else None

    def _node_at(self, at: int) -> str | None:
        line = self._lines[at]
        if line.node is None or line.new is None:
            return line.node
        before = bisect_right(self._parts, line.new, key=lambda part: part[0])
        number, inner = self._parts[before - 1] if before else (0, line.node)
        return inner if number >= self._begins.get(line.node, 1) else line.node

    def folded_words(self, index: int) -> str:
        """A gap of the source keeps no lines."""
        return ""

    def words_of(self, key: str | None) -> str:
        """The lines of the new page that belong to the same block."""
        node = self.node_of(key)
        return "\n".join(
            line.text
            for at, line in enumerate(self._lines)
            if node and line.kind != "removed" and self._node_at(at) == node
        )


def line_key(index: int) -> str:
    """The key of a diff line in its view."""
    return f"line {index}"


def index_of(key: str) -> int | None:
    """The diff line that a key names; None for the title and notes."""
    name, _, number = key.partition(" ")
    return int(number) if name == "line" and number.isdecimal() else None


def change_starts(diff: PageDiff) -> list[int]:
    """Where each run of changed lines begins."""
    return [
        index
        for index, line in enumerate(diff.lines)
        if line.kind in CHANGED and (index == 0 or diff.lines[index - 1].kind not in CHANGED)
    ]


def _painter(line: DiffLine, threads: int):
    def paint(width: int) -> tuple[Line, ...]:
        return tuple(diff_lines_of(line, threads, width))

    return paint


def diff_lines_of(line: DiffLine, threads: int, width: int) -> list[Line]:
    """One line of the comparison, wrapped under its sign."""
    if line.kind == "gap":
        return [(span(f"{SIGNS['gap']}{line.text}", "dim"),)]
    role = line.kind if line.kind in CHANGED else ""
    badge = span(f" ●{threads}", "warn") if threads else None
    room = max(8, width - 6)
    rows = wrap_spans(tuple(_spans(line, role)), room)
    sign = SIGNS[line.kind]
    painted: list[Line] = []
    for number, row in enumerate(rows or [()]):
        lead: Span = span(sign if number == 0 else ("│ " if role else "  "), role)
        painted.append((lead, *row, badge) if badge and number == 0 else (lead, *row))
    return painted


def _spans(line: DiffLine, role: str) -> list[Span]:
    if not line.words or not role:
        return [(safe(line.text), role)]
    spans: list[Span] = []
    at = 0
    for start, end in line.words:
        spans.append((safe(line.text[at:start]), role))
        spans.append((safe(line.text[start:end]), f"{role}-word"))
        at = end
    spans.append((safe(line.text[at:]), role))
    return [part for part in spans if part[0]]
