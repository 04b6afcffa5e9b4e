"""Collections and the spaces in them. Document: "Collections"."""

from __future__ import annotations

from typing import Any

from docdeck.models.collections import Collection, CreateCollection, MoveContent, PatchCollection, TransferCollection
from docdeck.service.access import organization_access
from docdeck.service.actions import collections as actions
from docdeck.service.actions import moving
from docdeck.service.place_access import collection_access
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.store import Tx
from docdeck.service.store.collections import collections_in, spaces_of_collection
from docdeck.service.views.collections import collection_view
from docdeck.service.views.spaces import space_view


def _in_organization(tx: Tx, call: Call) -> dict[str, Any]:
    organization_access(tx, call.actor, call.params["org"])
    nested = call.flag("nested") is not False
    window = call.window("collections" if nested else "top collections")
    part = collections_in(tx, call.actor, call.params["org"], window, nested=nested)
    return call.listed(part, [collection_view(row, call.links) for row in part.items])


def _one(tx: Tx, call: Call) -> Collection:
    return collection_view(collection_access(tx, call.actor, call.params["collection"]), call.links)


def _spaces(tx: Tx, call: Call) -> dict[str, Any]:
    collection = collection_access(tx, call.actor, call.params["collection"])
    part = spaces_of_collection(tx, call.actor, collection["id"], call.window("spaces of a collection"))
    return call.listed(part, [space_view(row, call.links) for row in part.items])


def _create(tx: Tx, call: Call) -> Made:
    made = actions.create_collection(tx, call.actor, call.params["org"], call.body(CreateCollection))
    view = collection_view(collection_access(tx, call.actor, made), call.links)
    return Made(view, 201, {"Location": view.urls["location"]})


def _patch(tx: Tx, call: Call) -> Collection:
    actions.patch_collection(tx, call.actor, call.params["collection"], call.body(PatchCollection))
    return _one(tx, call)


def _delete(tx: Tx, call: Call) -> Made:
    actions.delete_collection(tx, call.actor, call.params["collection"])
    return GONE


def _move(tx: Tx, call: Call) -> Collection:
    moving.move_collection(tx, call.actor, call.params["collection"], call.body(MoveContent))
    return _one(tx, call)


def _transfer(tx: Tx, call: Call) -> Collection:
    sent = call.body(TransferCollection)
    moving.transfer_collection(tx, call.actor, call.params["collection"], sent.organization, sent.collection)
    return _one(tx, call)


ROUTES = (
    reads("/v1/orgs/{org}/collections", _in_organization),
    writes("POST", "/v1/orgs/{org}/collections", _create, CreateCollection),
    reads("/v1/collections/{collection}", _one),
    writes("PATCH", "/v1/collections/{collection}", _patch, PatchCollection),
    writes("DELETE", "/v1/collections/{collection}", _delete),
    writes("POST", "/v1/collections/{collection}/move", _move, MoveContent),
    writes("POST", "/v1/collections/{collection}/transfer", _transfer, TransferCollection),
    reads("/v1/collections/{collection}/spaces", _spaces),
)
