"""Inviting people into an organization. Document section: "Organizations"; the rest: platform facts 2.8."""

from __future__ import annotations

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import change, deletion
from docdeck.api.reading import many, one
from docdeck.models.invites import CreateInvite, InviteLink, JoinedWith, PatchInvite
from docdeck.models.permissions import Invited, InviteToOrganization

_LINKS = "/v1/orgs/{organization}/link-invites"
_LINK = _LINKS + "/{invite}"


def invite(organization: str, body: InviteToOrganization) -> Command[Invited]:
    """Invite people by email address."""
    path = path_of("/v1/orgs/{organization}/invites", organization=organization)
    sent = body.to_wire()
    return Command("inviteUsersToOrganization", "POST", path, one(Invited), body=sent, touches=(organization,))


def list_links(organization: str, *, limit: int | None = None) -> Query[Page[InviteLink]]:
    """The links that let people in."""
    path = path_of(_LINKS, organization=organization)
    params = params_of(limit=limit)
    return Query("listOrganizationInviteLinks", path, many(InviteLink), params, ids=(organization,))


def get_link(organization: str, invite: str) -> Query[InviteLink]:
    """One link."""
    path = path_of(_LINK, organization=organization, invite=invite)
    return Query("getOrganizationInviteLink", path, one(InviteLink), ids=(organization, invite))


def create_link(organization: str, body: CreateInvite) -> Command[InviteLink]:
    """A link to the organization with a role, or to a space or collection with a level."""
    path = path_of(_LINKS, organization=organization)
    sent = body.to_wire()
    return Command("createOrganizationInvite", "POST", path, one(InviteLink), body=sent, touches=(organization,))


def update_link(organization: str, invite: str, body: PatchInvite) -> Command[InviteLink]:
    """Set what somebody becomes who comes by the link."""
    return change(
        "updateOrganizationInviteById",
        "PATCH",
        path_of(_LINK, organization=organization, invite=invite),
        InviteLink,
        body,
        (organization, invite),
        answers=get_link(organization, invite),
    )


def delete_link(organization: str, invite: str) -> Command[None]:
    """Delete a link; who came by it stays. Document section: "Organizations"."""
    path = path_of(_LINK, organization=organization, invite=invite)
    return deletion("deleteOrganizationInviteById", path, (organization, invite))


def join_with(organization: str, invite: str) -> Command[JoinedWith]:
    """Join an organization with a link."""
    path = path_of("/v1/orgs/{organization}/invites/{invite}", organization=organization, invite=invite)
    return Command(
        "joinOrganizationWithInvite", "POST", path, one(JoinedWith), repeat="same_effect", touches=(organization,)
    )
