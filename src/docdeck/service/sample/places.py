"""Sets up what stands around the spaces: collections, teams and sites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docdeck.service.sample.files import Table
from docdeck.service.store import Tx
from docdeck.service.store.collections import insert_collection
from docdeck.service.store.sites import (
    insert_section,
    insert_section_group,
    insert_share_link,
    insert_site,
    insert_site_space,
)
from docdeck.service.store.teams import insert_team, insert_team_member

Ids = dict[str, str]
"""Ids by the keys of the data files."""


def add_collection(tx: Tx, told: Table, organizations: Mapping[str, str], collections: Ids) -> None:
    """Add a collection below its parent, which was added before."""
    collections[told["key"]] = insert_collection(
        tx,
        organizations[told["organization"]],
        told["title"],
        description=told["description"],
        parent=collections[told["parent"]] if "parent" in told else None,
        default_level=told.get("default_level"),
    )


def add_team(tx: Tx, told: Table, organization: str, users: Mapping[str, str], teams: Ids) -> None:
    """Add a team with its owners and members."""
    team = teams[told["key"]] = insert_team(tx, organization, told["title"])
    for role in ("owner", "member"):
        for who in told[f"{role}s"]:
            insert_team_member(tx, team, users[who], role)


def add_site(tx: Tx, told: Table, organizations: Mapping[str, str], sites: Ids) -> None:
    """Add a site without content."""
    claims = told.get("claims")
    site = sites[told["key"]] = insert_site(
        tx,
        organizations[told["organization"]],
        told["title"],
        type=told["type"],
        visibility=told["visibility"],
        published=told["published"],
        hostname=told["hostname"],
        basename=told["basename"],
        adaptive=claims is not None,
        adaptive_schema=None if claims is None else _schema(claims, told.get("unsigned_claims", {})),
        customization=told.get("customization"),
    )
    for name in told.get("share_links", []):
        insert_share_link(tx, site, name)


def add_structure(tx: Tx, told: Table, sites: Mapping[str, str], spaces: Mapping[str, str]) -> None:
    """Put sections and spaces on a site; a group comes right before the first section inside it."""
    site = sites[told["key"]]
    waiting = {group["key"]: group for group in told.get("group", [])}
    groups: Ids = {}

    def group_id(key: str | None) -> str | None:
        if key is not None and key not in groups:
            group = waiting[key]
            above = group_id(group.get("parent"))
            groups[key] = insert_section_group(tx, site, group["title"], icon=group["icon"], parent=above)
        return None if key is None else groups[key]

    for section in told.get("section", []):
        made = insert_section(
            tx,
            site,
            section["title"],
            section["path"],
            description=section.get("description"),
            icon=section["icon"],
            group=group_id(section.get("group")),
            default=section.get("default", False),
            condition=section.get("condition"),
        )
        _add_spaces(tx, section["spaces"], site, made, spaces)
    _add_spaces(tx, told.get("spaces", []), site, None, spaces)


def _add_spaces(tx: Tx, shown: list[Table], site: str, section: str | None, spaces: Mapping[str, str]) -> None:
    for one in shown:
        insert_site_space(
            tx,
            site,
            spaces[one["space"]],
            section=section,
            path=one["at"] or None,
            title=one.get("title"),
            default=one.get("default", False),
            condition=one.get("condition"),
            hidden=one.get("hidden", False),
        )


def _schema(claims: Mapping[str, str], unsigned: Mapping[str, str]) -> dict[str, Any]:
    """The visitor schema of a site: what its conditions may ask. Document: "Site adaptive schema"."""
    properties: dict[str, Any] = _booleans(claims)
    if unsigned:
        properties["unsigned"] = {
            "type": "object",
            "description": "Unsigned claims of the site visitor.",
            "properties": _booleans(unsigned),
            "additionalProperties": False,
        }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _booleans(claims: Mapping[str, str]) -> dict[str, Any]:
    return {name: {"type": "boolean", "description": description} for name, description in claims.items()}
