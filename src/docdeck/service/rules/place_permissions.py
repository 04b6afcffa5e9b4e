"""What a role may do with collections and teams. Document sections: "Collection", "Team"."""

from __future__ import annotations

from docdeck.service.rules.permissions import at_least, space_role

_COLLECTION_NEEDS: dict[str, str] = {"view": "read", "admin": "admin", "viewInviteLinks": "admin", "create": "create"}


def collection_permissions(role: str | None, default_level: str | None) -> dict[str, bool]:
    """The `permissions` object of a collection: its default level caps the roles of all but administrators."""
    own = space_role(member=role is not None, role=role, grant=None, default_level=default_level)
    return {name: at_least(own, needed) for name, needed in _COLLECTION_NEEDS.items()}


def team_permissions(role: str | None, own_role: str | None) -> dict[str, bool]:
    """The `permissions` object of a team: administrators and the team's owners manage it."""
    return {"admin": at_least(role, "admin") or own_role == "owner", "view": at_least(role, "read")}
