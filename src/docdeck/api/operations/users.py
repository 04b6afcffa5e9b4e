"""The signed-in user. Platform facts: "Session, organizations, spaces"."""

from __future__ import annotations

from docdeck.api.description import Command, Query, path_of
from docdeck.api.operations.writing import change
from docdeck.api.reading import one
from docdeck.models.base import PatchUser, User


def me() -> Query[User]:
    """Who the token belongs to."""
    return Query("getAuthenticatedUser", "/v1/user", one(User))


def get(user: str) -> Query[User]:
    """A user by id."""
    return Query("getUserById", path_of("/v1/users/{user}", user=user), one(User), ids=(user,))


def update(user: str, body: PatchUser) -> Command[User]:
    """Set the display name or the picture. Platform facts 2.1."""
    path = path_of("/v1/users/{user}", user=user)
    return change("updateUserById", "PATCH", path, User, body, (user,), answers=get(user))
