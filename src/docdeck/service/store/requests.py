"""Change requests, their lists and filters, and who contributed. Document section: "Change request"; facts N19."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Select, bindparam, func, or_, select, union_all, update

from docdeck.service.paging import Slice, Window
from docdeck.service.store.paged import Listing
from docdeck.service.store.schema import change_requests, comments, replies, requested_reviewers, revisions, spaces
from docdeck.service.store.spaces import visible
from docdeck.service.store.store import Row, Tx


@dataclass(frozen=True, slots=True)
class RequestFilters:
    """What a list of change requests is narrowed to; no statuses means all."""

    statuses: tuple[str, ...] = ("open",)
    creator: str | None = None
    contributor: str | None = None
    requested_reviewer: str | None = None
    cluster: str | None = None


def insert_request(tx: Tx, **values: Any) -> None:
    """Add a change request; `values` are the columns."""
    tx.insert(change_requests, **values)


def update_request(tx: Tx, id: str, **values: Any) -> None:
    """Change columns of a change request and its time of update."""
    tx.run(update(change_requests).where(change_requests.c.id == id).values(**{"updated_at": tx.now(), **values}))


def requests_in_space(tx: Tx, space: str, filters: RequestFilters, window: Window) -> Slice:
    """The change requests of a space, newest first."""
    asked = _wanted(filters)
    return _listing(True, frozenset(asked)).cut(tx, window, inside=space, **asked)


def open_revisions(tx: Tx, space: str) -> list[str]:
    """The active revisions of a space's open change requests, oldest request first."""
    asked = select(change_requests.c.revision).where(
        change_requests.c.space == space, change_requests.c.status == "open"
    )
    return [row["revision"] for row in tx.rows(asked.order_by(change_requests.c.created_at, change_requests.c.id))]


def requests_in_organization(tx: Tx, caller: str, organization: str, filters: RequestFilters, window: Window) -> Slice:
    """The change requests of the spaces of an organization that a user sees, newest first."""
    asked = _wanted(filters)
    return _listing(False, frozenset(asked)).cut(tx, window, caller=caller, inside=organization, **asked)


def request_in_space(tx: Tx, space: str, wanted: str) -> Row | None:
    """A change request by its id or by its number in the space."""
    is_number = wanted.isascii() and wanted.isdigit() and len(wanted) < 10
    return tx.one(_request_in_space(), space_id=space, wanted=wanted, wanted_number=int(wanted) if is_number else -1)


@cache
def _request_in_space() -> Select[Any]:
    """Prepared once: every call about a change request asks this."""
    named = change_requests.c.id == bindparam("wanted")
    numbered = change_requests.c.number == bindparam("wanted_number")
    return _requests().where(change_requests.c.space == bindparam("space_id"), or_(named, numbered))


def _requests() -> Select[Any]:
    open_comments = (
        select(func.count())
        .where(comments.c.change_request == change_requests.c.id, comments.c.resolved_at.is_(None))
        .correlate(change_requests)
        .scalar_subquery()
    )
    return select(
        change_requests, spaces.c.revision.label("space_revision"), open_comments.label("comments")
    ).select_from(change_requests.join(spaces, spaces.c.id == change_requests.c.space))


def _wanted(filters: RequestFilters) -> dict[str, Any]:
    """The filters that are set, by name."""
    wanted: dict[str, Any] = {"statuses": filters.statuses} if filters.statuses else {}
    return wanted | {name: value for name in _FILTERS if (value := getattr(filters, name)) is not None}


_FILTERS: dict[str, Callable[[], ColumnElement[bool]]] = {
    "creator": lambda: change_requests.c.created_by == bindparam("creator"),
    "contributor": lambda: change_requests.c.id.in_(_contributed()),
    "requested_reviewer": lambda: change_requests.c.id.in_(
        select(requested_reviewers.c.change_request).where(
            requested_reviewers.c.user == bindparam("requested_reviewer")
        )
    ),
    "cluster": lambda: change_requests.c.cluster == bindparam("cluster"),
}


@cache
def _listing(in_space: bool, wanted: frozenset[str]) -> Listing:
    """The list of a space or an organization, newest first, with these filters."""
    asked = _requests()
    if in_space:
        asked = asked.where(change_requests.c.space == bindparam("inside"))
    else:
        seen = visible(bindparam("caller"), spaces.c.id).where(spaces.c.organization == bindparam("inside")).subquery()
        asked = asked.where(change_requests.c.space.in_(select(seen.c.id)))
    if "statuses" in wanted:
        asked = asked.where(change_requests.c.status.in_(bindparam("statuses", expanding=True)))
    asked = asked.where(*(condition() for name, condition in _FILTERS.items() if name in wanted))
    return Listing(asked, change_requests.c.created_at, change_requests.c.id, descending=True)


def _contributed() -> Select[Any]:
    """The change requests that the contributor edited or wrote in."""
    user: BindParameter[Any] = bindparam("contributor")
    edited = select(revisions.c.change_request.label("id")).where(revisions.c.author == user, _edits())
    wrote = select(comments.c.change_request.label("id")).where(comments.c.posted_by == user)
    answered = (
        select(comments.c.change_request.label("id"))
        .join(replies, replies.c.comment == comments.c.id)
        .where(replies.c.posted_by == user)
    )
    everything = union_all(edited, wrote, answered).subquery()
    return select(everything.c.id).where(everything.c.id.is_not(None))


def _edits() -> ColumnElement[bool]:
    return revisions.c.type == "edits"


def contributions(tx: Tx, request: str) -> list[Row]:
    """Who edited or wrote in a change request: `user`, `action`, `count`, `updated_at`, latest first."""
    edited = (
        select(revisions.c.author.label("user"), revisions.c.created_at.label("at"))
        .where(revisions.c.change_request == request, _edits())
        .subquery()
    )
    wrote = union_all(
        select(comments.c.posted_by.label("user"), comments.c.posted_at.label("at")).where(
            comments.c.change_request == request
        ),
        select(replies.c.posted_by.label("user"), replies.c.posted_at.label("at"))
        .join(comments, comments.c.id == replies.c.comment)
        .where(comments.c.change_request == request),
    ).subquery()
    found: list[Row] = []
    for action, source in (("edit", edited), ("comment", wrote)):
        grouped = select(source.c.user, func.count().label("count"), func.max(source.c.at).label("updated_at"))
        found.extend({**row, "action": action} for row in tx.rows(grouped.group_by(source.c.user)))
    return sorted(found, key=lambda row: (row["updated_at"], row["user"]), reverse=True)
