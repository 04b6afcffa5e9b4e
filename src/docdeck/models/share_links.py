"""Links that show a site to whoever has them. Platform facts 2.7, A.7."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from docdeck.models.base import Answer, Body, Timestamp


class ShareLink(Answer):
    """`object` is `share-link`; `urls.published` holds the secret key, so it is shown only when asked for."""

    object: str = "share-link"
    id: str
    created_at: Timestamp | None = None
    name: str | None = None
    active: bool | None = None
    urls: dict[str, Any] = Field(default_factory=dict)


class CreateShareLink(Body):
    """A new link, active from the start."""

    name: str = Field(max_length=50)


class PatchShareLink(Body):
    """A link that is not active leads nowhere."""

    active: bool | None = None
    name: str | None = Field(default=None, max_length=50)
