"""Whether what waited may still be sent: looked at right before it leaves. A sentence says why not."""

from __future__ import annotations

from docdeck.api import comment_calls
from docdeck.api.comment_calls import level_of
from docdeck.api.errors import NotFound
from docdeck.api.operations import change_requests, reviews
from docdeck.api.platform import Platform
from docdeck.models.base import User
from docdeck.models.change_requests import ChangeRequest, Review
from docdeck.workspace.acts import Act
from docdeck.workspace.merge_rules import standing_reviews
from docdeck.workspace.reads import PAGE_SIZE, ServerReads


def known_objections(platform: Platform, act: Act) -> list[str]:
    """Ids of the reviews that ask for changes and that the person could see when deciding."""
    if act.kind != "review":
        return []
    evidence = act.evidence
    query = reviews.list_reviews(evidence["space"], evidence["change_request"]).with_params(limit=PAGE_SIZE)
    stored = platform.stored(query)
    return [] if stored is None else [each.id for each in stored.value.items if each.status == "changes-requested"]


async def objection_to(platform: Platform, me: User, act: Act, *, aged: bool) -> str | None:
    """Why it should not be sent without another look; None when nothing speaks against it.

    A verdict is always looked at; words only when they waited long (`aged`). Raises DocdeckError.
    """
    evidence = act.evidence
    space, request_id = evidence["space"], evidence["change_request"]
    reads = ServerReads(platform)
    if act.kind != "review" and (not aged or not request_id):
        return None
    try:
        request = await reads.value(change_requests.get(space, request_id))
    except NotFound:
        return "The change request is gone."
    assert request is not None
    if act.kind == "review":
        found = await reads.items(reviews.list_reviews(space, request_id)) or ()
        return _against_verdict(me, act, request, found)
    if request.status in ("merged", "archived"):
        return f"The change request is {request.status} now."
    if act.kind == "reply":
        try:
            comment = await reads.value(comment_calls.getting(level_of(space, request_id), evidence["comment"]))
        except NotFound:
            return "The thread is gone."
        if comment is not None and comment.status == "resolved":
            return "The thread was resolved meanwhile."
    return None


def _against_verdict(me: User, act: Act, request: ChangeRequest, found: tuple[Review, ...]) -> str | None:
    if request.status not in ("open", "draft"):
        return f"The change request is {request.status} now."
    if request.revision != act.evidence["revision"]:
        return "Its content moved since you read it; read what changed, then decide again."
    if act.evidence["verdict"] != "approved":
        return None
    known = act.evidence.get("against", ())
    against = [
        (each.reviewer.display_name or each.reviewer.id)
        for user, each in standing_reviews(found).items()
        if each.reviewer is not None and user != me.id and each.status == "changes-requested" and each.id not in known
    ]
    return f"{', '.join(against)} asked for changes meanwhile." if against else None
