from __future__ import annotations

import pytest

from docdeck.models.base import User
from docdeck.models.organizations import Member, Organization
from docdeck.models.spaces import Space
from docdeck.service.store.people import insert_member, insert_user
from tests.service.conftest import World, new_space


async def test_the_current_user_and_colleagues_are_told_and_strangers_are_missing(world: World) -> None:
    me = User.model_validate(await world.ok("read", "GET", "/v1/user"))
    assert (me.id, me.display_name) == (world.users["read"], "Read Person")
    assert (await world.ok("read", "GET", f"/v1/users/{world.users['admin']}"))["email"] == "admin@example.org"
    assert (await world.refused("read", "GET", f"/v1/users/{world.users['other']}"))[0] == 404


async def test_organizations_are_those_one_belongs_to(world: World) -> None:
    mine = await world.ok("read", "GET", "/v1/orgs")
    assert [item["id"] for item in mine["items"]] == [world.organization]
    assert mine["count"] == 1
    assert "next" not in mine
    one = Organization.model_validate(await world.ok("create", "GET", f"/v1/orgs/{world.organization}"))
    assert one.permissions["createContent"]
    assert not one.permissions["admin"]
    assert (await world.refused("other", "GET", f"/v1/orgs/{world.organization}"))[0] == 404
    assert (await world.ok("gone", "GET", "/v1/orgs"))["items"] == []


async def test_members_are_found_by_role_and_by_words(world: World) -> None:
    path = f"/v1/orgs/{world.organization}/members"
    everybody = await world.ok("read", "GET", path)
    assert everybody["count"] == 8
    guests = await world.ok("read", "GET", path, role="guest")
    assert [Member.model_validate(item).role for item in guests["items"]] == [None]
    assert "role" in guests["items"][0]
    found = await world.ok("read", "GET", path, search="EDIT@exam")
    assert [item["user"]["displayName"] for item in found["items"]] == ["Edit Person"]
    assert (await world.ok("read", "GET", path, search="%"))["count"] == 0
    assert (await world.refused("read", "GET", path, role="king"))[0] == 400
    assert (await world.refused("guest", "GET", path))[0] == 403
    assert (await world.ok("read", "GET", f"{path}/{world.users['guest']}"))["spaces"] == 1
    assert (await world.refused("read", "GET", f"{path}/{world.users['other']}"))[0] == 404


async def test_members_sorted_by_last_seen_are_the_active_ones(world: World) -> None:
    with world.store.write() as tx:
        for name, seen, disabled in (
            ("Late", "2026-02-02", False),
            ("Early", "2026-01-01", False),
            ("Off", "2026-03-03", True),
        ):
            user = insert_user(tx, name)
            at = f"{seen}T00:00:00.000000Z"
            insert_member(tx, world.organization, user, "read", last_seen_at=at, disabled=disabled)
    path = f"/v1/orgs/{world.organization}/members"
    found = await world.ok("read", "GET", path, sort="lastSeenAt")
    assert [item["user"]["displayName"] for item in found["items"]] == ["Late", "Early"]
    found = await world.ok("read", "GET", path, sort="lastSeenAt", order="asc")
    assert found["items"][0]["lastSeenAt"] == "2026-01-01T00:00:00Z"


async def test_guests_see_only_granted_spaces(world: World) -> None:
    hidden = new_space(world)
    path = f"/v1/orgs/{world.organization}/spaces"
    assert [item["id"] for item in (await world.ok("guest", "GET", path))["items"]] == [world.space]
    assert [item["id"] for item in (await world.ok("read", "GET", path))["items"]] == [world.space, hidden]
    assert (await world.refused("guest", "GET", f"/v1/spaces/{hidden}"))[0] == 404
    for who in ("other", "gone"):
        for below in ("", "/content", "/change-requests", "/comments"):
            assert (await world.refused(who, "GET", f"{world.at}{below}"))[0] == 404


@pytest.mark.parametrize(
    ("who", "allowed"),
    [
        ("read", {"view", "access"}),
        ("comment", {"view", "access", "comment"}),
        ("guest", {"view", "access", "comment"}),
        ("edit", {"view", "access", "comment", "edit"}),
        ("review", {"view", "access", "comment", "edit", "review", "merge"}),
        ("create", {"view", "access", "comment", "edit", "review", "merge", "triggerGitSync"}),
    ],
)
async def test_permissions_of_a_space_follow_the_role(world: World, who: str, allowed: set[str]) -> None:
    space = Space.model_validate(await world.ok(who, "GET", world.at))
    assert {name for name, granted in space.permissions.items() if granted} == allowed
    admin = Space.model_validate(await world.ok("admin", "GET", world.at))
    assert all(admin.permissions.values())


async def test_a_default_level_caps_members_but_not_admins(world: World) -> None:
    capped = new_space(world, default_level="comment")
    for who, may in (("create", False), ("read", False), ("admin", True)):
        space = await world.ok(who, "GET", f"/v1/spaces/{capped}")
        assert space["permissions"]["edit"] is may
        assert space["defaultLevel"] == "comment"
    assert not (await world.ok("read", "GET", f"/v1/spaces/{capped}"))["permissions"]["comment"]


async def test_people_change_their_own_name_and_picture_and_nobody_elses(world: World) -> None:
    mine = f"/v1/users/{world.users['read']}"
    told = {"displayName": "Rea Dr", "photoURL": "https://pictures.example.org/r.png"}
    changed = User.model_validate(await world.ok("read", "PATCH", mine, told))
    assert (changed.display_name, changed.photo_url) == ("Rea Dr", told["photoURL"])
    assert User.model_validate(await world.ok("read", "GET", "/v1/user")) == changed
    assert User.model_validate(await world.ok("admin", "GET", mine)) == changed
    assert "photoURL" not in await world.ok("read", "PATCH", mine, {"photoURL": None})
    assert (await world.ok("read", "PATCH", mine, {}))["displayName"] == "Rea Dr"
    for bad in ({"displayName": ""}, {"displayName": None}, {"displayName": "x" * 65}, {"photoURL": "javascript:x"}):
        assert (await world.refused("read", "PATCH", mine, bad))[0] == 400, bad
    assert (await world.refused("admin", "PATCH", mine, {"displayName": "Other"}))[0] == 403
    assert (await world.refused("other", "PATCH", mine, {"displayName": "Other"}))[0] == 404
    assert (await world.ok("read", "GET", "/v1/user"))["displayName"] == "Rea Dr"
