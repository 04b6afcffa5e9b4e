"""Spaces with their first pages, live edits, and finding one's way in the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from docdeck.models.base import Document
from docdeck.models.change_requests import ContentChange
from docdeck.service.access import space_access
from docdeck.service.actions.editing import PageEditor
from docdeck.service.actions.files import FileEditor
from docdeck.service.errors import Conflict, Missing
from docdeck.service.rules.pages import Page, Pages, free_slug, paths, slug_of
from docdeck.service.store import Tx
from docdeck.service.store.revisions import document_body, files_in, insert_revision, pages_in
from docdeck.service.store.search_index import index_space
from docdeck.service.store.spaces import insert_space, set_revision


@dataclass(frozen=True, slots=True)
class NewPage:
    """A page of a new space, with the pages below it."""

    title: str
    markdown: str = ""
    id: str | None = None
    type: str = "document"
    slug: str | None = None
    emoji: str | None = None
    icon: str | None = None
    description: str | None = None
    hidden: bool = False
    target: dict[str, Any] | None = None
    href: str | None = None
    pages: Sequence[NewPage] = ()


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file of a new space."""

    name: str
    data: bytes
    id: str | None = None


def create_space(
    tx: Tx,
    author: str,
    organization: str,
    title: str,
    pages: Sequence[NewPage] = (),
    *,
    files: Sequence[KeptFile] = (),
    id: str | None = None,
    emoji: str = "📘",
    visibility: str = "private",
    default_level: str | None = None,
    merge_rules: dict[str, Any] | None = None,
    edit_mode: str = "live",
    language: str | None = "en",
    parent: str | None = None,
) -> str:
    """Add a space with its first revision; answers the id. Asks for no permission."""
    made, revision, now = id or tx.ids(), tx.ids(), tx.now()
    insert_space(
        tx,
        id=made,
        organization=organization,
        parent=parent,
        title=title,
        emoji=emoji,
        visibility=visibility,
        edit_mode=edit_mode,
        default_level=default_level,
        language=language,
        merge_rules=merge_rules or {"type": "inherit"},
        created_at=now,
        updated_at=now,
        revision=revision,
        requests_made=0,
    )
    editor = _first_content(tx, made, pages, files)
    insert_revision(
        tx,
        id=revision,
        space=made,
        type="edits",
        parents=(),
        pages=editor.pages,
        files=editor.files.files,
        author=author,
    )
    index_space(tx, made, revision)
    return made


def _first_content(tx: Tx, space: str, pages: Sequence[NewPage], files: Sequence[KeptFile]) -> PageEditor:
    """The pages and files of a space that begins with them."""
    editor = PageEditor(tx, (), FileEditor(tx, space, ()), lambda _revision: ())
    _plant(tx, editor, pages, None)
    editor.apply(())
    for file in files:
        editor.files.put(file.name, file.data, id=file.id)
    return editor


def _plant(tx: Tx, editor: PageEditor, pages: Sequence[NewPage], parent: str | None) -> None:
    now = tx.now()
    for new in pages:
        page = Page(
            id=new.id or tx.ids(),
            parent=parent,
            type=new.type,
            title=new.title,
            slug=free_slug(editor.pages, parent, new.slug or slug_of(new.title)),
            document=editor.body(new.markdown) if new.type == "document" and new.markdown else None,
            emoji=new.emoji,
            icon=new.icon,
            description=new.description,
            hidden=new.hidden,
            target=new.target,
            href=new.href,
            created_at=now,
            updated_at=now,
        )
        editor.pages = (*editor.pages, page)
        _plant(tx, editor, new.pages, page.id)


def edit_space(tx: Tx, actor: str, space: str, changes: Sequence[ContentChange]) -> str:
    """Edit the main content directly; answers the new revision. Open change requests become outdated.

    The content of a locked space changes only by merging.
    """
    access = space_access(tx, actor, space)
    access.need("edit")
    if access.space["edit_mode"] == "locked":
        raise Conflict("This space is locked: its content is changed by change requests only.")
    before = access.space["revision"]
    start = pages_in(tx, before)
    editor = PageEditor(tx, start, FileEditor(tx, space, files_in(tx, before)), lambda _revision: start)
    editor.apply(changes)
    revision = insert_revision(
        tx,
        space=space,
        type="edits",
        parents=[before],
        pages=editor.pages,
        files=editor.files.files,
        author=actor,
    )
    set_revision(tx, space, revision)
    return revision


def find_page(pages: Pages, path: str) -> Page:
    """The page at a path such as `guides/webhooks`."""
    known = paths(pages)
    for page in pages:
        if known.get(page.id) == path.strip("/"):
            return page
    raise Missing(f"There is no page at the path {path}.")


def page_document(tx: Tx, page: Page) -> Document | None:
    """The body of a page, or None for an empty page and for pages without a body."""
    body = None if page.document is None else document_body(tx, page.document)
    return None if body is None else Document.model_validate(body)


def node_keys(document: Document | None) -> set[str]:
    """The keys of all blocks of a body."""
    from docdeck.models.rich_text.shapes import nodes_of  # late, as in `prose`: the service starts without it

    found: set[str] = set()
    waiting = [] if document is None else list(document.nodes)
    while waiting:
        node = waiting.pop()
        key = node.get("key")
        if isinstance(key, str):
            found.add(key)
        waiting.extend(nodes_of(node))
    return found
