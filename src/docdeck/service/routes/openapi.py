"""OpenAPI specifications. Document: "OpenAPI specs"."""

from __future__ import annotations

import re
from typing import Any

from docdeck.models.openapi import SLUG, CreateSpec, OpenApiContent, OpenApiSpec, OpenApiVersion, PatchSpec, PutSpec
from docdeck.service.actions import openapi as actions
from docdeck.service.errors import Invalid, Missing
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.store import Row, Tx
from docdeck.service.store.openapi import specs_in, update_spec, version_of, versions_of
from docdeck.service.views.openapi import content_view, spec_view, version_view

SPECS = "/v1/orgs/{org}/openapi"
_MAX_SLUG = 100


def _list(tx: Tx, call: Call) -> dict[str, Any]:
    home = actions.specs_access(tx, call.actor, call.params["org"])
    part = specs_in(tx, home["id"], call.window("specifications"))
    return call.listed(part, [spec_view(row, home["member_role"], call.links) for row in part.items])


def _view(tx: Tx, call: Call, slug: str) -> OpenApiSpec:
    home, row = actions.spec_access(tx, call.actor, call.params["org"], slug)
    return spec_view(row, home["member_role"], call.links)


def _one(tx: Tx, call: Call) -> OpenApiSpec:
    return _view(tx, call, call.params["spec"])


def _create(tx: Tx, call: Call) -> Made:
    sent = call.body(CreateSpec)
    actions.create_spec(tx, call.actor, call.params["org"], sent)
    return Made(_view(tx, call, sent.slug), 201)


def _put(tx: Tx, call: Call) -> Made:
    slug = call.params["spec"]
    actions.specs_access(tx, call.actor, call.params["org"], write=True)
    if len(slug) > _MAX_SLUG or not re.fullmatch(SLUG, slug):
        raise Invalid(f"slug: must be letters, digits and single hyphens, at most {_MAX_SLUG} characters.")
    new = actions.put_spec(tx, call.actor, call.params["org"], slug, call.body(PutSpec).source)
    return Made(_view(tx, call, slug), 201 if new else 200)


def _patch(tx: Tx, call: Call) -> OpenApiSpec:
    _home, row = actions.spec_access(tx, call.actor, call.params["org"], call.params["spec"], write=True)
    update_spec(tx, row["id"], visibility=call.body(PatchSpec).visibility)
    return _one(tx, call)


def _delete(tx: Tx, call: Call) -> Made:
    actions.remove_spec(tx, call.actor, call.params["org"], call.params["spec"])
    return GONE


def _versions(tx: Tx, call: Call) -> dict[str, Any]:
    spec = _spec(tx, call)
    part = versions_of(tx, spec["id"], call.window("versions of a specification"))
    return call.listed(part, [version_view(spec, row, call.links) for row in part.items])


def _spec(tx: Tx, call: Call) -> Row:
    return actions.spec_access(tx, call.actor, call.params["org"], call.params["spec"])[1]


def _version(tx: Tx, call: Call, *, whole: bool) -> tuple[Row, Row]:
    spec = _spec(tx, call)
    wanted = call.params.get("version") or spec["last_version"] or ""
    row = version_of(tx, spec["id"], wanted, whole=whole)
    if row is None:
        raise Missing("This specification has no such version." if wanted else "This specification has no version yet.")
    return spec, row


def _one_version(tx: Tx, call: Call) -> OpenApiVersion:
    spec, row = _version(tx, call, whole=False)
    return version_view(spec, row, call.links)


def _content(tx: Tx, call: Call) -> OpenApiContent:
    return content_view(_version(tx, call, whole=True)[1], call.links)


ROUTES = (
    reads(SPECS, _list),
    writes("POST", SPECS, _create, CreateSpec),
    reads(f"{SPECS}/{{spec}}", _one),
    writes("PUT", f"{SPECS}/{{spec}}", _put, PutSpec),
    writes("PATCH", f"{SPECS}/{{spec}}", _patch, PatchSpec),
    writes("DELETE", f"{SPECS}/{{spec}}", _delete),
    reads(f"{SPECS}/{{spec}}/versions", _versions),
    reads(f"{SPECS}/{{spec}}/versions/latest", _one_version),
    reads(f"{SPECS}/{{spec}}/versions/latest/content", _content),
    reads(f"{SPECS}/{{spec}}/versions/{{version}}", _one_version),
    reads(f"{SPECS}/{{spec}}/versions/{{version}}/content", _content),
)
