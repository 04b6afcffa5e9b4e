"""Members coming, changing and leaving, and what an organization is set to. Document: "Organization members"."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Text, cast, delete, func, select, update

from docdeck.service.store.places_schema import sites, team_members, teams
from docdeck.service.store.schema import (
    change_requests,
    grants,
    members,
    organizations,
    requested_reviewers,
    spaces,
)
from docdeck.service.store.store import Row, Tx


def update_organization(tx: Tx, organization: str, **values: Any) -> None:
    """Change columns of an organization."""
    tx.run(update(organizations).where(organizations.c.id == organization).values(**values))


def hostname_taken(tx: Tx, organization: str, hostname: str) -> bool:
    """Whether another organization has a hostname."""
    same = (organizations.c.hostname == hostname, organizations.c.id != organization)
    return tx.value(select(organizations.c.id).where(*same).limit(1)) is not None


def has_site(tx: Tx, organization: str, site: str) -> bool:
    """Whether a site is one of an organization's."""
    return tx.value(select(sites.c.id).where(sites.c.id == site, sites.c.organization == organization)) is not None


def any_organization(tx: Tx, organization: str) -> Row | None:
    """An organization, whoever asks: only for letting somebody in."""
    return tx.one(select(organizations).where(organizations.c.id == organization))


def organizations_with_domain(tx: Tx, caller: str, domain: str) -> list[Row]:
    """The organizations that let an email domain in, oldest first, with the caller's role in each."""
    quoted = domain.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    mine = (members.c.organization == organizations.c.id) & (members.c.user == caller) & members.c.disabled.is_(False)
    asked = (
        select(organizations, members.c.role.label("member_role"), members.c.user.label("belongs"))
        .select_from(organizations.outerjoin(members, mine))
        .where(cast(organizations.c.email_domains, Text).like(f'%"{quoted}"%', escape="\\"))
        .order_by(organizations.c.created_at, organizations.c.id)
    )
    return tx.rows(asked)


def membership(tx: Tx, organization: str, user: str) -> Row | None:
    """The bare row of a member, disabled ones too."""
    return tx.one(select(members).where(members.c.organization == organization, members.c.user == user))


def update_member(tx: Tx, organization: str, user: str, **values: Any) -> None:
    """Change columns of a member."""
    same = (members.c.organization == organization, members.c.user == user)
    tx.run(update(members).where(*same).values(**values))


def other_admins(tx: Tx, organization: str, user: str) -> int:
    """How many others administrate an organization."""
    asked = select(func.count()).where(
        members.c.organization == organization,
        members.c.role == "admin",
        members.c.disabled.is_(False),
        members.c.user != user,
    )
    return tx.value(asked) or 0


def remove_member(tx: Tx, organization: str, user: str) -> None:
    """Take a user out of an organization, with their grants, team places and open requests for their review."""
    own = select(spaces.c.id).where(spaces.c.organization == organization)
    own_teams = select(teams.c.id).where(teams.c.organization == organization)
    requests = select(change_requests.c.id).where(change_requests.c.space.in_(own))
    asked = requested_reviewers
    tx.run(delete(grants).where(grants.c.user == user, grants.c.space.in_(own)))
    tx.run(delete(team_members).where(team_members.c.user == user, team_members.c.team.in_(own_teams)))
    tx.run(delete(asked).where(asked.c.user == user, asked.c.change_request.in_(requests)))
    tx.run(delete(members).where(members.c.organization == organization, members.c.user == user))


def set_grant(tx: Tx, space: str, user: str, role: str) -> None:
    """Give a user a role in one space in place of the one they had there."""
    tx.run(delete(grants).where(grants.c.space == space, grants.c.user == user))
    tx.insert(grants, space=space, user=user, role=role)
