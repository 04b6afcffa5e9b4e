"""Links of a space: what they point at, what is broken, and the counts; and who may open what."""

from __future__ import annotations

from typing import Any

import pytest

from docdeck.models.base import ROLES
from docdeck.models.links import Link, LinkStats
from docdeck.models.spaces import ContentPermission
from docdeck.service.actions.spaces import NewPage
from docdeck.service.store.people import insert_grant
from tests.service.conftest import World, new_space
from tests.service.places import add_collections

TEXT = """# Start

[hooks](page:hooks), again [hooks](page:hooks), [gone](page:gone), [part](anchor:signing?page=hooks),
[no part](anchor:nowhere?page=hooks), [here](#start), [book](space:{book}), [secret](space:{secret}),
[shelf](collection:{shelf}), [me](user:{user}), [nobody](user:nobody), [web](https://example.org/x),
[app](http://service.test/s/abc), [mail](mailto:a@example.org), [file](asset:f1), [path](guides/webhooks.md),
[lost](../lost.md), [their page](page:start?space={book}), [their lost page](page:none?space={book})
"""
HOOKS = "## Signing\n\nSign. See [limits](../limits)."


async def fetch(world: World, who: str = "read", **query: Any) -> tuple[dict[str, list[Link]], LinkStats, Any]:
    answer = await world.ok(who, "GET", f"{world.at}/links", **query)
    found: dict[str, list[Link]] = {}
    for item in answer["items"]:
        link = Link.model_validate(item)
        found.setdefault(link.status, []).append(link)
    return found, LinkStats.model_validate(answer["stats"]), answer


def write(world: World) -> None:
    """A space full of links becomes the world's space."""
    places = add_collections(world)
    names = {
        "book": world.space,
        "secret": "another-company",
        "shelf": places.ids["Outer"],
        "user": world.users["admin"],
    }
    pages = (
        NewPage("Start", TEXT.format(**names), id="start"),
        NewPage("Guides", type="group", id="guides", pages=(NewPage("Webhooks", HOOKS, id="hooks"),)),
        NewPage("Limits", "Ten.", id="limits"),
        NewPage("Site", type="link", id="link", target={"kind": "url", "url": "https://example.org/x"}),
    )
    world.space = new_space(world, "Linked", pages)


async def test_links_are_told_once_by_what_they_point_at(world: World) -> None:
    write(world)
    found, stats, answer = await fetch(world)
    assert [link.target_reference["url"] for link in found["in-app"] if link.target_reference] == [
        "http://service.test/s/abc"
    ]
    assert all(link.target_reference is None for link in found["broken"])
    assert len(found["broken"]) == 7
    assert (stats.total, stats.broken.total, stats.broken.change_request) == (answer["count"], 7, 0)
    targets = {
        (link.target_reference or {}).get("page", {}).get("id", (link.target_reference or {})["kind"]): link
        for link in found["ok"]
        if "internalLocation" not in (link.target_reference or {})
    }
    hooks = targets["hooks"]
    assert hooks.target_reference
    assert hooks.target_reference["kind"] == "page"
    assert hooks.target_reference["space"]["id"] == world.space
    assert hooks.target_reference["organization"]["title"] == "Acme"
    assert [place["page"]["id"] for place in hooks.location_references] == ["start"] * 3
    assert all(place["internalLocation"]["type"] == "node" for place in hooks.location_references)
    assert [place["page"]["id"] for place in targets["limits"].location_references] == ["hooks"]
    assert {"space", "collection", "user", "start", "url"} <= set(targets)
    anchors = [link.target_reference["internalLocation"] for link in found["ok"] if link.target_reference and
               "internalLocation" in link.target_reference]  # fmt: skip
    assert sorted(anchor["anchor"] for anchor in anchors) == ["signing", "start"]


async def test_links_come_by_status_and_page_by_page(world: World) -> None:
    write(world)
    _found, stats, everything = await fetch(world)
    together: list[Any] = []
    for status in ("ok", "broken", "in-app"):
        one, same, answer = await fetch(world, status=status)
        assert (set(one), same, answer["count"]) == ({status}, stats, len(answer["items"]))
        together += answer["items"]
    assert len(together) == stats.total
    collected: list[Any] = []
    page: dict[str, str] = {}
    while True:
        answer = (await fetch(world, limit=4, **page))[2]
        collected += answer["items"]
        if "next" not in answer:
            break
        page = {"page": answer["next"]["page"]}
    assert collected == everything["items"]
    assert (await world.refused("read", "GET", f"{world.at}/links", status="lost"))[0] == 400
    assert (await world.refused("read", "GET", f"{world.at}/links", limit=0))[0] == 400
    assert (await world.refused("read", "GET", f"{world.at}/links", page="x"))[0] == 400
    assert (await world.refused("other", "GET", f"{world.at}/links"))[0] == 404
    assert (await world.refused("nobody", "GET", f"{world.at}/links"))[0] == 401


async def test_what_open_change_requests_would_break_is_counted(world: World) -> None:
    write(world)
    path = await world.request()
    await world.edit(path, {"operation": "delete_page", "page": "hooks"})
    stats = (await fetch(world))[1]
    assert (stats.broken.total, stats.broken.change_request) == (7, 3)
    await world.ok("edit", "PATCH", path, {"status": "draft"})
    assert (await fetch(world))[1].broken.change_request == 0
    await world.ok("edit", "PATCH", path, {"status": "open"})
    await world.ok("review", "POST", f"{path}/merge")
    stats = (await fetch(world))[1]
    assert stats.broken.change_request == 0
    assert stats.broken.total > 7


async def test_what_one_may_not_see_is_broken_for_oneself(world: World) -> None:
    write(world)
    with world.store.write() as tx:
        insert_grant(tx, world.space, world.users["guest"], "read")
    guests = (await fetch(world, "guest"))[1]
    assert guests.broken.total == 8  # the collection


@pytest.mark.parametrize("default", [None, "comment", "read"])
async def test_who_may_do_what_is_what_they_may(world: World, default: str | None) -> None:
    space = new_space(world, "Capped", default_level=default)
    with world.store.write() as tx:
        insert_grant(tx, space, world.users["guest"], "edit")
        insert_grant(tx, space, world.users["create"], "read")
    path = f"/v1/spaces/{space}/permissions/aggregate"
    answer = await world.ok("read", "GET", path)
    told = {item["user"]["id"]: ContentPermission.model_validate(item).permission for item in answer["items"]}
    assert answer["count"] == len(told) == 7
    for who in (*ROLES, "guest"):
        may = (await world.ok(who, "GET", f"/v1/spaces/{space}"))["permissions"]
        role = told[world.users[who]]
        assert may["edit"] == (ROLES.index(role) >= ROLES.index("edit")), who
        assert may["admin"] == (role == "admin")
        assert may["comment"] == (role != "read")
    edit = await world.ok("read", "GET", path, role="edit")
    assert edit["count"] == len(edit["items"]) == sum(role == "edit" for role in told.values())
    assert (await world.refused("guest", "GET", path))[0] == 403
    assert (await world.refused("read", "GET", path, role="guest"))[0] == 400
    assert (await world.refused("other", "GET", path))[0] == 404


async def test_who_may_do_what_with_a_collection(world: World) -> None:
    places = add_collections(world)
    answer = await world.ok("read", "GET", f"/v1/collections/{places.ids['Outer']}/permissions/aggregate")
    told = {item["user"]["displayName"].split()[0].lower(): item["permission"] for item in answer["items"]}
    assert told == {
        "admin": "admin",
        "read": "read",
        **dict.fromkeys(("comment", "edit", "review", "create"), "comment"),
    }
