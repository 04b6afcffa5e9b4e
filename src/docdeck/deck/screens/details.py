"""The details panel: exact times, ids and addresses, over the view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docdeck.deck.painters.details import label_cells
from docdeck.deck.painters.times import exact
from docdeck.deck.widgets.lines import EMPTY, Line, padded, span
from docdeck.deck.widgets.sheet import CLOSE, Sheet
from docdeck.text import safe_line

if TYPE_CHECKING:
    from docdeck.deck.app import DeckApp
    from docdeck.workspace.details import Details


def show_details(app: DeckApp, details: Details) -> None:
    """Show facts in a sheet that asks nothing."""
    lines: list[Line] = []
    for heading, facts in details.groups:
        lines += [EMPTY] if lines else []
        if heading:
            lines.append((span(heading.upper(), "heading"),))
        cells = label_cells(facts)
        for fact in facts:
            value = exact(fact.at) if fact.at is not None else fact.value
            lines.append((span(padded(safe_line(fact.label), cells - 1) + " ", "dim"), span(value, fact.role)))
    if details.problem:
        lines += [EMPTY, (span(details.problem, "bad"),)]
    app.push_screen(Sheet(safe_line(details.title), lines, consent=None, leave=CLOSE))
