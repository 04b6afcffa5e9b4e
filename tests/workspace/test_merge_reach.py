"""What a merge reaches: broken links where the server counts them, and the sites that show the space."""

from __future__ import annotations

import json

import pytest

from docdeck.workspace.merging import prepare_merge
from tests.workspace.asking import read
from tests.workspace.world import World

LINKS = ("GET", "/links")


async def links_check(world: World, request: str) -> tuple[str, str]:
    session = world.session("mira")
    revision = (await read(session, world, request)).revision
    sheet = await prepare_merge(session, world.space, request, revision)
    assert not sheet.blocked
    assert sheet.problems == ()
    return next((check.state, check.text) for check in sheet.checks if check.rule == "links")


@pytest.mark.parametrize(
    ("broken", "expected"),
    [
        ({"total": 0, "changeRequest": 0}, ("ok", "no broken link")),
        ({"total": 1}, ("warn", "1 broken link in the space")),
        (
            {"total": 3, "changeRequest": 2},
            ("warn", "3 broken links in the space, 2 of them only in change requests"),
        ),
    ],
)
async def test_broken_links_are_counted(
    world: World, request_id: str, broken: dict[str, int], expected: tuple[str, str]
) -> None:
    body = {"items": [], "next": None, "count": 0, "stats": {"total": 9, "broken": broken}}
    world.wire.answers[LINKS] = json.dumps(body).encode()
    assert await links_check(world, request_id) == expected


@pytest.mark.parametrize(
    ("status", "words"),
    [(404, "this server does not count them"), (501, "this server does not count them"), (403, "could not be counted")],
)
async def test_a_server_that_does_not_count_links_blocks_nothing(
    world: World, request_id: str, status: int, words: str
) -> None:
    world.wire.status[LINKS] = status
    state, text = await links_check(world, request_id)
    assert state == "server"
    assert words in text


async def test_the_sites_that_show_the_space_are_named(world: World, request_id: str) -> None:
    site = {"object": "site", "id": "site1", "title": "Docs", "published": True, "urls": {}}
    placed = {
        "object": "site-space", "id": "ss1", "title": "Handbook",
        "space": {"object": "space", "id": world.space, "title": "Handbook", "organization": world.organization},
        "urls": {"published": "https://docs.acme.example/handbook/"},
    }  # fmt: skip
    group = {
        "object": "site-section-group", "id": "g1", "title": "Group",
        "children": [{"object": "site-section", "id": "s1", "title": "Section", "siteSpaces": [placed]}],
    }  # fmt: skip
    listing = {"items": [site, {**site, "id": "site2"}], "next": None, "count": 2}
    world.wire.answers["GET", f"{world.organization}/sites"] = json.dumps(listing).encode()
    world.wire.answers["GET", "site1/structure"] = json.dumps({"type": "sections", "structure": [group]}).encode()
    world.wire.status["GET", "site2/structure"] = 404
    session = world.session("mira")
    sheet = await prepare_merge(session, world.space, request_id, "")
    assert sheet.sites == ("docs.acme.example/handbook",)
