"""Reviews and requested reviewers of a change request. Facts 2.4."""

from __future__ import annotations

from typing import Any

from docdeck.models.change_requests import RequestedReviewers, RequestReviewers, Review, SubmitReview
from docdeck.service.access import request_access
from docdeck.service.actions.reviews import remove_requested_reviewer, request_reviewers, submit_review
from docdeck.service.errors import Missing
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.routes.change_requests import ONE
from docdeck.service.store import Tx
from docdeck.service.store.reviews import all_requested, requested_in, review_of, reviews_of
from docdeck.service.views.comments import FORMATS
from docdeck.service.views.reviews import requested_views, review_views


def _list(tx: Tx, call: Call) -> dict[str, Any]:
    access, row = request_access(tx, call.actor, call.params["space"], call.params["request"])
    style = call.choice("format", FORMATS, "markdown")
    part = reviews_of(tx, row["id"], call.window("reviews"), outdated=call.flag("outdated"))
    return call.listed(part, review_views(tx, access, part.items, call.links, style=style))


def _one(tx: Tx, call: Call) -> Review:
    access, row = request_access(tx, call.actor, call.params["space"], call.params["request"])
    review = review_of(tx, row["id"], call.params["review"])
    if review is None:
        raise Missing("There is no such review of this change request.")
    style = call.choice("format", FORMATS, "markdown")
    return review_views(tx, access, [review], call.links, style=style)[0]


def _submit(tx: Tx, call: Call) -> Made:
    sent = call.body(SubmitReview)
    space, request = call.params["space"], call.params["request"]
    note = None if sent.comment is None else sent.comment.markdown
    made = submit_review(tx, call.actor, space, request, sent.status, note)
    access, row = request_access(tx, call.actor, space, request)
    review = review_of(tx, row["id"], made)
    assert review is not None
    view = review_views(tx, access, [review], call.links)[0]
    return Made(view, 201, {"Location": view.urls["location"]})


def _requested(tx: Tx, call: Call) -> dict[str, Any]:
    _access, row = request_access(tx, call.actor, call.params["space"], call.params["request"])
    part = requested_in(tx, row["id"], call.window("requested reviewers"))
    return call.listed(part, requested_views(tx, part.items, call.links))


def _request(tx: Tx, call: Call) -> RequestedReviewers:
    sent = call.body(RequestReviewers)
    space, request = call.params["space"], call.params["request"]
    users = request_reviewers(
        tx, call.actor, space, request, sent.users, subject=sent.subject, description=sent.description
    )
    _access, row = request_access(tx, call.actor, space, request)
    asked = all_requested(tx, row["id"])
    return RequestedReviewers(users=requested_views(tx, [asked[user] for user in users], call.links))


def _remove(tx: Tx, call: Call) -> Made:
    params = call.params
    remove_requested_reviewer(tx, call.actor, params["space"], params["request"], params["user"])
    return GONE


ROUTES = (
    reads(f"{ONE}/reviews", _list),
    writes("POST", f"{ONE}/reviews", _submit, SubmitReview),
    reads(f"{ONE}/reviews/{{review}}", _one),
    reads(f"{ONE}/requested-reviewers", _requested),
    writes("POST", f"{ONE}/requested-reviewers", _request, RequestReviewers),
    writes("DELETE", f"{ONE}/requested-reviewers/{{user}}", _remove),
)
