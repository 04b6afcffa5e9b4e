"""Search over pages. Document section: "Organizations"; of one space: platform facts, "Session, organizations"."""

from __future__ import annotations

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.reading import many
from docdeck.models.publishing import SearchScope, SearchSite
from docdeck.models.search import SearchPageResult, SearchSpaceResult


def in_organization(organization: str, query: str, *, limit: int | None = None) -> Query[Page[SearchSpaceResult]]:
    """Pages that match, by space; `query` is at most 512 characters."""
    path = path_of("/v1/orgs/{organization}/search", organization=organization)
    params = params_of(query=query, limit=limit)
    return Query("searchOrganizationContent", path, many(SearchSpaceResult), params, ids=(organization,))


def in_space(space: str, query: str, *, limit: int | None = None) -> Query[Page[SearchPageResult]]:
    """Published pages of one space that match."""
    path = path_of("/v1/spaces/{space}/search", space=space)
    return Query("searchSpaceContent", path, many(SearchPageResult), params_of(query=query, limit=limit), ids=(space,))


def in_site(
    organization: str, site: str, query: str, scope: SearchScope | None = None, *, limit: int | None = None
) -> Command[Page[SearchSpaceResult]]:
    """Published pages of a site that match. A POST that changes nothing, so it may be repeated. Facts 2.7."""
    body = SearchSite(query=query, scope=scope or SearchScope(mode="all"))
    return Command(
        "searchSiteContent",
        "POST",
        path_of("/v1/orgs/{organization}/sites/{site}/search", organization=organization, site=site),
        many(SearchSpaceResult),
        body=body.to_wire(),
        params=params_of(limit=limit),
        repeat="same_effect",
    )
