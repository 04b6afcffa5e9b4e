"""Members change roles, leave and are seen; the last administrator stays."""

from __future__ import annotations

from typing import Any

import pytest

from docdeck.models.base import ROLES
from docdeck.models.organizations import Member
from docdeck.service.store.people import insert_grant
from tests.service.conftest import World, new_space
from tests.service.places import add_teams


def member(world: World, who: str) -> str:
    return f"/v1/orgs/{world.organization}/members/{world.users[who]}"


async def test_a_role_is_changed_and_acts_at_once(world: World) -> None:
    answer = Member.model_validate(await world.ok("admin", "PATCH", member(world, "read"), {"role": "review"}))
    assert (answer.role, answer.id) == ("review", world.users["read"])
    assert (await world.ok("read", "GET", world.at))["permissions"]["merge"]
    guest = await world.ok("admin", "PATCH", member(world, "read"), {"role": None})
    assert (guest["role"], guest["spaces"]) == (None, 0)
    assert (await world.refused("read", "GET", world.at))[0] == 404
    assert (await world.ok("admin", "PATCH", member(world, "edit"), {}))["role"] == "edit"
    for wrong in ({"role": "guest"}, {"role": "king"}, {"role": 1}, {"title": "x"}):
        assert (await world.refused("admin", "PATCH", member(world, "edit"), wrong))[0] == 400


@pytest.mark.parametrize("who", [*ROLES[:-1], "guest"])
async def test_only_administrators_change_and_remove_members(world: World, who: str) -> None:
    for method, below, body in (("PATCH", "", {"role": "admin"}), ("DELETE", "", None), ("POST", "/sso", None)):
        target = "comment" if who != "comment" else "edit"
        assert (await world.refused(who, method, f"{member(world, target)}{below}", body))[0] == 403
    assert (await world.refused(who, "PATCH", member(world, who), {"role": "admin"}))[0] == 403


async def test_the_last_administrator_stays(world: World) -> None:
    mine = member(world, "admin")
    for method, body in (("PATCH", {"role": "create"}), ("PATCH", {"role": None}), ("DELETE", None)):
        assert (await world.refused("admin", method, mine, body))[0] == 409
    assert (await world.ok("admin", "PATCH", mine, {"role": "admin"}))["role"] == "admin"
    assert (await world.call("admin", "DELETE", member(world, "gone"))).status_code == 204
    await world.ok("admin", "PATCH", member(world, "create"), {"role": "admin"})
    assert (await world.ok("admin", "PATCH", mine, {"role": "read"}))["role"] == "read"
    assert (await world.refused("create", "DELETE", member(world, "create")))[0] == 409


async def test_who_leaves_takes_grants_places_and_requests_along(world: World) -> None:
    places = add_teams(world)
    space = new_space(world, "Second")
    with world.store.write() as tx:
        insert_grant(tx, space, world.users["read"], "edit")
    path = await world.request()
    await world.ok("edit", "POST", f"{path}/requested-reviewers", {"users": [world.users["read"]]})
    comment = await world.ok("comment", "POST", f"{world.at}/comments", {"body": {"markdown": "hm"}})
    before = await world.ok("admin", "GET", f"/v1/orgs/{world.organization}/members")
    for who in ("read", "comment"):
        for _ in range(2):
            assert (await world.call("admin", "DELETE", member(world, who))).status_code == 204
        assert (await world.refused("admin", "GET", member(world, who)))[0] == 404
        assert (await world.refused(who, "GET", world.at))[0] == 404
    after = await world.ok("admin", "GET", f"/v1/orgs/{world.organization}/members")
    assert after["count"] == before["count"] - 2 == len(after["items"])
    team = f"{places.org}/teams/{places.ids['Writers']}"
    assert (await world.ok("admin", "GET", team))["members"] == 2
    assert (await world.ok("admin", "GET", f"{team}/members"))["count"] == 2
    assert (await world.ok("admin", "GET", f"{path}/requested-reviewers"))["items"] == []
    kept = await world.ok("admin", "GET", f"{world.at}/comments/{comment['id']}")
    assert kept["postedBy"]["id"] == world.users["comment"]
    with world.store.write() as tx:
        from docdeck.service.store.people import insert_member

        insert_member(tx, world.organization, world.users["read"], None)
    assert (await world.refused("read", "GET", f"/v1/spaces/{space}"))[0] == 404


async def test_everybody_may_leave(world: World) -> None:
    for who in ("guest", "edit"):
        assert (await world.call(who, "DELETE", member(world, who))).status_code == 204
        assert (await world.ok(who, "GET", "/v1/orgs"))["items"] == []


async def test_sso_members_are_marked(world: World) -> None:
    assert (await world.ok("admin", "POST", f"{member(world, 'edit')}/sso"))["sso"] is True
    assert (await world.ok("read", "GET", member(world, "edit")))["sso"] is True
    assert (await world.refused("admin", "POST", f"/v1/orgs/{world.organization}/members/none/sso"))[0] == 404


async def test_absent_members_and_other_organizations(world: World) -> None:
    absent = f"/v1/orgs/{world.organization}/members/{world.users['other']}"
    calls: list[tuple[str, str, Any, int]] = [("PATCH", "", {"role": "read"}, 404), ("POST", "/sso", None, 404)]
    for method, below, body, status in calls:
        assert (await world.refused("admin", method, f"{absent}{below}", body))[0] == status
        assert (await world.refused("other", method, f"{member(world, 'edit')}{below}", body))[0] == 404
        assert (await world.refused("nobody", method, f"{member(world, 'edit')}{below}", body))[0] == 401
    assert (await world.call("admin", "DELETE", absent)).status_code == 204
    assert (await world.refused("other", "DELETE", member(world, "edit")))[0] == 404
