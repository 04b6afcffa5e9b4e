"""Revisions, pages and semantic changes. Platform facts: "Content, revisions, semantic changes"."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from docdeck.models.base import Answer, Document, Timestamp


class RevisionPage(Answer):
    """A page of a revision: `type` is `document`, `group`, `link` or `computed`; the tree is nested in `pages`."""

    id: str
    title: str = ""
    type: str = "document"
    kind: str | None = None
    slug: str = ""
    path: str = ""
    emoji: str | None = None
    icon: str | None = None
    description: str | None = None
    hidden: bool = False
    condition: str | None = None
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None
    pages: list[RevisionPage] = Field(default_factory=list["RevisionPage"])
    markdown: str | None = None
    document: Document | None = None
    document_id: str | None = None
    target: dict[str, Any] | None = None
    href: str | None = None
    urls: dict[str, Any] = Field(default_factory=dict)


class PageTree(Answer):
    """`{pages}`: the whole tree, without bodies and without an envelope."""

    pages: list[RevisionPage] = Field(default_factory=list[RevisionPage])


class RevisionFile(Answer):
    """A file of a revision."""

    id: str
    name: str = ""
    content_type: str | None = None
    download_url: str | None = Field(default=None, alias="downloadURL")
    size: int | None = None
    dimensions: dict[str, Any] | None = None


class Revision(Answer):
    """One immutable state of a space's content; `type` is `edits`, `merge`, `update`, `rollback` or `computed`."""

    object: str = "revision"
    id: str
    type: str = "edits"
    parents: list[str] = Field(default_factory=list)
    pages: list[RevisionPage] = Field(default_factory=list[RevisionPage])
    files: list[RevisionFile] = Field(default_factory=list[RevisionFile])
    created_at: Timestamp | None = None
    urls: dict[str, Any] = Field(default_factory=dict)


class ChangedPage(Answer):
    """The page that a semantic change names."""

    id: str
    type: str = "document"
    title: str = ""
    path: str | None = None


class ChangedFile(Answer):
    """The file that a semantic change names."""

    id: str
    name: str = ""
    content_type: str | None = None
    download_url: str | None = Field(default=None, alias="downloadURL")


class SemanticChange(Answer):
    """One change: `page_created`, `page_edited`, `page_deleted`, `page_moved`, `file_created` and so on.

    `attributes` maps a changed attribute to `{before, after}`; `parent` holds `{before, after}` of a move.
    """

    type: str
    page: ChangedPage | None = None
    file: ChangedFile | None = None
    reusable_content: dict[str, Any] | None = None
    attributes: dict[str, Any] = Field(default_factory=dict)
    parent: dict[str, Any] | None = None
    variables: dict[str, Any] | None = None


class SemanticChanges(Answer):
    """What a change request or revision changes; `more` tells how many were cut by `limit` (default 10)."""

    changes: list[SemanticChange] = Field(default_factory=list[SemanticChange])
    more: int | None = None
