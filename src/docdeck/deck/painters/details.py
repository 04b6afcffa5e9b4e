"""Labelled facts as lines: labels in one column, values beside them, times relative with the exact one behind."""

from __future__ import annotations

import time
from collections.abc import Sequence

from docdeck.deck.painters.times import ago, exact
from docdeck.deck.widgets.lines import EMPTY, Line, padded, span, width_of, wrap_text
from docdeck.deck.widgets.sources import Item, text_item
from docdeck.text import safe_line
from docdeck.workspace.details import Details, Fact

LABEL_CELLS = 16
WIDEST_LABEL = 36


def details_items(details: Details) -> list[Item]:
    """Title, groups of facts, and what could not be read."""
    items = [text_item("title", details.title, "heading", selectable=True)]
    for at, (heading, facts) in enumerate(details.groups):
        if not facts:
            continue
        items.append(Item(f"gap {at}", (EMPTY,), selectable=False))
        if heading:
            items.append(Item(f"heading {at}", ((span(heading.upper(), "heading"),),), selectable=False))
        cells = label_cells(facts)
        items.extend(_fact(f"fact {at} {place}", fact, cells) for place, fact in enumerate(facts))
    if details.problem:
        items.append(Item("gap problem", (EMPTY,), selectable=False))
        items.append(text_item("problem", details.problem, "bad", selectable=True))
    return items


def label_cells(facts: Sequence[Fact]) -> int:
    """The width of the labels of a group, with a gap before the values; long names are cut."""
    widest = max((width_of(safe_line(fact.label)) for fact in facts), default=0)
    return min(WIDEST_LABEL, max(LABEL_CELLS, widest + 1))


def _fact(key: str, fact: Fact, cells: int) -> Item:
    def rows(width: int) -> list[Line]:
        if not fact.label:
            return wrap_text(fact.value, max(8, width - 1), fact.role)
        room = min(cells, max(LABEL_CELLS, width // 2))
        label = span(padded(safe_line(fact.label), room - 1) + " ", "dim")
        value = f"{ago(fact.at, time.time())} · {exact(fact.at)}" if fact.at is not None else fact.value
        wrapped = wrap_text(value, max(8, width - room - 1), fact.role)
        blank = span(" " * room)
        return [(label if at == 0 else blank, *row) for at, row in enumerate(wrapped)]

    return Item(key, rows)
