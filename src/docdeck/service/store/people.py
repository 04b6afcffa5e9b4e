"""Users, tokens, organizations, members and grants. Document sections: "Organization", "Member"."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Select, and_, bindparam, case, func, or_, select, update

from docdeck.service.paging import Slice, Window
from docdeck.service.store.paged import Listing, cut
from docdeck.service.store.places_schema import team_members, teams
from docdeck.service.store.schema import grants, members, organizations, spaces, tokens, users
from docdeck.service.store.store import Row, Tx

_NO_RULES: dict[str, Any] = {"type": "none"}


def insert_user(
    tx: Tx, display_name: str, email: str | None = None, *, photo_url: str | None = None, id: str | None = None
) -> str:
    """Add a person; answers the id."""
    made = id or tx.ids()
    tx.insert(users, id=made, display_name=display_name, email=email, photo_url=photo_url)
    return made


def insert_token(tx: Tx, user: str, token: str) -> None:
    """Let a bearer token act as a user; only its hash is stored."""
    tx.insert(tokens, hash=_hash(token), user=user, created_at=tx.now())


def insert_organization(
    tx: Tx,
    title: str,
    *,
    id: str | None = None,
    merge_rules: dict[str, Any] | None = None,
    hostname: str | None = None,
    default_role: str | None = None,
    type: str = "business",
    use_case: str = "internalDocs",
    plan: str = "pro_2024",
    email_domains: Sequence[str] = (),
) -> str:
    """Add an organization without members; answers the id."""
    made = id or tx.ids()
    tx.insert(
        organizations,
        id=made,
        title=title,
        created_at=tx.now(),
        hostname=hostname,
        type=type,
        use_case=use_case,
        default_role=default_role,
        sso=False,
        ai=True,
        invite_links=False,
        plan=plan,
        email_domains=list(email_domains),
        merge_rules=merge_rules or _NO_RULES,
    )
    return made


def insert_member(
    tx: Tx,
    organization: str,
    user: str,
    role: str | None,
    *,
    joined_at: str | None = None,
    last_seen_at: str | None = None,
    disabled: bool = False,
    sso: bool = False,
) -> None:
    """Add a user to an organization; a role of None makes a guest. Times are in stored form."""
    tx.insert(
        members,
        organization=organization,
        user=user,
        role=role,
        disabled=disabled,
        sso=sso,
        joined_at=joined_at or tx.now(),
        last_seen_at=last_seen_at,
    )


def insert_grant(tx: Tx, space: str, user: str, role: str) -> None:
    """Give a user a role in one space."""
    tx.insert(grants, space=space, user=user, role=role)


def copy_grants(tx: Tx, space: str, copy: str) -> None:
    """Let everybody who has a role of their own in a space have it in its copy."""
    rows = tx.rows(select(grants).where(grants.c.space == space))
    tx.insert_many(grants, ({**row, "space": copy} for row in rows))


def user_of_token(tx: Tx, token: str) -> str | None:
    """Whose token this is."""
    row = tx.one(_user_of_token(), wanted=_hash(token))
    return None if row is None else row["user"]


@cache
def _user_of_token() -> Select[Any]:
    """Prepared once: every call to the service asks this."""
    return select(tokens.c.user).where(tokens.c.hash == bindparam("wanted"))


def users_by_id(tx: Tx, ids: Iterable[str | None]) -> dict[str, Row]:
    """The users behind ids, in one question."""
    wanted = sorted({id for id in ids if id is not None})
    if not wanted:
        return {}
    return {row["id"]: row for row in tx.rows(_users_by_id(), wanted=wanted)}


@cache
def _users_by_id() -> Select[Any]:
    """Prepared once: most lists ask this."""
    return select(users).where(users.c.id.in_(bindparam("wanted", expanding=True)))


def visible_user(tx: Tx, caller: str, user: str) -> Row | None:
    """A user who is the caller or shares an organization with them."""
    theirs = select(members.c.organization).where(members.c.user == caller, members.c.disabled.is_(False))
    shared = select(members.c.user).where(members.c.user == user, members.c.organization.in_(theirs)).exists()
    return tx.one(select(users).where(users.c.id == user, or_(users.c.id == caller, shared)))


def update_user(tx: Tx, user: str, **values: Any) -> None:
    """Change columns of a person."""
    tx.run(update(users).where(users.c.id == user).values(**values))


def organizations_of(tx: Tx, caller: str, window: Window) -> Slice:
    """The organizations a user belongs to, with their role in each as `member_role`, oldest first."""
    return cut(tx, _organizations(caller), window, organizations.c.created_at, organizations.c.id)


def organization_of(tx: Tx, caller: str, organization: str) -> Row | None:
    """One organization with the caller's role as `member_role`, or None when they do not belong to it."""
    return tx.one(_organization_of(), caller=caller, wanted=organization)


