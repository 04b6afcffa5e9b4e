"""The first two cells of a row: marked by the reader, or with a write on its way."""

from __future__ import annotations

from dataclasses import dataclass

from docdeck.deck.widgets.lines import Span, span

PENDING_SIGN = "⋯ "
MARK_SIGN = "✱ "


@dataclass(frozen=True, slots=True)
class RowMarks:
    """`marked` are keys of rows; `pending` are targets of writes, such as `comment <id>` or `change request <id>`."""

    marked: frozenset[str] = frozenset()
    pending: frozenset[str] = frozenset()

    def sign(self, key: str, target: str, otherwise: Span) -> Span:
        """What stands before a row: a write on its way, a mark, or what the row has by itself."""
        if target in self.pending:
            return span(PENDING_SIGN, "dim")
        return span(MARK_SIGN, "accent") if key in self.marked else otherwise


NO_MARKS = RowMarks()
