"""Importing content from a website or files. Platform facts 2.8, A.3."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from docdeck.models.base import Answer, Body, TaggedBody, Timestamp


class ImportedPage(Answer):
    """A page that an import made."""

    id: str
    source_url: str | None = Field(default=None, alias="sourceURL")


class ImportRun(Answer):
    """`status` is `pending`, `in-progress`, `completed`, `failed` or `cancelled`."""

    id: str
    status: str = ""
    started_at: Timestamp | None = None
    completed_at: Timestamp | None = None
    pages: list[ImportedPage] = Field(default_factory=list[ImportedPage])
    reason: str | None = None


class WebsiteSource(TaggedBody):
    """A website to import."""

    type: Literal["website"] = "website"
    url: str = Field(max_length=2048)


class FilesSource(TaggedBody):
    """Uploaded files to import, by their keys."""

    type: Literal["file"] = "file"
    files: list[str] = Field(max_length=50)


class ImportTarget(Body):
    """Where pages go: a space, a change request of it, below a page."""

    space: str
    change_request: str | None = None
    page: str | None = None


class StartImport(Body):
    """What to import, and where to."""

    source: Annotated[WebsiteSource | FilesSource, Field(discriminator="type")]
    target: ImportTarget
