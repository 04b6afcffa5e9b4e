"""Teams and who is in them. Document section: "Teams and team members"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import change, deletion
from docdeck.api.reading import many, nothing, one
from docdeck.models.teams import (
    CreateTeam,
    PatchTeam,
    SetTeamPlace,
    Team,
    TeamMembership,
    TeamRole,
    UpdateTeamMembers,
)


def list_in_organization(
    organization: str, *, title: str | None = None, owner: str | None = None, limit: int | None = None
) -> Query[Page[Team]]:
    """Teams; `title` is a part of the title in any case, `owner` a member who manages them."""
    path = path_of("/v1/orgs/{organization}/teams", organization=organization)
    params = params_of(title=title, owner=owner, limit=limit)
    return Query("listTeamsInOrganizationById", path, many(Team), params, ids=(organization,))


def get(organization: str, team: str) -> Query[Team]:
    """One team."""
    path = path_of("/v1/orgs/{organization}/teams/{team}", organization=organization, team=team)
    return Query("getTeamInOrganizationById", path, one(Team), ids=(organization, team))


def list_members(organization: str, team: str, *, limit: int | None = None) -> Query[Page[TeamMembership]]:
    """The members of a team, and what each is in it."""
    path = path_of("/v1/orgs/{organization}/teams/{team}/members", organization=organization, team=team)
    ids = (organization, team)
    return Query("listTeamMembersInOrganizationById", path, many(TeamMembership), params_of(limit=limit), ids=ids)


def create(organization: str, title: str, members: Sequence[str] = ()) -> Command[Team]:
    """A new team with members by id. A PUT that makes another team each time, so it is never repeated."""
    given: dict[str, Any] = {"title": title} | ({"members": list(members)} if members else {})
    body = CreateTeam(**given)
    path = path_of("/v1/orgs/{organization}/teams", organization=organization)
    return Command("createOrganizationTeam", "PUT", path, one(Team), body=body.to_wire(), touches=(organization,))


def rename(organization: str, team: str, title: str) -> Command[Team]:
    """Give a team another title. Document section: "Teams and team members"."""
    path = path_of("/v1/orgs/{organization}/teams/{team}", organization=organization, team=team)
    body = PatchTeam(title=title)
    answers = get(organization, team)
    return change("updateTeamInOrganizationById", "PATCH", path, Team, body, (organization, team), answers=answers)


def delete(organization: str, team: str) -> Command[None]:
    """Delete a team; its members stay in the organization. Document section: "Teams and team members"."""
    path = path_of("/v1/orgs/{organization}/teams/{team}", organization=organization, team=team)
    return deletion("removeTeamFromOrganizationById", path, (organization, team))


def update_members(organization: str, team: str, body: UpdateTeamMembers) -> Command[None]:
    """Add and remove people by id or email; who is in both lists is removed. Same section."""
    return Command(
        "updateMembersInOrganizationTeam",
        "PUT",
        path_of("/v1/orgs/{organization}/teams/{team}/members", organization=organization, team=team),
        nothing,
        body=body.to_wire(),
        repeat="same_effect",
        touches=(organization, team),
    )


def put_member(organization: str, team: str, user: str, role: TeamRole | None = None) -> Command[None]:
    """Add somebody to a team, or make them owner or member of it. Same section."""
    body = SetTeamPlace(role=role) if role is not None else SetTeamPlace()
    return Command(
        "addMemberToOrganizationTeamById",
        "PUT",
        path_of("/v1/orgs/{organization}/teams/{team}/members/{user}", organization=organization, team=team, user=user),
        nothing,
        body=body.to_wire(),
        repeat="same_effect",
        touches=(organization, team, user),
    )


def remove_member(organization: str, team: str, user: str) -> Command[None]:
    """Take somebody out of a team. Same section."""
    path = path_of(
        "/v1/orgs/{organization}/teams/{team}/members/{user}", organization=organization, team=team, user=user
    )
    return deletion("deleteMemberFromOrganizationTeamById", path, (organization, team, user))
