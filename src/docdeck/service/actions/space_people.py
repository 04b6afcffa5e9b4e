"""Giving people a role of their own in a space, and taking it back. Facts 2.6."""

from __future__ import annotations

from docdeck.models.permissions import Invite, RoleBody
from docdeck.service.access import space_access
from docdeck.service.errors import Invalid, Missing
from docdeck.service.store import Tx
from docdeck.service.store.content_permissions import grant_of, remove_grant
from docdeck.service.store.membership import membership, set_grant
from docdeck.service.store.spaces import space_for

_NO_ROLE = "role: must be a role; to take away somebody's own role in this space, remove them."


def invite_people(tx: Tx, actor: str, space: str, sent: Invite) -> None:
    """Give people of the organization, guests too, a role in a space; all of them, or nobody."""
    access = space_access(tx, actor, space)
    access.need("admin")
    if sent.teams:
        raise Invalid("teams: this service gives roles in spaces to people only; name its members under users.")
    if sent.role is None:
        raise Invalid(_NO_ROLE)
    for position, user in enumerate(sent.users or ()):
        if membership(tx, access.space["organization"], user) is None:
            raise Missing(f"users.{position}: is nobody of this organization; invite them to it first.")
        set_grant(tx, space, user, sent.role)


def change_role(tx: Tx, actor: str, space: str, user: str, sent: RoleBody) -> None:
    """Give somebody who has a role of their own in a space another one."""
    space_access(tx, actor, space).need("admin")
    if sent.role is None:
        raise Invalid(_NO_ROLE)
    if grant_of(tx, space, user) is None:
        raise Missing("This person has no role of their own in this space.")
    set_grant(tx, space, user, sent.role)


def remove_person(tx: Tx, actor: str, space: str, user: str) -> None:
    """Take somebody's own role in a space away: members keep what their organization's role gives them."""
    if space_for(tx, actor, space) is None:
        return
    space_access(tx, actor, space).need("admin")
    remove_grant(tx, space, user)
