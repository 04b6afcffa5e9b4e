"""Sites, site spaces, sections, groups and structures as answers. Document sections: "Site" to "Site section group"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from docdeck.models.sites import (
    PublishedSite,
    Site,
    SiteAdaptiveContent,
    SiteAdaptiveSchema,
    SiteAds,
    SiteCustomizations,
    SiteEntry,
    SiteFeature,
    SiteScript,
    SiteSection,
    SiteSectionGroup,
    SiteSpace,
    SiteStructure,
)
from docdeck.service.rules.customization import customized
from docdeck.service.rules.site_structure import Entry, Group, Section
from docdeck.service.store import Row
from docdeck.service.views.links import Links
from docdeck.service.views.present import present, when
from docdeck.service.views.spaces import space_view

_ADVANCED = "sites-advanced-customization"


@dataclass(frozen=True, slots=True)
class SitePlace:
    """A site while its parts become answers: makes addresses; `key` is a share key that opens it."""

    row: Row
    links: Links
    key: str | None = None

    @property
    def base(self) -> str | None:
        """Where visitors find the site, with a slash at the end, or None when they do not."""
        row = self.row
        secret = row["visibility"] == "share-link"
        if not row["published"] or (secret and self.key is None):
            return None
        return self._root() + (f"{self.key}/" if secret else "")

    def _root(self) -> str:
        row, name = self.row, self.row["basename"] or self.row["id"]
        if row["proxy"]:
            return f"https://{row['proxy']['origin']}/"
        if row["hostname"]:
            return f"https://{row['hostname']}/"
        if row["organization_hostname"]:
            return f"https://{row['organization_hostname']}/{name}/"
        return f"{self.links.base}/p/{name}/"

    def section(self, section: Mapping[str, Any] | None) -> str | None:
        """Where a section is; the default one is the site's front door."""
        if self.base is None or section is None or section["is_default"]:
            return self.base
        return f"{self.base}{section['path']}/"

    def space(self, row: Mapping[str, Any], section: Mapping[str, Any] | None) -> str | None:
        """Where a site space is; the default one is its section's front door."""
        above = self.section(section)
        return above if above is None or row["on_site_is_default"] else f"{above}{row['on_site_path']}/"

    @property
    def advanced(self) -> bool:
        """Whether the site's plan lets a site space look as it wants."""
        return any(feature["id"] == _ADVANCED for feature in self.row["features"])


def site_view(place: SitePlace) -> Site:
    """A site from a row with its count of site spaces."""
    row, links = place.row, place.links
    location = ("orgs", row["organization"], "sites", row["id"])
    return Site(
        object="site",
        id=row["id"],
        type=row["type"],
        title=row["title"],
        visibility=row["visibility"],
        published=row["published"],
        site_spaces=row["site_spaces"],
        created_at=when(row["created_at"]),
        ads=SiteAds.model_validate(row["ads"]),
        agents_context=row["agents_context"],
        features=[SiteFeature.model_validate(feature) for feature in row["features"]],
        adaptive_content=SiteAdaptiveContent(enabled=row["adaptive"]),
        urls={
            **links.both(f"o/{row['organization']}/sites/{row['id']}", *location),
            **present(published=place.base),
        },
        **present(icon=row["icon"], hostname=row["hostname"], basename=row["basename"], proxy=row["proxy"]),
    )


def adaptive_schema_view(row: Row) -> SiteAdaptiveSchema:
    """What a site knows of its visitors, from a site that has a schema."""
    return SiteAdaptiveSchema(
        object="site-adaptive-schema", json_schema=row["adaptive_schema"], updated_at=when(row["adaptive_at"])
    )


def site_space_view(place: SitePlace, row: Row, section: Mapping[str, Any] | None) -> SiteSpace:
    """A site space from a row of its space, in its section if it has one."""
    return SiteSpace(
        object="site-space",
        id=row["on_site_id"],
        path=row["on_site_path"],
        space=space_view(row, place.links),
        title=row["on_site_title"] or row["title"],
        default=row["on_site_is_default"],
        hidden=row["on_site_hidden"],
        has_advanced_customization_feature=place.advanced,
        urls=present(published=place.space(row, section)),
        **present(
            section=row["on_site_section"],
            condition=row["on_site_condition"],
            draft=row["on_site_draft"] or None,
        ),
    )


def section_view(place: SitePlace, section: Section) -> SiteSection:
    """A section with its site spaces."""
    row = section.row
    return SiteSection(
        object="site-section",
        id=row["id"],
        title=row["title"],
        path=row["path"],
        default=row["is_default"],
        site_spaces=[site_space_view(place, space, row) for space in section.spaces],
        urls=present(published=place.section(row)),
        **present(
            description=row["description"],
            condition=row["condition"],
            section_group=row["parent"],
            icon=row["icon"],
            draft=row["draft"] or None,
        ),
    )


def group_view(place: SitePlace, group: Group) -> SiteSectionGroup:
    """A group with everything in it; `sections` repeats the sections right in it."""
    row = group.row
    children = entry_views(place, group.children)
    return SiteSectionGroup(
        object="site-section-group",
        id=row["id"],
        title=row["title"],
        children=children,
        sections=[child for child in children if isinstance(child, SiteSection)],
        **present(section_group=row["parent"], icon=row["icon"], draft=row["draft"] or None),
    )


def entry_views(place: SitePlace, entries: Iterable[Entry]) -> list[SiteEntry]:
    """Sections and groups in their order."""
    return [group_view(place, entry) if isinstance(entry, Group) else section_view(place, entry) for entry in entries]


def structure_view(place: SitePlace, entries: Iterable[Entry], loose: Iterable[Row], *, divided: bool) -> SiteStructure:
    """The structure of a site: its entries, or its site spaces when it is not divided in sections."""
    if divided:
        return SiteStructure(type="sections", structure=entry_views(place, entries))
    return SiteStructure(type="siteSpaces", structure=[site_space_view(place, row, None) for row in loose])


def settings_of(site: Row, differing: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """How a site looks, or a space on it that differs in some settings."""
    return customized({"title": site["title"]}, site["customization"], differing or {})


def published_view(place: SitePlace, structure: SiteStructure, spaces: Iterable[Row]) -> PublishedSite:
    """All that a visitor's browser needs; `spaces` are the site spaces that visitors get."""
    row = place.row
    special = {
        space["on_site_id"]: settings_of(row, space["on_site_customization"])
        for space in spaces
        if space["on_site_customization"]
    }
    return PublishedSite(
        object="published-content-site",
        site=site_view(place),
        structure=structure,
        customizations=SiteCustomizations(site=settings_of(row), site_spaces=special),
        scripts=[SiteScript.model_validate(script) for script in row["scripts"]],
    )
