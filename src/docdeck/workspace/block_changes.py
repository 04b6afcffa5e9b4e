"""What became of one block between two versions of a page, and the words of both sides in one flow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from docdeck.workspace.blocks import Block, Piece, flow_of, pieces_in
from docdeck.workspace.diff import blocks as stretches

ChangeKind = Literal["same", "added", "removed", "edited", "moved", "left"]
Mark = Literal["", "added", "removed"]
Marked = tuple[Piece, Mark]

_ALIKE = 0.4
_LONGEST = 4000
"""Characters of one block; a longer one is shown as several."""
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


Column = tuple[int | None, int | None]
"""Where a column of the comparison stands in the old and in the new table."""


@dataclass(frozen=True, slots=True)
class Change:
    """One block of the comparison, in reading order.

    `edited` and `moved` have both sides; `left` stands where a moved block was. `group` numbers tables and code
    blocks of the comparison, 0 is none; `columns` are those of both sides of a table. `other` is where the other half
    of a move stands, as an index. What has words of its own does not show those of its blocks.
    """

    kind: ChangeKind
    before: Block | None
    after: Block | None
    group: int = 0
    other: int | None = None
    columns: Sequence[Column] | None = None
    own_pieces: tuple[Marked, ...] | None = None
    own_cells: tuple[tuple[Marked, ...], ...] | None = None

    @property
    def block(self) -> Block:
        """The block as it will be, else as it was."""
        block = self.after or self.before
        assert block is not None
        return block

    @property
    def changed(self) -> bool:
        """Whether the reader has something to judge here."""
        return self.kind != "same"

    @property
    def pieces(self) -> tuple[Marked, ...]:
        """The words of both sides with their marks; put together when they are looked at, most never are."""
        if self.own_pieces is not None:
            return self.own_pieces
        if self.before is None or self.after is None:
            return _marked(self.block.pieces, self._mark)
        if self.before.flow == self.after.flow:
            return _marked(self.after.pieces, "")
        return merged_pieces(self.before.pieces, self.after.pieces)

    @property
    def cells(self) -> tuple[tuple[Marked, ...], ...]:
        """The words of each cell of a table row, under the columns of both sides."""
        if self.own_cells is not None:
            return self.own_cells
        if self.columns is None:
            return tuple(_marked(cell, self._mark) for cell in self.block.cells)
        return _cells(self, self.columns)

    @property
    def _mark(self) -> Mark:
        """What happened to all words of a block that is on one side only."""
        return "added" if self.before is None else "removed" if self.after is None else ""


def _marked(pieces: Sequence[Piece], mark: Mark) -> tuple[Marked, ...]:
    return tuple((piece, mark) for piece in pieces)


def _cells(change: Change, columns: Sequence[Column]) -> tuple[tuple[Marked, ...], ...]:
    found: list[tuple[Marked, ...]] = []
    used: tuple[set[int], set[int]] = (set(), set())
    for at_old, at_new in columns:
        found.append(_cell(change, at_old, at_new))
        used[0].add(-1 if at_old is None else at_old)
        used[1].add(-1 if at_new is None else at_new)
    # A row may be longer than the titles; nothing of it is dropped.
    old_cells = change.before.cell_flows if change.before and change.kind != "same" else ()
    new_cells = change.after.cell_flows if change.after else ()
    found.extend(_cell(change, at, None) for at in range(len(old_cells)) if at not in used[0])
    found.extend(_cell(change, None, at) for at in range(len(new_cells)) if at not in used[1])
    return tuple(found)


def _cell(change: Change, at_old: int | None, at_new: int | None) -> tuple[Marked, ...]:
    old = _at(change.before, at_old) if change.kind not in ("same", "added") else ()
    new = _at(change.after, at_new)
    return _marked(new, "") if change.kind == "same" or old == new else merged_pieces(old, new)


def _at(block: Block | None, at: int | None) -> tuple[Piece, ...]:
    return (
        pieces_in(block.cell_flows[at]) if block is not None and at is not None and at < len(block.cell_flows) else ()
    )


def in_parts(change: Change) -> Iterator[Change]:
    """A very long block as several, one below the other, so that drawing one never takes long."""
    if change.kind in ("moved", "left") or not _is_long(change):
        yield change
        return
    for number, pieces in enumerate(_chunks(change.pieces)):
        sides: list[Block | None] = []
        for side, other in ((change.before, "added"), (change.after, "removed")):
            own = tuple(piece for piece, mark in pieces if mark != other)
            if side is not None and number:
                side = replace(side, tight=True, lead="", nodes=())
            sides.append(replace(side, flow=flow_of(own)) if side is not None else None)
        yield Change(change.kind, sides[0], sides[1], change.group, own_pieces=pieces)


def _is_long(change: Change) -> bool:
    """Whether the words of a change are too many; those of both sides are only put together when they might be."""
    most = sum(sum(map(len, side.flow)) for side in (change.before, change.after) if side is not None)
    return most > _LONGEST and sum(len(piece.text) for piece, _ in change.pieces) > _LONGEST


def _chunks(pieces: Sequence[Marked]) -> Iterator[tuple[Marked, ...]]:
    """The pieces in runs of limited length, cut at white space where there is any."""
    found: list[Marked] = []
    room = _LONGEST
    for piece, mark in pieces:
        text = piece.text
        while len(text) > room:
            end = text.rfind(" ", 0, room) + 1 or room
            yield (*found, (piece._replace(text=text[:end]), mark))
            found, text, room = [], text[end:], _LONGEST
        if text:
            found.append((piece._replace(text=text), mark))
            room -= len(text)
        if room <= 0:
            yield tuple(found)
            found, room = [], _LONGEST
    if found:
        yield tuple(found)


def merged_pieces(before: Sequence[Piece], after: Sequence[Piece]) -> tuple[Marked, ...]:
    """The words of both sides in one flow: what stayed, and before what is new what it replaces."""
    old, new = _tokens(before), _tokens(after)
    parts = stretches(["\x1d".join(piece) for piece in old], ["\x1d".join(piece) for piece in new])
    kept = sum(len(token.text) for same, low, high, _, _ in parts if same for token in old[low:high])
    total = sum(len(token.text) for token in (*old, *new))
    if kept * 2 < _ALIKE * total:
        return (*((piece, "removed") for piece in before), *((piece, "added") for piece in after))
    found: list[Marked] = []
    for same, low_old, high_old, low_new, high_new in _without_islands(parts, old):
        if same:
            found.extend((piece, "") for piece in new[low_new:high_new])
        else:
            found.extend((piece, "removed") for piece in old[low_old:high_old])
            found.extend((piece, "added") for piece in new[low_new:high_new])
    return _joined(found)


_Part = tuple[bool, int, int, int, int]


def _without_islands(parts: Sequence[_Part], old: Sequence[Piece]) -> list[_Part]:
    """White space alone between two changes belongs to them: `[-one two-]` reads better than word by word."""
    found: list[_Part] = []
    for at, part in enumerate(parts):
        island = part[0] and 0 < at < len(parts) - 1 and all(token.text == " " for token in old[part[1] : part[2]])
        if found and not found[-1][0] and (not part[0] or island):
            _, low_old, _, low_new, _ = found[-1]
            found[-1] = (False, low_old, part[2], low_new, part[4])
        else:
            found.append(part)
    return found


def _tokens(pieces: Sequence[Piece]) -> list[Piece]:
    # One match at a time: a single call over a very long text would keep every other thread waiting.
    return [piece._replace(text=token[0]) for piece in pieces for token in _TOKEN.finditer(piece.text)]


def _joined(marked: Sequence[Marked]) -> tuple[Marked, ...]:
    found: list[Marked] = []
    texts: list[str] = []
    for piece, mark in marked:
        if found and found[-1][1] == mark and found[-1][0][1:] == piece[1:]:
            texts.append(piece.text)
            continue
        if texts:
            found[-1] = (found[-1][0]._replace(text="".join(texts)), found[-1][1])
        found.append((piece, mark))
        texts = [piece.text]
    if texts:
        found[-1] = (found[-1][0]._replace(text="".join(texts)), found[-1][1])
    return tuple(found)
