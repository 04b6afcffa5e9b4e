"""Ways into an organization: joining, invitation links, SAML. Document: "Organizations", "SSO"; facts 2.8."""

from __future__ import annotations

from typing import Any

from docdeck.models.invites import CreateInvite, InviteLink, JoinedWith, PatchInvite
from docdeck.models.organizations import OrganizationsOfDomain
from docdeck.models.saml import CreateSamlProvider, PatchSamlProvider, SamlProvider, SsoLogins
from docdeck.service.access import organization_access
from docdeck.service.actions import organizations as actions
from docdeck.service.actions import saml
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.store import Row, Tx
from docdeck.service.store.doors import all_saml_providers, link_invites_of, saml_providers_of
from docdeck.service.store.spaces import spaces_by_id
from docdeck.service.store.teams import teams_by_id
from docdeck.service.views.doors import invite_view, is_active, login_view, saml_view
from docdeck.service.views.people import organization_view
from docdeck.service.views.present import present
from docdeck.service.views.spaces import space_view

_ORG = "/v1/orgs/{org}"
_LINK = f"{_ORG}/link-invites/{{invite}}"
_SAML = f"{_ORG}/saml/{{provider}}"


def _join(tx: Tx, call: Call) -> Made:
    actions.join_organization(tx, call.actor, call.params["org"])
    return Made(status=204)


def _of_domain(tx: Tx, call: Call) -> OrganizationsOfDomain:
    rows = actions.organizations_for_domain(tx, call.actor, call.params["domain"])
    return OrganizationsOfDomain(organizations=[organization_view(row, call.links) for row in rows])


def _invite_views(tx: Tx, call: Call, rows: list[Row]) -> list[InviteLink]:
    home = organization_access(tx, call.actor, call.params["org"])
    spaces = spaces_by_id(tx, call.actor, (row["space"] for row in rows))
    views = {id: space_view(row, call.links) for id, row in spaces.items()}
    return [invite_view(row, home["default_role"], views.get(row["space"])) for row in rows]


def _invites(tx: Tx, call: Call) -> dict[str, Any]:
    home = organization_access(tx, call.actor, call.params["org"], "admin")
    part = link_invites_of(tx, home["id"], call.window("link invites"))
    return call.listed(part, _invite_views(tx, call, list(part.items)))


def _invite(tx: Tx, call: Call) -> InviteLink:
    return _invite_view(tx, call, call.params["invite"])


def _invite_view(tx: Tx, call: Call, invite: str) -> InviteLink:
    row = actions.invite_of(tx, call.actor, call.params["org"], invite)
    return _invite_views(tx, call, [row])[0]


def _create_invite(tx: Tx, call: Call) -> Made:
    made = actions.create_invite(tx, call.actor, call.params["org"], call.body(CreateInvite))
    return Made(_invite_view(tx, call, made), 201)


def _patch_invite(tx: Tx, call: Call) -> InviteLink:
    actions.patch_invite(tx, call.actor, call.params["org"], call.params["invite"], call.body(PatchInvite))
    return _invite(tx, call)


def _delete_invite(tx: Tx, call: Call) -> Made:
    actions.delete_invite(tx, call.actor, call.params["org"], call.params["invite"])
    return GONE


def _join_with(tx: Tx, call: Call) -> JoinedWith:
    row = actions.join_with_invite(tx, call.actor, call.params["org"], call.params["invite"])
    return JoinedWith(organization=row["organization"], **present(space=row["space"]))


def _saml_views(tx: Tx, call: Call, rows: list[Row]) -> list[SamlProvider]:
    home = organization_access(tx, call.actor, call.params["org"], "admin")
    teams = teams_by_id(tx, call.actor, home["id"], (row["default_team"] for row in rows))
    return [saml_view(row, teams.get(row["default_team"]), home["member_role"], call.links) for row in rows]


def _providers(tx: Tx, call: Call) -> dict[str, Any]:
    home = organization_access(tx, call.actor, call.params["org"], "admin")
    part = saml_providers_of(tx, home["id"], call.window("saml"))
    return call.listed(part, _saml_views(tx, call, list(part.items)))


def _provider(tx: Tx, call: Call) -> SamlProvider:
    return _provider_view(tx, call, call.params["provider"])


def _provider_view(tx: Tx, call: Call, provider: str) -> SamlProvider:
    return _saml_views(tx, call, [saml.saml_provider_of(tx, call.actor, call.params["org"], provider)])[0]


def _create_provider(tx: Tx, call: Call) -> Made:
    made = saml.create_saml_provider(tx, call.actor, call.params["org"], call.body(CreateSamlProvider))
    view = _provider_view(tx, call, made)
    return Made(view, 201, {"Location": view.urls["location"]})


def _patch_provider(tx: Tx, call: Call) -> SamlProvider:
    sent = call.body(PatchSamlProvider)
    saml.patch_saml_provider(tx, call.actor, call.params["org"], call.params["provider"], sent)
    return _provider(tx, call)


def _delete_provider(tx: Tx, call: Call) -> Made:
    saml.remove_saml_provider(tx, call.actor, call.params["org"], call.params["provider"])
    return GONE


def _logins(tx: Tx, call: Call) -> SsoLogins:
    home = organization_access(tx, call.actor, call.params["org"])
    rows = [row for row in all_saml_providers(tx, home["id"]) if is_active(row)]
    return SsoLogins(items=[login_view(row, call.links) for row in rows])


ROUTES = (
    writes("POST", f"{_ORG}/join", _join),
    reads("/v1/email-domains/{domain}/orgs", _of_domain),
    reads(f"{_ORG}/link-invites", _invites),
    writes("POST", f"{_ORG}/link-invites", _create_invite, CreateInvite),
    reads(_LINK, _invite),
    writes("PATCH", _LINK, _patch_invite, PatchInvite),
    writes("DELETE", _LINK, _delete_invite),
    writes("POST", f"{_ORG}/invites/{{invite}}", _join_with),
    reads(f"{_ORG}/saml", _providers),
    writes("POST", f"{_ORG}/saml", _create_provider, CreateSamlProvider),
    reads(_SAML, _provider),
    writes("PATCH", _SAML, _patch_provider, PatchSamlProvider),
    writes("DELETE", _SAML, _delete_provider),
    reads(f"{_ORG}/sso", _logins),
)
