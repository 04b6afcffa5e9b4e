"""Reviews and requested reviewers. Facts 2.4 and A.5."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, delete, select

from docdeck.service.paging import Slice, Window
from docdeck.service.store.paged import cut
from docdeck.service.store.schema import change_requests, requested_reviewers, reviews
from docdeck.service.store.store import Row, Tx


def insert_review(tx: Tx, **values: Any) -> None:
    """Add a verdict; `values` are the columns."""
    tx.insert(reviews, **values)


def _reviews(request: str) -> Select[Any]:
    outdated = (reviews.c.revision != change_requests.c.revision).label("outdated")
    joined = reviews.join(change_requests, change_requests.c.id == reviews.c.change_request)
    return select(reviews, outdated).select_from(joined).where(reviews.c.change_request == request)


def reviews_of(tx: Tx, request: str, window: Window, *, outdated: bool | None) -> Slice:
    """Verdicts on a change request with `outdated`, oldest first."""
    asked = _reviews(request)
    if outdated is not None:
        same = reviews.c.revision == change_requests.c.revision
        asked = asked.where(~same if outdated else same)
    return cut(tx, asked, window, reviews.c.created_at, reviews.c.id)


def review_of(tx: Tx, request: str, review: str) -> Row | None:
    """One verdict of a change request."""
    return tx.one(_reviews(request).where(reviews.c.id == review))


def all_reviews(tx: Tx, request: str) -> list[Row]:
    """All verdicts of a change request, oldest first: what merge rules look at."""
    return tx.rows(_reviews(request).order_by(reviews.c.created_at, reviews.c.id))


def requested_in(tx: Tx, request: str, window: Window) -> Slice:
    """Who was asked and has not reviewed yet, oldest first."""
    asked = select(requested_reviewers).where(requested_reviewers.c.change_request == request)
    return cut(tx, asked, window, requested_reviewers.c.created_at, requested_reviewers.c.user)


def all_requested(tx: Tx, request: str) -> dict[str, Row]:
    """Who was asked and has not reviewed yet, by user."""
    asked = select(requested_reviewers).where(requested_reviewers.c.change_request == request)
    return {row["user"]: row for row in tx.rows(asked)}


def insert_requested(tx: Tx, **values: Any) -> None:
    """Ask somebody for a review; `values` are the columns."""
    tx.insert(requested_reviewers, **values)


def delete_requested(tx: Tx, request: str, user: str) -> bool:
    """Take back a request for review; False when there was none."""
    mine = (requested_reviewers.c.change_request == request) & (requested_reviewers.c.user == user)
    return tx.run(delete(requested_reviewers).where(mine)) > 0
