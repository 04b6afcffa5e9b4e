"""Sites and all that stands on them, and the published profile. Document: "Sites" to "Site section groups"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from docdeck.models.sites import PublishedSite, Site, SiteAdaptiveSchema, SiteStructure
from docdeck.service.errors import Missing
from docdeck.service.place_access import site_access, sites_access
from docdeck.service.routes.call import Call, reads
from docdeck.service.rules.customization import SITE_TYPES
from docdeck.service.rules.site_structure import Entry, Section, arranged, for_visitors, groups_in, space_shown
from docdeck.service.rules.visitor_schema import template_conditions
from docdeck.service.store import Row, Tx
from docdeck.service.store.sites import (
    all_groups,
    all_sections,
    groups_of,
    sections_of,
    share_key_fits,
    site_spaces_in,
    site_spaces_of,
    sites_in,
)
from docdeck.service.views.sites import (
    SitePlace,
    adaptive_schema_view,
    group_view,
    published_view,
    section_view,
    site_space_view,
    site_view,
    structure_view,
)

SITE = "/v1/orgs/{org}/sites/{site}"


def place_of(tx: Tx, call: Call) -> SitePlace:
    """The site that a path names, as the caller sees it; a share key that fits opens its addresses."""
    row = site_access(tx, call.actor, call.params["org"], call.params["site"])
    key = call.query.get("shareKey")
    return SitePlace(row, call.links, key if key and share_key_fits(tx, row["id"], key) else None)


def by_section(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Site spaces by the id of their section; those outside of sections by an empty one."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["on_site_section"] or "", []).append(row)
    return found


def _sites(tx: Tx, call: Call) -> dict[str, Any]:
    home = sites_access(tx, call.actor, call.params["org"])
    part = sites_in(
        tx,
        home["id"],
        call.window("sites"),
        space=call.query.get("space"),
        title=call.query.get("title"),
        published=call.flag("published"),
        types=call.choices("type", SITE_TYPES, ()),
    )
    return call.listed(part, [site_view(SitePlace(row, call.links)) for row in part.items])


def _site(tx: Tx, call: Call) -> Site:
    return site_view(place_of(tx, call))


def _site_spaces(tx: Tx, call: Call) -> dict[str, Any]:
    place, default = place_of(tx, call), call.flag("default")
    window = call.window(f"site spaces {default}")
    part = site_spaces_of(tx, call.actor, place.row["id"], window, default=default)
    sections = {row["id"]: row for row in all_sections(tx, place.row["id"])}
    return call.listed(
        part, [site_space_view(place, row, sections.get(row["on_site_section"] or "")) for row in part.items]
    )


def _sections(tx: Tx, call: Call) -> dict[str, Any]:
    place = place_of(tx, call)
    part = sections_of(tx, place.row["id"], call.window("sections"))
    spaces = by_section(site_spaces_in(tx, call.actor, place.row["id"], [row["id"] for row in part.items]))
    return call.listed(
        part, [section_view(place, Section(row, tuple(spaces.get(row["id"], ())))) for row in part.items]
    )


def _groups(tx: Tx, call: Call) -> dict[str, Any]:
    place = place_of(tx, call)
    part = groups_of(tx, place.row["id"], call.window("section groups"))
    entries, _loose, _divided = whole(tx, call, place)
    groups = groups_in(entries)
    return call.listed(part, [group_view(place, groups[row["id"]]) for row in part.items])


def whole(tx: Tx, call: Call, place: SitePlace) -> tuple[tuple[Entry, ...], list[Row], bool]:
    """The entries of a site, its site spaces outside of sections, and whether it is divided in sections at all."""
    site: str = place.row["id"]
    groups, sections = all_groups(tx, site), all_sections(tx, site)
    spaces = by_section(site_spaces_in(tx, call.actor, site, None))
    return arranged(groups, sections, spaces), spaces.get("", []), bool(groups or sections)


def _structure(tx: Tx, call: Call) -> SiteStructure:
    place = place_of(tx, call)
    entries, loose, divided = whole(tx, call, place)
    return structure_view(place, entries, loose, divided=divided)


def _published(tx: Tx, call: Call) -> PublishedSite:
    place = place_of(tx, call)
    if not place.row["published"]:
        raise Missing("This site is not published.")
    if place.row["visibility"] == "share-link" and place.key is None and "shareKey" in call.query:
        raise Missing("This share key opens no published site.")
    entries, loose, divided = whole(tx, call, place)
    shown = [row for row in loose if space_shown(row)]
    visible = for_visitors(entries)
    structure = structure_view(place, visible, shown, divided=divided)
    return published_view(place, structure, spaces_of(visible) if divided else shown)


def _schema(tx: Tx, call: Call) -> SiteAdaptiveSchema:
    row = place_of(tx, call).row
    if row["adaptive_schema"] is None:
        raise Missing("This site has no visitor schema yet.")
    return adaptive_schema_view(row)


def _conditions(tx: Tx, call: Call) -> dict[str, Any]:
    return {"items": template_conditions(place_of(tx, call).row["adaptive_schema"] or {})}


def spaces_of(entries: Iterable[Entry]) -> list[Row]:
    """The site spaces in entries, at whatever depth."""
    found: list[Row] = []
    for entry in entries:
        found.extend(entry.spaces if isinstance(entry, Section) else spaces_of(entry.children))
    return found


ROUTES = (
    reads("/v1/orgs/{org}/sites", _sites),
    reads(SITE, _site),
    reads(f"{SITE}/site-spaces", _site_spaces),
    reads(f"{SITE}/sections", _sections),
    reads(f"{SITE}/section-groups", _groups),
    reads(f"{SITE}/structure", _structure),
    reads(f"{SITE}/published", _published),
    reads(f"{SITE}/adaptive-schema", _schema),
    reads(f"{SITE}/adaptive-schema/template-conditions", _conditions),
)
