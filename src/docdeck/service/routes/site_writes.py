"""Making and changing sites and what stands on them. Document: "Sites" to "Site section groups"; facts 2.7."""

from __future__ import annotations

from docdeck.models.publishing import MoveSectionGroup, SortStructure, StructurePointer
from docdeck.models.sites import (
    AddSectionToGroup,
    AddSiteSpace,
    CreateSite,
    CreateSiteSection,
    CreateSiteSectionGroup,
    MoveSiteSection,
    MoveSiteSpace,
    PatchSite,
    PatchSiteSection,
    PatchSiteSectionGroup,
    PatchSiteSpace,
    PutAdaptiveSchema,
    Site,
    SiteAdaptiveSchema,
    SiteSection,
    SiteSectionGroup,
    SiteSpace,
)
from docdeck.service.actions import site_structure as structure
from docdeck.service.actions import sites as actions
from docdeck.service.errors import Missing
from docdeck.service.routes.call import GONE, Call, Made, writes
from docdeck.service.routes.sites import SITE, by_section, place_of, whole
from docdeck.service.rules.site_structure import Section, groups_in
from docdeck.service.store import Tx
from docdeck.service.store.site_writes import section_in
from docdeck.service.store.sites import site_space_with_space, site_spaces_in
from docdeck.service.views.sites import (
    adaptive_schema_view,
    group_view,
    section_view,
    site_space_view,
    site_view,
)

_SPACE = f"{SITE}/site-spaces/{{siteSpace}}"
_SECTION = f"{SITE}/sections/{{section}}"
_GROUP = f"{SITE}/section-groups/{{group}}"


def _where(call: Call) -> tuple[str, str, str]:
    return call.actor, call.params["org"], call.params["site"]


def _site(tx: Tx, call: Call) -> Site:
    return site_view(place_of(tx, call))


def _create(tx: Tx, call: Call) -> Made:
    made = actions.create_site(tx, call.actor, call.params["org"], call.body(CreateSite))
    call.params["site"] = made
    view = _site(tx, call)
    return Made(view, 201, {"Location": view.urls["location"]})


def _patch(tx: Tx, call: Call) -> Site:
    actions.patch_site(tx, *_where(call), call.body(PatchSite))
    return _site(tx, call)


def _delete(tx: Tx, call: Call) -> Made:
    actions.remove_site(tx, *_where(call))
    return GONE


def _publish(tx: Tx, call: Call) -> Site:
    actions.set_published(tx, *_where(call), True)
    return _site(tx, call)


def _unpublish(tx: Tx, call: Call) -> Site:
    actions.set_published(tx, *_where(call), False)
    return _site(tx, call)


def _put_schema(tx: Tx, call: Call) -> SiteAdaptiveSchema:
    actions.put_schema(tx, *_where(call), call.body(PutAdaptiveSchema).json_schema)
    return adaptive_schema_view(place_of(tx, call).row)


def _space_answer(tx: Tx, call: Call, id: str) -> SiteSpace:
    place = place_of(tx, call)
    row = site_space_with_space(tx, call.actor, place.row["id"], id)
    if row is None:
        raise Missing("This site space shows a space that you may not see.")
    section = row["on_site_section"]
    return site_space_view(place, row, None if section is None else section_in(tx, place.row["id"], section))


def _section_answer(tx: Tx, call: Call, id: str) -> SiteSection:
    place = place_of(tx, call)
    row = section_in(tx, place.row["id"], id)
    if row is None:
        raise Missing("This site has no such section.")
    spaces = by_section(site_spaces_in(tx, call.actor, place.row["id"], [id]))
    return section_view(place, Section(row, tuple(spaces.get(id, ()))))


def _group_answer(tx: Tx, call: Call, id: str) -> SiteSectionGroup:
    place = place_of(tx, call)
    return group_view(place, groups_in(whole(tx, call, place)[0])[id])


def _made(view: SiteSpace | SiteSection | SiteSectionGroup, call: Call, kind: str) -> Made:
    """A created part of a site with its address."""
    org, site = call.params["org"], call.params["site"]
    return Made(view, 201, {"Location": call.links.location("orgs", org, "sites", site, kind, view.id)["location"]})


def _add_space(tx: Tx, call: Call) -> Made:
    made = structure.add_site_space(tx, *_where(call), call.body(AddSiteSpace))
    return _made(_space_answer(tx, call, made), call, "site-spaces")


def _patch_space(tx: Tx, call: Call) -> SiteSpace:
    structure.patch_site_space(tx, *_where(call), call.params["siteSpace"], call.body(PatchSiteSpace))
    return _space_answer(tx, call, call.params["siteSpace"])


def _delete_space(tx: Tx, call: Call) -> Made:
    structure.remove_site_space(tx, *_where(call), call.params["siteSpace"])
    return GONE


def _moved(
    tx: Tx, call: Call, item: StructurePointer, before: StructurePointer | None, after: StructurePointer | None
) -> SiteSpace | SiteSection | SiteSectionGroup:
    """An entry put before or after another one, as it stands there."""
    structure.move(tx, *_where(call), item, before, after)
    if item.type == "site-space":
        return _space_answer(tx, call, item.id)
    return _section_answer(tx, call, item.id) if item.type == "site-section" else _group_answer(tx, call, item.id)


