"""Searching a site: as far as the scope goes, and never beyond what the caller sees."""

from __future__ import annotations

from typing import Any

from docdeck.service.actions.spaces import NewPage
from docdeck.service.store.sites import insert_section, insert_site, insert_site_space
from tests.service.conftest import World, new_space


async def site_with(world: World) -> tuple[str, dict[str, str]]:
    """A site of a shown, a hidden and a section's space that all have one word; its path and ids by name."""
    page = [NewPage("Kraken", "The kraken sleeps.")]
    ids = {name: new_space(world, name, page) for name in ("Shown", "Hidden", "Partners", "Elsewhere")}
    with world.store.write() as tx:
        site = insert_site(tx, world.organization, "Docs", published=True)
        start = insert_section(tx, site, "Start", "start", default=True)
        partners = insert_section(tx, site, "Partners", "partners", condition="visitor.claims.isPartner")
        ids["on Shown"] = insert_site_space(tx, site, ids["Shown"], section=start, default=True)
        ids["on Hidden"] = insert_site_space(tx, site, ids["Hidden"], section=start, draft=True)
        ids["on Partners"] = insert_site_space(tx, site, ids["Partners"], section=partners, default=True)
    return f"/v1/orgs/{world.organization}/sites/{site}", ids


async def found(world: World, site: str, who: str = "read", query: str = "kraken", **body: Any) -> set[str]:
    """The titles of the spaces that were found."""
    answer = await world.ok(who, "POST", f"{site}/search", {"query": query, **body})
    assert answer["count"] == len(answer["items"])
    assert all([page["title"] for page in item["pages"]] == ["Kraken"] for item in answer["items"])
    return {item["title"] for item in answer["items"]}


async def test_the_scope_says_which_spaces_are_searched(world: World) -> None:
    site, ids = await site_with(world)
    everything = {"Shown", "Hidden", "Partners"}
    assert await found(world, site) == {"Shown"}
    assert await found(world, site, scope={"mode": "default"}) == {"Shown"}
    assert await found(world, site, scope={"mode": "all"}) == everything
    assert await found(world, site, mode="all") == everything
    chosen = [ids["on Hidden"], ids["on Partners"]]
    assert await found(world, site, scope={"mode": "specific", "siteSpaceIds": chosen}) == {"Hidden", "Partners"}
    assert await found(world, site, mode="specific", siteSpaceIds=chosen[:1]) == {"Hidden"}
    assert await found(world, site, mode="current", siteSpaceId=ids["on Partners"]) == {"Partners"}
    assert await found(world, site, query="squid", mode="all") == set()
    assert await found(world, site, query="", mode="all") == set()


async def test_long_lists_come_in_parts(world: World) -> None:
    site, _ids = await site_with(world)
    body = {"query": "kraken", "mode": "all"}
    first = await world.ok("read", "POST", f"{site}/search", body, limit=2)
    rest = await world.ok("read", "POST", f"{site}/search", body, limit=2, page=first["next"]["page"])
    titles = [item["title"] for item in (*first["items"], *rest["items"])]
    assert sorted(titles) == ["Hidden", "Partners", "Shown"]
    assert "next" not in rest
    other = {"query": "kraken", "mode": "current", "siteSpaceId": _ids["on Shown"]}
    assert (await world.refused("read", "POST", f"{site}/search", other, page=first["next"]["page"]))[0] == 400


async def test_what_cannot_be_searched_is_refused(world: World) -> None:
    site, ids = await site_with(world)
    for body in ({}, {"query": "x" * 513}, {"query": "x", "mode": "some"}, {"query": "x", "scope": {}},
                 {"query": "x", "mode": "specific"}, {"query": "x", "mode": "current"},
                 {"query": "x", "mode": "specific", "siteSpaceIds": [ids["Elsewhere"]]}):  # fmt: skip
        assert (await world.refused("read", "POST", f"{site}/search", body))[0] == 400, body
    for who, status in (("guest", 403), ("other", 404), ("gone", 404)):
        assert (await world.refused(who, "POST", f"{site}/search", {"query": "kraken"}))[0] == status
    assert (await world.refused("read", "POST", f"{site}x/search", {"query": "kraken"}))[0] == 404
