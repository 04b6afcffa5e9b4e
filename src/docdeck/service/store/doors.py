"""Ways into an organization and what it tells its agent: links, SAML providers, instructions, the service's keys."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import delete, select, update

from docdeck.service.paging import Slice, Window
from docdeck.service.store.accounts_schema import agent_instructions, link_invites, saml_providers, service_keys
from docdeck.service.store.paged import cut, whole
from docdeck.service.store.store import Row, Tx

_KEY_BYTES = 48


def insert_link_invite(tx: Tx, organization: str, role: str | None, *, space: str | None = None) -> str:
    """Add a link that lets people in, with a role in the organization or in one space; answers the id."""
    made = tx.ids()
    tx.insert(link_invites, id=made, organization=organization, role=role, space=space, created_at=tx.now())
    return made


def link_invites_of(tx: Tx, organization: str, window: Window) -> Slice:
    """The links into an organization, oldest first."""
    asked = select(link_invites).select_from(link_invites).where(link_invites.c.organization == organization)
    return cut(tx, asked, window, link_invites.c.created_at, link_invites.c.id)


def link_invite(tx: Tx, organization: str, invite: str) -> Row | None:
    """One link into an organization."""
    same = (link_invites.c.id == invite, link_invites.c.organization == organization)
    return tx.one(select(link_invites).where(*same))


def update_link_invite(tx: Tx, invite: str, role: str | None) -> None:
    """Change the role that a link gives."""
    tx.run(update(link_invites).where(link_invites.c.id == invite).values(role=role))


def delete_link_invite(tx: Tx, organization: str, invite: str) -> None:
    """Make a link lead nowhere."""
    tx.run(delete(link_invites).where(link_invites.c.id == invite, link_invites.c.organization == organization))


def insert_saml_provider(
    tx: Tx,
    organization: str,
    label: str,
    *,
    id: str | None = None,
    sso_url: str = "",
    entity_id: str = "",
    certificate: str = "",
    default_team: str | None = None,
    default_role: str | None = None,
) -> str:
    """Add an identity provider; answers the id."""
    made = id or tx.ids()
    tx.insert(
        saml_providers,
        id=made,
        organization=organization,
        label=label,
        sso_url=sso_url,
        entity_id=entity_id,
        certificate=certificate,
        default_team=default_team,
        default_role=default_role,
        created_at=tx.now(),
    )
    return made


def saml_providers_of(tx: Tx, organization: str, window: Window) -> Slice:
    """The identity providers of an organization, oldest first."""
    asked = select(saml_providers).select_from(saml_providers).where(saml_providers.c.organization == organization)
    return cut(tx, asked, window, saml_providers.c.created_at, saml_providers.c.id)


def all_saml_providers(tx: Tx, organization: str) -> list[Row]:
    """All identity providers of an organization, oldest first."""
    order = (saml_providers.c.created_at, saml_providers.c.id)
    asked = select(saml_providers).where(saml_providers.c.organization == organization).order_by(*order)
    return list(whole(tx, asked).items)


def saml_provider(tx: Tx, organization: str, provider: str) -> Row | None:
    """One identity provider of an organization."""
    same = (saml_providers.c.id == provider, saml_providers.c.organization == organization)
    return tx.one(select(saml_providers).where(*same))


def update_saml_provider(tx: Tx, provider: str, **values: Any) -> None:
    """Change columns of an identity provider."""
    tx.run(update(saml_providers).where(saml_providers.c.id == provider).values(**values))


def delete_saml_provider(tx: Tx, organization: str, provider: str) -> None:
    """Remove an identity provider."""
    same = (saml_providers.c.id == provider, saml_providers.c.organization == organization)
    tx.run(delete(saml_providers).where(*same))


def instructions_of(tx: Tx, organization: str) -> Row | None:
    """What an organization tells its agent, with when and by whom it was written."""
    return tx.one(select(agent_instructions).where(agent_instructions.c.organization == organization))


def set_instructions(tx: Tx, organization: str, user: str, instructions: dict[str, Any]) -> None:
    """Replace what an organization tells its agent."""
    tx.run(delete(agent_instructions).where(agent_instructions.c.organization == organization))
    tx.insert(
        agent_instructions,
        organization=organization,
        instructions=instructions,
        updated_at=tx.now(),
        updated_by=user,
    )


def service_key(tx: Tx, name: str) -> str:
    """A secret of this service, made at random when it is first needed."""
    found: str | None = tx.value(select(service_keys.c.secret).where(service_keys.c.name == name))
    if found is not None:
        return found
    made = secrets.token_urlsafe(_KEY_BYTES)
    tx.insert(service_keys, name=name, secret=made, created_at=tx.now())
    return made
