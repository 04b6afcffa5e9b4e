"""Sections of a site (their list: `sites.sections`). Document section: "Site sections"."""

from __future__ import annotations

from docdeck.api.description import Command, path_of
from docdeck.api.operations.writing import change, deletion, order
from docdeck.api.reading import one
from docdeck.models.sites import CreateSiteSection, MoveSiteSection, PatchSiteSection, SiteSection

_ALL = "/v1/orgs/{organization}/sites/{site}/sections"
_ONE = _ALL + "/{section}"


def add(organization: str, site: str, body: CreateSiteSection) -> Command[SiteSection]:
    """A new section around one space."""
    path = path_of(_ALL, organization=organization, site=site)
    return Command("addSectionToSite", "POST", path, one(SiteSection), body=body.to_wire(), touches=(site,))


def update(organization: str, site: str, section: str, body: PatchSiteSection) -> Command[SiteSection]:
    """Set what the body names; null removes condition, icon and description."""
    path = path_of(_ONE, organization=organization, site=site, section=section)
    return change("updateSiteSectionById", "PATCH", path, SiteSection, body, (site, section))


def delete(organization: str, site: str, section: str) -> Command[None]:
    """Delete a section with its site spaces; the spaces stay."""
    path = path_of(_ONE, organization=organization, site=site, section=section)
    return deletion("deleteSiteSectionById", path, (site, section))


def move(organization: str, site: str, section: str, body: MoveSiteSection) -> Command[SiteSection]:
    """Put a section before or after another. Deprecated by the document: `sites.sort` replaces it."""
    path = path_of(_ONE + "/move", organization=organization, site=site, section=section)
    return order("moveSiteSection", path, SiteSection, body, (site, section))
