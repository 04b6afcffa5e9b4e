"""Where pages and files are pointed at from."""

from __future__ import annotations

from typing import Any

import pytest

from docdeck.service.actions.spaces import KeptFile, NewPage
from docdeck.service.paging import Window
from tests.service.conftest import World, new_space

PAGES = (
    NewPage("Start", "[hooks](page:hooks)\n\n[part](anchor:sign?page=hooks) ![Flow](asset:flow)", id="start"),
    NewPage("Guides", type="group", id="guides", pages=(NewPage("Hooks", "[limits](../limits)", id="hooks"),)),
    NewPage("Limits", "[hooks again](guides/hooks.md) [elsewhere](page:start?space=other)", id="limits"),
    NewPage("To hooks", type="link", id="link", target={"kind": "page", "page": "hooks"}),
)


@pytest.fixture
def linked(world: World) -> World:
    """The world with a space whose pages point at each other."""
    world.space = new_space(world, "Linked", PAGES, files=(KeptFile("flow.svg", b"<svg/>", "flow"),))
    return world


async def places(world: World, path: str, who: str = "read", **query: Any) -> list[str]:
    """The pages that point there, with a mark where the block is told."""
    answer = await world.ok(who, "GET", f"{path}/backlinks", **query)
    assert all(item["space"]["id"] == world.space and item["kind"] == "page" for item in answer["items"])
    return [item["page"]["id"] + (" block" if "internalLocation" in item else "") for item in answer["items"]]


async def test_every_place_that_points_at_a_page_is_told_once(linked: World) -> None:
    at = f"{linked.at}/content/page"
    assert await places(linked, f"{at}/hooks") == ["start block", "start block", "limits block", "link"]
    assert await places(linked, f"{at}/limits") == ["hooks block"]
    assert await places(linked, f"{at}/start") == []
    answer = await linked.ok("read", "GET", f"{at}/hooks/backlinks", limit=3)
    assert (len(answer["items"]), answer["count"]) == (3, 4)
    assert await places(linked, f"{at}/hooks", page=answer["next"]["page"]) == ["link"]
    assert len(await places(linked, f"{at}/hooks", page=Window("backlinks").cursor((0, 0)))) == 4
    body = (await linked.ok("read", "GET", f"{at}/start", format="document"))["document"]
    nodes = [item["internalLocation"]["node"] for item in answer["items"][:2]]
    assert nodes == [node["key"] for node in body["nodes"]]


async def test_a_change_request_has_its_own(linked: World) -> None:
    path = await linked.request()
    await linked.words(path, markdown="Nothing here.")
    assert await places(linked, f"{path}/content/page/hooks") == ["limits block", "link"]
    assert await places(linked, f"{path}/content/files/flow") == []
    assert await places(linked, f"{linked.at}/content/files/flow") == ["start block"]


@pytest.mark.parametrize("what", ["page/hooks", "files/flow"])
async def test_who_does_not_see_the_space_is_told_nothing(linked: World, what: str) -> None:
    path = await linked.request()
    for place in (f"{linked.at}/content/{what}", f"{path}/content/{what}"):
        assert (await linked.refused("other", "GET", f"{place}/backlinks"))[0] == 404
        assert (await linked.refused("read", "GET", f"{place}x/backlinks"))[0] == 404
        assert (await linked.refused("read", "GET", f"{place}/backlinks", page="wrong"))[0] == 400
