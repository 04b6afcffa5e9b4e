"""Sites as they are built: section groups (nested), sections, site spaces, and the pages of their spaces.

Document sections: "Site", "Site space", "Site section", "Site section group".
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence

from docdeck.api.errors import NotFound, NotOffered
from docdeck.api.operations import sites
from docdeck.models.base import Answer
from docdeck.models.sites import Site, SiteExternalLink, SiteSection, SiteSectionGroup, SiteSpace
from docdeck.workspace.branches import watch_nodes
from docdeck.workspace.page_nodes import pages_of_page, pages_of_space
from docdeck.workspace.parents import parent_in
from docdeck.workspace.reads import Reads
from docdeck.workspace.session import Session
from docdeck.workspace.tree import Children, Node

MISSING = "(a section that is not there)"


def watch_branch(session: Session, node: Node) -> AsyncGenerator[Children]:
    """What an organization, site, group, section, site space or page holds. Raises DocdeckError."""

    async def build(reads: Reads) -> tuple[Node, ...] | None:
        match node.kind:
            case "organization":
                found = await reads.items(sites.list_in_organization(node.ids["organization"]))
                return None if found is None else tuple(_site(node.ids["organization"], site) for site in found)
            case "site":
                return await _site_entries(reads, node)
            case "section_group":
                return tuple(_entries(node, _children(node.about)))
            case "section":
                return tuple(_entries(node, node.about.site_spaces))
            case "site_space":
                return await pages_of_space(reads, node.key, node.ids["space"])
            case _:
                return await pages_of_page(reads, node)

    return watch_nodes(session, build)


def address_of(site: Site) -> str:
    """Where visitors find a site (raw), without a scheme; empty when nobody told."""
    return site.hostname or str(site.urls.get("published") or "").removeprefix("https://").rstrip("/")


def _site(organization: str, site: Site) -> Node:
    marks = ["published" if site.published else "not published", site.visibility]
    if site.adaptive_content is not None and site.adaptive_content.enabled:
        marks.append("adaptive")
    return Node(
        f"site:{site.id}",
        "site",
        site.title or site.id,
        branch=True,
        path=address_of(site),
        marks=tuple(mark for mark in marks if mark),
        about=site,
        ids={"organization": organization, "site": site.id},
    )


async def _site_entries(reads: Reads, node: Node) -> tuple[Node, ...] | None:
    organization, site = node.ids["organization"], node.ids["site"]
    try:
        structure = await reads.value(sites.structure(organization, site))
    except (NotOffered, NotFound):
        return await _from_lists(reads, node)
    return None if structure is None else tuple(_entries(node, structure.structure))


async def _from_lists(reads: Reads, node: Node) -> tuple[Node, ...] | None:
    """Without a structure the three lists have to do, in the order in which each came."""
    organization, site = node.ids["organization"], node.ids["site"]
    groups, sections, placed = await asyncio.gather(
        reads.items(sites.section_groups(organization, site)),
        reads.items(sites.sections(organization, site)),
        reads.items(sites.site_spaces(organization, site)),
    )
    if groups is None or sections is None or placed is None:
        return None
    return tuple(_entries(node, put_together(groups, sections, placed)))


def put_together(
    groups: Sequence[SiteSectionGroup], sections: Sequence[SiteSection], placed: Sequence[SiteSpace]
) -> list[Answer]:
    """The entries of a site from its three lists. What names a parent that is not there, or itself, stands on top."""
    parents = {group.id: group.section_group for group in groups}
    below: dict[str | None, list[Answer]] = {}
    inside = {
        id(group): [entry for entry in _children(group) if not isinstance(entry, SiteSectionGroup)] for group in groups
    }
    named = {getattr(entry, "id", "") for entries in inside.values() for entry in entries}
    for group in groups:
        below.setdefault(parent_in(parents, group.id), []).append(group)
    known_sections = {section.id for section in sections}
    spaces: dict[str | None, list[SiteSpace]] = {}
    for each in placed:
        spaces.setdefault(each.section if each.section in known_sections else None, []).append(each)
    full = {
        each.id: each if each.site_spaces else each.model_copy(update={"site_spaces": spaces.get(each.id, [])})
        for each in sections
    }
    for section in full.values():
        if section.id not in named:
            above = section.section_group if section.section_group in parents else None
            below.setdefault(above, []).append(section)

    made: dict[str, SiteSectionGroup] = {}
    for group in reversed(_downwards(below)):
        held = [full.get(getattr(entry, "id", ""), entry) for entry in inside[id(group)]]
        deeper = [made[entry.id] if isinstance(entry, SiteSectionGroup) else entry for entry in below.get(group.id, [])]
        made[group.id] = group.model_copy(update={"children": [*held, *deeper], "sections": []})
    top = [made[entry.id] if isinstance(entry, SiteSectionGroup) else entry for entry in below.get(None, [])]
    return [*top, *spaces.get(None, [])]


def _downwards(below: Mapping[str | None, Sequence[Answer]]) -> list[SiteSectionGroup]:
    """Groups, each before those it holds; no recursion, for any depth."""
    order = [entry for entry in below.get(None, ()) if isinstance(entry, SiteSectionGroup)]
    for group in order:  # grows while it is walked
        order.extend(entry for entry in below.get(group.id, ()) if isinstance(entry, SiteSectionGroup))
    return order


def _children(group: SiteSectionGroup) -> Sequence[Answer]:
    return group.children or group.sections


def _entries(above: Node, entries: Iterable[Answer]) -> Iterable[Node]:
    for at, entry in enumerate(entries):
        yield _entry(above, entry, at)


def _entry(above: Node, entry: Answer, at: int) -> Node:
    match entry:
        case SiteSectionGroup():
            return _group(above, entry)
        case SiteSection():
            return _section(above, entry)
        case SiteSpace():
            return _site_space(above, entry)
        case SiteExternalLink():
            key = f"{above.key}/link:{entry.id}"
            return Node(key, "external_link", entry.title, path=entry.url, about=entry, ids=above.ids)
        case _:
            kind = str(getattr(entry, "object", "") or "entry")
            title = str(getattr(entry, "title", "") or MISSING)
            return Node(f"{above.key}/other:{at}", "heading", title, marks=(kind,), about=entry, ids=above.ids)


def _group(above: Node, group: SiteSectionGroup) -> Node:
    marks = ("draft",) if group.draft else ()
    key = f"{above.key}/group:{group.id}"
    inside = bool(_children(group))
    words = marks if inside else (*marks, "empty")
    return Node(key, "section_group", group.title, branch=inside, marks=words, about=group, ids=above.ids)


def _section(above: Node, section: SiteSection) -> Node:
    marks = _marks(default=section.default, condition=section.condition, draft=section.draft)
    return Node(
        f"{above.key}/section:{section.id}",
        "section",
        section.title or MISSING,
        branch=bool(section.site_spaces),
        path=f"/{section.path}" if section.path else "",
        marks=marks if section.site_spaces else (*marks, "empty"),
        about=section,
        ids={**above.ids, "section": section.id},
    )


def _site_space(above: Node, placed: SiteSpace) -> Node:
    marks = _marks(default=placed.default, hidden=placed.hidden, condition=placed.condition, draft=placed.draft)
    return Node(
        f"{above.key}/site-space:{placed.id}",
        "site_space",
        placed.title or placed.space.title,
        branch=True,
        path=f"/{placed.path.strip('/')}",
        marks=marks,
        about=placed,
        ids={**above.ids, "site_space": placed.id, "space": placed.space.id},
    )


def _marks(
    *, default: bool = False, hidden: bool = False, condition: str | None = None, draft: bool = False
) -> tuple[str, ...]:
    words = [("default", default), ("hidden", hidden), ("draft", draft), (f"if {condition}", bool(condition))]
    return tuple(word for word, holds in words if holds)
