"""Groups of a site's sections (their list: `sites.section_groups`). Document section: "Site section groups"."""

from __future__ import annotations

from docdeck.api.description import Command, path_of
from docdeck.api.operations.writing import change, deletion, order
from docdeck.api.reading import one
from docdeck.models.publishing import MoveSectionGroup
from docdeck.models.sites import AddSectionToGroup, CreateSiteSectionGroup, PatchSiteSectionGroup, SiteSectionGroup

_ALL = "/v1/orgs/{organization}/sites/{site}/section-groups"
_ONE = _ALL + "/{group}"


def add(organization: str, site: str, body: CreateSiteSectionGroup) -> Command[SiteSectionGroup]:
    """A new group, at the root or in another group, with sections if some are named."""
    path = path_of(_ALL, organization=organization, site=site)
    return Command("addSectionGroupToSite", "POST", path, one(SiteSectionGroup), body=body.to_wire(), touches=(site,))


def update(organization: str, site: str, group: str, body: PatchSiteSectionGroup) -> Command[SiteSectionGroup]:
    """Set title or icon; null removes the icon."""
    path = path_of(_ONE, organization=organization, site=site, group=group)
    return change("updateSiteSectionGroupById", "PATCH", path, SiteSectionGroup, body, (site, group))


def delete(organization: str, site: str, group: str) -> Command[None]:
    """Delete a group."""
    path = path_of(_ONE, organization=organization, site=site, group=group)
    return deletion("deleteSiteSectionGroupById", path, (site, group))


def add_section(organization: str, site: str, group: str, section: str) -> Command[SiteSectionGroup]:
    """Put a section in a group. Not on newer platforms: see `docdeck.api.offers.into_group`."""
    path = path_of(_ONE + "/sections", organization=organization, site=site, group=group)
    return order(
        "addSectionToGroup", path, SiteSectionGroup, AddSectionToGroup(section_id=section), (site, group, section)
    )


def remove_section(organization: str, site: str, group: str, section: str) -> Command[None]:
    """Take a section out of a group; it stays on the site. Not on newer platforms: see `docdeck.api.offers`."""
    path = path_of(_ONE + "/sections/{section}", organization=organization, site=site, group=group, section=section)
    return deletion("removeSectionFromGroup", path, (site, group, section))


def move(organization: str, site: str, group: str, body: MoveSectionGroup) -> Command[SiteSectionGroup]:
    """Put a group before or after a sibling. Deprecated: `sites.sort` does it. Platform facts 2.7."""
    path = path_of(_ONE + "/move", organization=organization, site=site, group=group)
    return order("moveSiteSectionGroup", path, SiteSectionGroup, body, (site, group))
