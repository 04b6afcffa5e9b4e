"""The order of spaces and collections: each has a position among all that lies in the same place.

Positions leave room between neighbours, so that a move changes one item and no page of a list that is being read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import func, select, update

from docdeck.service.store.places_schema import collections
from docdeck.service.store.schema import spaces
from docdeck.service.store.store import Tx

STEP = 1024
Kind = Literal["space", "collection"]
_TABLES = {"space": spaces, "collection": collections}


@dataclass(frozen=True, slots=True)
class Sibling:
    """A space or collection with its position."""

    kind: Kind
    id: str
    position: int


def next_position(tx: Tx, organization: str) -> int:
    """The position after everything in an organization."""
    asked = (
        select(func.max(table.c.position)).where(table.c.organization == organization) for table in _TABLES.values()
    )
    return max(tx.value(question) or 0 for question in asked) + STEP


def siblings_in(tx: Tx, organization: str, parent: str | None) -> list[Sibling]:
    """What lies in a collection, or at the root, in order; deleted spaces are left out."""
    found: list[Sibling] = []
    for kind in ("space", "collection"):
        table = _TABLES[kind]
        inside = table.c.parent.is_(None) if parent is None else table.c.parent == parent
        asked = select(table.c.id, table.c.position).where(table.c.organization == organization, inside)
        if kind == "space":
            asked = asked.where(spaces.c.deleted_at.is_(None))
        found.extend(Sibling(kind, row["id"], row["position"]) for row in tx.rows(asked))
    return sorted(found, key=lambda item: (item.position, item.id))


def position_between(tx: Tx, others: list[Sibling], index: int) -> int:
    """A position for an item that comes to stand at an index among others; makes room when there is none."""
    position = _between(others, index)
    if position is None:
        others = [Sibling(item.kind, item.id, (place + 1) * STEP) for place, item in enumerate(others)]
        for item in others:
            table = _TABLES[item.kind]
            tx.run(update(table).where(table.c.id == item.id).values(position=item.position))
        position = _between(others, index)
    assert position is not None
    return position


def _between(others: list[Sibling], index: int) -> int | None:
    if not others:
        return STEP
    low = others[index - 1].position if index > 0 else others[0].position - 2 * STEP
    high = others[index].position if index < len(others) else others[-1].position + 2 * STEP
    middle = (low + high) // 2
    return middle if low < middle < high else None
