"""Organizations, collections, spaces and pages as a tree, over the real service and where a platform lists less."""

from __future__ import annotations

import json

import pytest

from docdeck.api.errors import ServerFailed
from docdeck.service.actions.spaces import NewPage, create_space
from docdeck.service.store.collections import insert_collection
from docdeck.workspace.parents import parent_in
from docdeck.workspace.space_tree import MERGED_WORDS, watch_branch, watch_roots
from docdeck.workspace.tree import Node
from tests.workspace.test_branches import last_of
from tests.workspace.world import World


def fill(world: World) -> dict[str, str]:
    """Outer > Inner > Guide (with nested pages); Lost names a parent that is not there."""
    ids: dict[str, str] = {}
    with world.store.write() as tx:
        ids["Outer"] = insert_collection(tx, world.organization, "Outer")
        ids["Inner"] = insert_collection(tx, world.organization, "Inner", parent=ids["Outer"])
        ids["Lost"] = insert_collection(tx, world.organization, "Lost", parent="gone")
        pages = [NewPage("Top", "x", id="top" + "0" * 17, pages=(NewPage("Below", "y"),))]
        ids["Guide"] = create_space(tx, world.people["mira"], world.organization, "Guide", pages, parent=ids["Inner"])
    return ids


async def acme(world: World, person: str = "mira") -> tuple[object, Node]:
    session = world.session(person)
    roots = await last_of(watch_roots(session))
    return session, next(node for node in roots.nodes if node.title == "Acme")


async def titles(session, node: Node) -> dict[str, Node]:
    found = await last_of(watch_branch(session, node))
    return {each.title.split(" ", 1)[-1] if each.kind == "space" else each.title: each for each in found.nodes}


async def test_collections_nest_and_nothing_gets_lost_below_a_missing_parent(world: World) -> None:
    fill(world)
    session, node = await acme(world)
    top = await titles(session, node)
    assert set(top) == {"Outer", "Lost", "Handbook"}
    inner = await titles(session, top["Outer"])
    assert set(inner) == {"Inner"}
    guide = await titles(session, inner["Inner"])
    assert set(guide) == {"Guide"}
    pages = await titles(session, guide["Guide"])
    assert pages["Top"].branch
    assert set(await titles(session, pages["Top"])) == {"Below"}


@pytest.mark.parametrize("status", [404, 405, 501])
async def test_without_a_list_of_spaces_they_are_put_together_and_it_says_so(world: World, status: int) -> None:
    fill(world)
    world.wire.status[("GET", f"/orgs/{world.organization}/spaces")] = status
    session, node = await acme(world)
    top = await titles(session, node)
    assert {"Outer", "Lost", "Handbook", MERGED_WORDS} == set(top)
    assert "Guide" in await titles(session, (await titles(session, top["Outer"]))["Inner"])
    world.wire.unreachable.add("GET")
    assert set(await titles(session, node)) == set(top), "offline, the merged list is still there"


async def test_a_source_of_the_merged_list_that_fails_leaves_the_others_and_is_named(world: World) -> None:
    fill(world)
    world.wire.status[("GET", f"/orgs/{world.organization}/spaces")] = 501
    world.wire.status[("GET", f"/orgs/{world.organization}/sites")] = 403
    session, node = await acme(world)
    top = await titles(session, node)
    assert any(title.startswith("Some spaces may be missing:") for title in top)
    assert "Outer" in top


async def test_when_every_source_fails_it_is_a_failure(world: World) -> None:
    world.wire.status[("GET", f"/orgs/{world.organization}/spaces")] = 501
    session, node = await acme(world)
    for ending in (f"/orgs/{world.organization}/sites", "/collections", f"/members/{world.people['mira']}/spaces"):
        world.wire.status[("GET", ending)] = 500
    with pytest.raises(ServerFailed):
        await titles(session, node)


async def test_collections_that_name_each_other_stand_on_top(world: World) -> None:
    items = [
        {"object": "collection", "id": key, "title": key, "parent": parent, "organization": world.organization}
        for key, parent in (("a", "b"), ("b", "a"), ("self", "self"), ("below", "a"))
    ]
    world.wire.answers[("GET", "/collections")] = json.dumps({"items": items}).encode()
    session, node = await acme(world)
    top = await titles(session, node)
    assert {"a", "b", "self"} <= set(top)
    assert set(await titles(session, top["a"])) == {"below"}


def test_a_thousand_collections_deep_every_parent_is_found() -> None:
    parents = {str(at): str(at - 1) if at else None for at in range(1_000)}
    assert [parent_in(parents, str(at)) for at in range(1_000)] == [None, *(str(at) for at in range(999))]
    assert parent_in({"a": "b", "b": "c", "c": "b"}, "a") == "b"


async def test_a_space_says_what_waits_in_it(world: World, request_id: str) -> None:
    session, node = await acme(world)
    space = (await titles(session, node))["Handbook"]
    assert "1 open" in space.marks
    assert space.ids["space"] == world.space
