"""The tables. Times are UTC text that sorts; lists that are only ever read whole are JSON."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()
_ID = String(64)
_TIME = String(32)

users = Table(
    "users",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("display_name", Text, nullable=False),
    Column("email", Text),
    Column("photo_url", Text),
)
tokens = Table(
    "tokens",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("user", _ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("created_at", _TIME, nullable=False),
)
organizations = Table(
    "organizations",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("title", Text, nullable=False),
    Column("created_at", _TIME, nullable=False),
    Column("hostname", Text),
    Column("type", Text),
    Column("use_case", Text),
    Column("community_type", Text),
    Column("default_role", Text),
    Column("sso", Boolean, nullable=False, default=False),
    Column("ai", Boolean, nullable=False, default=True),
    Column("invite_links", Boolean, nullable=False, default=False),
    Column("plan", Text),
    Column("logo", Text),
    Column("email_domains", JSON, nullable=False),
    Column("merge_rules", JSON, nullable=False),
    Column("default_site", _ID),
)
members = Table(
    "members",
    METADATA,
    Column("organization", _ID, ForeignKey("organizations.id", ondelete="CASCADE"), primary_key=True),
    Column("user", _ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("role", Text),
    Column("disabled", Boolean, nullable=False, default=False),
    Column("sso", Boolean, nullable=False, default=False),
    Column("joined_at", _TIME, nullable=False),
    Column("last_seen_at", _TIME),
    Index("members_of_user", "user"),
    Index("members_by_joined", "organization", "joined_at", "user"),
    Index("members_by_seen", "organization", "last_seen_at", "user"),
)
spaces = Table(
    "spaces",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("organization", _ID, ForeignKey("organizations.id", ondelete="CASCADE"), nullable=False),
    Column("parent", _ID),
    Column("title", Text, nullable=False),
    Column("emoji", Text, nullable=False),
    Column("visibility", Text, nullable=False),
    Column("edit_mode", Text, nullable=False),
    Column("default_level", Text),
    Column("language", Text),
    Column("merge_rules", JSON, nullable=False),
    Column("created_at", _TIME, nullable=False),
    Column("updated_at", _TIME, nullable=False),
    Column("deleted_at", _TIME),
    Column("revision", _ID, nullable=False),
    Column("requests_made", Integer, nullable=False, default=0),
    Column("position", Integer, nullable=False, server_default="0"),
    Column("icon", Text),
    Index("spaces_of_organization", "organization", "created_at", "id"),
    Index("spaces_in_order", "organization", "position", "id"),
    Index("spaces_deleted", "deleted_at"),
)
grants = Table(
    "grants",
    METADATA,
    Column("space", _ID, ForeignKey("spaces.id", ondelete="CASCADE"), primary_key=True),
    Column("user", _ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("role", Text, nullable=False),
    Index("grants_of_user", "user"),
)
documents = Table(
    "documents",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("body", JSON, nullable=False),
)
revisions = Table(
    "revisions",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("space", _ID, ForeignKey("spaces.id", ondelete="CASCADE"), nullable=False),
    Column("type", Text, nullable=False),
    Column("parents", JSON, nullable=False),
    Column("pages", JSON, nullable=False),
    Column("files", JSON),
    Column("created_at", _TIME, nullable=False),
    Column("author", _ID, ForeignKey("users.id"), nullable=False),
    Column("change_request", _ID),
    Index("revisions_of_request", "change_request", "author"),
    Index("revisions_of_space", "space", "created_at"),
)
file_contents = Table(
    "file_contents",
    METADATA,
    Column("key", _ID, primary_key=True),
    Column("space", _ID, ForeignKey("spaces.id", ondelete="CASCADE"), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("content_type", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Index("file_contents_of_space", "space", "hash"),
)
change_requests = Table(
    "change_requests",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("space", _ID, ForeignKey("spaces.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("subject", Text, nullable=False),
    Column("description", JSON),
    Column("created_by", _ID, ForeignKey("users.id"), nullable=False),
    Column("created_at", _TIME, nullable=False),
    Column("updated_at", _TIME, nullable=False),
    Column("revision", _ID, nullable=False),
    Column("revision_initial", _ID, nullable=False),
    Column("revision_ancestor", _ID),
    Column("revision_merged", _ID),
    Column("merged_by", _ID, ForeignKey("users.id")),
    Column("merged_at", _TIME),
    Column("cluster", _ID),
    UniqueConstraint("space", "number"),
    Index("requests_by_status", "space", "status", "created_at", "id"),
    Index("requests_of_author", "created_by"),
)
requested_reviewers = Table(
    "requested_reviewers",
    METADATA,
    Column("change_request", _ID, ForeignKey("change_requests.id", ondelete="CASCADE"), primary_key=True),
    Column("user", _ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("requested_by", _ID, ForeignKey("users.id"), nullable=False),
    Column("revision", _ID, nullable=False),
    Column("created_at", _TIME, nullable=False),
    Index("requested_of_user", "user"),
)
comments = Table(
    "comments",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("space", _ID, ForeignKey("spaces.id", ondelete="CASCADE"), nullable=False),
    Column("change_request", _ID, ForeignKey("change_requests.id", ondelete="CASCADE")),
    Column("review", _ID),
    Column("page", _ID),
    Column("node", _ID),
    Column("cell_record", Text),
    Column("cell_definition", Text),
    Column("revision", _ID, nullable=False),
    Column("body", Text, nullable=False),
    Column("posted_by", _ID, ForeignKey("users.id"), nullable=False),
    Column("posted_at", _TIME, nullable=False),
    Column("edited_at", _TIME),
    Column("resolved_at", _TIME),
    Column("resolved_by", _ID, ForeignKey("users.id")),
    Index("comments_of_request", "change_request", "posted_at", "id"),
    Index("comments_of_space", "space", "change_request", "posted_at", "id"),
    Index("comments_of_author", "posted_by"),
)
reviews = Table(
    "reviews",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("change_request", _ID, ForeignKey("change_requests.id", ondelete="CASCADE"), nullable=False),
    Column("revision", _ID, nullable=False),
    Column("reviewer", _ID, ForeignKey("users.id"), nullable=False),
    Column("requested_by", _ID, ForeignKey("users.id")),
    Column("status", Text, nullable=False),
    Column("comment", _ID, ForeignKey("comments.id", ondelete="SET NULL")),
    Column("created_at", _TIME, nullable=False),
    Column("updated_at", _TIME, nullable=False),
    Index("reviews_of_request", "change_request", "created_at", "id"),
)
replies = Table(
    "replies",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("comment", _ID, ForeignKey("comments.id", ondelete="CASCADE"), nullable=False),
    Column("body", Text, nullable=False),
    Column("posted_by", _ID, ForeignKey("users.id"), nullable=False),
    Column("posted_at", _TIME, nullable=False),
    Column("edited_at", _TIME),
    Index("replies_of_comment", "comment", "posted_at", "id"),
    Index("replies_of_author", "posted_by"),
)


def _reactions(name: str, parent: str) -> Table:
    return Table(
        name,
        METADATA,
        Column("subject", _ID, ForeignKey(f"{parent}.id", ondelete="CASCADE"), primary_key=True),
        Column("emoji", String(64), primary_key=True),
        Column("user", _ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        Column("reacted_at", _TIME, nullable=False),
    )


comment_reactions = _reactions("comment_reactions", "comments")
reply_reactions = _reactions("reply_reactions", "replies")
