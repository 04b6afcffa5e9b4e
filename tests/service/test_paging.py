from __future__ import annotations

import base64

import pytest

from tests.service.conftest import World


async def test_pages_of_a_list_hold_each_item_once_while_others_are_added(world: World) -> None:
    for number in range(7):
        await world.request(subject=f"Request {number}")
    path = f"{world.at}/change-requests"
    seen: list[str] = []
    page: dict[str, str] = {}
    while True:
        part = await world.ok("read", "GET", path, limit=3, **page)
        seen.extend(item["subject"] for item in part["items"])
        await world.request(subject="added in between")
        if "next" not in part:
            break
        page = {"page": part["next"]["page"]}
    assert seen == [f"Request {number}" for number in range(6, -1, -1)]


async def test_the_count_is_of_all_items(world: World) -> None:
    for _ in range(3):
        await world.request()
    part = await world.ok("read", "GET", f"{world.at}/change-requests", limit=2)
    assert (part["count"], len(part["items"])) == (3, 2)


async def test_a_list_without_a_limit_is_cut_at_fifty(world: World) -> None:
    for _ in range(51):
        await world.ok("comment", "POST", f"{world.at}/comments", {"body": {"markdown": "x"}})
    assert len((await world.ok("read", "GET", f"{world.at}/comments"))["items"]) == 50
    assert len((await world.ok("read", "GET", f"{world.at}/comments", limit=1000))["items"]) == 51


@pytest.mark.parametrize("limit", ["0", "-1", "1001", "x", "1.5", "", "٣", "9" * 30])
async def test_other_limits_are_refused(world: World, limit: str) -> None:
    status, message = await world.refused("read", "GET", "/v1/orgs", limit=limit)
    assert status == 400
    assert message.startswith("limit:")


async def test_made_up_pages_are_refused(world: World) -> None:
    members = f"/v1/orgs/{world.organization}/members"
    other = (await world.ok("read", "GET", members, limit=1))["next"]["page"]
    nested = base64.urlsafe_b64encode(b'["orgs", {}, []]').decode()
    for page in ("", "x", "ÄÖ", "e30", other, nested, base64.urlsafe_b64encode(b'["orgs"]').decode()):
        status, message = await world.refused("read", "GET", "/v1/orgs", page=page)
        assert status == 400, page
        assert message.startswith("page:")
    assert (await world.refused("read", "GET", members, page=other, order="asc"))[0] == 400
