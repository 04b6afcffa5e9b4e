"""Translations of spaces. Document: "Translations"."""

from __future__ import annotations

from typing import Any

from docdeck.models.translations import CreateTranslation, PutTranslation, Translation
from docdeck.service.actions import translations as actions
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.store import Tx
from docdeck.service.store.translations import translations_in
from docdeck.service.views.translations import translation_view

_ALL = "/v1/orgs/{org}/translations"
_ONE = f"{_ALL}/{{translation}}"


def _list(tx: Tx, call: Call) -> dict[str, Any]:
    home = actions.translations_access(tx, call.actor, call.params["org"])
    part = translations_in(tx, home["id"], call.window("translations"))
    return call.listed(part, [translation_view(row, home["member_role"], call.links) for row in part.items])


def _view(tx: Tx, call: Call, id: str) -> Translation:
    home, row = actions.translation_access(tx, call.actor, call.params["org"], id)
    return translation_view(row, home["member_role"], call.links)


def _one(tx: Tx, call: Call) -> Translation:
    return _view(tx, call, call.params["translation"])


def _create(tx: Tx, call: Call) -> Made:
    made = actions.create_translation(tx, call.actor, call.params["org"], call.body(CreateTranslation))
    return Made(_view(tx, call, made), 201)


def _put(tx: Tx, call: Call) -> Translation:
    actions.instruct(tx, call.actor, call.params["org"], call.params["translation"], call.body(PutTranslation))
    return _one(tx, call)


def _delete(tx: Tx, call: Call) -> Made:
    actions.remove_translation(tx, call.actor, call.params["org"], call.params["translation"])
    return GONE


def _run(tx: Tx, call: Call) -> Made:
    actions.run_again(tx, call.actor, call.params["org"], call.params["translation"])
    return GONE


ROUTES = (
    reads(_ALL, _list),
    writes("POST", _ALL, _create, CreateTranslation),
    reads(_ONE, _one),
    writes("PUT", _ONE, _put, PutTranslation),
    writes("DELETE", _ONE, _delete),
    writes("POST", f"{_ONE}/run", _run),
)
