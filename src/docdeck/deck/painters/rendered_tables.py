"""Tables drawn as tables: columns as wide as they need and the room allows, the same for every row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from docdeck.deck.painters.rendered_words import spans_of
from docdeck.deck.widgets.lines import EMPTY, Line, Span, span, width_of, wrap_spans
from docdeck.text import safe
from docdeck.workspace.block_changes import Change

_SAMPLED = 300
"""Rows that decide how wide the columns are."""
_LEAST = 5
_BETWEEN = 3


class Tables:
    """The widths of all tables of a comparison, worked out when the first row of one becomes visible."""

    def __init__(self, changes: Iterable[Change]) -> None:
        self._rows: dict[int, list[Change]] = {}
        for change in changes:
            if change.block.kind == "row":
                self._rows.setdefault(change.group, []).append(change)
        self._widths: dict[tuple[int, int], tuple[int, ...]] = {}

    def rows(self, change: Change, whole: str, room: int) -> list[Line]:
        """A row of a table; one below the other where there is no room for columns."""
        widths = self._of(change.group, room)
        cells = [spans_of(cell, whole, "strong" if change.block.header else "") for cell in change.cells]
        if not widths or min(widths) < 1:
            return [row for cell in cells for row in wrap_spans(tuple(cell), room)] or [EMPTY]
        cells += [[] for _ in range(len(widths) - len(cells))]
        wrapped = [wrap_spans(tuple(cell), width) for cell, width in zip(cells, widths, strict=True)]
        height = max(1, *(len(rows) for rows in wrapped))
        found = [row_of([rows[at] if at < len(rows) else EMPTY for rows in wrapped], widths) for at in range(height)]
        if change.block.header:
            found.append((span("─┼─".join("─" * width for width in widths), "dim"),))
        return found

    def _of(self, group: int, room: int) -> tuple[int, ...]:
        found = self._widths.get((group, room))
        if found is None:
            found = self._widths[group, room] = _widths(self._rows.get(group, [])[:_SAMPLED], room)
        return found


def row_of(cells: Sequence[Line], widths: Sequence[int]) -> Line:
    """One line of a row: its cells beside each other, each in its column."""
    found: list[Span] = []
    for at, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        used = sum(width_of(text) for text, _ in cell)
        last = at == len(widths) - 1
        found.extend([*cell, span("" if last else " " * max(0, width - used))])
        if not last:
            found.append(span(" │ ", "dim"))
    return tuple(found)


def _widths(rows: Sequence[Change], room: int) -> tuple[int, ...]:
    """The widths that the rows need, as far as there is room."""
    natural = [1] * max((len(row.cells) for row in rows), default=0)
    for row in rows:
        for at, cell in enumerate(row.cells):
            text = safe("".join(piece.text for piece, _ in cell))
            natural[at] = max(natural[at], *(width_of(line) for line in text.split("\n")))
    return column_widths(natural, room)


def column_widths(natural: Sequence[int], room: int) -> tuple[int, ...]:
    """Natural widths, the widest cut until all fit; nothing when there are too many columns for the room."""
    count = len(natural)
    left = room - _BETWEEN * (count - 1)
    if not count or left < count * _LEAST:
        return ()
    order = sorted(range(count), key=lambda at: natural[at])
    widths = [0] * count
    for done, at in enumerate(order):
        share = left // (count - done)
        widths[at] = min(natural[at], max(_LEAST, share))
        left -= widths[at]
    return tuple(widths)
