"""Sites, their groups, sections and site spaces. Document sections: "Site" to "Site section group"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, and_, func, select

from docdeck.service.paging import Slice, Window
from docdeck.service.rules.customization import features_of
from docdeck.service.rules.pages import slug_of
from docdeck.service.store.matching import holds
from docdeck.service.store.paged import cut
from docdeck.service.store.places_schema import share_links, site_groups, site_sections, site_spaces, sites
from docdeck.service.store.schema import organizations, spaces
from docdeck.service.store.spaces import seen_with_counts
from docdeck.service.store.store import Row, Tx


def insert_site(
    tx: Tx,
    organization: str,
    title: str,
    *,
    id: str | None = None,
    type: str = "basic",
    visibility: str = "public",
    published: bool = False,
    hostname: str | None = None,
    basename: str | None = None,
    proxy: Mapping[str, str] | None = None,
    icon: Mapping[str, Any] | None = None,
    adaptive: bool = False,
    adaptive_schema: Mapping[str, Any] | None = None,
    agents_context: str = "included",
    ads: Mapping[str, Any] | None = None,
    features: Sequence[Mapping[str, Any]] | None = None,
    customization: Mapping[str, Any] | None = None,
    scripts: Sequence[Mapping[str, Any]] = (),
) -> str:
    """Add a site without content; `customization` holds what differs from the defaults. Answers the id."""
    made = id or tx.ids()
    tx.insert(
        sites,
        id=made,
        organization=organization,
        type=type,
        title=title,
        folded=title.casefold(),
        icon=icon,
        hostname=hostname,
        basename=basename,
        proxy=proxy,
        visibility=visibility,
        published=published,
        created_at=tx.now(),
        adaptive=adaptive,
        adaptive_schema=adaptive_schema,
        adaptive_at=None if adaptive_schema is None else tx.now(),
        agents_context=agents_context,
        ads=ads or {"status": "pending", "submittable": False},
        features=features_of(type) if features is None else list(features),
        customization=customization or {},
        scripts=list(scripts),
    )
    return made


def insert_section_group(
    tx: Tx,
    site: str,
    title: str,
    *,
    id: str | None = None,
    icon: str | None = None,
    parent: str | None = None,
    draft: bool = False,
) -> str:
    """Add a group after all groups and sections of the site; answers the id."""
    made = id or tx.ids()
    position = _next_entry(tx, site)
    tx.insert(site_groups, id=made, site=site, parent=parent, position=position, title=title, icon=icon, draft=draft)
    return made


def insert_section(
    tx: Tx,
    site: str,
    title: str,
    path: str,
    *,
    id: str | None = None,
    description: str | None = None,
    icon: str | None = None,
    group: str | None = None,
    default: bool = False,
    condition: str | None = None,
    draft: bool = False,
) -> str:
    """Add a section after all groups and sections of the site; answers the id."""
    made = id or tx.ids()
    tx.insert(
        site_sections,
        id=made,
        site=site,
        parent=group,
        position=_next_entry(tx, site),
        title=title,
        description=description,
        path=path,
        icon=icon,
        is_default=default,
        condition=condition,
        draft=draft,
    )
    return made


def insert_site_space(
    tx: Tx,
    site: str,
    space: str,
    *,
    id: str | None = None,
    section: str | None = None,
    path: str | None = None,
    title: str | None = None,
    default: bool = False,
    condition: str | None = None,
    hidden: bool = False,
    draft: bool = False,
    customization: Mapping[str, Any] | None = None,
) -> str:
    """Put a space on a site after all others; without a path, one is made from the title. Answers the id."""
    made = id or tx.ids()
    tx.insert(
        site_spaces,
        id=made,
        site=site,
        section=section,
        position=_last(tx, site_spaces, site) + 1,
        space=space,
        title=title,
        path=path or _free_path(tx, site, section, space, title),
        is_default=default,
        condition=condition,
        hidden=hidden,
        draft=draft,
        customization=customization,
    )
    return made


def insert_share_link(tx: Tx, site: str, name: str, *, key: str | None = None, active: bool = True) -> str:
    """Add a secret address of a site; answers its key."""
    made = key or tx.ids()
    tx.insert(share_links, key=made, site=site, name=name, active=active, created_at=tx.now())
    return made


def _last(tx: Tx, table: Table, site: str) -> int:
    return tx.value(select(func.max(table.c.position)).where(table.c.site == site)) or 0


def _next_entry(tx: Tx, site: str) -> int:
    """Groups and sections share one order."""
    return max(_last(tx, site_groups, site), _last(tx, site_sections, site)) + 1


def _free_path(tx: Tx, site: str, section: str | None, space: str, title: str | None) -> str:
    name: str = title or tx.value(select(spaces.c.title).where(spaces.c.id == space)) or ""
    wanted = slug_of(name)
    same = site_spaces.c.section.is_(None) if section is None else site_spaces.c.section == section
    asked = select(site_spaces.c.path).where(site_spaces.c.site == site, same, site_spaces.c.path.like(f"{wanted}%"))
    taken = {row["path"] for row in tx.rows(asked)}
    path, number = wanted, 1
    while path in taken:
        number += 1
        path = f"{wanted}-{number}"
    return path


def sites_in(
    tx: Tx,
    organization: str,
    window: Window,
    *,
    space: str | None,
    title: str | None,
    published: bool | None,
    types: Sequence[str],
) -> Slice:
    """The sites of an organization with `site_spaces` counted, oldest first."""
    asked = _sites(organization)
    if space is not None:
        asked = asked.where(sites.c.id.in_(select(site_spaces.c.site).where(site_spaces.c.space == space)))
    if title:
        asked = asked.where(holds(sites.c.folded, title))
    if published is not None:
        asked = asked.where(sites.c.published.is_(published))
    if types:
        asked = asked.where(sites.c.type.in_(types))
    return cut(tx, asked, window, sites.c.created_at, sites.c.id)


def site_in(tx: Tx, organization: str, site: str) -> Row | None:
    """One site of an organization with `site_spaces` counted."""
    return tx.one(_sites(organization).where(sites.c.id == site))


def share_key_fits(tx: Tx, site: str, key: str) -> bool:
    """Whether a share key opens a site today."""
    asked = select(share_links.c.key).where(
        share_links.c.key == key, share_links.c.site == site, share_links.c.active.is_(True)
    )
    return tx.value(asked) is not None


def _sites(organization: str) -> Select[Any]:
    shown = (
        select(func.count())
        .select_from(site_spaces.join(spaces, spaces.c.id == site_spaces.c.space))
        .where(site_spaces.c.site == sites.c.id, spaces.c.deleted_at.is_(None))
        .correlate(sites)
        .scalar_subquery()
    )
    return (
        select(sites, shown.label("site_spaces"), organizations.c.hostname.label("organization_hostname"))
        .select_from(sites.join(organizations, organizations.c.id == sites.c.organization))
        .where(sites.c.organization == organization)
    )


def sections_of(tx: Tx, site: str, window: Window) -> Slice:
    """The sections of a site in their order."""
    asked = select(site_sections).select_from(site_sections).where(site_sections.c.site == site)
    return cut(tx, asked, window, site_sections.c.position, site_sections.c.id)


def groups_of(tx: Tx, site: str, window: Window) -> Slice:
    """The groups of a site in their order, nested ones too."""
    asked = select(site_groups).select_from(site_groups).where(site_groups.c.site == site)
    return cut(tx, asked, window, site_groups.c.position, site_groups.c.id)


def all_sections(tx: Tx, site: str) -> list[Row]:
    """All sections of a site in their order."""
    order = (site_sections.c.position, site_sections.c.id)
    return tx.rows(select(site_sections).where(site_sections.c.site == site).order_by(*order))


def all_groups(tx: Tx, site: str) -> list[Row]:
    """All groups of a site in their order."""
    return tx.rows(
        select(site_groups).where(site_groups.c.site == site).order_by(site_groups.c.position, site_groups.c.id)
    )


def site_spaces_of(tx: Tx, caller: str, site: str, window: Window, *, default: bool | None) -> Slice:
    """The site spaces of a site in their order; deleted spaces and those hidden from the caller are left out.

    `default` keeps those that are the default at their place, or all others.
    """
    asked = _site_spaces(caller, site_spaces.c.site == site)
    if default is not None:
        asked = asked.where(site_spaces.c.is_default.is_(default))
    return cut(tx, asked, window, site_spaces.c.position, site_spaces.c.id)


def site_spaces_in(tx: Tx, caller: str, site: str, sections: Sequence[str] | None) -> list[Row]:
    """The site spaces of some sections, or of the whole site, in their order."""
    condition: ColumnElement[bool] = site_spaces.c.site == site
    if sections is not None:
        condition = and_(condition, site_spaces.c.section.in_(sections))
    order = (site_spaces.c.position, site_spaces.c.id)
    return tx.rows(_site_spaces(caller, condition).order_by(*order))


def site_space_with_space(tx: Tx, caller: str, site: str, id: str) -> Row | None:
    """One site space with its space, or None when the space is hidden from the caller."""
    return tx.one(_site_spaces(caller, and_(site_spaces.c.site == site, site_spaces.c.id == id)))


def _site_spaces(caller: str, condition: ColumnElement[bool]) -> Select[Any]:
    """Spaces as the caller sees them, with the columns of the site space under names that begin with `on_site_`."""
    placed = [column.label(f"on_site_{column.name}") for column in site_spaces.c]
    joined = seen_with_counts(caller).join(site_spaces, site_spaces.c.space == spaces.c.id)
    return joined.add_columns(*placed).where(condition)
