"""Spaces and collections changing their place: inside an organization, or to another one. Facts A.3, N20."""

from __future__ import annotations

from docdeck.models.collections import ContentPointer, ContentPosition, MoveContent
from docdeck.service.access import organization_access, space_access
from docdeck.service.errors import Conflict, Denied, Invalid, Missing, Unmet
from docdeck.service.place_access import collection_access
from docdeck.service.rules.permissions import organization_permissions
from docdeck.service.rules.place_permissions import collection_permissions
from docdeck.service.store import Row, Tx
from docdeck.service.store.collections import collection_for, collections_within, update_collection
from docdeck.service.store.order import Kind, Sibling, next_position, position_between, siblings_in
from docdeck.service.store.spaces import update_space
from docdeck.service.store.transfers import carry_over, standing_on_sites

_ROOT_DENIED = "You may not put anything at the root of this organization: ask for the creator role."
_COLLECTION_DENIED = "You may not put anything in this collection: ask for the creator role."


def move_space(tx: Tx, actor: str, space: str, sent: MoveContent) -> None:
    """Put a space in a collection, at the root, or before or after a neighbour."""
    access = space_access(tx, actor, space)
    access.need("admin")
    row = access.space
    parent = _new_parent(tx, actor, row, sent)
    place = _position(tx, row, ("space", space), parent, sent)
    values = {"parent": parent, "visibility": _visibility(row, parent)}
    update_space(tx, space, **values, **({} if place is None else {"position": place}))


def _visibility(row: Row, parent: str | None) -> str:
    """Outside of collections nothing is `in-collection`."""
    return "private" if parent is None and row["visibility"] == "in-collection" else row["visibility"]


def move_collection(tx: Tx, actor: str, collection: str, sent: MoveContent) -> None:
    """Put a collection in another one, at the root, or before or after a neighbour; never inside itself."""
    row = administrated(tx, actor, collection)
    parent = _new_parent(tx, actor, row, sent)
    if parent is not None and parent in collections_within(tx, row["organization"], collection):
        raise Conflict("A collection cannot be moved into itself or into a collection that lies in it.")
    place = _position(tx, row, ("collection", collection), parent, sent)
    update_collection(tx, collection, parent=parent, **({} if place is None else {"position": place}))


def administrated(tx: Tx, actor: str, collection: str) -> Row:
    """A collection that the person administrates, else 404 or 403."""
    row = collection_access(tx, actor, collection)
    if not collection_permissions(row["member_role"], row["default_level"])["admin"]:
        raise Denied("Only an administrator may move this collection.")
    return row


def _new_parent(tx: Tx, actor: str, row: Row, sent: MoveContent) -> str | None:
    """Where the item goes; without `parent` in the body it stays where it is."""
    if "parent" not in sent.model_fields_set or sent.parent == row["parent"]:
        return row["parent"]
    _need_place(tx, actor, row["organization"], sent.parent)
    return sent.parent


def _need_place(tx: Tx, actor: str, organization: str, collection: str | None) -> None:
    """The person may create in a collection of an organization, or at its root."""
    if collection is None:
        home = organization_access(tx, actor, organization)
        if not organization_permissions(home["member_role"])["createContent"]:
            raise Denied(_ROOT_DENIED)
        return
    parent = collection_for(tx, actor, collection)
    if parent is None:
        raise Missing("There is no such collection, or you may not see it.")
    if parent["organization"] != organization:
        raise Conflict("This collection belongs to another organization: transfer instead of moving.")
    if not collection_permissions(parent["member_role"], parent["default_level"])["create"]:
        raise Denied(_COLLECTION_DENIED)


def _position(tx: Tx, row: Row, item: tuple[Kind, str], parent: str | None, sent: MoveContent) -> int | None:
    """The item's new position; None leaves it as it is."""
    wanted = sent.position
    if wanted is None or (wanted.before is None and wanted.after is None):
        return None if parent == row["parent"] else next_position(tx, row["organization"])
    others = [other for other in siblings_in(tx, row["organization"], parent) if (other.kind, other.id) != item]
    return position_between(tx, others, _index(others, wanted))


def _index(others: list[Sibling], wanted: ContentPosition) -> int:
    before = None if wanted.before is None else _place_of(others, wanted.before, "before")
    after = None if wanted.after is None else _place_of(others, wanted.after, "after") + 1
    if before is not None and after is not None and before != after:
        raise Invalid("position: before and after name two places that are not next to each other.")
    return before if before is not None else after or 0


def _place_of(others: list[Sibling], pointer: ContentPointer, side: str) -> int:
    wanted = pointer.space if pointer.type == "space" else pointer.collection
    if wanted is None:
        raise Invalid(f"position.{side}.{pointer.type}: the id is missing.")
    for index, other in enumerate(others):
        if (other.kind, other.id) == (pointer.type, wanted):
            return index
    raise Invalid(f"position.{side}: this {pointer.type} is not one of the neighbours there.")


def transfer_space(tx: Tx, actor: str, space: str, organization: str, collection: str | None) -> None:
    """Give a space to another organization, to one of its collections, or both."""
    access = space_access(tx, actor, space)
    access.need("admin")
    _need_place(tx, actor, organization, collection)
    if organization != access.space["organization"] and standing_on_sites(tx, [space]):
        raise Unmet("This space stands on a site of its organization: take it off the site first.")
    place = next_position(tx, organization)
    update_space(
        tx,
        space,
        organization=organization,
        parent=collection,
        position=place,
        visibility=_visibility(access.space, collection),
    )
    carry_over(tx, organization, [space], [])


def transfer_collection(tx: Tx, actor: str, collection: str, organization: str, parent: str | None) -> None:
    """Give a collection with everything in it to another organization."""
    row = administrated(tx, actor, collection)
    _need_place(tx, actor, organization, parent)
    inside = collections_within(tx, row["organization"], collection)
    if parent in inside:
        raise Conflict("A collection cannot be moved into itself or into a collection that lies in it.")
    spaces = [item.id for each in inside for item in siblings_in(tx, row["organization"], each) if item.kind == "space"]
    if organization != row["organization"] and standing_on_sites(tx, spaces):
        raise Unmet("A space of this collection stands on a site of its organization: take it off the site first.")
    update_collection(tx, collection, parent=parent, position=next_position(tx, organization))
    if organization != row["organization"]:
        carry_over(tx, organization, spaces, inside)
