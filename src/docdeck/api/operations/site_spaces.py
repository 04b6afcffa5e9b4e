"""Spaces as they stand on a site (their list: `sites.site_spaces`). Document section: "Site spaces"."""

from __future__ import annotations

from docdeck.api.description import Command, path_of
from docdeck.api.operations.writing import change, deletion, order
from docdeck.api.reading import one
from docdeck.models.sites import AddSiteSpace, MoveSiteSpace, PatchSiteSpace, SiteSpace

_ALL = "/v1/orgs/{organization}/sites/{site}/site-spaces"
_ONE = _ALL + "/{site_space}"


def add(organization: str, site: str, space: str, *, section: str | None = None) -> Command[SiteSpace]:
    """Put a space on a site: in a section, else in the default one, else at the root."""
    body = AddSiteSpace(space_id=space, section_id=section) if section is not None else AddSiteSpace(space_id=space)
    path = path_of(_ALL, organization=organization, site=site)
    return Command("addSpaceToSite", "POST", path, one(SiteSpace), body=body.to_wire(), touches=(site,))


def update(organization: str, site: str, site_space: str, body: PatchSiteSpace) -> Command[SiteSpace]:
    """Set path, condition (null removes it), content or visibility in the navigation; what is absent stays."""
    path = path_of(_ONE, organization=organization, site=site, site_space=site_space)
    return change("updateSiteSpaceById", "PATCH", path, SiteSpace, body, (site, site_space))


def remove(organization: str, site: str, site_space: str) -> Command[None]:
    """Take a space off a site; the space stays."""
    path = path_of(_ONE, organization=organization, site=site, site_space=site_space)
    return deletion("deleteSiteSpaceById", path, (site, site_space))


def move(organization: str, site: str, site_space: str, body: MoveSiteSpace) -> Command[SiteSpace]:
    """Put a site space before or after a sibling. Deprecated on newer platforms: `sites.sort` does it there."""
    path = path_of(_ONE + "/move", organization=organization, site=site, site_space=site_space)
    return order("moveSiteSpace", path, SiteSpace, body, (site, site_space))
