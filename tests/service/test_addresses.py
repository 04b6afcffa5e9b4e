"""A pasted address of this service leads to what it shows, for those who may see it."""

from __future__ import annotations

from typing import Any

import pytest

from docdeck.models.addresses import ContentOfUrl
from tests.service.conftest import World
from tests.service.places import add_collections

BASE = "http://service.test"


async def found(world: World, url: str, who: str = "read") -> ContentOfUrl:
    return ContentOfUrl.model_validate(await world.ok(who, "GET", "/v1/urls/content", url=url))


async def test_every_address_that_answers_carry_leads_back(world: World) -> None:
    path = await world.request()
    await world.edit(
        path, {"operation": "insert_page", "into": "guides", "title": "New", "document": {"markdown": "x"}}
    )
    space, request = await world.ok("read", "GET", world.at), await world.ok("read", "GET", path)
    answer = await world.ok("read", "GET", "/v1/urls/content", url=space["urls"]["app"])
    assert answer == {"space": space}
    answer = await world.ok("read", "GET", "/v1/urls/content", url=request["urls"]["app"])
    assert answer == {"space": space, "changeRequest": request}
    for place in (f"{world.at}/content", f"{world.at}/revisions/{request['revision']}", f"{path}/content"):
        page = await world.ok("read", "GET", f"{place}/page/hooks")
        answer = await world.ok("read", "GET", "/v1/urls/content", url=page["urls"]["app"])
        assert answer["page"] == page
        assert answer["space"] == space
        assert ("changeRequest" in answer) == place.endswith(f"{request['id']}/content")


async def test_groups_new_pages_and_slashes_at_the_end_are_found(world: World) -> None:
    path = await world.request()
    new = {"operation": "insert_page", "title": "Neu & schön", "slug": "neu schön", "document": {"markdown": "x"}}
    await world.edit(path, new)
    group = (await found(world, f"{BASE}/s/{world.space}/guides/")).page
    assert group is not None
    assert (group.id, [page.id for page in group.pages]) == ("guides", ["hooks"])
    page = (await found(world, f"{BASE}/s/{world.space}/~/changes/1/neu%20sch%C3%B6n?x=1#part")).page
    assert page is not None
    assert page.title == "Neu & schön"
    assert (await found(world, f" {BASE}/s/{world.space} ")).space is not None


async def test_collections_are_found_by_their_address(world: World) -> None:
    places = add_collections(world)
    outer = await world.ok("admin", "GET", f"/v1/collections/{places.ids['Outer']}")
    answer = await world.ok("admin", "GET", "/v1/urls/content", url=outer["urls"]["app"])
    assert answer == {"collection": outer}
    elsewhere = outer["urls"]["app"].replace(world.organization, "other")
    for who, url in (("other", outer["urls"]["app"]), ("admin", elsewhere)):
        assert (await world.refused(who, "GET", "/v1/urls/content", url=url))[0] == 404


@pytest.mark.parametrize(
    "path",
    ["", "/", "/s", "/s/none", "/s/{space}/none", "/s/{space}/~", "/s/{space}/~/changes", "/s/{space}/~/changes/99",
     "/s/{space}/~/revisions/none", "/s/{space}/~/other/1", "/o/{org}", "/o/{org}/c/none", "/v1/spaces/{space}"],
)  # fmt: skip
async def test_what_leads_nowhere_is_missing(world: World, path: str) -> None:
    url = BASE + path.format(space=world.space, org=world.organization)
    assert (await world.refused("admin", "GET", "/v1/urls/content", url=url))[0] == 404


async def test_strangers_other_hosts_and_no_addresses_are_refused(world: World) -> None:
    url = f"{BASE}/s/{world.space}"
    await world.ok("guest", "GET", "/v1/urls/content", url=url)
    wrong: list[tuple[str, dict[str, Any], int]] = [
        ("other", {"url": url}, 404),
        ("gone", {"url": url}, 404),
        ("admin", {"url": f"https://elsewhere.example.org/s/{world.space}"}, 404),
        ("admin", {"url": "http://[broken"}, 400),
        ("admin", {"url": url + "x" * 2048}, 400),
        ("admin", {}, 400),
    ]
    for who, query, status in wrong:
        assert (await world.refused(who, "GET", "/v1/urls/content", **query))[0] == status, query
