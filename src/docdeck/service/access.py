"""Who may do what, asked of the database once per request: hidden things are missing, visible ones may be denied."""

from __future__ import annotations

from dataclasses import dataclass

from docdeck.service.errors import Denied, Missing
from docdeck.service.rules.permissions import organization_permissions, space_permissions, space_role
from docdeck.service.store import Row, Tx
from docdeck.service.store.people import organization_of
from docdeck.service.store.requests import request_in_space
from docdeck.service.store.spaces import space_for

_DENIED = {
    "edit": "You may not edit the content of this space: ask an administrator for the editor role.",
    "comment": "You may not comment in this space: ask an administrator for the commenter role.",
    "review": "You may not review in this space: ask to be a requested reviewer or for the reviewer role.",
    "merge": "You may not merge in this space: ask somebody with the reviewer role to merge.",
    "admin": "Only an administrator of this space may do this.",
}
_GUESTS = "You may not see this in the organization: guests see only the spaces shared with them."
_ADMINISTRATORS = "Only an administrator of the organization may do this."


@dataclass(frozen=True, slots=True)
class SpaceAccess:
    """A space as one person sees it."""

    actor: str
    space: Row
    role: str

    @property
    def admin(self) -> bool:
        """Whether the person administrates the space."""
        return self.role == "admin"

    def may(self, permission: str) -> bool:
        """Whether the person has a permission of the space."""
        return space_permissions(self.role)[permission]

    def need(self, permission: str) -> None:
        """Refuse with 403 unless the person has a permission of the space."""
        if not self.may(permission):
            raise Denied(_DENIED[permission])


def role_in(row: Row) -> str:
    """The role behind a row with `member_role`, `grant_role` and `default_level`."""
    role = space_role(member=True, role=row["member_role"], grant=row["grant_role"], default_level=row["default_level"])
    return role or "read"


def space_access(tx: Tx, actor: str, space: str) -> SpaceAccess:
    """A space that the person may see, else 404."""
    row = space_for(tx, actor, space)
    if row is None:
        raise Missing("This space does not exist, or you may not see it.")
    return SpaceAccess(actor, row, role_in(row))


def request_access(tx: Tx, actor: str, space: str, change_request: str) -> tuple[SpaceAccess, Row]:
    """A change request, by id or number, of a space that the person may see, else 404."""
    access = space_access(tx, actor, space)
    row = request_in_space(tx, space, change_request)
    if row is None:
        raise Missing("This space has no such change request.")
    return access, row


def organization_access(tx: Tx, actor: str, organization: str, permission: str = "view") -> Row:
    """An organization the person belongs to, else 404; without the permission, 403."""
    row = organization_of(tx, actor, organization)
    if row is None:
        raise Missing("This organization does not exist, or you do not belong to it.")
    if not organization_permissions(row["member_role"])[permission]:
        raise Denied(_ADMINISTRATORS if permission == "admin" else _GUESTS)
    return row
