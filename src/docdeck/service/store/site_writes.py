"""Changing sites and what stands on them: columns, order, defaults, and the ends of all of it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select, update

from docdeck.service.store.places_schema import site_groups, site_sections, site_spaces, sites
from docdeck.service.store.schema import organizations
from docdeck.service.store.store import Row, Tx


def update_site(tx: Tx, site: str, **values: Any) -> None:
    """Change columns of a site."""
    if "title" in values:
        values["folded"] = values["title"].casefold()
    tx.run(update(sites).where(sites.c.id == site).values(**values))


def delete_site(tx: Tx, site: str) -> None:
    """Remove a site with everything on it; its spaces stay."""
    tx.run(update(organizations).where(organizations.c.default_site == site).values(default_site=None))
    tx.run(delete(sites).where(sites.c.id == site))


def basename_taken(tx: Tx, organization: str, basename: str, site: str) -> bool:
    """Whether another site of the organization has a basename."""
    asked = select(sites.c.id).where(
        sites.c.organization == organization, sites.c.basename == basename, sites.c.id != site
    )
    return tx.value(asked.limit(1)) is not None


def site_space_in(tx: Tx, site: str, id: str) -> Row | None:
    """The placing of a space on a site, without the space."""
    return tx.one(select(site_spaces).where(site_spaces.c.site == site, site_spaces.c.id == id))


def site_spaces_at(tx: Tx, site: str, section: str | None) -> list[Row]:
    """The placings in a section, or outside of sections, in order."""
    inside = site_spaces.c.section.is_(None) if section is None else site_spaces.c.section == section
    order = (site_spaces.c.position, site_spaces.c.id)
    return tx.rows(select(site_spaces).where(site_spaces.c.site == site, inside).order_by(*order))


def section_in(tx: Tx, site: str, id: str) -> Row | None:
    """A section of a site."""
    return tx.one(select(site_sections).where(site_sections.c.site == site, site_sections.c.id == id))


def group_in(tx: Tx, site: str, id: str) -> Row | None:
    """A group of a site."""
    return tx.one(select(site_groups).where(site_groups.c.site == site, site_groups.c.id == id))


def update_site_space(tx: Tx, id: str, **values: Any) -> None:
    """Change columns of a placing."""
    tx.run(update(site_spaces).where(site_spaces.c.id == id).values(**values))


def update_section(tx: Tx, id: str, **values: Any) -> None:
    """Change columns of a section."""
    tx.run(update(site_sections).where(site_sections.c.id == id).values(**values))


def update_group(tx: Tx, id: str, **values: Any) -> None:
    """Change columns of a group."""
    tx.run(update(site_groups).where(site_groups.c.id == id).values(**values))


def into_section(tx: Tx, site: str, section: str) -> None:
    """Put what stands outside of sections into a section."""
    loose = (site_spaces.c.site == site) & site_spaces.c.section.is_(None)
    tx.run(update(site_spaces).where(loose).values(section=section))


def delete_site_space(tx: Tx, id: str) -> None:
    """Take a space off a site."""
    tx.run(delete(site_spaces).where(site_spaces.c.id == id))


def delete_section(tx: Tx, site: str, id: str) -> None:
    """Remove a section and take its spaces off the site."""
    tx.run(delete(site_spaces).where(site_spaces.c.site == site, site_spaces.c.section == id))
    tx.run(delete(site_sections).where(site_sections.c.id == id))


def dissolve_group(tx: Tx, group: Row) -> None:
    """Remove a group; what stands in it moves up to where it stood."""
    for table in (site_sections, site_groups):
        inside = (table.c.site == group["site"]) & (table.c.parent == group["id"])
        tx.run(update(table).where(inside).values(parent=group["parent"]))
    tx.run(delete(site_groups).where(site_groups.c.id == group["id"]))


def set_default_section(tx: Tx, site: str, id: str) -> None:
    """Make a section the site's default one, the only one."""
    mine = site_sections.c.site == site
    tx.run(update(site_sections).where(mine).values(is_default=site_sections.c.id == id))


def set_default_space(tx: Tx, site: str, section: str | None, id: str) -> None:
    """Make a placing the default one of its section, or of the site's root, the only one."""
    inside = site_spaces.c.section.is_(None) if section is None else site_spaces.c.section == section
    tx.run(update(site_spaces).where(site_spaces.c.site == site, inside).values(is_default=site_spaces.c.id == id))
