from __future__ import annotations

from docdeck.models.collections import Collection
from docdeck.models.spaces import Space
from docdeck.service.store.collections import insert_collection
from tests.service.conftest import World, new_space
from tests.service.places import add_collections


async def test_collections_are_listed_with_nested_ones_or_without(world: World) -> None:
    places = add_collections(world)
    everything = await world.ok("read", "GET", f"{places.org}/collections")
    assert [item["title"] for item in everything["items"]] == ["Outer", "Middle", "Other", "Inner", "Lost"]
    assert everything["count"] == 5
    assert everything == await world.ok("read", "GET", f"{places.org}/collections", nested="true")
    top = await world.ok("read", "GET", f"{places.org}/collections", nested="false")
    assert [item["title"] for item in top["items"]] == ["Outer", "Other"]
    assert all("parent" not in item for item in top["items"])
    assert everything["items"][1]["parent"] == places.ids["Outer"]
    assert (await world.refused("read", "GET", f"{places.org}/collections", nested="maybe"))[0] == 400


async def test_collections_come_page_by_page_and_a_cursor_fits_its_own_list(world: World) -> None:
    places = add_collections(world)
    first = await world.ok("read", "GET", f"{places.org}/collections", limit=2)
    second = await world.ok("read", "GET", f"{places.org}/collections", limit=2, page=first["next"]["page"])
    third = await world.ok("read", "GET", f"{places.org}/collections", limit=2, page=second["next"]["page"])
    titles = [item["title"] for part in (first, second, third) for item in part["items"]]
    assert titles == ["Outer", "Middle", "Other", "Inner", "Lost"]
    assert "next" not in third
    page = first["next"]["page"]
    assert (await world.refused("read", "GET", f"{places.org}/collections", nested="false", page=page))[0] == 400


async def test_a_collection_is_told_with_what_one_may_do(world: World) -> None:
    places = add_collections(world)
    path = f"/v1/collections/{places.ids['Outer']}"
    outer = Collection.model_validate(await world.ok("create", "GET", path))
    assert (outer.object, outer.description, outer.default_level) == ("collection", "All of it", "comment")
    assert outer.organization == world.organization
    assert outer.urls["location"] == f"http://service.test{path}"
    assert outer.permissions == {"view": True, "admin": False, "viewInviteLinks": False, "create": False}
    assert all((await world.ok("admin", "GET", path))["permissions"].values())
    middle = await world.ok("create", "GET", f"/v1/collections/{places.ids['Middle']}")
    assert middle["permissions"]["create"]
    assert middle["defaultLevel"] is None
    assert "description" not in middle
    assert not (await world.ok("edit", "GET", f"/v1/collections/{places.ids['Middle']}"))["permissions"]["create"]


async def test_the_spaces_of_a_collection_are_those_right_in_it(world: World) -> None:
    places = add_collections(world)
    inner = await world.ok("read", "GET", f"/v1/collections/{places.ids['Inner']}/spaces")
    space = Space.model_validate(inner["items"][0])
    assert (space.id, space.parent, inner["count"]) == (places.ids["deep"], places.ids["Inner"], 1)
    outer = await world.ok("read", "GET", f"/v1/collections/{places.ids['Outer']}/spaces")
    assert [item["title"] for item in outer["items"]] == ["flat"]
    second = new_space(world, "second", parent=places.ids["Outer"])
    first = await world.ok("read", "GET", f"/v1/collections/{places.ids['Outer']}/spaces", limit=1)
    rest = await world.ok(
        "read", "GET", f"/v1/collections/{places.ids['Outer']}/spaces", limit=1, page=first["next"]["page"]
    )
    assert [item["id"] for item in rest["items"]] == [second]
    assert "parent" not in await world.ok("read", "GET", world.at)


async def test_guests_and_strangers_see_no_collections(world: World) -> None:
    places = add_collections(world)
    assert (await world.ok("guest", "GET", f"{places.org}/collections"))["items"] == []
    for who, status in (("guest", 404), ("other", 404), ("gone", 404), ("nobody", 401)):
        for path in (f"/v1/collections/{places.ids['Inner']}", f"/v1/collections/{places.ids['Inner']}/spaces"):
            assert (await world.refused(who, "GET", path))[0] == status
    assert (await world.refused("other", "GET", f"{places.org}/collections"))[0] == 404
    assert (await world.refused("admin", "GET", "/v1/collections/none"))[0] == 404
    assert (await world.ok("guest", "GET", f"/v1/spaces/{places.ids['deep']}"))["parent"] == places.ids["Inner"]


