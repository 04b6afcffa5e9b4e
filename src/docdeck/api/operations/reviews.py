"""Verdicts and requested reviewers of a change request. Platform facts: "Change request: ... reviewers, reviews"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.reading import many, nothing, one
from docdeck.models.base import MarkdownBody
from docdeck.models.change_requests import (
    RequestedReviewer,
    RequestedReviewers,
    RequestReviewers,
    Review,
    SubmitReview,
)

Verdict = Literal["approved", "changes-requested"]
Format = Literal["document", "markdown"]
_REVIEWS = "/v1/spaces/{space}/change-requests/{cr}/reviews"
_REVIEWERS = "/v1/spaces/{space}/change-requests/{cr}/requested-reviewers"


def list_reviews(
    space: str,
    change_request: str,
    *,
    outdated: bool | None = None,
    format: Format | None = "markdown",
    limit: int | None = None,
) -> Query[Page[Review]]:
    """The verdicts, each on one revision; `outdated` keeps only those on a revision that moved, or only the others."""
    path = path_of(_REVIEWS, space=space, cr=change_request)
    params = params_of(format=format, outdated=outdated, limit=limit)
    return Query("getReviewsByChangeRequestId", path, many(Review), params, ids=(space, change_request))


def get(space: str, change_request: str, review: str) -> Query[Review]:
    """One verdict."""
    path = path_of(_REVIEWS + "/{review}", space=space, cr=change_request, review=review)
    ids = (space, change_request, review)
    return Query("getChangeRequestReviewById", path, one(Review), params_of(format="markdown"), ids=ids)


def submit(space: str, change_request: str, status: Verdict, comment: str | None = None) -> Command[Review]:
    """Approve, or ask for changes, with a Markdown note if there is one."""
    given: dict[str, Any] = {"status": status}
    if comment:
        given["comment"] = MarkdownBody(markdown=comment)
    return Command(
        "submitChangeRequestReview",
        "POST",
        path_of(_REVIEWS, space=space, cr=change_request),
        one(Review),
        body=SubmitReview(**given).to_wire(),
        touches=(change_request,),
    )


def requested_reviewers(space: str, change_request: str, *, limit: int | None = None) -> Query[Page[RequestedReviewer]]:
    """Whose review was asked for."""
    path = path_of(_REVIEWERS, space=space, cr=change_request)
    ids = (space, change_request)
    return Query(
        "getRequestedReviewersByChangeRequestId", path, many(RequestedReviewer), params_of(limit=limit), ids=ids
    )


def request(space: str, change_request: str, users: Sequence[str]) -> Command[RequestedReviewers]:
    """Ask people for a review, by user id. Asking somebody twice has the effect of once."""
    return Command(
        "requestReviewersForChangeRequest",
        "POST",
        path_of(_REVIEWERS, space=space, cr=change_request),
        one(RequestedReviewers),
        body=RequestReviewers(users=list(users)).to_wire(),
        repeat="same_effect",
        touches=(change_request,),
    )


def remove_requested(space: str, change_request: str, user: str) -> Command[None]:
    """Take back the request for somebody's review."""
    return Command(
        "removeRequestedReviewerFromChangeRequest",
        "DELETE",
        path_of(_REVIEWERS + "/{user}", space=space, cr=change_request, user=user),
        nothing,
        repeat="same_effect",
        touches=(change_request,),
    )
