"""Spaces. Document section: "Space"."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field

from docdeck.models.base import Answer, Body, Flags, Role, RoleName, Timestamp, User
from docdeck.models.organizations import MergeRules, SpaceRules

Language = Literal[
    "en", "fr", "de", "es", "it", "pt", "pt-br", "ru", "ja", "zh", "zh-tw", "yue", "ko", "ar", "hi", "nl", "pl", "tr",
    "sv", "no", "da", "fi", "el", "cs", "hu", "ro", "th", "vi", "id", "ms", "he", "uk", "sk", "bg", "hr", "lt", "lv",
    "et", "sl",
]  # fmt: skip
"""The languages of spaces and translations (facts N4)."""

EditMode = Literal["live", "locked"]


class Space(Answer):
    """`object` is `space`; `revision` is the active revision of its main content."""

    object: str = "space"
    id: str
    title: str = ""
    emoji: str | None = None
    visibility: str | None = None
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None
    deleted_at: Timestamp | None = None
    edit_mode: str | None = None
    merge_rules: MergeRules | None = None
    urls: dict[str, Any] = Field(default_factory=dict)
    organization: str = ""
    parent: str | None = None
    language: str | None = None
    git_sync: dict[str, Any] | None = None
    visitor_auth: dict[str, Any] | None = None
    revision: str = ""
    default_level: Role | None = None
    comments: int = 0
    change_requests: int = 0
    change_requests_open: int = 0
    change_requests_draft: int = 0
    permissions: Flags = Field(default_factory=dict)


class CreateSpace(Body):
    """A new space, in a collection or at the root; `empty` leaves out the first page. Further keys are accepted."""

    model_config = ConfigDict(extra="allow")

    title: str | None = Field(default=None, max_length=50)
    emoji: str | None = Field(default=None, min_length=1, max_length=50)
    parent: str | None = None
    language: Language | None = None
    edit_mode: EditMode | None = None
    empty: Literal[True] | None = None
    template: dict[str, Any] | None = None
    computed_source: dict[str, Any] | None = None


class PatchSpace(Body):
    """What is absent stays; `emoji` or `icon` (an address), both null for neither; `defaultLevel` null for none."""

    edit_mode: EditMode | None = None
    title: str | None = Field(default=None, max_length=50)
    default_level: RoleName | None = None
    language: Language | None = None
    merge_rules: SpaceRules | None = None
    emoji: str | None = Field(default=None, min_length=1, max_length=50)
    icon: str | None = Field(default=None, max_length=2048)


class TransferSpace(Body):
    """The organization that takes the space over, and the collection there that it goes to."""

    organization: str
    collection: str | None = None


class ContentPermission(Answer):
    """Who may do what with a space or collection."""

    permission: Role
    user: User
