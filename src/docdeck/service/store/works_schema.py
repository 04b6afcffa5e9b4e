"""The tables of what the service works on: jobs, specifications, translations, integrations, conversations, Git."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from docdeck.service.store.schema import METADATA

_ID = String(64)
_TIME = String(32)
_NAME = String(255)


def _organization() -> Column[str]:
    return Column("organization", _ID, ForeignKey("organizations.id", ondelete="CASCADE"), nullable=False)


jobs = Table(
    "jobs",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("given", JSON, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("created_at", _TIME, nullable=False),
    Index("jobs_by_kind", "kind", "created_at", "id"),
)
downloads = Table(
    "downloads",
    METADATA,
    Column("key", _ID, primary_key=True),
    Column("given", JSON, nullable=False),
    Column("expires_at", _TIME, nullable=False),
    Index("downloads_by_expiry", "expires_at"),
)
openapi_specs = Table(
    "openapi_specs",
    METADATA,
    Column("id", _ID, primary_key=True),
    _organization(),
    Column("slug", String(100), nullable=False),
    Column("created_at", _TIME, nullable=False),
    Column("updated_at", _TIME, nullable=False),
    Column("source_url", Text),
    Column("source_text", Text),
    Column("state", String(16), nullable=False),
    Column("visibility", String(16), nullable=False),
    Column("last_version", _ID),
    Column("processed_at", _TIME),
    Column("error_code", String(32)),
    Column("errors", JSON, nullable=False),
    UniqueConstraint("organization", "slug"),
    Index("specs_of_organization", "organization", "created_at", "id"),
)
openapi_versions = Table(
    "openapi_versions",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("spec", _ID, ForeignKey("openapi_specs.id", ondelete="CASCADE"), nullable=False),
    Column("created_at", _TIME, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("content", JSON, nullable=False),
    Index("versions_of_spec", "spec", "created_at", "id"),
)
translations = Table(
    "translations",
    METADATA,
    Column("id", _ID, primary_key=True),
    _organization(),
    Column("space", _ID, ForeignKey("spaces.id", ondelete="CASCADE"), nullable=False),
    Column("source_language", String(16), nullable=False),
    Column("language", String(16), nullable=False),
    Column("instructions", JSON, nullable=False),
    Column("status", String(16), nullable=False),
    Column("result_space", _ID),
    Column("result_revision", _ID),
    Column("problem", Text),
    Column("author", _ID, ForeignKey("users.id"), nullable=False),
    Column("created_at", _TIME, nullable=False),
    Column("updated_at", _TIME, nullable=False),
    Column("stats", JSON, nullable=False),
    Index("translations_of_organization", "organization", "created_at", "id"),
)
integrations = Table(
    "integrations",
    METADATA,
    Column("name", _NAME, primary_key=True),
    _organization(),
    Column("version", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("target", String(16), nullable=False),
    Column("visibility", String(16), nullable=False),
    Column("folded", Text, nullable=False),
    Column("marks", Text, nullable=False),
    Column("published", JSON, nullable=False),
    Column("secret_names", JSON, nullable=False),
    Column("verified", Boolean, nullable=False),
    Column("created_at", _TIME, nullable=False),
    Column("tunnel", Text),
    Column("tunnel_all", Boolean, nullable=False),
    Index("integrations_in_order", "created_at", "name"),
)
installations = Table(
    "installations",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("integration", _NAME, ForeignKey("integrations.name", ondelete="CASCADE"), nullable=False),
    _organization(),
    Column("status", String(16), nullable=False),
    Column("space_selection", String(16), nullable=False),
    Column("site_selection", String(16), nullable=False),
    Column("configuration", JSON, nullable=False),
    Column("external_ids", JSON, nullable=False),
    Column("created_at", _TIME, nullable=False),
    Column("updated_at", _TIME, nullable=False),
    UniqueConstraint("integration", "organization"),
    Index("installations_of_integration", "integration", "created_at", "id"),
)


def _placed(name: str, place: str) -> Table:
    """Where an installation is set up: one row per space, or per site."""
    return Table(
        name,
        METADATA,
        Column("installation", _ID, ForeignKey("installations.id", ondelete="CASCADE"), primary_key=True),
        Column(place, _ID, ForeignKey(f"{place}s.id", ondelete="CASCADE"), primary_key=True),
        Column("status", String(16), nullable=False),
        Column("configuration", JSON, nullable=False),
        Column("external_ids", JSON, nullable=False),
        Column("created_at", _TIME, nullable=False),
    )


space_installations = _placed("space_installations", "space")
site_installations = _placed("site_installations", "site")
integration_events = Table(
    "integration_events",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("integration", _NAME, ForeignKey("integrations.name", ondelete="CASCADE"), nullable=False),
    Column("installation", _ID),
    Column("created_at", _TIME, nullable=False),
    Column("payload", JSON, nullable=False),
    Column("status", String(16), nullable=False),
    Column("logs", JSON, nullable=False),
    Index("events_of_integration", "integration", "created_at", "id"),
)
conversations = Table(
    "conversations",
    METADATA,
    Column("organization", _ID, ForeignKey("organizations.id", ondelete="CASCADE"), primary_key=True),
    Column("id", _NAME, primary_key=True),
    Column("subject", Text),
    Column("source", _NAME, nullable=False),
    Column("created_at", _TIME, nullable=False),
    Column("processed_at", _TIME),
    Column("parts", JSON, nullable=False),
    Column("given_metadata", JSON, nullable=False),
    Index("conversations_in_order", "organization", "created_at", "id"),
)
issue_clusters = Table(
    "issue_clusters",
    METADATA,
    Column("id", _ID, primary_key=True),
    _organization(),
    Column("label", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("words", JSON, nullable=False),
    Column("created_at", _TIME, nullable=False),
    Column("updated_at", _TIME, nullable=False),
    Index("clusters_in_order", "organization", "updated_at", "id"),
)
conversation_issues = Table(
    "conversation_issues",
    METADATA,
    Column("id", _ID, primary_key=True),
    _organization(),
    Column("conversation", _NAME, nullable=False),
    Column("cluster", _ID, ForeignKey("issue_clusters.id", ondelete="SET NULL")),
    Column("title", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("words", JSON, nullable=False),
    Column("created_at", _TIME, nullable=False),
    Column("ingested_at", _TIME, nullable=False),
    Index("issues_in_order", "organization", "created_at", "id"),
    Index("issues_of_conversation", "organization", "conversation"),
    Index("issues_of_cluster", "cluster", "created_at"),
)
git_syncs = Table(
    "git_syncs",
    METADATA,
    Column("space", _ID, ForeignKey("spaces.id", ondelete="CASCADE"), primary_key=True),
    Column("provider", String(32)),
    Column("integration", _NAME),
    Column("url", Text, nullable=False),
    Column("shown_url", Text),
    Column("updated_at", _TIME, nullable=False),
    Column("state", String(16), nullable=False),
    Column("direction", String(16), nullable=False),
    Column("started_at", _TIME, nullable=False),
    Column("ended_at", _TIME),
    Column("problem", Text),
    Column("stamp", _TIME),
    Column("commit_id", String(64)),
    Column("revision", _ID),
)
