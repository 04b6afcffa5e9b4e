"""Invitation links, SAML providers, sign-in doors and agent instructions as answers. Document: "SAML provider"."""

from __future__ import annotations

from typing import Any

from docdeck.models.agent_instructions import AgentInstructions
from docdeck.models.base import Document
from docdeck.models.invites import InviteLink
from docdeck.models.saml import SamlProvider, SamlService, SsoLogin
from docdeck.models.spaces import Space
from docdeck.service.rules.permissions import at_least
from docdeck.service.store import Row
from docdeck.service.views.content import EMPTY_DOCUMENT
from docdeck.service.views.links import Links
from docdeck.service.views.present import present, when
from docdeck.service.views.teams import team_view


def invite_view(row: Row, default_role: str | None, space: Space | None) -> InviteLink:
    """A link into an organization or a space; redundant when joining by email domain gives as much."""
    if space is not None:
        redundant = at_least(default_role, row["role"])
        return InviteLink(object="invite", id=row["id"], level=row["role"], space=space, redundant=redundant)
    redundant = row["role"] is None or at_least(default_role, row["role"])
    return InviteLink(object="invite", id=row["id"], role=row["role"], redundant=redundant)


def is_active(row: Row) -> bool:
    """Whether an identity provider is told enough to sign anybody in."""
    return bool(row["sso_url"] and row["entity_id"] and row["certificate"])


def saml_view(row: Row, team: Row | None, caller_role: str | None, links: Links) -> SamlProvider:
    """An identity provider, with what to tell the other side."""
    told: dict[str, Any] = {
        "sso_url": row["sso_url"],
        "entity_id": row["entity_id"],
        "service": SamlService.model_validate(
            {
                "acsURL": f"{links.base}/saml/{row['id']}/acs",
                "startURL": _start(row, links),
                "entityID": f"{links.base}/saml/{row['id']}",
            }
        ),
    }
    return SamlProvider(
        object="saml-provider",
        id=row["id"],
        label=row["label"],
        certificate=row["certificate"],
        default_role=row["default_role"],
        created_at=when(row["created_at"]),
        status="active" if is_active(row) else "pending",
        urls=links.location("orgs", row["organization"], "saml", row["id"]),
        **told,
        **present(default_team=None if team is None else team_view(team, caller_role)),
    )


def _start(row: Row, links: Links) -> str:
    return f"{links.base}/saml/{row['id']}/start"


def login_view(row: Row, links: Links) -> SsoLogin:
    """A way to sign in."""
    return SsoLogin.model_validate({"id": row["id"], "label": row["label"], "startURL": _start(row, links)})


def instructions_view(organization: Row, row: Row | None, links: Links) -> AgentInstructions:
    """What an organization tells its agent: an empty document until somebody writes it."""
    return AgentInstructions(
        object="agent-instructions",
        instructions=Document.model_validate(EMPTY_DOCUMENT if row is None else row["instructions"]),
        updated_at=when(organization["created_at"] if row is None else row["updated_at"]),
        updated_by="" if row is None else row["updated_by"],
        urls=links.location("orgs", organization["id"], "agent-instructions"),
    )
