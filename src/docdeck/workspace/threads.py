"""Comment threads of a space or a change request: a comment with its replies, where it stands, and whose turn it is."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Literal

from docdeck.api import comment_calls
from docdeck.api.comment_calls import Level, in_change_request, in_space
from docdeck.api.description import Page, Query
from docdeck.api.errors import DocdeckError
from docdeck.models.base import User
from docdeck.models.change_requests import ChangeRequest
from docdeck.models.comments import Comment, CommentReply
from docdeck.models.spaces import Space
from docdeck.workspace.believing import replies_stand
from docdeck.workspace.mentions import waits_for
from docdeck.workspace.reads import Reads

Turn = Literal["mine", "theirs", "nobody"]

_NEVER = datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True)
class Thread:
    """A comment and its replies. `page` and `node` are ids of the head; `problem` says why replies are missing.

    `turn`: `mine` when an open thread that concerns me ends with somebody else's word, `theirs` when it ends with
    mine, `nobody` when it is resolved or does not concern me.
    """

    comment: Comment
    replies: tuple[CommentReply, ...]
    page: str | None
    node: str | None
    resolved: bool
    turn: Turn
    last_by: User | None = None
    last_at: datetime | None = None
    problem: str = ""

    @property
    def unread(self) -> bool:
        """Whether the comment tells of replies that are not here: of more, or of later ones."""
        if not self.comment.replies and not self.replies:
            return False
        latest: dict[str, datetime] = {}
        for reply in self.replies:
            if reply.posted_by is not None:
                who, at = reply.posted_by.id, reply.edited_at or reply.posted_at or _NEVER
                latest[who] = max(at, latest.get(who, _NEVER))
        return len(self.replies) != self.comment.replies or any(
            (each.updated_at or _NEVER) > latest.get(each.user.id, _NEVER) for each in self.comment.repliers
        )


def last_word(comment: Comment, replies: Sequence[CommentReply] = ()) -> tuple[User | None, datetime | None]:
    """Who spoke last in a thread and when: from its replies, else from the repliers that the comment lists."""
    said: list[tuple[datetime, User | None]] = [(comment.posted_at or _NEVER, comment.posted_by)]
    said.extend((reply.posted_at or _NEVER, reply.posted_by) for reply in replies)
    if not replies:
        said.extend((replier.updated_at or _NEVER, replier.user) for replier in comment.repliers)
    at, user = max(reversed(said), key=lambda word: word[0])  # of two at one moment, the later named
    return user, (None if at == _NEVER else at)


def takes_part(comment: Comment, me: str, replies: Sequence[CommentReply] = ()) -> bool:
    """Whether I started the thread or replied in it."""
    people = [
        comment.posted_by,
        *(replier.user for replier in comment.repliers),
        *(reply.posted_by for reply in replies),
    ]
    return any(person is not None and person.id == me for person in people)


def turn_of(comment: Comment, me: str, author: str | None, replies: Sequence[CommentReply] = ()) -> Turn:
    """Whose turn it is; `author` is who opened the change request, whom every thread on it concerns."""
    if comment.status == "resolved" or not (author == me or takes_part(comment, me, replies)):
        return "nobody"
    user, _ = last_word(comment, replies)
    return "theirs" if user is not None and user.id == me else "mine"


def thread_of(
    comment: Comment,
    replies: Sequence[CommentReply],
    me: str,
    author: str | None,
    problem: str = "",
    *,
    person: User | None = None,
) -> Thread:
    """A thread with its replies in the order of time; with `person` (me) a mention of me makes it my turn."""
    ordered = tuple(sorted(replies, key=lambda reply: reply.posted_at or _NEVER))
    user, at = last_word(comment, ordered)
    target = comment.target
    turn = turn_of(comment, me, author, ordered)
    if person is not None and comment.status != "resolved" and waits_for(comment, ordered, person):
        turn = "mine"
    return Thread(
        comment,
        ordered,
        target.page.id if target.page else None,
        target.node.id if target.node else None,
        comment.status == "resolved",
        turn,
        user,
        at,
        problem,
    )


def in_page_order(threads: Sequence[Thread], pages: Mapping[str, int]) -> tuple[Thread, ...]:
    """Threads on the whole request first, then by the place of their page in the tree, then by time."""

    def place(thread: Thread) -> tuple[int, datetime]:
        order = -1 if thread.page is None else pages.get(thread.page, len(pages))
        return order, thread.comment.posted_at or _NEVER

    return tuple(sorted(threads, key=place))


def comments_about(about: Space | ChangeRequest) -> Query[Page[Comment]]:
    """The comments of a space itself or of a change request."""
    return space_comments(about.id) if isinstance(about, Space) else comments_query(about.space, about.id)


def space_comments(space: str) -> Query[Page[Comment]]:
    """The comments of a space, resolved ones too, the newest first."""
    return comment_calls.listing(in_space(space), order="desc")


def comments_query(space: str, change_request: str) -> Query[Page[Comment]]:
    """The comments of a change request, resolved ones too, as Markdown, the oldest first."""
    return comment_calls.listing(in_change_request(space, change_request), order="asc")


async def with_replies(
    reads: Reads,
    level: Level,
    comments: Sequence[Comment],
    me: str,
    author: str | None,
    *,
    person: User | None = None,
) -> tuple[Thread, ...]:
    """The threads of these comments of one level; replies are read side by side, and only where there are any."""

    async def one(comment: Comment) -> Thread:
        try:
            query = comment_calls.replies(level, comment.id)
            found = await reads.items_unless(query, partial(replies_stand, comment))
        except DocdeckError as error:
            return thread_of(comment, (), me, author, str(error), person=person)
        return thread_of(comment, found or (), me, author, person=person)

    answered = iter(await asyncio.gather(*(one(comment) for comment in comments if comment.replies)))
    return tuple(
        next(answered) if comment.replies else thread_of(comment, (), me, author, person=person) for comment in comments
    )
