"""Asking for reviews and giving them. Facts 0.3 and 2.4."""

from __future__ import annotations

from collections.abc import Sequence

from docdeck.models.base import Document
from docdeck.service.access import request_access
from docdeck.service.actions.change_requests import allow, patch_change_request
from docdeck.service.actions.comments import add_comment, place_of
from docdeck.service.errors import Denied, Invalid
from docdeck.service.rules import states
from docdeck.service.store import Tx
from docdeck.service.store.requests import update_request
from docdeck.service.store.reviews import all_requested, delete_requested, insert_requested, insert_review
from docdeck.service.store.spaces import space_for


def request_reviewers(
    tx: Tx,
    actor: str,
    space: str,
    change_request: str,
    users: Sequence[str],
    *,
    subject: str | None = None,
    description: str | Document | None = None,
) -> list[str]:
    """Ask people for a review; answers who is asked. Unknown people are left out, but not all may be unknown."""
    access, row = request_access(tx, actor, space, change_request)
    access.need("edit")
    allow(states.refuse_review(row["status"]))
    valid = [user for user in dict.fromkeys(users) if space_for(tx, user, space) is not None]
    if not valid:
        raise Invalid("users: none of them can see this space; name at least one who can.")
    patch_change_request(tx, actor, space, row["id"], subject=subject, description=description)
    asked = all_requested(tx, row["id"])
    for user in valid:
        if user not in asked:
            insert_requested(
                tx,
                change_request=row["id"],
                user=user,
                requested_by=actor,
                revision=row["revision"],
                created_at=tx.now(),
            )
    update_request(tx, row["id"])
    return valid


def remove_requested_reviewer(tx: Tx, actor: str, space: str, change_request: str, user: str) -> bool:
    """Take back a request for review; people may take themselves off. False when there was none."""
    access, row = request_access(tx, actor, space, change_request)
    if user != actor:
        access.need("edit")
    return delete_requested(tx, row["id"], user)


def submit_review(tx: Tx, actor: str, space: str, change_request: str, status: str, comment: str | None = None) -> str:
    """Give a verdict on the present revision, with a note as a comment if there is one; answers the review's id."""
    access, row = request_access(tx, actor, space, change_request)
    asked = all_requested(tx, row["id"]).get(actor)
    if asked is None and not access.may("review"):
        raise Denied("You may not review this change request: ask to be a requested reviewer or for the reviewer role.")
    allow(states.refuse_review(row["status"]))
    review, now = tx.ids(), tx.now()
    note = None
    if comment is not None and comment.strip():
        note = add_comment(tx, actor, place_of(access, row), comment, revision=row["revision"], review=review)
    insert_review(
        tx,
        id=review,
        change_request=row["id"],
        revision=row["revision"],
        reviewer=actor,
        requested_by=None if asked is None else asked["requested_by"],
        status=status,
        comment=note,
        created_at=now,
        updated_at=now,
    )
    if asked is not None:
        delete_requested(tx, row["id"], actor)
    update_request(tx, row["id"])
    return review
