"""Who may do what with a space, a collection or a site. Platform facts 2.6, A.2, A.3."""

from __future__ import annotations

from typing import Any, Self

from pydantic import Field, model_validator

from docdeck.models.base import Answer, Body, Role, RoleName, User
from docdeck.models.teams import Team


class UserPermission(Answer):
    """A person's role; on a site `origin` tells where it comes from, and null is a guest."""

    permission: Role | None = None
    user: User
    origin: dict[str, Any] | None = None
    disabled: bool = False


class TeamPermission(Answer):
    """A team's role."""

    permission: Role | None = None
    team: Team


class Invite(Body):
    """People and teams by id, all with one role; null is a guest."""

    role: RoleName | None
    users: list[str] | None = Field(default=None, min_length=1)
    teams: list[str] | None = Field(default=None, min_length=1)

    @model_validator(mode="after")
    def _somebody(self) -> Self:
        if not self.users and not self.teams:
            raise ValueError("name at least one user or team")
        return self


class RoleBody(Body):
    """A new role; null is a guest."""

    role: RoleName | None = None


class EmailInvite(Body):
    """An address with a role of its own."""

    email: str
    role: RoleName | None


class InviteToOrganization(Body):
    """Addresses with one role for all, or each with its own."""

    emails: list[str | EmailInvite] = Field(min_length=1)
    role: RoleName | None = None
    sso: bool | None = None


class Invited(Answer):
    """Who was added at once, how many were invited, and which addresses single sign-on refused."""

    users: list[str] = Field(default_factory=list)
    invited: int = 0
    failed_sso_emails: list[str] = Field(default_factory=list, alias="failedSSOEmails")
