"""Roles of their own that people have in a space: given, changed, taken away, and what follows from them."""

from __future__ import annotations

from typing import Any

import pytest

from docdeck.models.spaces import ContentPermission
from tests.service.conftest import World, new_space


async def own_roles(world: World, at: str, who: str = "read") -> dict[str, str]:
    """Who has which role of their own, by name."""
    answer = await world.ok(who, "GET", f"{at}/permissions/users")
    assert answer["count"] == len(answer["items"])
    found = [ContentPermission.model_validate(item) for item in answer["items"]]
    return {one.user.display_name: one.permission for one in found}


async def test_people_get_a_role_that_counts_and_lose_it_again(world: World) -> None:
    at = f"/v1/spaces/{new_space(world)}"
    read, guest = world.users["read"], world.users["guest"]
    assert (await world.refused("guest", "GET", at))[0] == 404
    assert (await world.refused("read", "POST", f"{at}/change-requests", {"subject": "x"}))[0] == 403
    assert await world.ok("admin", "POST", f"{at}/permissions", {"role": "edit", "users": [read, guest]}) is None
    assert await own_roles(world, at) == {"Read Person": "edit", "Guest Person": "edit"}
    for who in ("read", "guest"):
        await world.ok(who, "POST", f"{at}/change-requests", {"subject": "x"})
    await world.ok("admin", "PATCH", f"{at}/permissions/users/{guest}", {"role": "read"})
    assert (await world.ok("guest", "GET", at))["permissions"]["edit"] is False
    for _ in range(2):
        await world.ok("admin", "DELETE", f"{at}/permissions/users/{read}")
        await world.ok("admin", "DELETE", f"{at}/permissions/users/{guest}")
    assert await own_roles(world, at) == {}
    assert (await world.refused("guest", "GET", at))[0] == 404
    assert (await world.ok("read", "GET", at))["permissions"]["edit"] is False


async def test_a_second_invitation_changes_the_role(world: World) -> None:
    body: dict[str, Any] = {"role": "review", "users": [world.users["guest"]]}
    assert await own_roles(world, world.at) == {"Guest Person": "comment"}
    await world.ok("admin", "POST", f"{world.at}/permissions", body)
    assert await own_roles(world, world.at) == {"Guest Person": "review"}
    listed = await world.ok("read", "GET", f"{world.at}/permissions/aggregate", role="review")
    assert "Guest Person" in {item["user"]["displayName"] for item in listed["items"]}


@pytest.mark.parametrize("who", ["create", "read", "guest"])
async def test_only_administrators_give_roles(world: World, who: str) -> None:
    user = world.users["guest"]
    one = f"{world.at}/permissions/users/{user}"
    body = {"role": "read", "users": [user]}
    assert (await world.refused(who, "POST", f"{world.at}/permissions", body))[0] == 403
    assert (await world.refused(who, "PATCH", one, {"role": "read"}))[0] == 403
    assert (await world.refused(who, "DELETE", one))[0] == 403
    assert await own_roles(world, world.at) == {"Guest Person": "comment"}


async def test_strangers_see_nothing_and_guests_not_who_else_may(world: World) -> None:
    user = world.users["guest"]
    assert (await world.refused("guest", "GET", f"{world.at}/permissions/users"))[0] == 403
    for who in ("other", "gone"):
        assert (await world.refused(who, "GET", f"{world.at}/permissions/users"))[0] == 404
        body = {"role": "admin", "users": [world.users["other"]]}
        assert (await world.refused(who, "POST", f"{world.at}/permissions", body))[0] == 404
        assert (await world.refused(who, "PATCH", f"{world.at}/permissions/users/{user}", {"role": "read"}))[0] == 404
        await world.ok(who, "DELETE", f"{world.at}/permissions/users/{user}")
    assert await own_roles(world, world.at) == {"Guest Person": "comment"}


async def test_what_makes_no_sense_is_refused_and_nobody_gets_a_role(world: World) -> None:
    read, other = world.users["read"], world.users["other"]
    for body, status in (
        ({"role": "edit", "users": [read, other]}, 404),
        ({"role": "edit", "users": [read, "nobody"]}, 404),
        ({"role": None, "users": [read]}, 400),
        ({"role": "edit", "users": []}, 400),
        ({"role": "edit"}, 400),
        ({"role": "owner", "users": [read]}, 400),
        ({"role": "edit", "users": [read], "teams": ["t"]}, 400),
    ):
        assert (await world.refused("admin", "POST", f"{world.at}/permissions", body))[0] == status, body
    one = f"{world.at}/permissions/users/{read}"
    assert (await world.refused("admin", "PATCH", one, {"role": "edit"}))[0] == 404
    assert (await world.refused("admin", "PATCH", one, {}))[0] == 400
    assert await own_roles(world, world.at) == {"Guest Person": "comment"}
