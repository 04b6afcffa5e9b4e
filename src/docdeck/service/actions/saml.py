"""SAML providers of an organization. Document section: "SAML provider"."""

from __future__ import annotations

from typing import Any

from docdeck.models.saml import CreateSamlProvider, PatchSamlProvider
from docdeck.service.access import organization_access
from docdeck.service.actions.sent import sent_values
from docdeck.service.errors import Invalid, Missing
from docdeck.service.rules.addresses import web_address
from docdeck.service.store import Row, Tx
from docdeck.service.store.doors import (
    delete_saml_provider,
    insert_saml_provider,
    saml_provider,
    update_saml_provider,
)
from docdeck.service.store.teams import team_in

_NULLABLE = ("default_team", "default_role")


def create_saml_provider(tx: Tx, actor: str, organization: str, sent: CreateSamlProvider) -> str:
    """Add an identity provider; it is pending until address, entity and certificate are known. Answers the id."""
    organization_access(tx, actor, organization, "admin")
    return insert_saml_provider(tx, organization, **_values(tx, actor, organization, sent))


def patch_saml_provider(tx: Tx, actor: str, organization: str, provider: str, sent: PatchSamlProvider) -> None:
    """Set what was sent; the rest stays."""
    saml_provider_of(tx, actor, organization, provider)
    values = _values(tx, actor, organization, sent)
    if values:
        update_saml_provider(tx, provider, **values)


def _values(tx: Tx, actor: str, organization: str, sent: PatchSamlProvider) -> dict[str, Any]:
    values = sent_values(sent, nullable=_NULLABLE)
    if values.get("sso_url"):
        web_address("ssoURL", values["sso_url"])
    team = values.get("default_team")
    if team is not None and team_in(tx, actor, organization, team) is None:
        raise Invalid("defaultTeam: this organization has no such team.")
    return values


def saml_provider_of(tx: Tx, actor: str, organization: str, provider: str) -> Row:
    """An identity provider, for administrators, else 404 or 403."""
    organization_access(tx, actor, organization, "admin")
    row = saml_provider(tx, organization, provider)
    if row is None:
        raise Missing("This organization has no such SAML provider.")
    return row


def remove_saml_provider(tx: Tx, actor: str, organization: str, provider: str) -> None:
    """Remove an identity provider; fine when it is absent."""
    organization_access(tx, actor, organization, "admin")
    delete_saml_provider(tx, organization, provider)
