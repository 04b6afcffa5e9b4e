"""Links that show a site to whoever has them. Platform facts 2.7."""

from __future__ import annotations

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import change, deletion
from docdeck.api.reading import many, one
from docdeck.models.share_links import CreateShareLink, PatchShareLink, ShareLink

_ALL = "/v1/orgs/{organization}/sites/{site}/share-links"
_ONE = _ALL + "/{link}"


def list_in_site(
    organization: str, site: str, *, search: str | None = None, limit: int | None = None
) -> Query[Page[ShareLink]]:
    """The share links of a site; `search` works on newer platforms."""
    path = path_of(_ALL, organization=organization, site=site)
    params = params_of(search=search, limit=limit)
    return Query("listSiteShareLinks", path, many(ShareLink), params, ids=(organization, site))


def create(organization: str, site: str, name: str) -> Command[ShareLink]:
    """A new share link."""
    path = path_of(_ALL, organization=organization, site=site)
    body = CreateShareLink(name=name).to_wire()
    return Command("createSiteShareLink", "POST", path, one(ShareLink), body=body, touches=(site,))


def update(organization: str, site: str, link: str, body: PatchShareLink) -> Command[ShareLink]:
    """Rename a share link, or switch it on or off."""
    path = path_of(_ONE, organization=organization, site=site, link=link)
    return change("updateSiteShareLinkById", "PATCH", path, ShareLink, body, (site, link))


def delete(organization: str, site: str, link: str) -> Command[None]:
    """Delete a share link: whoever has it sees the site no more."""
    path = path_of(_ONE, organization=organization, site=site, link=link)
    return deletion("deleteSiteShareLinkById", path, (site, link))
