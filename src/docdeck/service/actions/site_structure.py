"""Site spaces, sections and groups: adding, changing, ordering and removing, with one default at every place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from docdeck.models.publishing import StructurePointer
from docdeck.models.sites import (
    AddSiteSpace,
    CreateSiteSection,
    CreateSiteSectionGroup,
    PatchSiteSection,
    PatchSiteSectionGroup,
    PatchSiteSpace,
)
from docdeck.service.actions.sent import sent_values
from docdeck.service.actions.sites import editable_site, space_for_site
from docdeck.service.errors import Conflict, Invalid, Missing
from docdeck.service.rules.pages import slug_of
from docdeck.service.rules.site_structure import MAX_DEPTH
from docdeck.service.store import Row, Tx
from docdeck.service.store import site_writes as store
from docdeck.service.store.sites import (
    all_groups,
    all_sections,
    insert_section,
    insert_section_group,
    insert_site_space,
)
from docdeck.service.store.spaces import space_for

_MAX_TITLE = 128


def add_site_space(tx: Tx, actor: str, organization: str, site: str, sent: AddSiteSpace) -> str:
    """Put a space in a section: the given one, else the default one, else at the root. Answers the id."""
    editable_site(tx, actor, organization, site)
    space = space_for_site(tx, actor, organization, sent.space_id, "spaceId")
    section = _default(all_sections(tx, site)) if sent.section_id is None else sent.section_id
    if section is not None and store.section_in(tx, site, section) is None:
        raise Invalid("sectionId: this site has no such section.")
    first = not store.site_spaces_at(tx, site, section)
    return insert_site_space(tx, site, space, section=section, default=first)


def patch_site_space(tx: Tx, actor: str, organization: str, site: str, id: str, sent: PatchSiteSpace) -> None:
    """Set path, condition, space or visibility; a condition of null removes it."""
    editable_site(tx, actor, organization, site)
    row = _site_space(tx, site, id)
    values = sent_values(sent, nullable=("condition",))
    if "path" in values:
        _need_free(values["path"], (other for other in store.site_spaces_at(tx, site, row["section"])), id)
    if "space_id" in values:
        values["space"] = space_for_site(tx, actor, organization, values.pop("space_id"), "spaceId")
    if values:
        store.update_site_space(tx, id, **values)


def remove_site_space(tx: Tx, actor: str, organization: str, site: str, id: str) -> None:
    """Take a space off the site; the next one there becomes the default. Does nothing when it is absent."""
    editable_site(tx, actor, organization, site)
    row = store.site_space_in(tx, site, id)
    if row is None:
        return
    store.delete_site_space(tx, id)
    rest = store.site_spaces_at(tx, site, row["section"])
    if rest and _default(rest) is None:
        store.set_default_space(tx, site, row["section"], rest[0]["id"])


def add_section(tx: Tx, actor: str, organization: str, site: str, sent: CreateSiteSection) -> str:
    """Add a section around one space; on a site without sections it comes after one with what stood there."""
    row = editable_site(tx, actor, organization, site)
    space = space_for_site(tx, actor, organization, sent.space_id, "spaceId")
    _divide(tx, row)
    known = space_for(tx, actor, space)
    title = sent.title or (known["title"] if known is not None else "")
    sections = all_sections(tx, site)
    made = insert_section(
        tx, site, _titled(title), _free_path(title, sections), icon=sent.icon, default=_default(sections) is None
    )
    insert_site_space(tx, site, space, section=made, default=True)
    return made


def patch_section(tx: Tx, actor: str, organization: str, site: str, id: str, sent: PatchSiteSection) -> None:
    """Set what was sent; null removes condition, icon and description."""
    editable_site(tx, actor, organization, site)
    _section(tx, site, id)
    values = sent_values(sent, nullable=("condition", "icon", "description"))
    if "path" in values:
        _need_free(values["path"], all_sections(tx, site), id)
    default = values.pop("default_site_space", None)
    if default is not None:
        if default not in {row["id"] for row in store.site_spaces_at(tx, site, id)}:
            raise Invalid("defaultSiteSpace: this section has no such site space.")
        store.set_default_space(tx, site, id, default)
    if values:
        store.update_section(tx, id, **values)


def remove_section(tx: Tx, actor: str, organization: str, site: str, id: str) -> None:
    """Remove a section with its site spaces; the next one becomes the default. Does nothing when it is absent."""
    editable_site(tx, actor, organization, site)
    if store.section_in(tx, site, id) is None:
        return
    store.delete_section(tx, site, id)
    rest = all_sections(tx, site)
    if rest and _default(rest) is None:
        store.set_default_section(tx, site, rest[0]["id"])


def add_group(tx: Tx, actor: str, organization: str, site: str, sent: CreateSiteSectionGroup) -> str:
    """Add a group and put sections in it. Answers the id."""
    row = editable_site(tx, actor, organization, site)
    if sent.parent is not None:
        _check_parent(tx, site, sent.parent)
    known = {section["id"] for section in all_sections(tx, site)}
    for place, section in enumerate(sent.sections or ()):
        if section not in known:
            raise Invalid(f"sections.{place}: this site has no such section.")
    _divide(tx, row)
    made = insert_section_group(tx, site, sent.title, icon=sent.icon, parent=sent.parent)
    for section in sent.sections or ():
        store.update_section(tx, section, parent=made)
    return made


def patch_group(tx: Tx, actor: str, organization: str, site: str, id: str, sent: PatchSiteSectionGroup) -> None:
    """Set title or icon; an icon of null removes it."""
    editable_site(tx, actor, organization, site)
    _group(tx, site, id)
    values = sent_values(sent, nullable=("icon",))
    if values:
        store.update_group(tx, id, **values)


def remove_group(tx: Tx, actor: str, organization: str, site: str, id: str) -> None:
    """Remove a group; what stands in it moves up. Does nothing when it is absent."""
    editable_site(tx, actor, organization, site)
    group = store.group_in(tx, site, id)
    if group is not None:
        store.dissolve_group(tx, group)


def section_into_group(tx: Tx, actor: str, organization: str, site: str, group: str, section: str) -> None:
    """Put a section in a group, from wherever it stands."""
    editable_site(tx, actor, organization, site)
    _group(tx, site, group)
    if store.section_in(tx, site, section) is None:
        raise Invalid("sectionId: this site has no such section.")
    store.update_section(tx, section, parent=group)


def section_out_of_group(tx: Tx, actor: str, organization: str, site: str, group: str, section: str) -> None:
    """Put a section of a group at the root. Does nothing when it is not in the group."""
    editable_site(tx, actor, organization, site)
    row = store.section_in(tx, site, section)
    if row is not None and row["parent"] == group:
        store.update_section(tx, section, parent=None)


def move(
    tx: Tx,
    actor: str,
    organization: str,
    site: str,
    item: StructurePointer,
    before: StructurePointer | None,
    after: StructurePointer | None,
) -> None:
    """Put an entry before or after another one at the same place; exactly one of both is given."""
    editable_site(tx, actor, organization, site)
    if item.type == "site-external-link":
        raise Invalid("item.type: this service has no external links in structures.")
    if (before is None) == (after is None):
        raise Invalid("position: needs either before or after.")
    beside = before or after
    assert beside is not None
    field = f"position.{'before' if before else 'after'}"
    if item.type == "site-space":
        placing = _site_space(tx, site, item.id)
        level = store.site_spaces_at(tx, site, placing["section"])
        siblings = [("site-space", row["id"], row["position"]) for row in level]
    else:
        siblings = _entries_beside(tx, site, item)
    ids = [(kind, id) for kind, id, _position in siblings]
    if (beside.type, beside.id) not in ids:
        raise Invalid(f"{field}: there is no such entry at the place of the one that moves.")
    if (beside.type, beside.id) == (item.type, item.id):
        raise Invalid(f"{field}: must be another entry than the one that moves.")
    ids.remove((item.type, item.id))
    ids.insert(ids.index((beside.type, beside.id)) + (after is not None), (item.type, item.id))
    _reorder(tx, ids, [position for _kind, _id, position in siblings])


def _reorder(tx: Tx, ids: Sequence[tuple[str, str]], positions: Sequence[int]) -> None:
    """Hand the positions of a level out again, in the new order."""
    for (kind, id), position in zip(ids, positions, strict=True):
        if kind == "site-space":
            store.update_site_space(tx, id, position=position)
        elif kind == "site-section":
            store.update_section(tx, id, position=position)
        else:
            store.update_group(tx, id, position=position)


def _entries_beside(tx: Tx, site: str, item: StructurePointer) -> list[tuple[str, str, int]]:
    row = _section(tx, site, item.id) if item.type == "site-section" else _group(tx, site, item.id)
    groups, sections = all_groups(tx, site), all_sections(tx, site)
    known = {group["id"] for group in groups}

    def standing(entry: Row) -> str | None:
        return entry["parent"] if entry["parent"] in known else None

    found = [
        (kind, entry["id"], entry["position"])
        for kind, entries in (("site-section-group", groups), ("site-section", sections))
        for entry in entries
        if standing(entry) == standing(row)
    ]
    return sorted(found, key=lambda entry: (entry[2], entry[0] != "site-section-group", entry[1]))


def _divide(tx: Tx, site: Row) -> None:
    """Before the first section or group: what stands at the root goes in a default section, so that it stays seen."""
    id: str = site["id"]
    if all_sections(tx, id) or not store.site_spaces_at(tx, id, None):
        return
    section = insert_section(tx, id, _titled(site["title"]), slug_of(site["title"]), default=True)
    store.into_section(tx, id, section)


def _check_parent(tx: Tx, site: str, parent: str) -> None:
    parents = {group["id"]: group["parent"] for group in all_groups(tx, site)}
    if parent not in parents:
        raise Invalid("parent: this site has no such group.")
    above: str | None = parent
    for _ in range(MAX_DEPTH - 1):
        above = parents.get(above or "")
        if above is None:
            return
    raise Invalid(f"parent: groups are nested too deeply, at most {MAX_DEPTH} levels.")


def _need_free(path: str, others: Iterable[Row], own: str) -> None:
    if "/" in path:
        raise Invalid("path: must not contain a slash.")
    if any(other["path"] == path and other["id"] != own for other in others):
        raise Conflict(f"path: {path} is taken at this place of the site.")


def _free_path(title: str, sections: Iterable[Row]) -> str:
    taken = {section["path"] for section in sections}
    wanted = slug_of(title)
    path, number = wanted, 1
    while path in taken:
        number += 1
        path = f"{wanted}-{number}"
    return path


def _titled(title: str) -> str:
    """A title of a section has 2 to 128 characters."""
    return title[:_MAX_TITLE] if len(title) > 1 else f"{title} …".strip().rjust(2, "…")


def _default(rows: Iterable[Row]) -> str | None:
    return next((row["id"] for row in rows if row["is_default"]), None)


def _site_space(tx: Tx, site: str, id: str) -> Row:
    row = store.site_space_in(tx, site, id)
    if row is None:
        raise Missing("This site has no such site space.")
    return row


def _section(tx: Tx, site: str, id: str) -> Row:
    row = store.section_in(tx, site, id)
    if row is None:
        raise Missing("This site has no such section.")
    return row


def _group(tx: Tx, site: str, id: str) -> Row:
    row = store.group_in(tx, site, id)
    if row is None:
        raise Missing("This site has no such section group.")
    return row