def _space_pointer(id: str) -> StructurePointer:
    return StructurePointer(type="site-space", id=id)


def _section_pointer(id: str) -> StructurePointer:
    return StructurePointer(type="site-section", id=id)


def _move_space(tx: Tx, call: Call) -> SiteSpace | SiteSection | SiteSectionGroup:
    to = call.body(MoveSiteSpace).position
    before = to.before and _space_pointer(to.before.site_space)
    after = to.after and _space_pointer(to.after.site_space)
    return _moved(tx, call, _space_pointer(call.params["siteSpace"]), before, after)


def _add_section(tx: Tx, call: Call) -> Made:
    made = structure.add_section(tx, *_where(call), call.body(CreateSiteSection))
    return _made(_section_answer(tx, call, made), call, "sections")


def _patch_section(tx: Tx, call: Call) -> SiteSection:
    structure.patch_section(tx, *_where(call), call.params["section"], call.body(PatchSiteSection))
    return _section_answer(tx, call, call.params["section"])


def _delete_section(tx: Tx, call: Call) -> Made:
    structure.remove_section(tx, *_where(call), call.params["section"])
    return GONE


def _move_section(tx: Tx, call: Call) -> SiteSpace | SiteSection | SiteSectionGroup:
    to = call.body(MoveSiteSection).position
    before = to.before and _section_pointer(to.before.site_section)
    after = to.after and _section_pointer(to.after.site_section)
    return _moved(tx, call, _section_pointer(call.params["section"]), before, after)


def _add_group(tx: Tx, call: Call) -> Made:
    made = structure.add_group(tx, *_where(call), call.body(CreateSiteSectionGroup))
    return _made(_group_answer(tx, call, made), call, "section-groups")


def _patch_group(tx: Tx, call: Call) -> SiteSectionGroup:
    structure.patch_group(tx, *_where(call), call.params["group"], call.body(PatchSiteSectionGroup))
    return _group_answer(tx, call, call.params["group"])


def _delete_group(tx: Tx, call: Call) -> Made:
    structure.remove_group(tx, *_where(call), call.params["group"])
    return GONE


def _move_group(tx: Tx, call: Call) -> SiteSpace | SiteSection | SiteSectionGroup:
    to = call.body(MoveSectionGroup).position
    before = to.before and StructurePointer(type=to.before.type, id=to.before.id)
    after = to.after and StructurePointer(type=to.after.type, id=to.after.id)
    return _moved(tx, call, StructurePointer(type="site-section-group", id=call.params["group"]), before, after)


def _into_group(tx: Tx, call: Call) -> Made:
    structure.section_into_group(tx, *_where(call), call.params["group"], call.body(AddSectionToGroup).section_id)
    return Made(_group_answer(tx, call, call.params["group"]), 201)


def _out_of_group(tx: Tx, call: Call) -> Made:
    structure.section_out_of_group(tx, *_where(call), call.params["group"], call.params["section"])
    return GONE


def _sort(tx: Tx, call: Call) -> SiteSpace | SiteSection | SiteSectionGroup:
    sent = call.body(SortStructure)
    return _moved(tx, call, sent.item, sent.position.before, sent.position.after)


ROUTES = (
    writes("POST", "/v1/orgs/{org}/sites", _create, CreateSite),
    writes("PATCH", SITE, _patch, PatchSite),
    writes("DELETE", SITE, _delete),
    writes("POST", f"{SITE}/publish", _publish),
    writes("POST", f"{SITE}/unpublish", _unpublish),
    writes("PUT", f"{SITE}/adaptive-schema", _put_schema, PutAdaptiveSchema),
    writes("PATCH", f"{SITE}/structure/sort", _sort, SortStructure),
    writes("POST", f"{SITE}/site-spaces", _add_space, AddSiteSpace),
    writes("PATCH", _SPACE, _patch_space, PatchSiteSpace),
    writes("DELETE", _SPACE, _delete_space),
    writes("POST", f"{_SPACE}/move", _move_space, MoveSiteSpace),
    writes("POST", f"{SITE}/sections", _add_section, CreateSiteSection),
    writes("PATCH", _SECTION, _patch_section, PatchSiteSection),
    writes("DELETE", _SECTION, _delete_section),
    writes("POST", f"{_SECTION}/move", _move_section, MoveSiteSection),
    writes("POST", f"{SITE}/section-groups", _add_group, CreateSiteSectionGroup),
    writes("PATCH", _GROUP, _patch_group, PatchSiteSectionGroup),
    writes("DELETE", _GROUP, _delete_group),
    writes("POST", f"{_GROUP}/move", _move_group, MoveSectionGroup),
    writes("POST", f"{_GROUP}/sections", _into_group, AddSectionToGroup),
    writes("DELETE", f"{_GROUP}/sections/{{section}}", _out_of_group),
)
