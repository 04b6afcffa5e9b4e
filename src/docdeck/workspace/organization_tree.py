"""Organizations for reading: members and teams below each, and what each of those reaches.

Document sections: "Organization", "Member", "Team".
"""

from __future__ import annotations

from collections.abc import AsyncGenerator

from docdeck.api.operations import members, teams
from docdeck.models.organizations import Member
from docdeck.models.teams import Team
from docdeck.workspace.branches import watch_nodes
from docdeck.workspace.reads import Reads
from docdeck.workspace.session import Session
from docdeck.workspace.tree import Children, Node


def watch_branch(session: Session, node: Node) -> AsyncGenerator[Children]:
    """Members and teams of an organization; members of a team. Raises DocdeckError."""

    async def build(reads: Reads) -> tuple[Node, ...] | None:
        organization = node.ids["organization"]
        match node.ids.get("list"), node.kind:
            case "members", _:
                wanted = node.ids
                found = await reads.items(
                    members.list_in_organization(
                        organization,
                        role=wanted.get("role"),
                        sort="lastSeenAt" if wanted.get("sort") == "lastSeenAt" else None,
                    )
                )
                return None if found is None else tuple(member_node(node.key, organization, each) for each in found)
            case "teams", _:
                listed = await reads.items(teams.list_in_organization(organization))
                return None if listed is None else tuple(_team(organization, each) for each in listed)
            case _, "team":
                inside = await reads.items(teams.list_members(organization, node.ids["team"]))
                if inside is None:
                    return None
                return tuple(
                    member_node(node.key, organization, each.organization, (each.team.role,)) for each in inside
                )
            case _:
                return (_list(organization, "members", "Members"), _list(organization, "teams", "Teams"))

    return watch_nodes(session, build)


def _list(organization: str, name: str, title: str) -> Node:
    ids = {"organization": organization, "list": name}
    return Node(f"{name}:{organization}", "heading", title, branch=True, ids=ids)


def member_node(above: str, organization: str, member: Member, marks: tuple[str, ...] = ()) -> Node:
    """A member with their role; guests have none."""
    words = (*marks, member.role or "guest", *(("disabled",) if member.disabled else ()))
    return Node(
        f"{above}/member:{member.user.id}",
        "member",
        member.user.display_name or member.user.id,
        path=member.user.email or "",
        marks=words,
        about=member,
        ids={"organization": organization, "user": member.user.id},
    )


def _team(organization: str, team: Team) -> Node:
    count = f"{team.members} member{'' if team.members == 1 else 's'}"
    ids = {"organization": organization, "team": team.id}
    return Node(f"team:{team.id}", "team", team.title, branch=True, marks=(count,), about=team, ids=ids)
