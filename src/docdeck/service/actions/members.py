"""Changing and removing members, and being seen. Document: "Organization members"."""

from __future__ import annotations

from datetime import timedelta

from docdeck.models.organizations import PatchMember
from docdeck.service.access import organization_access
from docdeck.service.errors import Conflict, Missing
from docdeck.service.rules.claims import signed_claims
from docdeck.service.store import Row, Tx
from docdeck.service.store.doors import service_key
from docdeck.service.store.membership import membership, other_admins, remove_member, update_member
from docdeck.service.store.people import users_by_id

CLAIMS_KEY = "visitor claims"
CLAIMS_LAST = timedelta(hours=1)
_LAST_ADMIN = "This is the last administrator of the organization: make somebody else one first."


def _member(tx: Tx, organization: str, user: str) -> Row:
    row = membership(tx, organization, user)
    if row is None:
        raise Missing("This user is not a member of the organization.")
    return row


def patch_member(tx: Tx, actor: str, organization: str, user: str, sent: PatchMember) -> None:
    """Give a member another role; null makes a guest. The last administrator stays one."""
    organization_access(tx, actor, organization, "admin")
    row = _member(tx, organization, user)
    if "role" not in sent.model_fields_set:
        return
    if row["role"] == "admin" and sent.role != "admin":
        _need_another_admin(tx, row)
    update_member(tx, organization, user, role=sent.role)


def _need_another_admin(tx: Tx, row: Row) -> None:
    """A disabled administrator administrates nothing, so they may go."""
    if not row["disabled"] and not other_admins(tx, row["organization"], row["user"]):
        raise Conflict(_LAST_ADMIN)


def delete_member(tx: Tx, actor: str, organization: str, user: str) -> None:
    """Remove a member, or leave oneself; fine when they are not a member."""
    organization_access(tx, actor, organization, "view" if user == actor else "admin")
    row = membership(tx, organization, user)
    if row is None:
        return
    if row["role"] == "admin":
        _need_another_admin(tx, row)
    remove_member(tx, organization, user)


def make_sso_member(tx: Tx, actor: str, organization: str, user: str) -> None:
    """Let a member sign in by single sign-on only."""
    organization_access(tx, actor, organization, "admin")
    _member(tx, organization, user)
    update_member(tx, organization, user, sso=True)


def see_member(tx: Tx, actor: str, organization: str) -> str:
    """Note that the caller was here now; answers signed claims about them, good for an hour."""
    home = organization_access(tx, actor, organization)
    update_member(tx, organization, actor, last_seen_at=tx.now())
    user, now = users_by_id(tx, [actor])[actor], tx.clock.now()
    claims = {
        "sub": actor,
        "name": user["display_name"],
        "email": user["email"],
        "organization": organization,
        "role": home["member_role"],
        "iat": int(now.timestamp()),
        "exp": int((now + CLAIMS_LAST).timestamp()),
    }
    return signed_claims(claims, service_key(tx, CLAIMS_KEY))
