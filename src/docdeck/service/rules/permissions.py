"""What a role may do. Document sections: "Common conventions" (roles), "Space", "Organization"; facts 0.3."""

from __future__ import annotations

from functools import cache

from docdeck.models.base import ROLES

_SPACE_NEEDS: dict[str, str] = {
    "view": "read",
    "access": "read",
    "admin": "admin",
    "viewInviteLinks": "admin",
    "edit": "edit",
    "triggerGitSync": "create",
    "comment": "comment",
    "merge": "review",
    "review": "review",
    "installIntegration": "admin",
}
_ORGANIZATION_NEEDS: dict[str, str] = {
    "view": "read",
    "admin": "admin",
    "ownTeam": "create",
    "createContent": "create",
    "createOpenAPISpec": "create",
    "ingestConversations": "admin",
    "viewBilling": "admin",
    "listMembers": "read",
    "listTeams": "read",
    "listIntegrations": "read",
    "listInstallations": "read",
    "installIntegration": "admin",
}


@cache
def at_least(role: str | None, needed: str) -> bool:
    """Whether a role reaches the needed one; None is nobody."""
    return role in ROLES and ROLES.index(role) >= ROLES.index(needed)


def space_role(*, member: bool, role: str | None, grant: str | None, default_level: str | None) -> str | None:
    """The role of a person in one space, or None when the space is hidden from them.

    An organization's admin is admin everywhere; a grant counts before the organization's role; guests see only
    what was granted; a space's default level caps the roles of all other members.
    """
    if not member:
        return None
    if role == "admin":
        return "admin"
    if grant is not None:
        return grant
    if role is None or default_level is None:
        return role
    return min(role, default_level, key=ROLES.index)


def space_permissions(role: str | None) -> dict[str, bool]:
    """The `permissions` object of a space."""
    return {name: at_least(role, needed) for name, needed in _SPACE_NEEDS.items()}


def organization_permissions(role: str | None) -> dict[str, bool]:
    """The `permissions` object of an organization; guests see the organization's name and nothing else."""
    flags = {name: at_least(role, needed) for name, needed in _ORGANIZATION_NEEDS.items()}
    return {**flags, "view": True}


def comment_permissions(role: str | None, *, own: bool) -> dict[str, bool]:
    """The `permissions` object of a comment or reply: its author and the space's admins change it."""
    mine = at_least(role, "admin") or (own and at_least(role, "comment"))
    return {"view": True, "edit": mine, "reply": at_least(role, "comment"), "delete": mine}
