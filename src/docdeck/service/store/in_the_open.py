"""What a browser without a key may be told: things that are public or unlisted, asked for without a caller."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, func, select

from docdeck.service.store.places_schema import site_spaces, sites
from docdeck.service.store.requests import request_in_space
from docdeck.service.store.schema import organizations, spaces
from docdeck.service.store.sites import site_in
from docdeck.service.store.store import Row, Tx

OPEN = ("public", "unlisted")
"""Visibilities that need no key. Facts: the visibility of a space and of a site."""
OFFERED = ("open", "merged")
"""A draft was not offered to readers yet, and an archived one was taken back."""


def open_space(tx: Tx, space: str) -> Row | None:
    """A space that anybody may read, with `organization_title`."""
    return tx.one(_open_spaces().where(spaces.c.id == space))


def listed_spaces(tx: Tx, organization: str) -> list[Row]:
    """The public spaces of an organization; unlisted ones are only found by those who have their address."""
    mine = (spaces.c.organization == organization, spaces.c.visibility == "public")
    return tx.rows(_open_spaces().where(*mine).order_by(spaces.c.position, spaces.c.id))


def open_request(tx: Tx, space: str, wanted: str) -> Row | None:
    """A change request that was offered to readers, of a space that anybody may read."""
    if open_space(tx, space) is None:
        return None
    row = request_in_space(tx, space, wanted)
    return row if row is not None and row["status"] in OFFERED else None


def organization_title(tx: Tx, organization: str) -> str | None:
    """What an organization is called."""
    return tx.value(select(organizations.c.title).where(organizations.c.id == organization))


def listed_sites(tx: Tx, organization: str) -> list[Row]:
    """The published public sites of an organization."""
    asked = select(sites).where(sites.c.organization == organization, sites.c.visibility == "public", _published())
    return tx.rows(asked.order_by(sites.c.created_at, sites.c.id))


def open_site(tx: Tx, organization: str, site: str) -> Row | None:
    """A published site that anybody may visit."""
    row = site_in(tx, organization, site)
    return row if row is not None and row["published"] and row["visibility"] in OPEN else None


def site_named(tx: Tx, name: str) -> Row | None:
    """The published site that the service itself shows under a name; the oldest, when several have it."""
    named = func.coalesce(func.nullif(sites.c.basename, ""), sites.c.id) == name
    asked = select(sites.c.organization, sites.c.id).where(named, _published(), sites.c.visibility.in_(OPEN))
    for row in tx.rows(asked.order_by(sites.c.created_at, sites.c.id)):
        site = open_site(tx, row["organization"], row["id"])
        if site is not None and not (site["proxy"] or site["hostname"] or site["organization_hostname"]):
            return site
    return None


def open_site_spaces(tx: Tx, site: str) -> list[Row]:
    """The site spaces of a site whose spaces anybody may read, in their order, columns as `on_site_...`."""
    placed = [column.label(f"on_site_{column.name}") for column in site_spaces.c]
    asked = _open_spaces().join(site_spaces, site_spaces.c.space == spaces.c.id).add_columns(*placed)
    return tx.rows(asked.where(site_spaces.c.site == site).order_by(site_spaces.c.position, site_spaces.c.id))


def _published() -> ColumnElement[bool]:
    return sites.c.published.is_(True)


def _open_spaces() -> Select[Any]:
    own = organizations.c.id == spaces.c.organization
    asked = select(spaces, organizations.c.title.label("organization_title"))
    return (
        asked.select_from(spaces)
        .join(organizations, own)
        .where(spaces.c.deleted_at.is_(None), spaces.c.visibility.in_(OPEN))
    )
