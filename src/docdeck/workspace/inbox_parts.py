"""One organization's part of the inbox, and the rows that follow from it. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from docdeck.api.errors import DocdeckError
from docdeck.models.base import User
from docdeck.models.change_requests import ChangeRequest, Review
from docdeck.models.comments import Comment
from docdeck.models.spaces import Space
from docdeck.workspace.bodies import first_words
from docdeck.workspace.inbox_rows import STUCK_DAYS, InboxRow, Section
from docdeck.workspace.mentions import waits_for
from docdeck.workspace.merge_rules import standing_reviews
from docdeck.workspace.threads import last_word, takes_part, turn_of


@dataclass
class OrganizationPart:
    """What was read of one organization; a list is None until it was read. `comments` are by request or space.

    `to_review` and `joined` are ids of open requests: those that wait for my review, those I took part in.
    """

    organization: str
    title: str
    opened: tuple[ChangeRequest, ...] | None = None
    to_review: frozenset[str] | None = None
    joined: frozenset[str] | None = None
    spaces: tuple[Space, ...] | None = None
    reviews: dict[str, tuple[Review, ...]] = field(default_factory=dict[str, tuple[Review, ...]])
    comments: dict[str, tuple[Comment, ...]] = field(default_factory=dict[str, tuple[Comment, ...]])
    pages: dict[str, int] = field(default_factory=dict[str, int])
    problems: list[DocdeckError] = field(default_factory=list[DocdeckError])

    def over(self, older: OrganizationPart | None, *, finished: bool) -> OrganizationPart:
        """This part with what it has not read yet (or could not read) taken from an older one."""
        if older is None:
            return self
        opened = self.opened if self.opened is not None else older.opened
        waiting = not finished or bool(self.problems)
        return OrganizationPart(
            self.organization,
            self.title,
            opened,
            self.to_review if self.to_review is not None else older.to_review,
            self.joined if self.joined is not None else older.joined,
            self.spaces if self.spaces is not None else older.spaces,
            {**older.reviews, **self.reviews} if waiting else self.reviews,
            {**older.comments, **self.comments} if waiting else self.comments,
            {**older.pages, **self.pages},
            self.problems,
        )

    def interesting(self, me: str) -> list[ChangeRequest]:
        """Open requests that may concern me, the latest updated first."""
        found = [
            request
            for request in self.opened or ()
            if is_mine(request, me) or request.id in (self.to_review or ()) or request.id in (self.joined or ())
        ]
        return sorted(found, key=updated_at, reverse=True)

    def talked_about(self) -> list[Space]:
        """Spaces with open comments on themselves, the latest updated first."""
        return sorted((space for space in self.spaces or () if space.comments), key=updated_at, reverse=True)

    def wants_reviews(self, request: ChangeRequest, me: str) -> bool:
        """Whether its reviews decide where it belongs."""
        return is_mine(request, me) or request.id in (self.to_review or ()) or request.id in (self.joined or ())

    def wants_comments(self, request: ChangeRequest, me: str) -> bool:
        """Whether it can hold a thread with news for me."""
        return request.comments != 0 and (is_mine(request, me) or request.id in (self.joined or ()))


def is_mine(request: ChangeRequest, me: str) -> bool:
    """Whether I opened it."""
    return request.created_by is not None and request.created_by.id == me


def updated_at(about: ChangeRequest | Space) -> float:
    """Epoch seconds of the last update, 0 when unknown."""
    at = about.updated_at or about.created_at
    return at.timestamp() if at is not None else 0.0


def reviewed_by(found: tuple[Review, ...], me: str, revision: str) -> bool:
    """Whether I gave a verdict on this very revision."""
    return any(
        review.reviewer is not None and review.reviewer.id == me and review.revision == revision for review in found
    )


def edited_since_my_review(found: tuple[Review, ...], me: str, revision: str) -> bool:
    """Whether my last verdict is on an older revision: the author has answered it with edits."""
    mine = standing_reviews(found).get(me)
    return mine is not None and mine.outdated and mine.revision != revision


def returned_note(request: ChangeRequest, found: tuple[Review, ...]) -> str | None:
    """Who asked for changes and still stands by it; None when nobody does."""
    against = [review for review in standing_reviews(found).values() if review.status == "changes-requested"]
    if not against:
        return None
    names = ", ".join(review.reviewer.display_name or review.reviewer.id for review in against if review.reviewer)
    if all(review.outdated for review in against):
        return f"{names} asked for changes; edited since, ask again"
    return f"{names} asked for changes"


def _row(part: OrganizationPart, request: ChangeRequest, title: str, section: Section, note: str = "") -> InboxRow:
    author = request.created_by
    return InboxRow(
        key=f"{section}:{request.id}",
        section=section,
        organization=part.organization,
        space=request.space,
        space_title=title,
        change_request=request.id,
        number=request.number,
        subject=request.subject,
        status=request.status,
        author=(author.display_name or author.id) if author is not None else "",
        pages=part.pages.get(request.id),
        open_threads=request.comments,
        outdated=request.outdated,
        updated_at=updated_at(request),
        note=note,
    )


def _space_row(part: OrganizationPart, space: Space) -> InboxRow:
    return InboxRow(
        key="",
        section="threads",
        organization=part.organization,
        space=space.id,
        space_title=space.title,
        change_request="",
        number=0,
        subject="",
        status="",
        author="",
        pages=None,
        open_threads=space.comments,
        outdated=False,
        updated_at=updated_at(space),
    )


def _thread_rows(
    part: OrganizationPart, about: str, row: InboxRow, me: User, author: str | None = None
) -> Iterator[InboxRow]:
    """The threads with news for me on a request or a space, each as its row with what happened."""
    for comment in part.comments[about]:
        note = _news(comment, me, author)
        if note:
            _, at = last_word(comment)
            when = at.timestamp() if at is not None else row.updated_at
            yield replace(row, key=f"threads:{comment.id}", updated_at=when, note=note, comment=comment.id)


def _news(comment: Comment, me: User, author: str | None) -> str:
    """What somebody said to me in this thread; empty when nobody did. Replies are not read for it."""
    said = first_words(comment.body)
    if turn_of(comment, me.id, author) == "mine":
        user, _ = last_word(comment)
        return f"{_name(user)} replied on “{said}”" if comment.replies else f"{_name(user)}: “{said}”"
    if comment.status != "resolved" and not takes_part(comment, me.id) and waits_for(comment, (), me):
        return f"{_name(comment.posted_by)} mentioned you: “{said}”"
    return ""


def _name(user: User | None) -> str:
    return (user.display_name or user.id) if user is not None else "Somebody"


def _days(seconds: float) -> str:
    return f"no update for {int(seconds // 86400)} days"


def inbox_rows(part: OrganizationPart, me: User, now: float) -> Iterator[InboxRow]:
    """The rows of one organization; a request stands in one section only, beside its threads with news."""
    titles = {space.id: space.title for space in part.spaces or ()}
    for request in part.opened or ():
        title = titles.get(request.space, "")
        verdicts = part.reviews.get(request.id, ())
        mine = is_mine(request, me.id)
        returned = returned_note(request, verdicts) if mine else None
        author = request.created_by.id if request.created_by is not None else None
        if request.id in part.comments:
            yield from _thread_rows(part, request.id, _row(part, request, title, "threads"), me, author)
        if request.id in (part.to_review or ()) and not reviewed_by(verdicts, me.id, request.revision):
            yield _row(part, request, title, "to_review")
        elif not mine and edited_since_my_review(verdicts, me.id, request.revision):
            yield _row(part, request, title, "to_review", "edited since your review")
        elif returned is not None:
            yield _row(part, request, title, "returned", returned)
        elif updated_at(request) and now - updated_at(request) > STUCK_DAYS * 86400:
            yield _row(part, request, title, "stuck", _days(now - updated_at(request)))
    for space in part.spaces or ():
        if space.id in part.comments:
            yield from _thread_rows(part, space.id, _space_row(part, space), me)
