"""Both versions of a page beside each other, block by block: what was on the left, what will be on the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from docdeck.deck.painters.rendered import Reading, RenderedSource
from docdeck.deck.painters.rendered_blocks import BlockPainter
from docdeck.deck.painters.rendered_tables import Tables
from docdeck.deck.widgets.lines import EMPTY, Line, Span, cut, width_of
from docdeck.text import Safe, safe_line
from docdeck.workspace.block_changes import Change

_RULE: Span = (Safe("│ "), "dim")


class SideBySideSource(RenderedSource):
    """The same items as the rendered form, each painted twice."""

    def __init__(self, reading: Reading) -> None:
        super().__init__(reading)
        old = [_side(change, "removed") for change in self.changes]
        new = [_side(change, "added") for change in self.changes]
        self._sides = (
            (old, BlockPainter(Tables(each for each in old if each is not None))),
            (
                new,
                BlockPainter(Tables(each for each in new if each is not None)),
            ),
        )

    def _height(self, index: int, width: int) -> int:
        name, _, _ = self.entries[index]
        return 1 if name in ("space", "gap") else len(self.lines(index, width))

    def _block(self, at: int, width: int) -> list[Line]:
        half = max(8, (width - 2) // 2)
        left, right = (self._half(side, at, half) for side in self._sides)
        rows: list[Line] = []
        for number in range(max(len(left), len(right))):
            one = left[number] if number < len(left) else EMPTY
            two = right[number] if number < len(right) else EMPTY
            rows.append((*fitted(one, half), _RULE, *two))
        return rows

    @staticmethod
    def _half(side: tuple[Sequence[Change | None], BlockPainter], at: int, width: int) -> list[Line]:
        changes, painter = side
        change = changes[at]
        return painter.rows(change, width, side="half") if change is not None else []


def _side(change: Change, mark: str) -> Change | None:
    """What one side shows of a change; None when it has nothing there."""
    block = change.before if mark == "removed" else change.after
    if block is None or (change.kind == "moved" and mark == "removed"):
        return None
    other = "added" if mark == "removed" else "removed"
    if change.before is None or change.after is None or change.kind == "left":
        return change
    pieces = tuple(each for each in change.pieces if each[1] != other)
    cells = tuple(tuple(each for each in cell if each[1] != other) for cell in change.cells)
    if change.kind == "same" and mark == "removed":
        pieces = tuple((piece, "") for piece in block.pieces)
    return replace(change, before=block, after=block, own_pieces=pieces, own_cells=cells)


def fitted(line: Line, width: int) -> Line:
    """The spans of a row in exactly `width` cells."""
    found: list[Span] = []
    left = width
    for text, role in line:
        if left <= 0:
            break
        shown = cut(text, left)
        found.append((shown, role))
        left -= width_of(shown)
    return (*found, (safe_line(" " * left), "")) if left > 0 else tuple(found)
