"""The tables of places: collections, sites with their sections, teams, and the words of pages for searches.

Who stands where is a position column. Parents, groups and sections are named without a foreign key: a name of
something missing is possible data.
"""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Index, Integer, String, Table, Text

from docdeck.service.store.schema import METADATA, spaces

_ID = String(64)
_TIME = String(32)
# Words are found by range, so they must be in the order of their letters' codes in every database.
_WORD = String(64).with_variant(String(64, collation="C"), "postgresql")

collections = Table(
    "collections",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("organization", _ID, ForeignKey("organizations.id", ondelete="CASCADE"), nullable=False),
    Column("parent", _ID),
    Column("position", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("description", Text),
    Column("default_level", Text),
    Column("created_at", _TIME, nullable=False),
    Index("collections_of_organization", "organization", "position", "id"),
    Index("collections_of_parent", "parent"),
)
Index("spaces_of_collection", spaces.c.parent, spaces.c.created_at, spaces.c.id)
sites = Table(
    "sites",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("organization", _ID, ForeignKey("organizations.id", ondelete="CASCADE"), nullable=False),
    Column("type", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("folded", Text, nullable=False),
    Column("icon", JSON),
    Column("hostname", Text),
    Column("basename", Text),
    Column("proxy", JSON),
    Column("visibility", Text, nullable=False),
    Column("published", Boolean, nullable=False),
    Column("created_at", _TIME, nullable=False),
    Column("adaptive", Boolean, nullable=False),
    Column("adaptive_schema", JSON),
    Column("adaptive_at", _TIME),
    Column("agents_context", Text, nullable=False),
    Column("ads", JSON, nullable=False),
    Column("features", JSON, nullable=False),
    Column("customization", JSON, nullable=False),
    Column("scripts", JSON, nullable=False),
    Index("sites_of_organization", "organization", "created_at", "id"),
)
site_groups = Table(
    "site_groups",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("site", _ID, ForeignKey("sites.id", ondelete="CASCADE"), nullable=False),
    Column("parent", _ID),
    Column("position", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("icon", Text),
    Column("draft", Boolean, nullable=False),
    Index("site_groups_of_site", "site", "position", "id"),
)
site_sections = Table(
    "site_sections",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("site", _ID, ForeignKey("sites.id", ondelete="CASCADE"), nullable=False),
    Column("parent", _ID),
    Column("position", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("description", Text),
    Column("path", Text, nullable=False),
    Column("icon", Text),
    Column("is_default", Boolean, nullable=False),
    Column("condition", Text),
    Column("draft", Boolean, nullable=False),
    Index("site_sections_of_site", "site", "position", "id"),
)
site_spaces = Table(
    "site_spaces",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("site", _ID, ForeignKey("sites.id", ondelete="CASCADE"), nullable=False),
    Column("section", _ID),
    Column("position", Integer, nullable=False),
    Column("space", _ID, ForeignKey("spaces.id", ondelete="CASCADE"), nullable=False),
    Column("title", Text),
    Column("path", Text, nullable=False),
    Column("is_default", Boolean, nullable=False),
    Column("condition", Text),
    Column("hidden", Boolean, nullable=False),
    Column("draft", Boolean, nullable=False),
    Column("customization", JSON),
    Index("site_spaces_of_site", "site", "position", "id"),
    Index("site_spaces_of_section", "section", "position"),
    Index("site_spaces_of_space", "space"),
)
share_links = Table(
    "share_links",
    METADATA,
    Column("key", _ID, primary_key=True),
    Column("site", _ID, ForeignKey("sites.id", ondelete="CASCADE"), nullable=False),
    Column("name", Text, nullable=False),
    Column("active", Boolean, nullable=False),
    Column("created_at", _TIME, nullable=False),
    Index("share_links_of_site", "site", "created_at"),
)
teams = Table(
    "teams",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("organization", _ID, ForeignKey("organizations.id", ondelete="CASCADE"), nullable=False),
    Column("title", Text, nullable=False),
    Column("folded", Text, nullable=False),
    Column("created_at", _TIME, nullable=False),
    Index("teams_of_organization", "organization", "created_at", "id"),
)
team_members = Table(
    "team_members",
    METADATA,
    Column("team", _ID, ForeignKey("teams.id", ondelete="CASCADE"), primary_key=True),
    Column("user", _ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("role", Text, nullable=False),
    Index("team_members_of_user", "user"),
)
search_pages = Table(
    "search_pages",
    METADATA,
    Column("space", _ID, ForeignKey("spaces.id", ondelete="CASCADE"), primary_key=True),
    Column("page", _ID, primary_key=True),
    Column("title", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("description", Text),
    Column("ancestors", JSON, nullable=False),
    Column("document", String(64)),
)
search_words = Table(
    "search_words",
    METADATA,
    Column("space", _ID, ForeignKey("spaces.id", ondelete="CASCADE"), primary_key=True),
    Column("word", _WORD, primary_key=True),
    Column("page", _ID, primary_key=True),
    Column("weight", Integer, nullable=False),
    Index("search_words_of_page", "space", "page"),
)
