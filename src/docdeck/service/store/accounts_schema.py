"""The tables of organizations' keepers: single sign-on, invitations, agent instructions, keys, and what was removed."""

from __future__ import annotations

from sqlalchemy import JSON, Column, ForeignKey, Index, String, Table, Text

from docdeck.service.store.schema import METADATA

_ID = String(64)
_TIME = String(32)

saml_providers = Table(
    "saml_providers",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("organization", _ID, ForeignKey("organizations.id", ondelete="CASCADE"), nullable=False),
    Column("label", Text, nullable=False),
    Column("sso_url", Text, nullable=False),
    Column("entity_id", Text, nullable=False),
    Column("certificate", Text, nullable=False),
    Column("default_team", _ID, ForeignKey("teams.id", ondelete="SET NULL")),
    Column("default_role", Text),
    Column("created_at", _TIME, nullable=False),
    Index("saml_of_organization", "organization", "created_at", "id"),
)
link_invites = Table(
    "link_invites",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("organization", _ID, ForeignKey("organizations.id", ondelete="CASCADE"), nullable=False),
    Column("role", Text),
    Column("space", _ID, ForeignKey("spaces.id", ondelete="CASCADE")),
    Column("created_at", _TIME, nullable=False),
    Index("link_invites_of_organization", "organization", "created_at", "id"),
)
agent_instructions = Table(
    "agent_instructions",
    METADATA,
    Column("organization", _ID, ForeignKey("organizations.id", ondelete="CASCADE"), primary_key=True),
    Column("instructions", JSON, nullable=False),
    Column("updated_at", _TIME, nullable=False),
    Column("updated_by", _ID, ForeignKey("users.id"), nullable=False),
)
service_keys = Table(
    "service_keys",
    METADATA,
    Column("name", _ID, primary_key=True),
    Column("secret", Text, nullable=False),
    Column("created_at", _TIME, nullable=False),
)
# A space that is gone for good leaves its id, so that restoring it is told apart from a mistyped id.
removed_spaces = Table(
    "removed_spaces",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("organization", _ID, ForeignKey("organizations.id", ondelete="CASCADE"), nullable=False),
    Column("removed_at", _TIME, nullable=False),
)