@cache
def _organization_of() -> Select[Any]:
    """Prepared once: every call about an organization asks this."""
    return _organizations(bindparam("caller")).where(organizations.c.id == bindparam("wanted"))


def _organizations(caller: str | BindParameter[Any]) -> Any:
    mine = and_(members.c.organization == organizations.c.id, members.c.user == caller, members.c.disabled.is_(False))
    return select(organizations, members.c.role.label("member_role")).select_from(organizations.join(members, mine))


def members_in(
    tx: Tx, organization: str, window: Window, *, role: str | None, search: str | None, sort: str, descending: bool
) -> Slice:
    """Members with their user; sorting by last seen lists active members only."""
    values = {"role": role, "like": f"%{_escaped(search.lower())}%"} if search else {"role": role}
    kind = role if role in (None, "guest") else "member"
    return _members_in(kind, bool(search), sort, descending).cut(tx, window, inside=organization, **values)


@cache
def _members_in(kind: str | None, searched: bool, sort: str, descending: bool) -> Listing:
    """The list with these filters, whose values are left open."""
    asked = _members(bindparam("inside"))
    if kind is not None:
        asked = asked.where(members.c.role.is_(None) if kind == "guest" else members.c.role == bindparam("role"))
    if searched:
        names = (func.lower(users.c.display_name), func.lower(users.c.email))
        asked = asked.where(or_(*(name.like(bindparam("like"), escape="\\") for name in names)))
    column = members.c.joined_at
    if sort == "lastSeenAt":
        column = members.c.last_seen_at
        asked = asked.where(members.c.last_seen_at.is_not(None), members.c.disabled.is_(False))
    return Listing(asked, column, members.c.user, descending=descending)


def members_by_user(tx: Tx, organization: str, ids: Iterable[str]) -> dict[str, Row]:
    """Members with their user, by user id; people who left are missing."""
    asked = _members(organization).where(members.c.user.in_(sorted(set(ids))))
    return {row["user"]: row for row in tx.rows(asked)}


def members_where(tx: Tx, organization: str, condition: ColumnElement[bool], window: Window) -> Slice:
    """Members whose users meet a condition, in order of joining."""
    asked = _members(organization).where(condition)
    return cut(tx, asked, window, members.c.joined_at, members.c.user)


def _members(organization: str | BindParameter[Any]) -> Any:
    here = and_(spaces.c.organization == organization, spaces.c.deleted_at.is_(None))
    # Asked once for the whole list: it names no member.
    every = select(func.count()).select_from(spaces).where(here).scalar_subquery()
    granted = (
        select(func.count())
        .select_from(grants.join(spaces, spaces.c.id == grants.c.space))
        .where(grants.c.user == members.c.user, here)
        .correlate(members)
        .scalar_subquery()
    )
    inside = (
        select(func.count())
        .select_from(team_members.join(teams, teams.c.id == team_members.c.team))
        .where(team_members.c.user == members.c.user, teams.c.organization == organization)
        .correlate(members)
        .scalar_subquery()
    )
    reached = case((members.c.role.is_(None), granted), else_=every)
    counts = (reached.label("spaces"), inside.label("teams"))
    return (
        select(members, users.c.display_name, users.c.email, users.c.photo_url, *counts)
        .select_from(members.join(users, users.c.id == members.c.user))
        .where(members.c.organization == organization)
    )


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
