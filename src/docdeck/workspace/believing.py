"""When reviews, comments and replies that were read a moment ago still stand, by what the lists around them say.

A platform promises that `comments` of a change request or a space counts its open ones, that a review names its
revision, and that a comment tells who replied how often and when last. It promises for no reply and no review that
`updatedAt` of the request moves: so nothing is believed for longer than `BELIEVED_FOR`, and the age of what is believed
is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from docdeck.models.change_requests import ChangeRequest, Review
from docdeck.models.comments import Comment, CommentReply
from docdeck.models.spaces import Space

if TYPE_CHECKING:
    from docdeck.workspace.session import Session

BELIEVED_FOR = 300.0
"""Seconds after which it is asked again in any case."""

MARGIN = 30.0
"""Seconds before a reading in which a change may have been missed: clocks differ, and an answer may take its time."""


def reviews_stand(request: ChangeRequest, found: Sequence[Review], at: float) -> bool:
    """Whether reviews that the server told at `at` (its own clock) fit the request as it is now."""
    return _before(request.updated_at, at) and all(
        review.outdated == (review.revision != request.revision) for review in found
    )


def parts_stand(request: ChangeRequest, found: object, at: float) -> bool:
    """Whether the changes of a request, or who was asked to review it, told at `at`, fit the request as it is now."""
    del found
    return _before(request.updated_at, at)


def comments_stand(about: ChangeRequest | Space, found: Sequence[Comment], at: float) -> bool:
    """Whether comments that the server told at `at` fit the request, or the space, as it is now."""
    unresolved = sum(comment.status != "resolved" for comment in found)
    return _before(about.updated_at, at) and unresolved == about.comments


def spaces_stand(found: Sequence[Space], at: float) -> bool:
    """How many comments spaces have is counted by no other list: it is believed while anything is."""
    del found, at
    return True


def held_for(session: Session, seconds: float) -> Callable[[Sequence[object], float], bool]:
    """A rule by which a list stands for so many seconds, whatever is in it."""

    def stand(found: Sequence[object], at: float) -> bool:
        del found
        return session.clock() + session.platform.state.clock_skew - at < seconds

    return stand


def replies_stand(comment: Comment, found: Sequence[CommentReply], at: float) -> bool:
    """Whether replies that the server told at `at` fit their comment as it is now."""
    said = Counter(reply.posted_by.id for reply in found if reply.posted_by is not None)
    told = {replier.user.id: replier.count for replier in comment.repliers}
    return (
        len(found) == comment.replies
        and told == said
        and all(_before(replier.updated_at, at) for replier in comment.repliers)
    )


def _before(moment: datetime | None, at: float) -> bool:
    return moment is not None and moment.timestamp() < at - MARGIN
