"""Comparing two versions of a page block by block, and inside edited blocks word by word. Pure, bounded, no word lost.

Blocks that read the same are matched first; what lies between is paired by node id, then by likeness; what is left
on both sides with the same id or the same words has moved.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from docdeck.models.rich_text.pairing import best_pairs, rising
from docdeck.workspace.block_changes import Change, ChangeKind, in_parts
from docdeck.workspace.block_groups import grouped
from docdeck.workspace.blocks import Block
from docdeck.workspace.diff import Block as Stretch
from docdeck.workspace.diff import blocks as stretches

_ALIKE = 0.4
_PAIRING_LIMIT = 2_500
_MOVED_WORDS = 12
_WORD = re.compile(r"\w+|[^\w\s]")


def compare_blocks(
    before: Sequence[Block], after: Sequence[Block], seam: tuple[int, int] = (0, 0)
) -> tuple[Change, ...]:
    """Every block of both sides once (a moved one twice), in reading order; none is paired across the seam."""
    old = [block.signature for block in before]
    known = {id(block): signature for block, signature in zip(before, old, strict=True)}
    new = [known.get(id(block)) or block.signature for block in after]
    pairs: dict[int, int] = {}
    for same, low_old, high_old, low_new, high_new in _stretches(old, new, *seam):
        if same:
            pairs.update(zip(range(low_new, high_new), range(low_old, high_old), strict=True))
        elif high_old > low_old and high_new > low_new:
            for left, right in _paired(before[low_old:high_old], after[low_new:high_new]):
                pairs[low_new + right] = low_old + left
    moves = _moves(before, after, pairs)
    whole = (_change(before, after, old, new, item) for item in _in_order(len(before), len(after), pairs, moves))
    changes = [part for change in whole for part in in_parts(change)]
    return grouped(_linked(changes, before, after, moves))


def _stretches(old: Sequence[str], new: Sequence[str], at_old: int, at_new: int) -> Iterator[Stretch]:
    """Equal and unequal stretches before and after a seam."""
    yield from stretches(old[:at_old], new[:at_new])
    for same, low_old, high_old, low_new, high_new in stretches(old[at_old:], new[at_new:]):
        yield same, at_old + low_old, at_old + high_old, at_new + low_new, at_new + high_new


_Item = tuple[ChangeKind, int | None, int | None]


def _in_order(olds: int, news: int, pairs: dict[int, int], moves: dict[int, int]) -> Iterator[_Item]:
    """What stands where: removed blocks before the added ones of the same place."""
    gone, stays = set(moves.values()), set(pairs.values())
    at_old = 0
    for at_new in range(news):
        while at_old < olds and at_old not in stays:
            yield ("left" if at_old in gone else "removed", at_old, None)
            at_old += 1
        paired, origin = pairs.get(at_new), moves.get(at_new)
        if paired is not None:
            yield ("same", paired, at_new)
            at_old = paired + 1
        else:
            yield ("added", None, at_new) if origin is None else ("moved", origin, at_new)
    for index in range(at_old, olds):
        yield ("left" if index in gone else "removed", index, None)


def _change(before: Sequence[Block], after: Sequence[Block], old: list[str], new: list[str], item: _Item) -> Change:
    kind, at_old, at_new = item
    left = before[at_old] if at_old is not None else None
    right = after[at_new] if at_new is not None else None
    block = right or left
    assert block is not None
    edited = kind == "same" and at_old is not None and at_new is not None and old[at_old] != new[at_new]
    return Change("edited" if edited else kind, left, right, block.group)


def _linked(
    changes: list[Change], before: Sequence[Block], after: Sequence[Block], moves: dict[int, int]
) -> list[Change]:
    """Both halves of each move know where the other is."""
    if not moves:
        return changes
    left = {id(change.before): at for at, change in enumerate(changes) if change.kind == "left"}
    for at, change in enumerate(changes):
        if change.kind == "moved":
            other = left[id(change.before)]
            changes[at] = replace(change, other=other)
            changes[other] = replace(changes[other], other=at)
    return changes


def _words(block: Block) -> Counter[str]:
    return Counter(_WORD.findall(block.words[:4000]))


def _likeness(left: Counter[str], right: Counter[str]) -> float:
    total = left.total() + right.total()
    return 2 * (left & right).total() / total if total else 0.0


def _may_pair(left: Block, right: Block) -> bool:
    return left.kind == right.kind and left.header == right.header


def _paired(before: Sequence[Block], after: Sequence[Block]) -> list[tuple[int, int]]:
    """Which block became which, in order: the same node first, then the most alike between those."""
    nodes = {block.nodes[-1]: at for at, block in enumerate(before) if block.nodes and block.key}
    known = [
        (nodes[block.nodes[-1]], at)
        for at, block in enumerate(after)
        if block.nodes and block.nodes[-1] in nodes and _may_pair(before[nodes[block.nodes[-1]]], block)
    ]
    anchors = rising(known)
    found: list[tuple[int, int]] = []
    last_old = last_new = 0
    for at_old, at_new in [*anchors, (len(before), len(after))]:
        inner = _alike(before[last_old:at_old], after[last_new:at_new])
        found.extend((last_old + left, last_new + right) for left, right in inner)
        if at_old < len(before) and at_new < len(after):
            found.append((at_old, at_new))
        last_old, last_new = at_old + 1, at_new + 1
    return found


def _alike(before: Sequence[Block], after: Sequence[Block]) -> list[tuple[int, int]]:
    """Pairs in order with the highest sum of likeness; by position where there are too many to compare."""
    if not before or not after:
        return []
    if len(before) * len(after) > _PAIRING_LIMIT:
        rows = zip(before, after, strict=False)
        return [
            (at, at)
            for at, (left, right) in enumerate(rows)
            if _may_pair(left, right) and _likeness(_words(left), _words(right)) >= _ALIKE
        ]
    counted = [_words(block) for block in before], [_words(block) for block in after]

    def score(row: int, column: int) -> float:
        if not _may_pair(before[row], after[column]):
            return 0.0
        if before[row].kind == "label" and before[row].name == after[column].name:
            return 1.0
        value = _likeness(counted[0][row], counted[1][column])
        return value if value >= _ALIKE else 0.0

    return best_pairs(len(before), len(after), score)


def _moves(before: Sequence[Block], after: Sequence[Block], pairs: dict[int, int]) -> dict[int, int]:
    """Added blocks that were removed elsewhere: the same node, or the same words where they are enough to tell."""
    paired = set(pairs.values())
    by_node: dict[str, int] = {}
    by_words: dict[str, int] = {}
    for at, block in enumerate(before):
        if at in paired or block.header:
            continue
        if block.key and block.nodes:
            by_node.setdefault(block.nodes[-1], at)
        if len(block.words) >= _MOVED_WORDS and block.kind != "code":
            by_words.setdefault(block.signature, at)
    found: dict[int, int] = {}
    taken: set[int] = set()
    for at, block in enumerate(after):
        if at in pairs or block.header or not (by_node or by_words):
            continue
        origin = by_node.get(block.nodes[-1]) if block.key and block.nodes else None
        if origin is None or not _may_pair(before[origin], block):
            origin = by_words.get(block.signature)
        if origin is not None and origin not in taken:
            found[at] = origin
            taken.add(origin)
    return found
