"""Links of a space and whether their targets exist. Document section: "Spaces"; facts N20."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from docdeck.models.base import Answer


class Link(Answer):
    """`status` is `ok`, `broken` or `in-app`; references are unions on `kind`, kept as they came."""

    status: str = ""
    relation: str = ""
    target_reference: dict[str, Any] | None = None
    location_references: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]])


class BrokenLinks(Answer):
    """How many are broken, and how many of them only in the change request."""

    total: int = 0
    change_request: int | None = None


class LinkStats(Answer):
    """Counts over all links, not only this page of them."""

    total: int = 0
    broken: BrokenLinks = Field(default_factory=BrokenLinks)
