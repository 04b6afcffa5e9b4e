"""Putting sections and groups of a site into groups, with what the server at hand has. Platform facts 3.1, 3.3."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from docdeck.api.description import Command, path_of
from docdeck.api.errors import NotOffered
from docdeck.api.operations import site_section_groups
from docdeck.api.operations.writing import change
from docdeck.models.publishing import GroupPlace, SectionPlace
from docdeck.models.sites import SiteSection, SiteSectionGroup

Write = Callable[[Command[Any]], Awaitable[Any]]


async def move_section(
    write: Write, organization: str, site: str, section: str, *, into: str | None, out_of: str | None = None
) -> None:
    """Put a section into a group, or (None) out of the group it is in, to the root. `write` sends a command.

    Asks in the document's way first, and in the way of newer platforms where that is not offered.
    """
    documented: Command[Any] | None = None
    if into is not None:
        documented = site_section_groups.add_section(organization, site, into, section)
    elif out_of is not None:
        documented = site_section_groups.remove_section(organization, site, out_of, section)
    if documented is not None:
        try:
            await write(documented)
            return
        except NotOffered:
            pass
    await write(section_into_group(organization, site, section, into))


def section_into_group(organization: str, site: str, section: str, group: str | None) -> Command[SiteSection]:
    """Put a section in a group, or (None) at the root of the site: the way of newer platforms."""
    return change(
        "updateSiteSectionById",
        "PATCH",
        path_of(
            "/v1/orgs/{organization}/sites/{site}/sections/{section}",
            organization=organization,
            site=site,
            section=section,
        ),
        SiteSection,
        SectionPlace(site_section_group_id=group),
        (site, section, group) if group else (site, section),
    )


def group_into_group(organization: str, site: str, group: str, parent: str | None) -> Command[SiteSectionGroup]:
    """Put a group in another, or (None) at the root of the site: the way of newer platforms."""
    return change(
        "updateSiteSectionGroupById",
        "PATCH",
        path_of(
            "/v1/orgs/{organization}/sites/{site}/section-groups/{group}",
            organization=organization,
            site=site,
            group=group,
        ),
        SiteSectionGroup,
        GroupPlace(parent_section_group_id=parent),
        (site, group, parent) if parent else (site, group),
    )
