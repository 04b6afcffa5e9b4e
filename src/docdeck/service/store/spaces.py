"""Spaces and who may see them. Document section: "Space"."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, Select, and_, bindparam, func, or_, select, update

from docdeck.service.paging import Slice, Window
from docdeck.service.store.order import next_position
from docdeck.service.store.paged import Listing
from docdeck.service.store.schema import change_requests, comments, grants, members, organizations, spaces
from docdeck.service.store.search_index import index_space
from docdeck.service.store.store import Row, Tx


def insert_space(tx: Tx, **values: Any) -> None:
    """Add a space after all others; `values` are the columns."""
    tx.insert(spaces, **{"position": next_position(tx, values["organization"]), **values})


def spaces_in(tx: Tx, caller: str, organization: str, window: Window) -> Slice:
    """The spaces of an organization that a user sees, with counts, in their order."""
    return _spaces_in().cut(tx, window, caller=caller, inside=organization)


@cache
def _spaces_in() -> Listing:
    asked = _counted(visible(bindparam("caller"))).where(spaces.c.organization == bindparam("inside"))
    return Listing(asked, spaces.c.position, spaces.c.id)


def seen_with_counts(caller: str) -> Select[Any]:
    """Spaces a user sees, with counts and roles: for lists of other modules."""
    return _counted(visible(caller))


def space_with_counts(tx: Tx, caller: str, space: str) -> Row | None:
    """A space with its counts, or None when the user may not see it."""
    return tx.one(_space_with_counts(), caller=caller, wanted=space)


@cache
def _space_with_counts() -> Select[Any]:
    return _counted(visible(bindparam("caller"))).where(spaces.c.id == bindparam("wanted"))


def spaces_by_id(tx: Tx, caller: str, ids: Iterable[str | None]) -> dict[str, Row]:
    """Those of some spaces that a user sees, with counts, by id."""
    wanted = sorted({id for id in ids if id is not None})
    if not wanted:
        return {}
    return {row["id"]: row for row in tx.rows(_counted(visible(caller)).where(spaces.c.id.in_(wanted)))}


def deleted_space(tx: Tx, caller: str, space: str, since: str) -> Row | None:
    """A space that was deleted at a time or later, with counts, or None when the user could not have seen it."""
    asked = _counted(visible(caller, deleted=True)).where(spaces.c.id == space, spaces.c.deleted_at >= since)
    return tx.one(asked)


def space_for(tx: Tx, caller: str, space: str) -> Row | None:
    """A space without counts, with the roles that decide and its organization's rules, or None when hidden."""
    return tx.one(_space_for(), caller=caller, wanted=space)


@cache
def _space_for() -> Select[Any]:
    """Prepared once: every call to the service asks this."""
    asked = visible(bindparam("caller")).add_columns(organizations.c.merge_rules.label("organization_rules"))
    own = organizations.c.id == spaces.c.organization
    return asked.join(organizations, own).where(spaces.c.id == bindparam("wanted"))


def visible(caller: str | BindParameter[Any], *columns: Any, deleted: bool = False) -> Select[Any]:
    """Spaces a user sees, with `member_role` and `grant_role`; or, of those they saw, the deleted ones."""
    belongs = and_(
        members.c.organization == spaces.c.organization, members.c.user == caller, members.c.disabled.is_(False)
    )
    granted = and_(grants.c.space == spaces.c.id, grants.c.user == caller)
    gone = spaces.c.deleted_at.is_not(None)
    roles = (members.c.role.label("member_role"), grants.c.role.label("grant_role"))
    return (
        select(*(columns or (spaces,)), *roles)
        .select_from(spaces)
        .join(members, belongs)
        .outerjoin(grants, granted)
        .where(gone if deleted else ~gone, or_(members.c.role.is_not(None), grants.c.role.is_not(None)))
    )


def _counted(statement: Select[Any]) -> Select[Any]:
    requests = select(func.count()).where(change_requests.c.space == spaces.c.id).correlate(spaces)
    open_comments = (
        select(func.count())
        .where(comments.c.space == spaces.c.id, comments.c.change_request.is_(None), comments.c.resolved_at.is_(None))
        .correlate(spaces)
    )
    return statement.add_columns(
        open_comments.scalar_subquery().label("comments"),
        requests.scalar_subquery().label("requests"),
        requests.where(change_requests.c.status == "open").scalar_subquery().label("requests_open"),
        requests.where(change_requests.c.status == "draft").scalar_subquery().label("requests_draft"),
    )


def space_row(tx: Tx, space: str) -> Row | None:
    """A space that is not deleted, whoever asks: for work in the background."""
    return tx.one(select(spaces).where(spaces.c.id == space, spaces.c.deleted_at.is_(None)))


def update_space(tx: Tx, space: str, **values: Any) -> None:
    """Change columns of a space and its time of update."""
    tx.run(update(spaces).where(spaces.c.id == space).values(**{"updated_at": tx.now(), **values}))


def set_revision(tx: Tx, space: str, revision: str) -> None:
    """Make a revision the space's active one, and its words those that searches find."""
    tx.run(update(spaces).where(spaces.c.id == space).values(revision=revision, updated_at=tx.now()))
    index_space(tx, space, revision)


def take_number(tx: Tx, space: str) -> int:
    """The next change request number of a space."""
    tx.run(update(spaces).where(spaces.c.id == space).values(requests_made=spaces.c.requests_made + 1))
    return tx.value(select(spaces.c.requests_made).where(spaces.c.id == space))
