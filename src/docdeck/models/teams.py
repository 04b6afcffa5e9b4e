"""Teams, who is in them, and what a member can reach. Document section: "Team"."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from docdeck.models.base import Answer, Body, Flags, Role, Timestamp
from docdeck.models.organizations import Member
from docdeck.models.spaces import Space

TeamRole = Literal["owner", "member"]


class Team(Answer):
    """`object` is `team`; `members` and `spaces` are counts."""

    object: str = "team"
    id: str
    title: str = ""
    members: int = 0
    spaces: int = 0
    created_at: Timestamp | None = None
    permissions: Flags = Field(default_factory=dict)


class TeamPlace(Answer):
    """What somebody is in a team: `owner` (manages its members) or `member`."""

    role: str = "member"


class TeamMembership(Answer):
    """One member of a team: who (as member of the organization), and what they are in the team."""

    organization: Member
    team: TeamPlace = Field(default_factory=TeamPlace)
    permissions: Flags = Field(default_factory=dict)


class MemberTeam(Answer):
    """One team of a member, and what the member is in it."""

    team: Team
    member: TeamPlace = Field(default_factory=TeamPlace)


class MemberSpace(Answer):
    """One space a member can reach, and with which role."""

    permission: Role | None = None
    space: Space


class CreateTeam(Body):
    """A title, and the members by id."""

    title: str = Field(min_length=1, max_length=64)
    members: list[str] | None = None


class PatchTeam(Body):
    """A new title."""

    title: str | None = Field(default=None, min_length=1, max_length=64)


class SetTeamPlace(Body):
    """Adds somebody to a team, or changes what they are in it."""

    role: TeamRole | None = None


class UpdateTeamMembers(Body):
    """People by user id or email; who is in both lists is removed."""

    add: list[str] | None = None
    remove: list[str] | None = None
    memberships: dict[str, SetTeamPlace] | None = None
