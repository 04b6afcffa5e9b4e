"""Search over the pages of an organization. Document section: "Other shapes"."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from docdeck.models.base import Answer


class SearchAncestor(Answer):
    """A page above the one that was found."""

    title: str = ""


class SearchSection(Answer):
    """A part of a page that was found; `body` is text."""

    id: str
    title: str = ""
    path: str = ""
    body: str = ""
    score: float | None = None
    urls: dict[str, Any] = Field(default_factory=dict)


class SearchPageResult(Answer):
    """A page that was found, with the parts that match."""

    id: str
    title: str = ""
    path: str = ""
    sections: list[SearchSection] = Field(default_factory=list[SearchSection])
    ancestors: list[SearchAncestor] = Field(default_factory=list[SearchAncestor])
    description: str | None = None
    score: float | None = None
    urls: dict[str, Any] = Field(default_factory=dict)


class SearchSpaceResult(Answer):
    """A space with the pages of it that were found."""

    id: str
    title: str = ""
    type: str | None = None
    score: float | None = None
    pages: list[SearchPageResult] = Field(default_factory=list[SearchPageResult])
