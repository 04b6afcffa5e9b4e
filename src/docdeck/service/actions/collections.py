"""Creating, patching and deleting collections. Document section: "Collections"."""

from __future__ import annotations

from docdeck.models.collections import CreateCollection, PatchCollection
from docdeck.service.access import organization_access
from docdeck.service.errors import Denied, Invalid
from docdeck.service.place_access import collection_access
from docdeck.service.rules.permissions import organization_permissions
from docdeck.service.rules.place_permissions import collection_permissions
from docdeck.service.store import Row, Tx
from docdeck.service.store.collections import collection_for, dissolve_collection, insert_collection, update_collection

_UNTITLED = "Untitled"


def create_collection(tx: Tx, actor: str, organization: str, sent: CreateCollection) -> str:
    """Add a collection at the root, or in another one; answers the id."""
    home = organization_access(tx, actor, organization)
    if sent.parent is None:
        if not organization_permissions(home["member_role"])["createContent"]:
            raise Denied("You may not create collections here: ask an administrator for the creator role.")
    else:
        parent = collection_for(tx, actor, sent.parent)
        if parent is None or parent["organization"] != organization:
            raise Invalid("parent: this organization has no such collection.")
        _need(parent, "create", "You may not create anything in this collection: ask for the creator role.")
    return insert_collection(tx, organization, sent.title or _UNTITLED, parent=sent.parent)


def patch_collection(tx: Tx, actor: str, collection: str, sent: PatchCollection) -> None:
    """Set title, description or default level; what was not sent stays."""
    row = collection_access(tx, actor, collection)
    _need(row, "admin", "Only an administrator may change this collection.")
    if "title" in sent.model_fields_set and sent.title is None:
        raise Invalid("title: a collection needs a title.")
    values = {name: getattr(sent, name) for name in sent.model_fields_set}
    if values:
        update_collection(tx, collection, **values)


def delete_collection(tx: Tx, actor: str, collection: str) -> None:
    """Delete a collection; what lies in it moves up to where it lay. Does nothing when it is absent or hidden."""
    row = collection_for(tx, actor, collection)
    if row is None:
        return
    _need(row, "admin", "Only an administrator may delete this collection.")
    dissolve_collection(tx, collection, row["parent"])


def _need(row: Row, permission: str, sentence: str) -> None:
    if not collection_permissions(row["member_role"], row["default_level"])[permission]:
        raise Denied(sentence)
