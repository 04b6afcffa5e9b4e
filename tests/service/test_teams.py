from __future__ import annotations

from typing import Any

from docdeck.models.teams import MemberSpace, MemberTeam, Team, TeamMembership
from docdeck.service.store.people import insert_grant
from tests.service.conftest import World, new_space
from tests.service.places import Places, add_teams


async def found(world: World, places: Places, who: str = "read", **query: Any) -> list[str]:
    answer = await world.ok(who, "GET", f"{places.org}/teams", **query)
    assert answer["count"] == len(answer["items"])
    return [item["title"] for item in answer["items"]]


async def test_teams_are_found_by_title_and_by_who_manages_them(world: World) -> None:
    places = add_teams(world)
    assert await found(world, places) == ["Writers", "Équipe_1", "Empty"]
    assert await found(world, places, title="éQUIPE_") == ["Équipe_1"]
    assert await found(world, places, title="%") == []
    assert await found(world, places, owner=world.users["edit"]) == ["Writers"]
    assert await found(world, places, owner=world.users["admin"]) == ["Writers", "Équipe_1", "Empty"]
    assert await found(world, places, owner=world.users["read"]) == []
    first = await world.ok("read", "GET", f"{places.org}/teams", limit=2)
    rest = await world.ok("read", "GET", f"{places.org}/teams", limit=2, page=first["next"]["page"])
    assert ([item["title"] for item in rest["items"]], rest["count"]) == (["Empty"], 3)


async def test_a_team_is_told_with_its_counts_and_what_one_may_do(world: World) -> None:
    places = add_teams(world)
    new_space(world, "Second")
    path = f"{places.org}/teams/{places.ids['Writers']}"
    team = Team.model_validate(await world.ok("read", "GET", path))
    assert (team.object, team.title, team.members, team.spaces) == ("team", "Writers", 3, 2)
    assert team.permissions == {"admin": False, "view": True}
    for who in ("edit", "admin"):
        assert (await world.ok(who, "GET", path))["permissions"]["admin"]
    empty = await world.ok("read", "GET", f"{places.org}/teams/{places.ids['Empty']}")
    assert (empty["members"], empty["spaces"]) == (0, 0)


async def test_the_members_of_a_team_are_members_of_the_organization(world: World) -> None:
    places = add_teams(world)
    answer = await world.ok("comment", "GET", f"{places.org}/teams/{places.ids['Writers']}/members")
    members = [TeamMembership.model_validate(item) for item in answer["items"]]
    assert {member.organization.id: member.team.role for member in members} == {
        world.users["edit"]: "owner",
        world.users["read"]: "member",
        world.users["guest"]: "member",
    }
    assert answer["count"] == 3
    assert all(member.permissions["view"] for member in members)
    by_id = {member.organization.id: member.organization for member in members}
    assert (by_id[world.users["edit"]].teams, by_id[world.users["read"]].teams) == (2, 1)


async def test_who_may_see_teams(world: World) -> None:
    places = add_teams(world)
    path = f"{places.org}/teams"
    for at in (path, f"{path}/{places.ids['Writers']}", f"{path}/{places.ids['Writers']}/members"):
        assert (await world.refused("guest", "GET", at))[0] == 403
        assert (await world.refused("other", "GET", at))[0] == 404
        assert (await world.refused("nobody", "GET", at))[0] == 401
    assert (await world.refused("read", "GET", f"{path}/none"))[0] == 404
    assert (await world.refused("read", "GET", f"{path}/none/members"))[0] == 404


async def test_the_teams_of_a_member(world: World) -> None:
    places = add_teams(world)
    path = f"{places.org}/members/{world.users['edit']}/teams"
    teams = [MemberTeam.model_validate(item) for item in (await world.ok("read", "GET", path))["items"]]
    assert [(item.team.title, item.member.role) for item in teams] == [("Writers", "owner"), ("Équipe_1", "member")]
    assert [item["team"]["title"] for item in (await world.ok("read", "GET", path, title="WRI"))["items"]] == [
        "Writers"
    ]
    own = await world.ok("guest", "GET", f"{places.org}/members/{world.users['guest']}/teams")
    assert [item["team"]["title"] for item in own["items"]] == ["Writers"]
    assert (await world.refused("guest", "GET", path))[0] == 403
    assert (await world.refused("read", "GET", f"{places.org}/members/{world.users['other']}/teams"))[0] == 404


async def test_the_spaces_of_a_member_come_with_the_members_role(world: World) -> None:
    places = add_teams(world)
    capped = new_space(world, "Capped", default_level="comment")
    granted = new_space(world, "Granted", default_level="read")
    with world.store.write() as tx:
        insert_grant(tx, granted, world.users["edit"], "review")

    async def roles(who: str, of: str, **query: Any) -> dict[str, str | None]:
        answer = await world.ok(who, "GET", f"{places.org}/members/{world.users[of]}/spaces", **query)
        items = [MemberSpace.model_validate(item) for item in answer["items"]]
        assert answer["count"] == len(items)
        return {item.space.title: item.permission for item in items}

    assert list(await roles("read", "edit")) == ["Granted", "Capped", "Handbook"]
    assert await roles("read", "edit", order="asc") == {"Handbook": "edit", "Capped": "comment", "Granted": "review"}
    assert await roles("read", "admin") == {"Handbook": "admin", "Capped": "admin", "Granted": "admin"}
    assert await roles("read", "guest") == await roles("guest", "guest") == {"Handbook": "comment"}
    path = f"{places.org}/members/{world.users['edit']}/spaces"
    first = await world.ok("read", "GET", path, limit=1)
    rest = await world.ok("read", "GET", path, limit=1, page=first["next"]["page"])
    assert rest["items"][0]["space"]["id"] == capped
    assert rest["items"][0]["space"]["permissions"]["edit"] is False
    assert (await world.refused("read", "GET", path, order="up"))[0] == 400
    assert (await world.refused("guest", "GET", path))[0] == 403
    assert (await world.refused("other", "GET", path))[0] == 404
    member = await world.ok("read", "GET", f"{places.org}/members/{world.users['edit']}")
    assert (member["spaces"], member["teams"]) == (3, 2)
