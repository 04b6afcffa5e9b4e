"""The addresses for people, `urls.app` and `published`, in a browser without a key: GET only, no data without leave.

What is not open and what is not there answer with the same words and status, so that nobody can tell which.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from docdeck.models.content import SemanticChange
from docdeck.service.errors import ServiceError
from docdeck.service.routes.sites import by_section
from docdeck.service.rules.changes import changes_between
from docdeck.service.rules.pages import Pages, by_id
from docdeck.service.rules.site_structure import Entry, Group, Section, arranged, for_visitors, space_shown
from docdeck.service.store import Row, Store, Tx
from docdeck.service.store.in_the_open import (
    listed_sites,
    listed_spaces,
    open_request,
    open_site,
    open_site_spaces,
    open_space,
    organization_title,
    site_named,
)
from docdeck.service.store.people import users_by_id
from docdeck.service.store.revisions import document_body, pages_in
from docdeck.service.store.sites import all_groups, all_sections
from docdeck.service.views.links import Links
from docdeck.service.views.requests import base_of
from docdeck.service.views.sites import SitePlace
from docdeck.service.web.markup import WebPage
from docdeck.service.web.views import (
    RequestFacts,
    closed_page,
    content_page,
    failed_page,
    front_page,
    missing_page,
    open_pages,
    organization_page,
    page_at,
    request_page,
    site_page,
    space_page,
)

Later = Callable[[], WebPage]
"""A page whose making needs no database: it may take long, and must not keep others from it."""
Show = Callable[[Tx, Request], WebPage | Later]


def unknown_address(request: Request) -> Response | None:
    """The page for an address that nothing answers, or None where a program asks and not a person."""
    path = request.url.path
    asks_for_json = "application/json" in request.headers.get("accept", "")
    if path == "/v1" or path.startswith("/v1/") or asks_for_json or request.method not in ("GET", "HEAD"):
        return None
    return missing_page().response()


def _page(path: str, show: Show) -> Route:
    def answer(store: Store, request: Request) -> Response:
        try:
            with store.read() as tx:
                found = show(tx, request)
            page = found if isinstance(found, WebPage) else found()
        except ServiceError as problem:
            page = failed_page(problem.status, problem.message)
        return page.response()

    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(answer, request.app.state.store, request)

    return Route(path, endpoint, methods=["GET"], include_in_schema=False)


def _front(_tx: Tx, _request: Request) -> WebPage:
    return front_page()


def _closed(_tx: Tx, _request: Request) -> WebPage:
    return closed_page()


def _organization(tx: Tx, request: Request) -> WebPage:
    """Open when something public is in it: then its name is no secret either."""
    organization = request.path_params["org"]
    sites, spaces = listed_sites(tx, organization), listed_spaces(tx, organization)
    if not sites and not spaces:
        return closed_page()
    return organization_page(organization, organization_title(tx, organization) or "", sites, spaces)


def _site(tx: Tx, request: Request) -> WebPage:
    row = open_site(tx, request.path_params["org"], request.path_params["site"])
    return closed_page() if row is None else _site_shown(tx, row, _links(request))


def _site_shown(tx: Tx, row: Row, links: Links) -> WebPage:
    entries, loose = _for_visitors(tx, row)
    return site_page(row, SitePlace(row, links).base, entries, loose)


def _for_visitors(tx: Tx, row: Row) -> tuple[tuple[Entry, ...], list[Row]]:
    """What a site shows to visitors without claims, of spaces that are open themselves."""
    placed = by_section(open_site_spaces(tx, row["id"]))
    entries = arranged(all_groups(tx, row["id"]), all_sections(tx, row["id"]), placed)
    return for_visitors(entries), [space for space in placed.get("", ()) if space_shown(space)]


def _published(tx: Tx, request: Request) -> WebPage:
    """A site at the service's own address, or one of its spaces; a section shows its default space."""
    row = site_named(tx, request.path_params["name"])
    if row is None:
        return closed_page()
    path = request.path_params.get("path", "").strip("/")
    if not path:
        return _site_shown(tx, row, _links(request))
    place = SitePlace(row, Links(""))
    entries, loose = _for_visitors(tx, row)
    found: dict[str | None, Row] = {}
    for section in (None, *_sections(entries)):
        own = loose if section is None else list(section.spaces)
        fields = None if section is None else section.row
        for space in own:
            found.setdefault(place.space(space, fields), dict(space))
        if own and section is not None:
            found.setdefault(place.section(fields), dict(own[0]))
    wanted = found.get(f"{place.base}{path}/")
    return closed_page() if wanted is None else space_page(wanted, _pages(tx, wanted))


def _sections(entries: tuple[Entry, ...]) -> list[Section]:
    found: list[Section] = []
    for entry in entries:
        found.extend(_sections(entry.children) if isinstance(entry, Group) else [entry])
    return found


def _space(tx: Tx, request: Request) -> WebPage | Later:
    """A space, a page of it, or its active revision; what it said at other times is not public."""
    row = open_space(tx, request.path_params["space"])
    if row is None:
        return closed_page()
    path: str = request.path_params.get("path", "").strip("/")
    if path.startswith("~/"):
        _, kind, revision, *rest = [*path.split("/"), ""]
        if kind != "revisions" or revision != row["revision"]:
            return closed_page()
        path = "/".join(rest).strip("/")
    pages = _pages(tx, row)
    if not path:
        return space_page(row, pages)
    page = page_at(pages, path)
    if page is None:
        return missing_page()
    stored = None if page.document is None else document_body(tx, page.document)
    return partial(content_page, row, pages, page, stored)


def _change_request(tx: Tx, request: Request) -> WebPage:
    space = open_space(tx, request.path_params["space"])
    row = open_request(tx, request.path_params["space"], request.path_params["number"])
    if space is None or row is None:
        return closed_page()
    base, head = pages_in(tx, base_of(row)), pages_in(tx, row["revision"])
    path: str = request.path_params.get("path", "").strip("/")
    page = page_at(open_pages(head), path) if path else None
    if path and page is None:
        return missing_page()
    people = users_by_id(tx, [row["created_by"], row["merged_by"]])
    names = {id: person["display_name"] for id, person in people.items()}
    title = None if page is None else page.title
    changes = _open_changes(base, head)
    author, merger = names.get(row["created_by"], "somebody"), names.get(row["merged_by"])
    return request_page(RequestFacts(row, space, author, merger, changes, title))


def _open_changes(base: Pages, head: Pages) -> list[SemanticChange]:
    """The changes of pages that visitors without claims get, each on the side that gives it its title."""
    before, after = by_id(open_pages(base)), by_id(open_pages(head))
    return [
        change
        for change in changes_between(base, head)
        if change.page is not None and change.page.id in (before if change.type == "page_deleted" else after)
    ]


def _pages(tx: Tx, space: Row) -> Pages:
    return open_pages(pages_in(tx, space["revision"]))


def _links(request: Request) -> Links:
    return Links(f"{request.url.scheme}://{request.url.netloc}")


ROUTES = (
    _page("/", _front),
    _page("/o/{org}", _organization),
    _page("/o/{org}/sites/{site}", _site),
    _page("/o/{org}/{path:path}", _closed),
    _page("/s/{space}", _space),
    _page("/s/{space}/~/changes/{number}", _change_request),
    _page("/s/{space}/~/changes/{number}/{path:path}", _change_request),
    _page("/s/{space}/{path:path}", _space),
    _page("/p/{name}", _published),
    _page("/p/{name}/{path:path}", _published),
    _page("/integrations/{path:path}", _closed),
)
"""Collections, specifications and integrations need a key: they have no page of their own here."""
