"""Writes to teams and to who is in them. Document section: "Teams and team members"."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import and_, delete, func, or_, select, update

from docdeck.service.store.places_schema import team_members, teams
from docdeck.service.store.schema import members, users
from docdeck.service.store.store import Tx


def rename_team(tx: Tx, team: str, title: str) -> None:
    """Give a team another title."""
    tx.run(update(teams).where(teams.c.id == team).values(title=title, folded=title.casefold()))


def delete_team(tx: Tx, team: str) -> None:
    """Remove a team and its memberships."""
    tx.run(delete(teams).where(teams.c.id == team))


def people_named(tx: Tx, organization: str, names: Iterable[str]) -> dict[str, str]:
    """The members of an organization behind user ids and email addresses; unknown names are missing."""
    wanted = sorted(set(names))
    email = func.lower(users.c.email)
    asked = (
        select(users.c.id, email.label("email"))
        .select_from(members.join(users, users.c.id == members.c.user))
        .where(members.c.organization == organization)
        .where(or_(users.c.id.in_(wanted), email.in_([name.lower() for name in wanted])))
    )
    rows = tx.rows(asked)
    by_id, by_email = {row["id"] for row in rows}, {row["email"]: row["id"] for row in rows if row["email"]}
    found = {name: name if name in by_id else by_email.get(name.lower()) for name in wanted}
    return {name: user for name, user in found.items() if user is not None}


def place_in_team(tx: Tx, team: str, user: str, role: str | None) -> None:
    """Put somebody in a team, or change what they are in it; without a role, an old one stays."""
    mine = and_(team_members.c.team == team, team_members.c.user == user)
    if tx.value(select(team_members.c.role).where(mine)) is None:
        tx.insert(team_members, team=team, user=user, role=role or "member")
    elif role is not None:
        tx.run(update(team_members).where(mine).values(role=role))


def take_from_team(tx: Tx, team: str, user: str) -> None:
    """Take somebody out of a team; does nothing when they are not in it."""
    tx.run(delete(team_members).where(team_members.c.team == team, team_members.c.user == user))
