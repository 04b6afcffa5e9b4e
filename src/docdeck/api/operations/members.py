"""Members of an organization. Document section: "Organization members"."""

from __future__ import annotations

from typing import Literal

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import change, deletion
from docdeck.api.reading import many, one
from docdeck.models.base import RoleName
from docdeck.models.organizations import Member, PatchMember, Seen
from docdeck.models.teams import MemberSpace, MemberTeam


def list_in_organization(
    organization: str,
    *,
    search: str | None = None,
    role: str | None = None,
    sort: Literal["joinedAt", "lastSeenAt"] | None = None,
    order: Literal["asc", "desc"] | None = None,
    limit: int | None = None,
) -> Query[Page[Member]]:
    """Members; `search` matches display name and email, `role` may be `guest`; by `lastSeenAt` only active ones."""
    path = path_of("/v1/orgs/{organization}/members", organization=organization)
    params = params_of(search=search, role=role, sort=sort, order=order, limit=limit)
    return Query("listMembersInOrganizationById", path, many(Member), params, ids=(organization,))


def get(organization: str, user: str) -> Query[Member]:
    """One member, by user id."""
    path = path_of("/v1/orgs/{organization}/members/{user}", organization=organization, user=user)
    return Query("getMemberInOrganizationById", path, one(Member), ids=(organization, user))


def list_spaces(
    organization: str, user: str, *, order: Literal["asc", "desc"] | None = None, limit: int | None = None
) -> Query[Page[MemberSpace]]:
    """The spaces that a member can reach, and with which role."""
    path = path_of("/v1/orgs/{organization}/members/{user}/spaces", organization=organization, user=user)
    params = params_of(order=order, limit=limit)
    return Query("listSpacesForOrganizationMember", path, many(MemberSpace), params, ids=(organization, user))


def list_teams(
    organization: str, user: str, *, title: str | None = None, limit: int | None = None
) -> Query[Page[MemberTeam]]:
    """The teams of a member, and what the member is in each; `title` is a part of the title in any case."""
    path = path_of("/v1/orgs/{organization}/members/{user}/teams", organization=organization, user=user)
    params = params_of(title=title, limit=limit)
    return Query("listTeamsForOrganizationMember", path, many(MemberTeam), params, ids=(organization, user))


def remove(organization: str, user: str) -> Command[None]:
    """Take a member out; 202 instead of 204 or 205 means that the administrators were asked to. Same section."""
    path = path_of("/v1/orgs/{organization}/members/{user}", organization=organization, user=user)
    return deletion("removeMemberFromOrganizationById", path, (organization, user))


def set_role(organization: str, user: str, role: RoleName | None) -> Command[Member]:
    """Give a member another role; None makes a guest. Document section: "Organization members"."""
    return change(
        "updateMemberInOrganizationById",
        "PATCH",
        path_of("/v1/orgs/{organization}/members/{user}", organization=organization, user=user),
        Member,
        PatchMember(role=role),
        (organization, user),
        answers=get(organization, user),
    )


def ping(organization: str) -> Command[Seen]:
    """Tell that the caller was here just now; may answer with a token about the visitor. Same section."""
    path = path_of("/v1/orgs/{organization}/ping", organization=organization)
    return Command("updateOrganizationMemberLastSeenAt", "POST", path, one(Seen), repeat="same_effect")


def set_sso(organization: str, user: str) -> Command[Member]:
    """Let a member in by single sign-on. Document section: "Organization members"."""
    return Command(
        "setUserAsSSOMemberForOrganization",
        "POST",
        path_of("/v1/orgs/{organization}/members/{user}/sso", organization=organization, user=user),
        one(Member),
        repeat="same_effect",
        touches=(organization, user),
        answers=get(organization, user),
    )
