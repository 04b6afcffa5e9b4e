"""Teams and who is in them. Document section: "Team"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Select, and_, case, func, or_, select

from docdeck.service.paging import Slice, Window
from docdeck.service.store.matching import holds
from docdeck.service.store.paged import cut
from docdeck.service.store.people import members_where
from docdeck.service.store.places_schema import team_members, teams
from docdeck.service.store.schema import grants, members, spaces
from docdeck.service.store.store import Row, Tx


def insert_team(tx: Tx, organization: str, title: str, *, id: str | None = None) -> str:
    """Add a team without members; answers the id."""
    made = id or tx.ids()
    tx.insert(teams, id=made, organization=organization, title=title, folded=title.casefold(), created_at=tx.now())
    return made


def insert_team_member(tx: Tx, team: str, user: str, role: str = "member") -> None:
    """Put a member of the organization in a team, as `owner` or `member`."""
    tx.insert(team_members, team=team, user=user, role=role)


def teams_by_id(tx: Tx, caller: str, organization: str, ids: Iterable[str | None]) -> dict[str, Row]:
    """Some teams with counts, by id."""
    wanted = sorted({id for id in ids if id is not None})
    if not wanted:
        return {}
    return {row["id"]: row for row in tx.rows(_teams(caller, organization).where(teams.c.id.in_(wanted)))}


def teams_in(tx: Tx, caller: str, organization: str, window: Window, *, owner: str | None, title: str | None) -> Slice:
    """The teams of an organization with counts, oldest first; `owner` keeps those that this member can manage."""
    asked = _teams(caller, organization)
    if owner is not None:
        administrates = (
            select(members.c.user)
            .where(members.c.organization == organization, members.c.user == owner, members.c.role == "admin")
            .exists()
        )
        owns = (
            select(team_members.c.role)
            .where(team_members.c.team == teams.c.id, team_members.c.user == owner, team_members.c.role == "owner")
            .exists()
        )
        asked = asked.where(or_(administrates, owns))
    if title:
        asked = asked.where(holds(teams.c.folded, title))
    return cut(tx, asked, window, teams.c.created_at, teams.c.id)


def team_in(tx: Tx, caller: str, organization: str, team: str) -> Row | None:
    """One team with counts and the caller's role in it as `own_role`."""
    return tx.one(_teams(caller, organization).where(teams.c.id == team))


def teams_of_member(tx: Tx, caller: str, organization: str, user: str, window: Window, *, title: str | None) -> Slice:
    """The teams that a member is in, with what they are in each as `member_role`."""
    asked = (
        _teams(caller, organization)
        .join(team_members, and_(team_members.c.team == teams.c.id, team_members.c.user == user))
        .add_columns(team_members.c.role.label("member_role"))
    )
    if title:
        asked = asked.where(holds(teams.c.folded, title))
    return cut(tx, asked, window, teams.c.created_at, teams.c.id)


def members_of_team(tx: Tx, organization: str, team: str, window: Window) -> Slice:
    """The members of a team, as members of the organization, in order of joining that."""
    inside = select(team_members.c.user).where(team_members.c.team == team)
    return members_where(tx, organization, members.c.user.in_(inside), window)


def roles_in_team(tx: Tx, team: str, users: list[str]) -> dict[str, str]:
    """What some users are in a team."""
    asked = select(team_members.c.user, team_members.c.role).where(
        team_members.c.team == team, team_members.c.user.in_(users)
    )
    return {row["user"]: row["role"] for row in tx.rows(asked)}


def _teams(caller: str, organization: str) -> Select[Any]:
    """Teams with `members` and `spaces` counted, and the caller's role in each."""
    people = team_members.alias("people")
    inside = and_(people.c.team == teams.c.id, members.c.user == people.c.user)
    joined = people.join(members, and_(members.c.user == people.c.user, members.c.organization == organization))
    counted = select(func.count()).select_from(joined).where(people.c.team == teams.c.id).correlate(teams)
    of_all = select(func.count()).where(spaces.c.organization == organization, spaces.c.deleted_at.is_(None))
    full = select(people.c.user).select_from(joined).where(inside, members.c.role.is_not(None)).correlate(teams)
    granted = (
        select(func.count(grants.c.space.distinct()))
        .select_from(joined.join(grants, grants.c.user == people.c.user).join(spaces, spaces.c.id == grants.c.space))
        .where(people.c.team == teams.c.id, spaces.c.organization == organization, spaces.c.deleted_at.is_(None))
        .correlate(teams)
    )
    mine = team_members.alias("mine")
    own = select(mine.c.role).where(mine.c.team == teams.c.id, mine.c.user == caller).correlate(teams)
    return (
        select(
            teams,
            counted.scalar_subquery().label("members"),
            case((full.exists(), of_all.scalar_subquery()), else_=granted.scalar_subquery()).label("spaces"),
            own.scalar_subquery().label("own_role"),
        )
        .select_from(teams)
        .where(teams.c.organization == organization)
    )
