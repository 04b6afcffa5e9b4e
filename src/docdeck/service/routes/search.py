"""Search over the pages of an organization and of a space. Document: "Organizations" (search); facts N19, 2.1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from docdeck.models.publishing import SearchSiteAnyForm
from docdeck.models.search import SearchPageResult, SearchSpaceResult
from docdeck.service.access import organization_access, space_access
from docdeck.service.errors import Invalid
from docdeck.service.paging import Slice
from docdeck.service.routes.call import Call, reads, writes
from docdeck.service.routes.sites import SITE, place_of, spaces_of, whole
from docdeck.service.rules.page_text import terms_of
from docdeck.service.rules.site_structure import for_visitors, space_shown
from docdeck.service.store import Row, Tx
from docdeck.service.store.revisions import document_bodies
from docdeck.service.store.search import best_pages, pages_with, spaces_with
from docdeck.service.views.search import found_page_view, found_space_view
from docdeck.service.views.sites import SitePlace

MAX_QUERY = 512


def _terms(call: Call) -> tuple[str, ...]:
    query = call.query.get("query")
    if query is None:
        raise Invalid("query: is missing; it holds the words to look for.")
    if len(query) > MAX_QUERY:
        raise Invalid(f"query: at most {MAX_QUERY} characters.")
    return terms_of(query)


def _pages(tx: Tx, call: Call, rows: Sequence[Row], terms: Sequence[str]) -> list[SearchPageResult]:
    bodies = document_bodies(tx, (row["document"] for row in rows))
    return [found_page_view(row, bodies.get(row["document"]), terms, call.links) for row in rows]


def _in_organization(tx: Tx, call: Call) -> dict[str, Any]:
    organization_access(tx, call.actor, call.params["org"])
    terms = _terms(call)
    part = spaces_with(tx, call.actor, call.params["org"], terms, call.window(f"search {' '.join(terms)}"))
    return call.listed(part, _spaces(tx, call, part, terms))


def _spaces(tx: Tx, call: Call, part: Slice, terms: Sequence[str]) -> list[SearchSpaceResult]:
    """Spaces with the best of their pages."""
    rows = best_pages(tx, [row["id"] for row in part.items], terms)
    found: dict[str, list[SearchPageResult]] = {}
    for row, page in zip(rows, _pages(tx, call, rows, terms), strict=True):
        found.setdefault(row["space"], []).append(page)
    return [found_space_view(row, found.get(row["id"], [])) for row in part.items]


def _in_space(tx: Tx, call: Call) -> dict[str, Any]:
    space = space_access(tx, call.actor, call.params["space"]).space
    terms = _terms(call)
    part = pages_with(tx, space["id"], terms, call.window(f"search {' '.join(terms)}"))
    return call.listed(part, _pages(tx, call, part.items, terms))


def _in_site(tx: Tx, call: Call) -> dict[str, Any]:
    """A POST that changes nothing: the spaces of a site that the caller sees, as far as the scope goes."""
    place, sent = place_of(tx, call), call.body(SearchSiteAnyForm)
    terms = terms_of(sent.query)
    within = sorted({row["id"] for row in _searched(tx, call, place, sent)})
    window = call.window(f"search {' '.join((*terms, *within))}")
    part = spaces_with(tx, call.actor, place.row["organization"], terms, window, within=within)
    return call.listed(part, _spaces(tx, call, part, terms))


def _searched(tx: Tx, call: Call, place: SitePlace, sent: SearchSiteAnyForm) -> list[Row]:
    """The site spaces that are searched: what visitors get unless some, or all, are asked for."""
    entries, loose, _divided = whole(tx, call, place)
    shown = [*spaces_of(for_visitors(entries)), *(row for row in loose if space_shown(row))]
    mode = sent.mode if sent.scope is None else sent.scope.mode
    if mode in (None, "default"):
        return shown
    every = [*spaces_of(entries), *loose]
    if mode == "all":
        return every
    wanted = sent.scope.site_space_ids if sent.scope is not None else sent.site_space_ids
    if mode == "current":
        wanted = None if sent.site_space_id is None else [sent.site_space_id]
    known = {row["on_site_id"]: row for row in every}
    if wanted is None or not set(wanted) <= set(known):
        raise Invalid("siteSpaceIds: must be site spaces of this site.")
    return [known[id] for id in wanted]


ROUTES = (
    reads("/v1/orgs/{org}/search", _in_organization),
    reads("/v1/spaces/{space}/search", _in_space),
    writes("POST", f"{SITE}/search", _in_site, SearchSiteAnyForm),
)
