"""Teams, memberships and what members reach as answers. Document section: "Team"."""

from __future__ import annotations

from docdeck.models.teams import MemberSpace, MemberTeam, Team, TeamMembership, TeamPlace
from docdeck.service.rules.permissions import space_role
from docdeck.service.rules.place_permissions import team_permissions
from docdeck.service.store import Row
from docdeck.service.views.links import Links
from docdeck.service.views.people import member_view
from docdeck.service.views.present import when
from docdeck.service.views.spaces import space_view


def team_view(row: Row, role: str | None) -> Team:
    """A team from a row with counts; `role` is the caller's in the organization."""
    return Team(
        object="team",
        id=row["id"],
        title=row["title"],
        members=row["members"],
        spaces=row["spaces"],
        created_at=when(row["created_at"]),
        permissions=team_permissions(role, row["own_role"]),
    )


def membership_view(row: Row, place: str, links: Links) -> TeamMembership:
    """A member of a team, and what they are in it."""
    return TeamMembership(organization=member_view(row, links), team=TeamPlace(role=place), permissions={"view": True})


def member_team_view(row: Row, role: str | None) -> MemberTeam:
    """A team of a member from a row with `member_role`."""
    return MemberTeam(team=team_view(row, role), member=TeamPlace(role=row["member_role"]))


def member_space_view(row: Row, member: Row, links: Links) -> MemberSpace:
    """A space as the caller sees it, with the member's role in it."""
    role = space_role(member=True, role=member["role"], grant=row["granted"], default_level=row["default_level"])
    return MemberSpace(permission=role or "read", space=space_view(row, links))
