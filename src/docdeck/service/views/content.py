"""Revisions and pages as answers. Facts 2.2, 2.3, A.4."""

from __future__ import annotations

from typing import Any

from docdeck.models.base import Document
from docdeck.models.content import Revision, RevisionPage
from docdeck.service.prose import to_markdown
from docdeck.service.rules.pages import Page, Pages, children_of, paths
from docdeck.service.store import Row
from docdeck.service.store.revisions import files_of, pages_of
from docdeck.service.views.files import file_view
from docdeck.service.views.links import Links
from docdeck.service.views.present import present, when

_KINDS = {"document": "sheet", "group": "group", "link": "link"}
_LAYOUT = {
    "width": "default",
    "cover": True,
    "coverSize": "hero",
    "title": True,
    "description": True,
    "tableOfContents": True,
    "outline": True,
    "pagination": True,
    "metadata": True,
}
EMPTY_DOCUMENT: dict[str, Any] = {"object": "document", "data": {"schemaVersion": 1}, "nodes": []}


def tree_views(pages: Pages, app: str) -> list[RevisionPage]:
    """The tree of pages without bodies; `app` is the address for people that pages are below."""
    children, known = children_of(pages), paths(pages)

    def below(parent: str | None) -> list[RevisionPage]:
        return [page_view(page, known, app, below(page.id)) for page in children.get(parent, ())]

    return below(None)


def branch_view(pages: Pages, page: Page, app: str, **body: Any) -> RevisionPage:
    """One page with the tree below it; `body` is `markdown` or `document`."""
    children, known = children_of(pages), paths(pages)

    def below(parent: str) -> list[RevisionPage]:
        return [page_view(child, known, app, below(child.id)) for child in children.get(parent, ())]

    return page_view(page, known, app, below(page.id), **body)


def page_view(page: Page, known: dict[str, str], app: str, children: list[RevisionPage], **body: Any) -> RevisionPage:
    """One page as its type has it: links have no path and no pages below."""
    fields: dict[str, Any] = present(
        kind=_KINDS.get(page.type),
        emoji=page.emoji,
        icon=page.icon,
        condition=page.condition,
        created_at=when(page.created_at),
        updated_at=when(page.updated_at),
        hidden=page.hidden or None,
    )
    if page.type == "link":
        fields |= present(target=page.target, href=page.href)
    else:
        fields |= {"slug": page.slug, "path": known.get(page.id, page.slug), "pages": children}
    if page.type == "document":
        fields |= {"urls": {"app": f"{app}/{fields['path']}"}, "layout": _LAYOUT}
        fields |= present(description=page.description, document_id=page.document)
    return RevisionPage(id=page.id, title=page.title, type=page.type, **fields, **body)


def page_body(page: Page, style: str | None, stored: dict[str, Any] | None) -> dict[str, Any]:
    """The body of a page in the format asked for: nothing without a format, or for pages without bodies."""
    if style is None or page.type != "document":
        return {}
    document = Document.model_validate(stored or EMPTY_DOCUMENT)
    return {"markdown": to_markdown(document)} if style == "markdown" else {"document": document}


def revision_view(row: Row, app: str, links: Links) -> Revision:
    """A revision with its tree of pages and its files."""
    optional: dict[str, Any] = {"reusableContents": []}
    return Revision(
        object="revision",
        id=row["id"],
        type=row["type"],
        parents=row["parents"],
        pages=tree_views(pages_of(row), app),
        files=[file_view(file, links) for file in files_of(row)],
        created_at=when(row["created_at"]),
        urls={"app": app},
        **optional,
    )


def app_address(links: Links, space: str, revision: str | None = None) -> str:
    """The address for people of a space, or of one of its revisions."""
    return f"{links.base}/s/{space}" + (f"/~/revisions/{revision}" if revision else "")
