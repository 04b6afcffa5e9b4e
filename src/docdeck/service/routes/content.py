"""Pages and revisions of a space and of a change request. Facts 2.2-2.4."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.routing import Route

from docdeck.models.base import Document
from docdeck.models.content import PageTree, Revision, RevisionFile, RevisionPage, SemanticChange, SemanticChanges
from docdeck.service.access import request_access, space_access
from docdeck.service.errors import Invalid, Missing
from docdeck.service.paging import Slice
from docdeck.service.routes.call import Call, reads
from docdeck.service.rules.changes import changes_between
from docdeck.service.rules.files import File, Files, files_by_id
from docdeck.service.rules.pages import Page, Pages, by_id, paths
from docdeck.service.store import Row, Tx
from docdeck.service.store.revisions import (
    document_body,
    document_of_space,
    files_in,
    files_of,
    pages_in,
    pages_of,
    revision_row,
)
from docdeck.service.views.content import EMPTY_DOCUMENT, app_address, branch_view, page_body, revision_view, tree_views
from docdeck.service.views.files import file_changes, file_view
from docdeck.service.views.requests import base_of

DEFAULT_CHANGES = 10


@dataclass(frozen=True, slots=True)
class Shown:
    """A revision that the caller may see, and the address for people that its pages are below."""

    row: Row
    app: str

    @property
    def pages(self) -> Pages:
        """Its pages."""
        return pages_of(self.row)


Find = Callable[[Tx, Call], Shown]


def _revision(tx: Tx, space: str, revision: str) -> Row:
    row = revision_row(tx, space, revision)
    if row is None:
        raise Missing("This space has no such revision.")
    return row


def _of_space(tx: Tx, call: Call) -> Shown:
    space = space_access(tx, call.actor, call.params["space"]).space
    return Shown(_revision(tx, space["id"], space["revision"]), app_address(call.links, space["id"]))


def _of_revision(tx: Tx, call: Call) -> Shown:
    space = space_access(tx, call.actor, call.params["space"]).space
    row = _revision(tx, space["id"], call.params["revision"])
    return Shown(row, app_address(call.links, space["id"], row["id"]))


def _of_request(tx: Tx, call: Call) -> Shown:
    _access, request = request_access(tx, call.actor, call.params["space"], call.params["request"])
    app = f"{app_address(call.links, request['space'])}/~/changes/{request['number']}"
    return Shown(_revision(tx, request["space"], request["revision"]), app)


def _style(call: Call) -> str | None:
    return call.choice("format", ("document", "markdown"), "markdown") if "format" in call.query else None


def _page_answer(tx: Tx, call: Call, shown: Shown, page: Page | None) -> RevisionPage:
    if page is None:
        raise Missing("There is no such page here.")
    style = _style(call)
    stored = None if style is None or page.document is None else document_body(tx, page.document)
    return branch_view(shown.pages, page, shown.app, **page_body(page, style, stored))


def _files_in_order(files: Files, call: Call) -> Slice:
    """The part of the files, by their names, that the caller asked for."""

    def place(file: File) -> tuple[str, str]:
        return file.name, file.id

    return call.window("files").cut(sorted(files, key=place), place)


def _content_routes(prefix: str, find: Find, whole: str) -> tuple[Route, ...]:
    """The routes below one way to a revision; `whole` is the path of the revision itself."""

    def revision(tx: Tx, call: Call) -> Revision:
        shown = find(tx, call)
        return revision_view(shown.row, shown.app, call.links)

    def tree(tx: Tx, call: Call) -> PageTree:
        shown = find(tx, call)
        return PageTree(pages=tree_views(shown.pages, shown.app))

    def page(tx: Tx, call: Call) -> RevisionPage:
        shown = find(tx, call)
        return _page_answer(tx, call, shown, by_id(shown.pages).get(call.params["page"]))

    def at_path(tx: Tx, call: Call) -> RevisionPage:
        shown = find(tx, call)
        known = paths(shown.pages)
        wanted = call.params["path"].strip("/")
        holders = (found for found in shown.pages if found.type != "link" and known.get(found.id) == wanted)
        return _page_answer(tx, call, shown, next(holders, None))

    def files(tx: Tx, call: Call) -> dict[str, Any]:
        part = _files_in_order(files_of(find(tx, call).row), call)
        return call.listed(part, [file_view(file, call.links) for file in part.items])

    def file(tx: Tx, call: Call) -> RevisionFile:
        found = files_by_id(files_of(find(tx, call).row)).get(call.params["file"])
        if found is None:
            raise Missing("There is no such file here.")
        return file_view(found, call.links)

    return (
        reads(whole, revision),
        reads(f"{prefix}/pages", tree),
        reads(f"{prefix}/page/{{page}}", page),
        reads(f"{prefix}/path/{{path:path}}", at_path),
        reads(f"{prefix}/files", files),
        reads(f"{prefix}/files/{{file}}", file),
    )


def _between(tx: Tx, base: str | None, head: str, call: Call) -> SemanticChanges:
    """What changed from one revision to another, pages before files."""
    before: tuple[Pages, Files] = ((), ()) if base is None else (pages_in(tx, base), files_in(tx, base))
    pages = changes_between(before[0], pages_in(tx, head))
    return _cut([*pages, *file_changes(before[1], files_in(tx, head), call.links)], call)


def _cut(found: list[SemanticChange], call: Call) -> SemanticChanges:
    limit = call.query.get("limit", str(DEFAULT_CHANGES))
    if not (limit.isascii() and limit.isdigit()) or not 1 <= int(limit[:9]) <= 1000:
        raise Invalid("limit: must be a whole number from 1 to 1000.")
    shown = found[: int(limit)]
    if len(shown) == len(found):
        return SemanticChanges(changes=shown)
    return SemanticChanges(changes=shown, more=len(found) - len(shown))


def _request_changes(tx: Tx, call: Call) -> SemanticChanges:
    _access, row = request_access(tx, call.actor, call.params["space"], call.params["request"])
    return _between(tx, base_of(row), row["revision"], call)


def _revision_changes(tx: Tx, call: Call) -> SemanticChanges:
    row = _of_revision(tx, call).row
    parents: list[str] = row["parents"]
    return _between(tx, parents[0] if parents else None, row["id"], call)


_SPACE = "/v1/spaces/{space}"
_REVISION = f"{_SPACE}/revisions/{{revision}}"
_REQUEST = f"{_SPACE}/change-requests/{{request}}"


def _document(tx: Tx, call: Call) -> Document:
    call.choice("schema", ("current", "next"), "current")
    space = space_access(tx, call.actor, call.params["space"]).space
    stored = document_of_space(tx, space["id"], call.params["document"])
    if stored is None:
        raise Missing("This space has no such document.")
    return Document.model_validate(stored)


def _page_document(tx: Tx, call: Call) -> Document:
    call.choice("evaluated", ("true", "false", "deterministic-only"), "false")
    page = by_id(_of_revision(tx, call).pages).get(call.params["page"])
    if page is None or page.type != "document":
        raise Missing("This revision has no such page, or the page has no document.")
    stored = None if page.document is None else document_body(tx, page.document)
    return Document.model_validate(stored or EMPTY_DOCUMENT)


ROUTES = (
    *_content_routes(f"{_SPACE}/content", _of_space, f"{_SPACE}/content"),
    *_content_routes(_REVISION, _of_revision, _REVISION),
    *_content_routes(f"{_REQUEST}/content", _of_request, f"{_REQUEST}/content"),
    reads(f"{_SPACE}/documents/{{document}}", _document),
    reads(f"{_REVISION}/page/{{page}}/document", _page_document),
    reads(f"{_REVISION}/changes", _revision_changes),
    reads(f"{_REQUEST}/changes", _request_changes),
)
