"""Links that let people in. Platform facts 2.8, A.2."""

from __future__ import annotations

from pydantic import Field

from docdeck.models.base import Answer, Body, Role, RoleName
from docdeck.models.spaces import Space


class InviteLink(Answer):
    """`object` is `invite`; to the organization with a `role`, or to a `space` with a `level`. Null is a guest.

    `redundant` when whoever may join gets at least as much without it.
    """

    object: str = "invite"
    id: str
    role: Role | None = None
    level: Role | None = None
    redundant: bool = False
    space: Space | None = None


class CreateInvite(Body):
    """Either `role`, or `level` with `space`."""

    role: RoleName | None = None
    level: RoleName | None = None
    space: str | None = None
    collection: str | None = None


class PatchInvite(Body):
    """`role` for a link to the organization, `level` for one to a space."""

    role: RoleName | None = None
    level: RoleName | None = None


class JoinedWith(Answer):
    """What joining with a link led to."""

    organization: str = Field(default="")
    space: str | None = None
