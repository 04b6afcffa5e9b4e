"""Collections of spaces, nested by their parent. Document section: "Collection"."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, and_, delete, select, update

from docdeck.service.paging import Slice, Window
from docdeck.service.store.order import next_position
from docdeck.service.store.paged import cut
from docdeck.service.store.places_schema import collections
from docdeck.service.store.schema import members, spaces
from docdeck.service.store.spaces import seen_with_counts
from docdeck.service.store.store import Row, Tx


def insert_collection(
    tx: Tx,
    organization: str,
    title: str,
    *,
    id: str | None = None,
    description: str | None = None,
    parent: str | None = None,
    default_level: str | None = None,
) -> str:
    """Add a collection after all others; answers the id. Asks for no permission."""
    made = id or tx.ids()
    tx.insert(
        collections,
        id=made,
        organization=organization,
        parent=parent,
        position=next_position(tx, organization),
        title=title,
        description=description,
        default_level=default_level,
        created_at=tx.now(),
    )
    return made


def update_collection(tx: Tx, collection: str, **values: Any) -> None:
    """Change columns of a collection."""
    tx.run(update(collections).where(collections.c.id == collection).values(**values))


def dissolve_collection(tx: Tx, collection: str, parent: str | None) -> None:
    """Remove a collection; its collections and spaces go to its parent, or to the top level.

    At the top level nothing can be `in-collection` any more; such spaces become private.
    """
    if parent is None:
        shared = and_(spaces.c.parent == collection, spaces.c.visibility == "in-collection")
        tx.run(update(spaces).where(shared).values(visibility="private"))
    for table in (collections, spaces):
        tx.run(update(table).where(table.c.parent == collection).values(parent=parent))
    tx.run(delete(collections).where(collections.c.id == collection))


def collections_in(tx: Tx, caller: str, organization: str, window: Window, *, nested: bool) -> Slice:
    """The collections of an organization that a user sees, in their order; without `nested` only the top level."""
    asked = _seen(caller).where(collections.c.organization == organization)
    if not nested:
        asked = asked.where(collections.c.parent.is_(None))
    return cut(tx, asked, window, collections.c.position, collections.c.id)


def collection_for(tx: Tx, caller: str, collection: str) -> Row | None:
    """A collection with the caller's role as `member_role`, or None when hidden from them."""
    return tx.one(_seen(caller).where(collections.c.id == collection))


def spaces_of_collection(tx: Tx, caller: str, collection: str, window: Window) -> Slice:
    """The spaces right in a collection that a user sees, with counts, in their order."""
    asked = seen_with_counts(caller).where(spaces.c.parent == collection)
    return cut(tx, asked, window, spaces.c.position, spaces.c.id)


def collections_within(tx: Tx, organization: str, collection: str) -> list[str]:
    """A collection and all that are nested in it, itself first."""
    asked = select(collections.c.id, collections.c.parent).where(collections.c.organization == organization)
    inside: dict[str | None, list[str]] = {}
    for row in tx.rows(asked):
        inside.setdefault(row["parent"], []).append(row["id"])
    found = {collection: True}
    for each in (waiting := [collection]):
        new = [id for id in inside.get(each, []) if id not in found]
        found.update(dict.fromkeys(new, True))
        waiting.extend(new)
    return list(found)


def _seen(caller: str) -> Select[Any]:
    """Collections of the organizations where a user is more than a guest."""
    belongs = and_(
        members.c.organization == collections.c.organization,
        members.c.user == caller,
        members.c.disabled.is_(False),
        members.c.role.is_not(None),
    )
    return select(collections, members.c.role.label("member_role")).select_from(collections.join(members, belongs))