async def test_deep_nesting_is_only_a_long_list(world: World) -> None:
    with world.store.write() as tx:
        above = None
        for depth in range(300):
            above = insert_collection(tx, world.organization, f"Depth {depth}", parent=above)
    answer = await world.ok("read", "GET", f"/v1/orgs/{world.organization}/collections", limit=1000)
    assert [item["title"] for item in answer["items"]] == [f"Depth {depth}" for depth in range(300)]


async def test_a_collection_is_created_at_the_root_or_in_another(world: World) -> None:
    places = add_collections(world)
    path = f"{places.org}/collections"
    answer = await world.call("create", "POST", path, {"title": "New"})
    assert answer.status_code == 201
    made = Collection.model_validate(answer.json())
    assert (made.title, made.parent) == ("New", None)
    assert answer.headers["location"] == made.urls["location"]
    inner = await world.ok("create", "POST", path, {"parent": places.ids["Middle"]})
    assert (inner["title"], inner["parent"]) == ("Untitled", places.ids["Middle"])
    assert (await world.ok("read", "GET", path))["items"][-1] == {**inner, "permissions": READER}
    assert (await world.refused("create", "POST", path, {"parent": places.ids["Outer"]}))[0] == 403
    for who, status in (("edit", 403), ("guest", 403), ("other", 404), ("gone", 404), ("nobody", 401)):
        assert (await world.refused(who, "POST", path, {"title": "No"}))[0] == status
    for body in ({"title": "x" * 51}, {"parent": "none"}, {"colour": "red"}, {"title": 5}):
        assert (await world.refused("admin", "POST", path, body))[0] == 400


READER = {"view": True, "admin": False, "viewInviteLinks": False, "create": False}


async def test_a_collection_is_changed_by_administrators(world: World) -> None:
    places = add_collections(world)
    path = f"/v1/collections/{places.ids['Outer']}"
    patched = await world.ok("admin", "PATCH", path, {"title": "Outside", "defaultLevel": None})
    assert (patched["title"], patched["description"], patched["defaultLevel"]) == ("Outside", "All of it", None)
    patched = await world.ok("admin", "PATCH", path, {"description": None})
    assert "description" not in patched
    assert (await world.ok("admin", "PATCH", path, {}))["title"] == "Outside"
    for body in ({"title": None}, {"description": "x" * 101}, {"defaultLevel": "king"}, {"parent": None}):
        assert (await world.refused("admin", "PATCH", path, body))[0] == 400
    for who, status in (("create", 403), ("guest", 404), ("other", 404)):
        assert (await world.refused(who, "PATCH", path, {"title": "No"}))[0] == status
    assert (await world.ok("read", "GET", path))["title"] == "Outside"


async def test_what_lies_in_a_deleted_collection_moves_up(world: World) -> None:
    places = add_collections(world)
    path = f"/v1/collections/{places.ids['Middle']}"
    assert (await world.refused("create", "DELETE", path))[0] == 403
    assert (await world.call("other", "DELETE", path)).status_code == 204
    answer = await world.call("admin", "DELETE", path)
    assert (answer.status_code, answer.content) == (204, b"")
    assert (await world.refused("admin", "GET", path))[0] == 404
    assert (await world.call("admin", "DELETE", path)).status_code == 204
    inner = await world.ok("read", "GET", f"/v1/collections/{places.ids['Inner']}")
    assert inner["parent"] == places.ids["Outer"]
    shared = new_space(world, "shared", parent=places.ids["Outer"], visibility="in-collection")
    await world.ok("admin", "DELETE", f"/v1/collections/{places.ids['Outer']}")
    assert "parent" not in await world.ok("read", "GET", f"/v1/spaces/{places.ids['flat']}")
    assert (await world.ok("read", "GET", f"/v1/spaces/{shared}"))["visibility"] == "private"
