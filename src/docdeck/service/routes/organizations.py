"""The current user, users, organizations with their settings and spaces. Document: "Organizations"."""

from __future__ import annotations

from typing import Any

from docdeck.models.agent_instructions import AgentInstructions, PutAgentInstructions
from docdeck.models.base import PatchUser, User
from docdeck.models.organizations import CreateOrganization, Organization, PatchOrganization
from docdeck.service.access import organization_access
from docdeck.service.actions import organizations as actions
from docdeck.service.actions.sent import sent_values
from docdeck.service.errors import Denied, Invalid, Missing
from docdeck.service.place_access import insider_access
from docdeck.service.routes.call import Call, Made, reads, writes
from docdeck.service.rules.addresses import web_address
from docdeck.service.store import Tx
from docdeck.service.store.doors import instructions_of
from docdeck.service.store.people import organizations_of, update_user, users_by_id, visible_user
from docdeck.service.store.spaces import spaces_in
from docdeck.service.views.doors import instructions_view
from docdeck.service.views.people import organization_view, user_view
from docdeck.service.views.spaces import space_view


def _me(tx: Tx, call: Call) -> User:
    return user_view(users_by_id(tx, [call.actor])[call.actor], call.links)


def _user(tx: Tx, call: Call) -> User:
    row = visible_user(tx, call.actor, call.params["user"])
    if row is None:
        raise Missing("This user does not exist, or shares no organization with you.")
    return user_view(row, call.links)


def _patch_user(tx: Tx, call: Call) -> User:
    if visible_user(tx, call.actor, call.params["user"]) is not None and call.params["user"] != call.actor:
        raise Denied("You may only change your own name and picture.")
    values = sent_values(call.body(PatchUser), nullable=("photo_url",))
    if values.get("photo_url") is not None:
        web_address("photoURL", values["photo_url"])
    if values and call.params["user"] == call.actor:
        update_user(tx, call.actor, **values)
    return _user(tx, call)


def _organizations(tx: Tx, call: Call) -> dict[str, Any]:
    part = organizations_of(tx, call.actor, call.window("orgs"))
    return call.listed(part, [organization_view(row, call.links) for row in part.items])


def _organization(tx: Tx, call: Call) -> Organization:
    return organization_view(organization_access(tx, call.actor, call.params["org"]), call.links)


def _patch(tx: Tx, call: Call) -> Organization:
    actions.patch_organization(tx, call.actor, call.params["org"], call.body(PatchOrganization))
    return _organization(tx, call)


def _create(tx: Tx, call: Call) -> Made:
    if "openapiUrl" in call.query:
        raise Invalid("openapiUrl: leave it out, and add the specification to the organization once it is there.")
    with_site = call.flag("withDefaultSite") is True
    made = actions.create_organization(tx, call.actor, call.body(CreateOrganization), with_site=with_site)
    view = organization_view(organization_access(tx, call.actor, made), call.links)
    return Made(view, 201, {"Location": view.urls["location"]})


def _instructions(tx: Tx, call: Call) -> AgentInstructions:
    home = insider_access(tx, call.actor, call.params["org"], "instructions")
    return instructions_view(home, instructions_of(tx, home["id"]), call.links)


def _put_instructions(tx: Tx, call: Call) -> AgentInstructions:
    sent = call.body(PutAgentInstructions)
    actions.write_instructions(tx, call.actor, call.params["org"], sent.instructions)
    return _instructions(tx, call)


def _spaces(tx: Tx, call: Call) -> dict[str, Any]:
    organization_access(tx, call.actor, call.params["org"])
    part = spaces_in(tx, call.actor, call.params["org"], call.window("spaces"))
    return call.listed(part, [space_view(row, call.links) for row in part.items])


ROUTES = (
    reads("/v1/user", _me),
    reads("/v1/users/{user}", _user),
    writes("PATCH", "/v1/users/{user}", _patch_user, PatchUser),
    reads("/v1/orgs", _organizations),
    writes("POST", "/v1/orgs", _create, CreateOrganization),
    reads("/v1/orgs/{org}", _organization),
    writes("PATCH", "/v1/orgs/{org}", _patch, PatchOrganization),
    reads("/v1/orgs/{org}/agent-instructions", _instructions),
    writes("PUT", "/v1/orgs/{org}/agent-instructions", _put_instructions, PutAgentInstructions),
    reads("/v1/orgs/{org}/spaces", _spaces),
)
