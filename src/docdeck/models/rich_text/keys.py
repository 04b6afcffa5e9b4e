"""Keys that survive an edit: each block keeps the key of the block it came from."""

from __future__ import annotations

import secrets
import string
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from docdeck.models.rich_text.blocks import block_lines
from docdeck.models.rich_text.pairing import best_pairs, common
from docdeck.models.rich_text.parse_blocks import blocks_of
from docdeck.models.rich_text.shapes import MAX_DEPTH, Node, key_of, nodes_of, type_of

_ALPHABET = string.ascii_letters + string.digits
_ALIKE = 0.25
_MOST_PAIRS = 4_000

T = TypeVar("T")


def new_key() -> str:
    """An identifier of 20 letters and digits."""
    number = secrets.randbits(120)
    signs: list[str] = []
    for _ in range(20):
        number, rest = divmod(number, 62)
        signs.append(_ALPHABET[rest])
    return "".join(signs)


def keep_keys(new: list[Node], old: Sequence[Node], make_key: Callable[[], str], depth: int = 0) -> list[Node]:
    """The new blocks with the keys of the old ones they came from; an unchanged block is the old block itself."""
    written_new = [_written(node) for node in new]
    written_old = [_written(node) for node in old]
    known = set(written_new)
    normal_old = [text if text in known else _normal(text) for text in written_old]
    same = common(normal_old, written_new)
    found = list(new)
    taken: set[str] = set()
    for before, after in same:
        found[after] = _keyed(old[before], new[after], taken)
    for before, after in _alike_between(same, list(old), new, normal_old, written_new):
        edited = found[after] = _keyed_as(new[after], key_of(old[before]), taken)
        if depth < MAX_DEPTH and "nodes" in edited and "nodes" in old[before]:
            edited["nodes"] = _children(edited, old[before], make_key, depth)
    return found


def _children(edited: Node, old: Node, make_key: Callable[[], str], depth: int) -> list[Node]:
    children, before = nodes_of(edited), nodes_of(old)
    blocks = all(child.get("object") == "block" for child in [*children, *before])
    return keep_keys(children, before, make_key, depth + 1) if blocks else children


def _keyed(old: Node, new: Node, taken: set[str]) -> Node:
    key = key_of(old)
    if key is None or key in taken:
        return {**old, "key": new.get("key")}
    taken.add(key)
    return old


def _keyed_as(new: Node, key: str | None, taken: set[str]) -> Node:
    if key is None or key in taken:
        return new
    taken.add(key)
    return {**new, "key": key}


def _written(node: Node) -> str:
    return type_of(node) + "\n" + "\n".join(block_lines(node))


def _normal(written: str) -> str:
    """What a block reads as after one way through Markdown, if it is still one block."""
    kind, _, text = written.partition("\n")
    blocks = blocks_of(text, lambda: "")
    return _written(blocks[0]) if len(blocks) == 1 and type_of(blocks[0]) == kind else written


def _alike_between(
    same: list[tuple[int, int]], old: list[Node], new: list[Node], old_texts: list[str], new_texts: list[str]
) -> list[tuple[int, int]]:
    """Pairs of edited blocks in the gaps between unchanged ones, in order and of one type."""
    pairs: list[tuple[int, int]] = []
    before, after = 0, 0
    for old_end, new_end in [*same, (len(old), len(new))]:
        befores, afters = range(before, old_end), range(after, new_end)
        if befores and afters:
            pairs.extend(_paired(befores, afters, old, new, old_texts, new_texts))
        before, after = old_end + 1, new_end + 1
    return pairs


def _paired(
    befores: range, afters: range, old: list[Node], new: list[Node], old_texts: list[str], new_texts: list[str]
) -> list[tuple[int, int]]:
    if (
        len(befores) == len(afters)
        and all(type_of(old[before]) == type_of(new[after]) for before, after in zip(befores, afters, strict=True))
        and len(befores) == 1
    ):
        return [(befores[0], afters[0])]
    if len(befores) * len(afters) > _MOST_PAIRS:
        room = max(1, _MOST_PAIRS // max(len(befores), len(afters)))
        return (
            [
                pair
                for at in range(0, max(len(befores), len(afters)), room)
                for pair in _paired(befores[at : at + room], afters[at : at + room], old, new, old_texts, new_texts)
            ]
            if room < max(len(befores), len(afters))
            else []
        )
    words_old = {at: Counter(old_texts[at].split()) for at in befores}
    words_new = {at: Counter(new_texts[at].split()) for at in afters}

    def score(before: int, after: int) -> float:
        if type_of(old[before]) != type_of(new[after]):
            return 0.0
        value = _likeness(words_old[before], words_new[after])
        return value if value >= _ALIKE else 0.0

    pairs = best_pairs(len(befores), len(afters), lambda row, column: score(befores[row], afters[column]))
    return [(befores[row], afters[column]) for row, column in pairs]


def _likeness(left: Counter[str], right: Counter[str]) -> float:
    total = left.total() + right.total()
    return 2 * (left & right).total() / total if total else 1.0
