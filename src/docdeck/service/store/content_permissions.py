"""Who may do what with a space or collection. Facts 2.6."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, String, and_, case, delete, literal, null, or_, select

from docdeck.models.base import ROLES
from docdeck.service.paging import Slice, Window
from docdeck.service.store.paged import cut
from docdeck.service.store.schema import grants, members, spaces, users
from docdeck.service.store.store import Tx


def people_with_access(
    tx: Tx, organization: str, default_level: str | None, space: str | None, window: Window, *, role: str | None
) -> Slice:
    """Members with what they may do as `permission`, in order of joining; `role` keeps those with just that role.

    The same as `rules.permissions.space_role`; without a space there are no grants, and guests see nothing.
    """
    grant: ColumnElement[Any] = null() if space is None else grants.c.role
    own = members.c.role
    capped = case((own.in_(_above(default_level)), literal(default_level, String)), else_=own)
    permission = case((own == "admin", own), (grant.is_not(None), grant), else_=capped)
    joined = members.join(users, users.c.id == members.c.user)
    if space is not None:
        joined = joined.outerjoin(grants, and_(grants.c.user == members.c.user, grants.c.space == space))
    shown: tuple[Any, ...] = (members.c.user, users.c.display_name, users.c.email, users.c.photo_url)
    asked: Any = (
        select(*shown, permission.label("permission"))
        .select_from(joined)
        .where(
            members.c.organization == organization,
            members.c.disabled.is_(False),
            or_(own.is_not(None), grant.is_not(None)),
        )
    )
    if role is not None:
        asked = asked.where(permission == role)
    return cut(tx, asked, window, members.c.joined_at, members.c.user)


def people_with_grants(tx: Tx, space: str, window: Window) -> Slice:
    """Those who have a role of their own in a space, as `permission`, in the order of joining the organization."""
    here = and_(spaces.c.id == grants.c.space, spaces.c.organization == members.c.organization)
    joined = grants.join(users, users.c.id == grants.c.user).join(members, members.c.user == grants.c.user)
    shown = (members.c.user, users.c.display_name, users.c.email, users.c.photo_url, grants.c.role.label("permission"))
    asked: Any = select(*shown).select_from(joined.join(spaces, here))
    asked = asked.where(grants.c.space == space, members.c.disabled.is_(False))
    return cut(tx, asked, window, members.c.joined_at, members.c.user)


def grant_of(tx: Tx, space: str, user: str) -> str | None:
    """The role of their own that somebody has in a space."""
    return tx.value(select(grants.c.role).where(grants.c.space == space, grants.c.user == user))


def remove_grant(tx: Tx, space: str, user: str) -> None:
    """Take a role in a space away."""
    tx.run(delete(grants).where(grants.c.space == space, grants.c.user == user))


def _above(level: str | None) -> tuple[str, ...]:
    return () if level is None else ROLES[ROLES.index(level) + 1 :]
