"""The links of a space, and who may do what with it. Document: "Spaces" (links); facts 2.6, N20."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from docdeck.models.base import ROLES
from docdeck.models.links import BrokenLinks, LinkStats
from docdeck.models.permissions import Invite, RoleBody
from docdeck.models.spaces import ContentPermission
from docdeck.service.access import space_access
from docdeck.service.actions import space_people as actions
from docdeck.service.errors import Denied
from docdeck.service.place_access import collection_access
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.rules.pages import Pages
from docdeck.service.rules.permissions import at_least
from docdeck.service.rules.space_links import LinkUse, link_uses
from docdeck.service.store import Row, Tx
from docdeck.service.store.content_permissions import people_with_access, people_with_grants
from docdeck.service.store.requests import open_revisions
from docdeck.service.store.revisions import document_bodies, files_in, pages_in
from docdeck.service.views.people import user_view
from docdeck.service.views.space_links import LinkReader

STATUSES = ("ok", "broken", "in-app")
_GUESTS = "You may not see who has access: guests see only what is shared with them."
_PEOPLE = "/v1/spaces/{space}/permissions"


def _links(tx: Tx, call: Call) -> dict[str, Any]:
    space = space_access(tx, call.actor, call.params["space"]).space
    wanted = call.choice("status", STATUSES, "ok") if "status" in call.query else None
    window = call.window(f"links {wanted or ''}")
    pages = pages_in(tx, space["revision"])
    reader = LinkReader(tx, call.actor, space, pages, files_in(tx, space["revision"]), call.links)
    uses = _uses(tx, space["id"], pages)
    broken = {use.target.key for use in uses if reader.status(use.target) == "broken"}
    listed = [use for use in uses if wanted in (None, reader.status(use.target))]
    after = None if window.after is None else str(window.after[0])
    rest = [use for use in listed if after is None or use.target.key > after]
    shown = rest[: window.limit]
    stats = LinkStats(
        total=len(uses), broken=BrokenLinks(total=len(broken), change_request=_broken_ahead(tx, call, space, broken))
    )
    answer: dict[str, Any] = {
        "items": [reader.view(use).to_wire() for use in shown],
        "count": len(listed),
        "stats": stats.to_wire(),
    }
    if len(rest) > len(shown):
        answer["next"] = {"page": window.cursor((shown[-1].target.key, ""))}
    return answer


def _uses(tx: Tx, space: str, pages: Pages) -> list[LinkUse]:
    found = link_uses(space, pages, document_bodies(tx, (page.document for page in pages)))
    return sorted(found.values(), key=lambda use: use.target.key)


def _broken_ahead(tx: Tx, call: Call, space: Row, broken: set[str]) -> int:
    """How many links the open change requests would break, each counted once per request."""
    count = 0
    for revision in open_revisions(tx, space["id"]):
        pages = pages_in(tx, revision)
        reader = LinkReader(tx, call.actor, space, pages, files_in(tx, revision), call.links)
        ahead = {use.target.key for use in _uses(tx, space["id"], pages) if reader.status(use.target) == "broken"}
        count += len(ahead - broken)
    return count


def _permissions(
    tx: Tx, call: Call, organization: str, member_role: str | None, default: str | None, space: str | None
) -> dict[str, Any]:
    if not at_least(member_role, "read"):
        raise Denied(_GUESTS)
    role = call.choice("role", ROLES, "read") if "role" in call.query else None
    window = call.window(f"permissions {role or ''}")
    part = people_with_access(tx, organization, default, space, window, role=role)
    return call.listed(part, _people(call, part.items))


def _with_own_role(tx: Tx, call: Call) -> dict[str, Any]:
    """People with a role of their own in a space, whatever their organization gives them."""
    space = space_access(tx, call.actor, call.params["space"]).space
    if not at_least(space["member_role"], "read"):
        raise Denied(_GUESTS)
    part = people_with_grants(tx, space["id"], call.window("own roles"))
    return call.listed(part, _people(call, part.items))


def _people(call: Call, rows: Sequence[Row]) -> list[ContentPermission]:
    people = (user_view(row, call.links, id=row["user"]) for row in rows)
    return [ContentPermission(permission=row["permission"], user=user) for row, user in zip(rows, people, strict=True)]


def _invite(tx: Tx, call: Call) -> Made:
    actions.invite_people(tx, call.actor, call.params["space"], call.body(Invite))
    return GONE


def _change_role(tx: Tx, call: Call) -> Made:
    actions.change_role(tx, call.actor, call.params["space"], call.params["user"], call.body(RoleBody))
    return GONE


def _remove(tx: Tx, call: Call) -> Made:
    actions.remove_person(tx, call.actor, call.params["space"], call.params["user"])
    return GONE


def _in_space(tx: Tx, call: Call) -> dict[str, Any]:
    space = space_access(tx, call.actor, call.params["space"]).space
    return _permissions(tx, call, space["organization"], space["member_role"], space["default_level"], space["id"])


def _in_collection(tx: Tx, call: Call) -> dict[str, Any]:
    row = collection_access(tx, call.actor, call.params["collection"])
    return _permissions(tx, call, row["organization"], row["member_role"], row["default_level"], None)


ROUTES = (
    reads("/v1/spaces/{space}/links", _links),
    reads(f"{_PEOPLE}/aggregate", _in_space),
    reads(f"{_PEOPLE}/users", _with_own_role),
    writes("POST", _PEOPLE, _invite, Invite),
    writes("PATCH", f"{_PEOPLE}/users/{{user}}", _change_role, RoleBody),
    writes("DELETE", f"{_PEOPLE}/users/{{user}}", _remove),
    reads("/v1/collections/{collection}/permissions/aggregate", _in_collection),
)
