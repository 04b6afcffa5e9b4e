"""The PDF of a space or a change request: an address that works for an hour. Facts 0.3, 2.1, N19."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from docdeck.models.base import Document
from docdeck.service.access import request_access, space_access
from docdeck.service.errors import Invalid, Missing
from docdeck.service.routes.call import Call, writes
from docdeck.service.rules.pages import by_id, in_reading_order, with_descendants
from docdeck.service.store import Store, Tx
from docdeck.service.store.downloads import download_of, insert_download
from docdeck.service.store.revisions import document_bodies, pages_in


def _of_space(tx: Tx, call: Call) -> dict[str, Any]:
    space = space_access(tx, call.actor, call.params["space"]).space
    return _opened(tx, call, space["title"], space["revision"])


def _of_request(tx: Tx, call: Call) -> dict[str, Any]:
    access, row = request_access(tx, call.actor, call.params["space"], call.params["request"])
    title = f"{access.space['title']} #{row['number']}" + (f": {row['subject']}" if row["subject"] else "")
    return _opened(tx, call, title, row["revision"])


def _opened(tx: Tx, call: Call, title: str, revision: str) -> dict[str, Any]:
    """The address of a revision's pages, or of one with or without those below it, as a PDF."""
    page, only = call.query.get("page"), call.flag("only") is True
    if only and page is None:
        raise Invalid("page: is missing; only=true prints one page.")
    if page is not None and page not in by_id(pages_in(tx, revision)):
        raise Missing("page: there is no such page here.")
    key = insert_download(tx, {"title": title, "revision": revision, "page": page, "only": only})
    return {"url": f"{call.links.base}/files/pdf/{key}.pdf"}


async def _file(request: Request) -> Response:
    return await run_in_threadpool(_printed, request.app.state.store, request.path_params["key"])


def _printed(store: Store, key: str) -> Response:
    from docdeck.models import rich_text
    from docdeck.service.work.printing import print_pages

    with store.read() as tx:
        given = download_of(tx, key)
        if given is None:
            raise Missing("This address does not work any more: ask for the PDF again.")
        pages = in_reading_order(pages_in(tx, given["revision"]))
        if given["page"] is not None:
            wanted = {given["page"]} if given["only"] else with_descendants(pages, given["page"])
            pages = tuple(page for page in pages if page.id in wanted)
        bodies = document_bodies(tx, (page.document for page in pages))
    printed = [
        (page.title, [line for line, _ in rich_text.to_lines(Document.model_validate(bodies.get(page.document) or {}))])
        for page in pages
        if page.type != "link"
    ]
    headers = {"Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff"}
    return Response(print_pages(given["title"], printed), headers=headers, media_type="application/pdf")


ROUTES = (
    # writes: the address that it opens is kept
    writes("GET", "/v1/spaces/{space}/pdf", _of_space),
    writes("GET", "/v1/spaces/{space}/change-requests/{request}/pdf", _of_request),
    Route("/files/pdf/{key}.pdf", _file, methods=["GET"]),
)
