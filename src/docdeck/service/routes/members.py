"""Members: list, one, change, remove, being seen, single sign-on. Document: "Organization members"."""

from __future__ import annotations

from typing import Any

from docdeck.models.base import ROLES
from docdeck.models.organizations import Member, PatchMember, Seen
from docdeck.service.access import organization_access
from docdeck.service.actions import members as actions
from docdeck.service.place_access import member_access
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.store import Tx
from docdeck.service.store.people import members_in
from docdeck.service.views.people import member_view

_ORG = "/v1/orgs/{org}"
_ONE = f"{_ORG}/members/{{user}}"


def _members(tx: Tx, call: Call) -> dict[str, Any]:
    organization_access(tx, call.actor, call.params["org"], "listMembers")
    sort = call.choice("sort", ("joinedAt", "lastSeenAt"), "joinedAt")
    order = call.choice("order", ("asc", "desc"), "desc")
    part = members_in(
        tx,
        call.params["org"],
        call.window(f"members {sort} {order}"),
        role=call.choice("role", (*ROLES, "guest"), "guest") if "role" in call.query else None,
        search=call.query.get("search"),
        sort=sort,
        descending=order == "desc",
    )
    return call.listed(part, [member_view(row, call.links) for row in part.items])


def _member(tx: Tx, call: Call) -> Member:
    _home, row = member_access(tx, call.actor, call.params["org"], call.params["user"])
    return member_view(row, call.links)


def _patch(tx: Tx, call: Call) -> Member:
    actions.patch_member(tx, call.actor, call.params["org"], call.params["user"], call.body(PatchMember))
    return _member(tx, call)


def _delete(tx: Tx, call: Call) -> Made:
    actions.delete_member(tx, call.actor, call.params["org"], call.params["user"])
    return GONE


def _sso(tx: Tx, call: Call) -> Member:
    actions.make_sso_member(tx, call.actor, call.params["org"], call.params["user"])
    return _member(tx, call)


def _ping(tx: Tx, call: Call) -> Seen:
    return Seen(service_visitor_claims=actions.see_member(tx, call.actor, call.params["org"]))


ROUTES = (
    reads(f"{_ORG}/members", _members),
    reads(_ONE, _member),
    writes("PATCH", _ONE, _patch, PatchMember),
    writes("DELETE", _ONE, _delete),
    writes("POST", f"{_ONE}/sso", _sso),
    writes("POST", f"{_ORG}/ping", _ping),
)
