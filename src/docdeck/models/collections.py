"""Collections of spaces. Document section: "Collection"."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from docdeck.models.base import Answer, Body, Flags, Role, RoleName, Timestamp


class Collection(Answer):
    """`object` is `collection`; `parent` is the collection it lies in, if any."""

    object: str = "collection"
    id: str
    title: str = ""
    description: str | None = None
    organization: str = ""
    parent: str | None = None
    default_level: Role | None = None
    created_at: Timestamp | None = None
    urls: dict[str, Any] = Field(default_factory=dict)
    permissions: Flags = Field(default_factory=dict)


class CreateCollection(Body):
    """`parent` is the collection to put it in; the organization's root without it."""

    title: str | None = Field(default=None, max_length=50)
    parent: str | None = None


class PatchCollection(Body):
    """`defaultLevel` null means no level of its own."""

    title: str | None = Field(default=None, max_length=50)
    description: str | None = Field(default=None, max_length=100)
    default_level: RoleName | None = None


class ContentPointer(Body):
    """A neighbour in a collection: `type` names which of the two ids is given."""

    type: Literal["space", "collection"]
    space: str | None = None
    collection: str | None = None


class ContentPosition(Body):
    """A place among the siblings: before one, or after one."""

    before: ContentPointer | None = None
    after: ContentPointer | None = None


class MoveContent(Body):
    """A space's or collection's new place; `parent` null is the organization's root."""

    parent: str | None = None
    position: ContentPosition | None = None


class TransferCollection(Body):
    """The organization that takes the collection over."""

    organization: str
    collection: str | None = None
