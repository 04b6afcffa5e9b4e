from __future__ import annotations

from typing import Any

from docdeck.models.teams import Team
from tests.service.conftest import World
from tests.service.places import add_teams


async def places_in(world: World, path: str) -> dict[str, str]:
    """What everybody is in a team, by the first word of the name."""
    items = (await world.ok("admin", "GET", f"{path}/members"))["items"]
    return {item["organization"]["user"]["displayName"].split()[0]: item["team"]["role"] for item in items}


async def test_a_team_is_created_by_creators_who_own_it(world: World) -> None:
    path = f"/v1/orgs/{world.organization}/teams"
    body: dict[str, Any] = {"title": "New", "members": [world.users["read"], world.users["create"]]}
    answer = await world.call("create", "PUT", path, body)
    assert answer.status_code == 201
    team = Team.model_validate(answer.json())
    assert (team.title, team.members, team.permissions["admin"]) == ("New", 2, True)
    assert await places_in(world, f"{path}/{team.id}") == {"Create": "owner", "Read": "member"}
    assert await world.ok("create", "GET", f"{path}/{team.id}") == answer.json()
    for who, status in (("review", 403), ("guest", 403), ("other", 404), ("nobody", 401)):
        assert (await world.refused(who, "PUT", path, {"title": "No"}))[0] == status
    for wrong in ({"title": ""}, {"title": "x" * 65}, {}, {"title": "A", "members": [world.users["other"]]}):
        assert (await world.refused("admin", "PUT", path, wrong))[0] == 400
    assert (await world.ok("read", "GET", path))["count"] == 1


async def test_owners_and_administrators_rename_and_delete(world: World) -> None:
    places = add_teams(world)
    path = f"{places.org}/teams/{places.ids['Writers']}"
    assert (await world.refused("create", "PATCH", path, {"title": "No"}))[0] == 403
    assert (await world.ok("edit", "PATCH", path, {"title": "Schreiber"}))["title"] == "Schreiber"
    assert (await world.ok("read", "GET", f"{places.org}/teams", title="SCHREIB"))["count"] == 1
    assert (await world.refused("edit", "PATCH", path, {"title": None}))[0] == 400
    assert (await world.refused("create", "DELETE", path))[0] == 403
    assert (await world.call("edit", "DELETE", path)).status_code == 204
    assert (await world.refused("admin", "GET", path))[0] == 404
    assert (await world.call("admin", "DELETE", path)).status_code == 204
    assert (await world.refused("admin", "PATCH", path, {"title": "No"}))[0] == 404


async def test_members_are_added_changed_and_removed_at_once(world: World) -> None:
    places = add_teams(world)
    path = f"{places.org}/teams/{places.ids['Writers']}"
    body = {
        "add": ["CREATE@example.org", world.users["comment"], world.users["review"]],
        "remove": ["review@example.org", world.users["guest"], "nobody@example.org"],
        "memberships": {world.users["create"]: {"role": "owner"}, world.users["read"]: {"role": "owner"}},
    }
    answer = await world.call("edit", "PUT", f"{path}/members", body)
    assert (answer.status_code, answer.content) == (204, b"")
    assert await places_in(world, path) == {"Edit": "owner", "Create": "owner", "Read": "owner", "Comment": "member"}
    assert (await world.refused("edit", "PUT", f"{path}/members", {"add": ["stranger@example.org"]}))[0] == 400
    wrong = {"memberships": {world.users["read"]: {"role": "king"}}}
    assert (await world.refused("edit", "PUT", f"{path}/members", wrong))[0] == 400
    assert (await world.refused("comment", "PUT", f"{path}/members", {"remove": [world.users["edit"]]}))[0] == 403


async def test_one_member_is_set_or_removed_and_everybody_may_leave(world: World) -> None:
    places = add_teams(world)
    path = f"{places.org}/teams/{places.ids['Writers']}"
    one = f"{path}/members/{world.users['review']}"
    assert (await world.call("edit", "PUT", one)).status_code == 204
    assert (await places_in(world, path))["Review"] == "member"
    await world.ok("edit", "PUT", one, {"role": "owner"})
    await world.ok("edit", "PUT", one, {})
    assert (await places_in(world, path))["Review"] == "owner"
    assert (await world.refused("read", "PUT", one, {"role": "member"}))[0] == 403
    assert (await world.refused("edit", "PUT", f"{path}/members/{world.users['other']}"))[0] == 404
    assert (await world.refused("read", "DELETE", one))[0] == 403
    assert (await world.call("review", "DELETE", one)).status_code == 204
    assert (await world.call("edit", "DELETE", one)).status_code == 204
    assert "Review" not in await places_in(world, path)
