"""Lists of places ask the database a fixed number of questions, and find what they list by an index."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from docdeck.service.actions.spaces import NewPage
from docdeck.service.store.collections import insert_collection
from docdeck.service.store.sites import insert_section, insert_section_group, insert_site, insert_site_space
from docdeck.service.store.teams import insert_team, insert_team_member
from tests.service.conftest import World, new_space
from tests.service.places import add_collections, add_site, add_teams
from tests.service.test_questions import questions


def paths(world: World, site: str, collection: str, team: str) -> list[str]:
    org, me = f"/v1/orgs/{world.organization}", world.users["edit"]
    return [
        f"{org}/collections",
        f"/v1/collections/{collection}/spaces",
        f"{org}/sites",
        f"{org}/sites?space={world.space}",
        *(f"{site}/{part}" for part in ("site-spaces", "sections", "section-groups", "structure", "published")),
        f"{org}/teams",
        f"{org}/teams?owner={me}",
        f"{org}/teams/{team}/members",
        f"{org}/members/{me}/teams",
        f"{org}/members/{me}/spaces",
        f"{org}/search?query=paragraph",
        f"{world.at}/search?query=paragraph",
    ]


async def test_long_lists_of_places_ask_no_more_than_short_ones(world: World) -> None:
    site, collections, teams = add_site(world), add_collections(world), add_teams(world)
    asked_for = paths(world, site.site, collections.ids["Outer"], teams.ids["Writers"])

    async def costs() -> list[int]:
        found: list[int] = []
        for path in asked_for:
            with questions() as asked:
                await world.ok("read", "GET", path)
            found.append(len(asked))
        return found

    before = await costs()
    for number in range(5):
        space = new_space(world, f"S{number}", [NewPage("P", "One more paragraph.")], parent=collections.ids["Outer"])
        with world.store.write() as tx:
            insert_site(tx, world.organization, f"Site {number}")
            group = insert_section_group(tx, site.ids["site"], f"G{number}", parent=site.ids["Build"])
            section = insert_section(tx, site.ids["site"], f"S{number}", f"s{number}", group=group)
            insert_site_space(tx, site.ids["site"], space, section=section)
            insert_collection(tx, world.organization, f"C{number}")
            insert_team_member(tx, insert_team(tx, world.organization, f"T{number}"), world.users["edit"], "owner")
    assert await costs() == before
    assert max(before) <= 10


@pytest.mark.parametrize("who", ["admin", "guest"])
async def test_nothing_reads_a_table_from_end_to_end(world: World, who: str) -> None:
    site, collections, teams = add_site(world), add_collections(world), add_teams(world)
    scans: list[str] = []

    def explain(connection: Connection, _cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if statement.startswith("SELECT"):
            plan = connection.connection.cursor()
            plan.execute(f"EXPLAIN QUERY PLAN {statement}", values)
            scans.extend(f"{row[3]} in {statement}" for row in plan.fetchall() if reads_all(row[3]))

    def reads_all(step: str) -> bool:
        return step.startswith("SCAN ") and step.split()[1] in world_tables

    world_tables = {
        "users", "members", "spaces", "grants", "collections", "sites", "site_groups", "site_sections", "site_spaces",
        "share_links", "teams", "team_members", "search_pages", "search_words", "documents", "comments",
        "change_requests",
    }  # fmt: skip
    event.listen(Engine, "before_cursor_execute", explain)
    try:
        for path in paths(world, site.site, collections.ids["Outer"], teams.ids["Writers"]):
            await world.call(who, "GET", path)
    finally:
        event.remove(Engine, "before_cursor_execute", explain)
    assert scans == []
