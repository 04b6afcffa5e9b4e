"""Share links of a site: their addresses open it while they are active, and only people who change sites see them."""

from __future__ import annotations

from typing import Any

from docdeck.models.share_links import ShareLink
from docdeck.service.paging import Window
from tests.service.conftest import World
from tests.service.places import add_site


async def shared_site(world: World) -> str:
    """The path of a published site that only share links open."""
    site = add_site(world).site
    await world.ok("admin", "PATCH", site, {"visibility": "share-link"})
    return site


async def make(world: World, site: str, name: str = "For friends", who: str = "create") -> ShareLink:
    answer = await world.call(who, "POST", f"{site}/share-links", {"name": name})
    assert answer.status_code == 201, answer.text
    assert answer.headers["location"] == f"http://service.test{site}/share-links/{answer.json()['id']}"
    return ShareLink.model_validate(answer.json())


async def opens(world: World, site: str, address: str) -> bool:
    """Whether the key in an address opens the published site."""
    key = address.rstrip("/").rpartition("/")[2]
    return (await world.call("read", "GET", f"{site}/published", shareKey=key)).status_code == 200


async def test_a_link_opens_the_site_until_it_is_switched_off_or_deleted(world: World) -> None:
    site = await shared_site(world)
    link = await make(world, site)
    assert (link.object, link.name, link.active) == ("share-link", "For friends", True)
    address = link.urls["published"]
    assert address.startswith("https://docs.acme.test/")
    assert link.id not in address
    assert await opens(world, site, address)
    path = f"{site}/share-links/{link.id}"
    off = ShareLink.model_validate(await world.ok("create", "PATCH", path, {"active": False, "name": "Nobody"}))
    assert (off.name, off.active, off.urls) == ("Nobody", False, {})
    assert not await opens(world, site, address)
    on = ShareLink.model_validate(await world.ok("create", "PATCH", path, {"active": True}))
    assert (on.name, on.urls["published"]) == ("Nobody", address)
    assert await opens(world, site, address)
    for _ in range(2):
        await world.ok("create", "DELETE", path)
    assert not await opens(world, site, address)
    assert (await world.refused("create", "PATCH", path, {"active": True}))[0] == 404


async def test_links_are_listed_in_parts_and_by_name(world: World) -> None:
    site = await shared_site(world)
    made = [await make(world, site, name) for name in ("One", "Zwölf", "Three")]
    found: list[ShareLink] = []
    query: dict[str, Any] = {}
    while True:
        answer = await world.ok("create", "GET", f"{site}/share-links", limit=2, **query)
        assert answer["count"] == 3
        found += [ShareLink.model_validate(item) for item in answer["items"]]
        if "next" not in answer:
            break
        query = {"page": answer["next"]["page"]}
    assert found == made
    forged = await world.ok("create", "GET", f"{site}/share-links", page=Window("share links").cursor((0, 1)))
    assert len(forged["items"]) == 3
    searched = await world.ok("create", "GET", f"{site}/share-links", search="WÖL")
    assert [item["name"] for item in searched["items"]] == ["Zwölf"]


async def test_a_site_that_is_open_to_all_has_links_without_addresses(world: World) -> None:
    site = add_site(world).site
    assert (await make(world, site)).urls == {}


async def test_readers_guests_and_strangers_get_no_links(world: World) -> None:
    site = await shared_site(world)
    path = f"{site}/share-links/{(await make(world, site)).id}"
    for who, status in (("read", 403), ("review", 403), ("guest", 403), ("other", 404), ("gone", 404)):
        assert (await world.refused(who, "GET", f"{site}/share-links"))[0] == status
        assert (await world.refused(who, "POST", f"{site}/share-links", {"name": "x"}))[0] == status
        assert (await world.refused(who, "PATCH", path, {"active": False}))[0] == status
        assert (await world.refused(who, "DELETE", path))[0] == status
    assert (await world.ok("admin", "GET", f"{site}/share-links"))["items"][0]["active"]


async def test_what_is_no_link_is_refused(world: World) -> None:
    site = await shared_site(world)
    path = f"{site}/share-links/{(await make(world, site)).id}"
    for body in ({}, {"name": "x" * 51}, {"name": None}, {"name": "x", "active": False}):
        assert (await world.refused("admin", "POST", f"{site}/share-links", body))[0] == 400, body
    for body in ({"name": None}, {"active": None}, {"active": "yes"}, {"key": "mine"}):
        assert (await world.refused("admin", "PATCH", path, body))[0] == 400, body
    assert (await world.refused("admin", "PATCH", f"{site}/share-links/none", {"name": "x"}))[0] == 404
    assert (await world.refused("admin", "GET", f"{site}x/share-links"))[0] == 404
