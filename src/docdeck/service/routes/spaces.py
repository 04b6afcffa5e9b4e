"""Spaces: create, read, change, delete, restore, copy, move and transfer. Document: "Spaces"; facts 2.1."""

from __future__ import annotations

from docdeck.models.collections import MoveContent
from docdeck.models.spaces import CreateSpace, PatchSpace, Space, TransferSpace
from docdeck.service.actions import moving, space_life
from docdeck.service.errors import Missing
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.store import Tx
from docdeck.service.store.spaces import space_with_counts
from docdeck.service.views.spaces import space_view

ONE = "/v1/spaces/{space}"


def _view(tx: Tx, call: Call, space: str) -> Space:
    row = space_with_counts(tx, call.actor, space) or space_life.deleted_space_of(tx, call.actor, space)
    if row is None:
        raise Missing("This space does not exist, or you may not see it.")
    return space_view(row, call.links)


def _one(tx: Tx, call: Call) -> Space:
    return _view(tx, call, call.params["space"])


def _made(tx: Tx, call: Call, space: str) -> Made:
    view = _view(tx, call, space)
    return Made(view, 201, {"Location": view.urls["location"]})


def _create(tx: Tx, call: Call) -> Made:
    return _made(tx, call, space_life.add_space(tx, call.actor, call.params["org"], call.body(CreateSpace)))


def _duplicate(tx: Tx, call: Call) -> Made:
    return _made(tx, call, space_life.duplicate_space(tx, call.actor, call.params["space"]))


def _patch(tx: Tx, call: Call) -> Space:
    space_life.patch_space(tx, call.actor, call.params["space"], call.body(PatchSpace))
    return _one(tx, call)


def _delete(tx: Tx, call: Call) -> Made:
    space_life.delete_space(tx, call.actor, call.params["space"])
    return GONE


def _restore(tx: Tx, call: Call) -> Space:
    space_life.restore_space(tx, call.actor, call.params["space"])
    return _one(tx, call)


def _move(tx: Tx, call: Call) -> Space:
    moving.move_space(tx, call.actor, call.params["space"], call.body(MoveContent))
    return _one(tx, call)


def _transfer(tx: Tx, call: Call) -> Space:
    sent = call.body(TransferSpace)
    moving.transfer_space(tx, call.actor, call.params["space"], sent.organization, sent.collection)
    return _one(tx, call)


ROUTES = (
    writes("POST", "/v1/orgs/{org}/spaces", _create, CreateSpace),
    reads(ONE, _one),
    writes("PATCH", ONE, _patch, PatchSpace),
    writes("DELETE", ONE, _delete),
    writes("POST", f"{ONE}/duplicate", _duplicate),
    writes("POST", f"{ONE}/restore", _restore),
    writes("POST", f"{ONE}/move", _move, MoveContent),
    writes("POST", f"{ONE}/transfer", _transfer, TransferSpace),
)
