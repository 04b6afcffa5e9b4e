"""Applies edits to the pages and files of one revision, in order, all or nothing. Facts A.5."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from docdeck.models.base import Document
from docdeck.models.change_requests import ContentChange, PageBody
from docdeck.service.actions.files import FileEditor
from docdeck.service.errors import Conflict, Invalid
from docdeck.service.prose import from_markdown
from docdeck.service.rules.pages import Page, Pages, by_id, free_slug, placed, slug_of, with_descendants
from docdeck.service.rules.references import with_references
from docdeck.service.store import Tx
from docdeck.service.store.revisions import document_body, document_hash, keep_documents

_PLAIN = ("title", "emoji", "icon", "description", "condition")


class PageEditor:
    """The pages and files of a revision while they are edited; `applied` tells what was done to which page."""

    def __init__(self, tx: Tx, pages: Pages, files: FileEditor, revert_to: Callable[[str | None], Pages]) -> None:
        self._tx = tx
        self.files = files
        self._revert_to = revert_to
        self._bodies: dict[str, dict[str, Any]] = {}
        self._refs: dict[str, str] = {}
        self.pages = pages
        self.applied: list[tuple[str, str, str | None]] = []

    def apply(self, changes: Sequence[ContentChange]) -> None:
        """Apply edits in order and keep the new bodies; an impossible one raises and names itself."""
        for position, change in enumerate(changes):
            where = f"changes.{position}"
            if change.operation == "insert_page":
                self._insert(change, where)
            elif change.operation == "update_page":
                self._update(change, where)
            elif change.operation == "delete_page":
                self._delete(change, where)
            elif change.operation == "insert_files":
                self._insert_files(change, where)
            else:
                self._revert(change, where)
        keep_documents(self._tx, self._bodies)

    def body(self, markdown: str, previous: str | None = None) -> str:
        """The hash of a body written in Markdown; blocks it shares with the previous body keep their keys."""
        before = None if previous is None else self._read(previous)
        return self._keep(from_markdown(markdown, previous=before, make_key=self._tx.ids))

    def _read(self, hash: str) -> Document | None:
        found = self._bodies.get(hash) or document_body(self._tx, hash)
        return None if found is None else Document.model_validate(found)

    def _keep(self, document: Document) -> str:
        wire = document.to_wire()
        if self.files.has_refs:
            wire = with_references(wire, self.files.resolved)
        hash = document_hash(wire)
        self._bodies[hash] = wire
        return hash

    def _insert_files(self, change: ContentChange, where: str) -> None:
        if not change.files:
            raise Invalid(f"{where}.files: is missing.")
        self.files.insert(change.files, where)

    def _document(self, body: PageBody, previous: str | None, where: str) -> str | None:
        if body.document is not None:
            wire = body.document.to_wire()
            wire["object"] = "document"
            wire["nodes"] = [_keyed(node, self._tx.ids) for node in wire.get("nodes", [])]
            return self._keep(Document.model_validate(wire))
        if body.markdown is None:
            raise Invalid(f"{where}.document: needs markdown or document.")
        return self.body(body.markdown, previous)

    def _insert(self, change: ContentChange, where: str) -> None:
        if change.title is None:
            raise Invalid(f"{where}.title: a new page needs a title.")
        parent = self._parent(change, where)
        slug = self._slug(change, parent, None, where) if change.slug else None
        now = self._tx.now()
        page = Page(
            id=self._tx.ids(),
            parent=parent,
            type="document",
            title=change.title,
            slug=slug or free_slug(self.pages, parent, slug_of(change.title)),
            document=None if change.document is None else self._document(change.document, None, where),
            emoji=change.emoji,
            icon=change.icon,
            description=change.description,
            hidden=bool(change.hidden),
            condition=change.condition,
            created_at=now,
            updated_at=now,
        )
        self.pages = placed(self.pages, page, change.at)
        if change.ref is not None:
            self._refs[change.ref] = page.id
        self.applied.append(("created_page", page.id, change.ref))

    def _update(self, change: ContentChange, where: str) -> None:
        page = self._page(change, where)
        given = change.model_fields_set
        values: dict[str, Any] = {name: getattr(change, name) for name in _PLAIN if name in given}
        if "title" in given and change.title is None:
            raise Invalid(f"{where}.title: a page needs a title.")
        if change.hidden is not None:
            values["hidden"] = change.hidden
        if "into" in given:
            values["parent"] = self._parent(change, where)
            if values["parent"] in with_descendants(self.pages, page.id):
                raise Invalid(f"{where}.into: a page cannot be moved below itself.")
        parent = values.get("parent", page.parent)
        if change.slug:
            values["slug"] = self._slug(change, parent, page.id, where)
        elif parent != page.parent:
            values["slug"] = free_slug(self.pages, parent, page.slug)
        if change.document is not None:
            if page.type != "document":
                raise Invalid(f"{where}.document: a page of type {page.type} has no body.")
            values["document"] = self._document(change.document, page.document, where)
        edited = replace(page, **values, updated_at=self._tx.now())
        if parent != page.parent or change.at is not None:
            self.pages = placed(self.pages, edited, change.at)
        else:
            self.pages = tuple(edited if other.id == page.id else other for other in self.pages)
        self.applied.append(("updated_page", page.id, None))

    def _delete(self, change: ContentChange, where: str) -> None:
        gone = with_descendants(self.pages, self._page(change, where).id)
        self.pages = tuple(page for page in self.pages if page.id not in gone)
        self.applied.append(("deleted_page", self._id(change, where), None))

    def _revert(self, change: ContentChange, where: str) -> None:
        id = self._id(change, where)
        source = self._revert_to(change.revision)
        before, now = by_id(source).get(id), by_id(self.pages).get(id)
        if before is None and now is None:
            raise Invalid(f"{where}.page: there is no such page.")
        if before is None:
            self._delete(change, where)
            return
        parent = before.parent if before.parent in by_id(self.pages) else None
        taken = (page for page in self.pages if page.id != id)
        restored = replace(before, parent=parent, slug=free_slug(taken, parent, before.slug))
        if now is None or now.parent != parent:
            at = [page.id for page in source if page.parent == before.parent].index(id)
            self.pages = placed(self.pages, restored, at)
        else:
            self.pages = tuple(restored if page.id == id else page for page in self.pages)
        self.applied.append(("updated_page" if now else "created_page", id, None))

    def _id(self, change: ContentChange, where: str) -> str:
        if change.page is None:
            raise Invalid(f"{where}.page: is missing.")
        return self._refs.get(change.page, change.page)

    def _page(self, change: ContentChange, where: str) -> Page:
        page = by_id(self.pages).get(self._id(change, where))
        if page is None:
            raise Invalid(f"{where}.page: there is no such page.")
        return page

    def _parent(self, change: ContentChange, where: str) -> str | None:
        if change.into is None:
            return None
        id = self._refs.get(change.into, change.into)
        parent = by_id(self.pages).get(id)
        if parent is None:
            raise Invalid(f"{where}.into: there is no such page.")
        if parent.type not in ("document", "group"):
            raise Invalid(f"{where}.into: a page of type {parent.type} holds no pages.")
        return id

    def _slug(self, change: ContentChange, parent: str | None, own: str | None, where: str) -> str:
        slug = change.slug or ""
        if "/" in slug:
            raise Invalid(f"{where}.slug: must not contain a slash.")
        if any(page.slug == slug and page.parent == parent and page.id != own for page in self.pages):
            raise Conflict(f"{where}.slug: another page at this place already has the slug {slug}.")
        return slug


def _keyed(node: dict[str, Any], make_key: Callable[[], str]) -> dict[str, Any]:
    """A block with a key on it and on every block inside."""
    if node.get("object") != "block":
        return node
    children: list[dict[str, Any]] = node.get("nodes", [])
    keyed = {**node, "key": node.get("key") or make_key()}
    return {**keyed, "nodes": [_keyed(child, make_key) for child in children]} if "nodes" in node else keyed
