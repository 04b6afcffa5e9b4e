"""Creating, renaming and deleting teams, and who is in them. Document section: "Teams and team members"."""

from __future__ import annotations

from docdeck.models.teams import CreateTeam, PatchTeam, SetTeamPlace, UpdateTeamMembers
from docdeck.service.access import organization_access
from docdeck.service.errors import Denied, Invalid, Missing
from docdeck.service.place_access import team_access
from docdeck.service.rules.permissions import organization_permissions
from docdeck.service.rules.place_permissions import team_permissions
from docdeck.service.store import Row, Tx
from docdeck.service.store.team_members import delete_team as remove_team
from docdeck.service.store.team_members import people_named, place_in_team, rename_team, take_from_team
from docdeck.service.store.teams import insert_team, insert_team_member, team_in

MAX_TITLE = 64
_MANAGERS = "Only owners of this team and administrators may do this."


def create_team(tx: Tx, actor: str, organization: str, sent: CreateTeam) -> str:
    """Add a team that its maker owns; answers the id."""
    home = organization_access(tx, actor, organization, "listTeams")
    if not organization_permissions(home["member_role"])["ownTeam"]:
        raise Denied("You may not create teams: ask an administrator for the creator role.")
    _check_title(sent.title)
    people = _people(tx, organization, sent.members or [], "members")
    made = insert_team(tx, organization, sent.title)
    insert_team_member(tx, made, actor, "owner")
    for user in dict.fromkeys(people.values()):
        place_in_team(tx, made, user, None)
    return made


def patch_team(tx: Tx, actor: str, organization: str, team: str, sent: PatchTeam) -> None:
    """Give a team another title."""
    _managed(tx, actor, organization, team)
    if sent.title is None:
        raise Invalid("title: a team needs a title.")
    _check_title(sent.title)
    rename_team(tx, team, sent.title)


def delete_team(tx: Tx, actor: str, organization: str, team: str) -> None:
    """Delete a team; does nothing when it is absent."""
    organization_access(tx, actor, organization, "listTeams")
    if team_in(tx, actor, organization, team) is not None:
        _managed(tx, actor, organization, team)
        remove_team(tx, team)


def update_members(tx: Tx, actor: str, organization: str, team: str, sent: UpdateTeamMembers) -> None:
    """Add, change and remove members by id or email; who is both added and removed is removed."""
    _managed(tx, actor, organization, team)
    roles = {name: place.role for name, place in (sent.memberships or {}).items()}
    added = _people(tx, organization, [*(sent.add or []), *roles], "add")
    removed = set(people_named(tx, organization, sent.remove or []).values()) | set(sent.remove or [])
    wanted: dict[str, str | None] = {}
    for name, user in added.items():
        wanted[user] = roles.get(name) or wanted.get(user)
    for user, role in wanted.items():
        if user not in removed:
            place_in_team(tx, team, user, role)
    for user in sorted(removed):
        take_from_team(tx, team, user)


def set_member(tx: Tx, actor: str, organization: str, team: str, user: str, sent: SetTeamPlace) -> None:
    """Add somebody to a team, or change what they are in it."""
    _managed(tx, actor, organization, team)
    if user not in people_named(tx, organization, [user]).values():
        raise Missing("This user is not a member of the organization.")
    place_in_team(tx, team, user, sent.role)


def remove_member(tx: Tx, actor: str, organization: str, team: str, user: str) -> None:
    """Take somebody out of a team; everybody may leave. Does nothing when there is nobody to take out."""
    organization_access(tx, actor, organization, "listTeams")
    if team_in(tx, actor, organization, team) is not None:
        if user != actor:
            _managed(tx, actor, organization, team)
        take_from_team(tx, team, user)


def _managed(tx: Tx, actor: str, organization: str, team: str) -> Row:
    home, row = team_access(tx, actor, organization, team)
    if not team_permissions(home["member_role"], row["own_role"])["admin"]:
        raise Denied(_MANAGERS)
    return row


def _people(tx: Tx, organization: str, names: list[str], field: str) -> dict[str, str]:
    found = people_named(tx, organization, names)
    unknown = next((name for name in names if name not in found), None)
    if unknown is not None:
        raise Invalid(f"{field}: {unknown} is not a member of the organization.")
    return found


def _check_title(title: str) -> None:
    if not 1 <= len(title) <= MAX_TITLE:
        raise Invalid(f"title: 1 to {MAX_TITLE} characters.")
