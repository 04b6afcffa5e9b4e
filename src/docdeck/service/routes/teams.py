"""Teams, their members, and what a member reaches. Document: "Teams and team members", "Organization members"."""

from __future__ import annotations

from typing import Any

from docdeck.models.teams import CreateTeam, PatchTeam, SetTeamPlace, Team, UpdateTeamMembers
from docdeck.service.access import organization_access
from docdeck.service.actions import teams as actions
from docdeck.service.place_access import member_access, team_access
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.store import Tx
from docdeck.service.store.reach import spaces_of_member
from docdeck.service.store.teams import members_of_team, roles_in_team, teams_in, teams_of_member
from docdeck.service.views.teams import member_space_view, member_team_view, membership_view, team_view


def _teams(tx: Tx, call: Call) -> dict[str, Any]:
    home = organization_access(tx, call.actor, call.params["org"], "listTeams")
    owner, title = call.query.get("owner"), call.query.get("title")
    part = teams_in(tx, call.actor, home["id"], call.window("teams"), owner=owner, title=title)
    return call.listed(part, [team_view(row, home["member_role"]) for row in part.items])


def _team(tx: Tx, call: Call) -> Team:
    home, row = team_access(tx, call.actor, call.params["org"], call.params["team"])
    return team_view(row, home["member_role"])


def _members(tx: Tx, call: Call) -> dict[str, Any]:
    home, team = team_access(tx, call.actor, call.params["org"], call.params["team"])
    part = members_of_team(tx, home["id"], team["id"], call.window("team members"))
    places = roles_in_team(tx, team["id"], [row["user"] for row in part.items])
    return call.listed(part, [membership_view(row, places[row["user"]], call.links) for row in part.items])


def _member_teams(tx: Tx, call: Call) -> dict[str, Any]:
    home, member = member_access(tx, call.actor, call.params["org"], call.params["user"])
    window, title = call.window("teams of a member"), call.query.get("title")
    part = teams_of_member(tx, call.actor, home["id"], member["user"], window, title=title)
    return call.listed(part, [member_team_view(row, home["member_role"]) for row in part.items])


def _member_spaces(tx: Tx, call: Call) -> dict[str, Any]:
    _home, member = member_access(tx, call.actor, call.params["org"], call.params["user"])
    order = call.choice("order", ("asc", "desc"), "desc")
    window = call.window(f"spaces of a member {order}")
    part = spaces_of_member(tx, call.actor, member, window, descending=order == "desc")
    return call.listed(part, [member_space_view(row, member, call.links) for row in part.items])


def _create(tx: Tx, call: Call) -> Made:
    organization = call.params["org"]
    made = actions.create_team(tx, call.actor, organization, call.body(CreateTeam))
    home, row = team_access(tx, call.actor, organization, made)
    return Made(team_view(row, home["member_role"]), 201)


def _patch(tx: Tx, call: Call) -> Team:
    actions.patch_team(tx, call.actor, call.params["org"], call.params["team"], call.body(PatchTeam))
    return _team(tx, call)


def _delete(tx: Tx, call: Call) -> Made:
    actions.delete_team(tx, call.actor, call.params["org"], call.params["team"])
    return GONE


def _update_members(tx: Tx, call: Call) -> Made:
    actions.update_members(tx, call.actor, call.params["org"], call.params["team"], call.body(UpdateTeamMembers))
    return GONE


def _set_member(tx: Tx, call: Call) -> Made:
    params = call.params
    actions.set_member(tx, call.actor, params["org"], params["team"], params["user"], call.body(SetTeamPlace))
    return GONE


def _remove_member(tx: Tx, call: Call) -> Made:
    actions.remove_member(tx, call.actor, call.params["org"], call.params["team"], call.params["user"])
    return GONE


ONE = "/v1/orgs/{org}/teams/{team}"

ROUTES = (
    reads("/v1/orgs/{org}/teams", _teams),
    writes("PUT", "/v1/orgs/{org}/teams", _create, CreateTeam),
    reads(ONE, _team),
    writes("PATCH", ONE, _patch, PatchTeam),
    writes("DELETE", ONE, _delete),
    reads(f"{ONE}/members", _members),
    writes("PUT", f"{ONE}/members", _update_members, UpdateTeamMembers),
    writes("PUT", f"{ONE}/members/{{user}}", _set_member, SetTeamPlace),
    writes("DELETE", f"{ONE}/members/{{user}}", _remove_member),
    reads("/v1/orgs/{org}/members/{user}/teams", _member_teams),
    reads("/v1/orgs/{org}/members/{user}/spaces", _member_spaces),
)
