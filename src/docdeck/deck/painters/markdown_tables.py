"""Tables of Markdown drawn as tables: each line a row, its columns as wide as in all rows around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from docdeck.deck.painters.rendered_tables import column_widths, row_of
from docdeck.deck.widgets.lines import EMPTY, Line, Span, span, width_of, wrap_spans

_RULE = re.compile(r"\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?")
_EDGE = re.compile(r"(?<!\\)\|")
_SAMPLED = 300
"""Rows that decide how wide the columns are."""


def is_row(line: str) -> bool:
    """Whether a line of prose may be a row of a table."""
    return line.startswith("|")


@dataclass(frozen=True, slots=True)
class _Table:
    """The lines of one table, and which of them is the rule under its head."""

    first: int
    end: int
    rule: int


class MarkdownTables:
    """The tables among lines of Markdown; each is looked at when the first of its rows becomes visible."""

    def __init__(self, lines: Sequence[tuple[str, str | None]], spans_of: Callable[[str, str], list[Span]]) -> None:
        self._lines, self._spans_of = lines, spans_of
        self._tables: dict[int, _Table | None] = {}
        self._widths: dict[tuple[int, int], tuple[int, ...]] = {}

    def row(self, index: int, width: int) -> Sequence[Line] | None:
        """The row as it is drawn; None where no table stands, or where its columns have no room."""
        table = self._table(index)
        widths = self._widths_of(table, width) if table is not None else ()
        if table is None or not widths:
            return None
        if index == table.rule:
            return ((span("─┼─".join("─" * each for each in widths), "dim"),),)
        cells = self._cells(table, index)[: len(widths)]
        wrapped = [wrap_spans(tuple(cell), each) or [EMPTY] for cell, each in zip(cells, widths, strict=False)]
        wrapped += [[EMPTY] for _ in range(len(widths) - len(wrapped))]
        height = max(len(lines) for lines in wrapped)
        return [row_of([lines[at] if at < len(lines) else EMPTY for lines in wrapped], widths) for at in range(height)]

    def _table(self, index: int) -> _Table | None:
        if index not in self._tables:
            first, end = index, index + 1
            while first > 0 and is_row(self._lines[first - 1][0]):
                first -= 1
            while end < len(self._lines) and is_row(self._lines[end][0]):
                end += 1
            rule = next((at for at in (first, first + 1) if at < end and self._is_rule(at)), None)
            found = _Table(first, end, rule) if rule is not None else None
            for at in range(first, end):
                self._tables[at] = found
        return self._tables[index]

    def _is_rule(self, at: int) -> bool:
        return _RULE.fullmatch(self._lines[at][0].strip()) is not None

    def _cells(self, table: _Table, at: int) -> list[list[Span]]:
        role = "strong" if at < table.rule else ""
        return [self._spans_of(cell, role) for cell in cells_of(self._lines[at][0])]

    def _widths_of(self, table: _Table, width: int) -> tuple[int, ...]:
        found = self._widths.get((table.first, width))
        if found is None:
            natural: list[int] = []
            for at in range(table.first, min(table.end, table.first + _SAMPLED)):
                for column, cell in enumerate(self._cells(table, at) if at != table.rule else ()):
                    natural += [1] * (column + 1 - len(natural))
                    natural[column] = max(natural[column], sum(width_of(text) for text, _ in cell))
            found = self._widths[table.first, width] = column_widths(natural, width)
        return found


def cells_of(line: str) -> list[str]:
    """The cells of a row, without the edges; an escaped edge belongs to the words."""
    inner = line.strip().removeprefix("|")
    parts = _EDGE.split(inner)
    if parts and not parts[-1].strip():
        parts.pop()
    return [part.strip().replace("\\|", "|") for part in parts]
