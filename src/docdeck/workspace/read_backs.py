"""Finding out what became of a write whose answer was lost: by looking, never by sending it again.

Each kind of act has its own look. It works from the act's evidence, which the journal keeps, so that it also works
after a restart. Design section 4; the rule for comments: own, same text, posted after the sending began.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeVar

from docdeck.api import comment_calls
from docdeck.api.comment_calls import level_of
from docdeck.api.description import Page, Query
from docdeck.api.errors import DocdeckError, NotFound
from docdeck.api.operations import change_requests, reviews
from docdeck.api.platform import Platform
from docdeck.models.base import User
from docdeck.models.comments import Comment, CommentReply, Reaction
from docdeck.models.rich_text import from_markdown, to_markdown
from docdeck.workspace.bodies import body_markdown

T = TypeVar("T")

CLOCK_SLACK = 120.0
"""Seconds that the server's clock may be behind the moment when sending began."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a look saw: `yes` it was done, `no` it was not, `cannot` tell. `value` is what was found."""

    seen: Literal["yes", "no", "cannot"]
    sentence: str = ""
    hint: str = ""
    value: Any = None


@dataclass(frozen=True, slots=True)
class Look:
    """Where to look, who I am, when the sending began (epoch s), and the evidence of the act."""

    platform: Platform
    me: str
    began: float
    evidence: dict[str, Any]

    def ids(self) -> tuple[str, str]:
        """Space and change request; the latter is empty for what is on the space itself."""
        return self.evidence["space"], self.evidence["change_request"]

    async def read(self, query: Query[T]) -> T:
        """A fresh answer."""
        return (await self.platform.read(query)).value


def same_text(sent: str, found: str) -> bool:
    """Whether a server holds the text that was sent, allowing for how it writes Markdown."""
    return _plain(sent) == _plain(found) or _plain(to_markdown(from_markdown(sent))) == _plain(found)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _mine(look: Look, user: User | None, posted: datetime | None, body: str, identifier: str) -> bool:
    known: Sequence[str] = look.evidence.get("known", ())
    late = posted is None or posted.timestamp() >= look.began - CLOCK_SLACK
    return (
        user is not None
        and user.id == look.me
        and late
        and identifier not in known
        and same_text(look.evidence["text"], body)
    )


def _newest_comments(space: str, change_request: str) -> Query[Page[Comment]]:
    return comment_calls.listing(level_of(space, change_request), order="desc").with_params(limit=100)


def _replies(space: str, change_request: str, comment: str) -> Query[Page[CommentReply]]:
    return comment_calls.replies(level_of(space, change_request), comment).with_params(limit=1000)


def known_before(platform: Platform, me: str, kind: str, evidence: dict[str, Any]) -> list[str]:
    """Ids of my own comments or replies with this very text that were there before, as far as stored."""
    if kind not in ("comment", "reply"):
        return []
    level = level_of(evidence["space"], evidence["change_request"])
    found: list[Comment | CommentReply] = []
    if kind == "comment":
        for order in ("asc", "desc"):
            stored = platform.stored(comment_calls.listing(level, order=order).with_params(limit=100))
            found.extend(stored.value.items if stored is not None else ())
    else:
        answers = platform.stored(comment_calls.replies(level, evidence["comment"]).with_params(limit=100))
        found.extend(answers.value.items if answers is not None else ())
    return sorted(
        {
            one.id
            for one in found
            if one.posted_by is not None
            and one.posted_by.id == me
            and same_text(evidence["text"], body_markdown(one.body))
        }
    )


async def _comment(look: Look) -> Finding:
    target = look.evidence
    for found in (await look.read(_newest_comments(*look.ids()))).items:
        page = found.target.page.id if found.target.page else None
        body = body_markdown(found.body)
        if page == target.get("page") and _mine(look, found.posted_by, found.posted_at, body, found.id):
            return Finding("yes", "The comment was posted.", value=found)
    return Finding(
        "no", "Not confirmed: the comment is not there.", "Your text is kept as a draft; look before you send it again."
    )


async def _reply(look: Look) -> Finding:
    for found in (await look.read(_replies(*look.ids(), look.evidence["comment"]))).items:
        if _mine(look, found.posted_by, found.posted_at, body_markdown(found.body), found.id):
            return Finding("yes", "The reply was posted.", value=found)
    return Finding(
        "no", "Not confirmed: the reply is not there.", "Your text is kept as a draft; look before you send it again."
    )


async def _one_comment(look: Look) -> Comment:
    return await look.read(comment_calls.getting(level_of(*look.ids()), look.evidence["comment"]))


async def _one_reply(look: Look) -> CommentReply | None:
    for found in (await look.read(_replies(*look.ids(), look.evidence["comment"]))).items:
        if found.id == look.evidence["reply"]:
            return found
    return None


def _edited(look: Look, found: str) -> Finding:
    if same_text(look.evidence["text"], found):
        return Finding("yes", "The text was changed.")
    if same_text(look.evidence["before"], found):
        return Finding("no", "Not changed: the old text is still there.", "Your text is kept as a draft.")
    return Finding(
        "cannot", "The text is neither the old one nor yours: somebody else changed it.", "Yours is kept as a draft."
    )


async def _edit_comment(look: Look) -> Finding:
    return _edited(look, body_markdown((await _one_comment(look)).body))


async def _edit_reply(look: Look) -> Finding:
    found = await _one_reply(look)
    if found is None:
        return Finding("cannot", "The reply is gone: somebody deleted it.", "Your text is kept as a draft.")
    return _edited(look, body_markdown(found.body))


async def _delete_comment(look: Look) -> Finding:
    try:
        await _one_comment(look)
    except NotFound:
        return Finding("yes", "The comment is gone.")
    return Finding("no", "Not deleted: the comment is still there.")


async def _delete_reply(look: Look) -> Finding:
    try:
        found = await _one_reply(look)
    except NotFound:
        found = None
    return Finding("yes", "The reply is gone.") if found is None else Finding("no", "Not deleted: it is still there.")


def _reacted(look: Look, reactions: Sequence[Reaction]) -> bool:
    emoji = look.evidence["emoji"]
    return any(
        reaction.emoji == emoji and any(by.user.id == look.me for by in reaction.users) for reaction in reactions
    )


async def _reactions(look: Look) -> Sequence[Reaction]:
    if look.evidence.get("reply") is None:
        return (await _one_comment(look)).reactions
    found = await _one_reply(look)
    return () if found is None else found.reactions


async def _react(look: Look) -> Finding:
    there = _reacted(look, await _reactions(look))
    return Finding("yes", "The reaction is there.") if there else Finding("no", "The reaction is not there.")


async def _unreact(look: Look) -> Finding:
    there = _reacted(look, await _reactions(look))
    return Finding("no", "The reaction is still there.") if there else Finding("yes", "The reaction is gone.")


async def _resolution(look: Look) -> Finding:
    resolved = (await _one_comment(look)).status == "resolved"
    word = "resolved" if resolved else "open"
    return Finding("yes" if resolved == look.evidence["resolved"] else "no", f"The thread is {word}.")


async def _review(look: Look) -> Finding:
    query = reviews.list_reviews(*look.ids()).with_params(limit=100)
    for found in (await look.read(query)).items:
        mine = found.reviewer is not None and found.reviewer.id == look.me
        if mine and found.revision == look.evidence["revision"] and found.status == look.evidence["verdict"]:
            return Finding("yes", "Your verdict is there.", value=found)
    return Finding("no", "Your verdict is not there.", "Your note is kept as a draft.")


async def _request_reviewers(look: Look) -> Finding:
    query = reviews.requested_reviewers(*look.ids()).with_params(limit=100)
    asked = {found.user.id for found in (await look.read(query)).items if found.user is not None}
    missing = [user for user in look.evidence["users"] if user not in asked]
    return Finding("no", "Not everybody was asked.") if missing else Finding("yes", "Everybody was asked.")


async def _update(look: Look) -> Finding:
    request = await look.read(change_requests.get(*look.ids()))
    if request.outdated:
        return Finding("no", "Not updated: the request is still behind main.", "Press u to try again.", request)
    return Finding("yes", "The request is up to date with main.", value=request)


async def _subject(look: Look) -> Finding:
    request = await look.read(change_requests.get(*look.ids()))
    same = request.subject == look.evidence["subject"]
    return Finding("yes" if same else "no", f'The subject is "{request.subject}".', value=request)


async def _description(look: Look) -> Finding:
    request = await look.read(change_requests.get(*look.ids()))
    found = to_markdown(request.description) if request.description is not None else ""
    if same_text(look.evidence["text"], found):
        return Finding("yes", "The description is yours.", value=request)
    return Finding("no", "The description is another one.", "Your text is kept as a draft.", request)


async def _status(look: Look) -> Finding:
    request = await look.read(change_requests.get(*look.ids()))
    same = request.status == look.evidence["status"]
    return Finding("yes" if same else "no", f"The request is {request.status}.", value=request)


async def _create(look: Look) -> Finding:
    for status in ("draft", "open"):
        query = change_requests.list_in_space(look.evidence["space"], status=status).with_params(limit=100)
        for found in (await look.read(query)).items:
            mine = found.created_by is not None and found.created_by.id == look.me
            late = found.created_at is None or found.created_at.timestamp() >= look.began - CLOCK_SLACK
            if mine and late and found.subject == look.evidence["subject"]:
                return Finding("yes", f"Change request #{found.number} is there.", value=found)
    return Finding("no", "Not confirmed: the change request is not there.", "The subject is kept as a draft.")


async def _merge(look: Look) -> Finding:
    request = await look.read(change_requests.get(*look.ids()))
    if request.status == "merged" or request.revision_merged:
        return Finding("yes", f"{look.evidence['name']} is merged.", value=request)
    seen = look.evidence.get("revision")
    if request.status in ("open", "draft") and (not seen or request.revision == seen):
        hint = "Look again before you merge: the server may still be at it."
        return Finding("no", f"Not merged: {look.evidence['name']} is {request.status} and unchanged.", hint, request)
    sentence = f"Unknown whether {look.evidence['name']} was merged: it is {request.status} and its content moved."
    return Finding("cannot", sentence, "Open the request: its status and revision say what it became.", request)


LOOKS: dict[str, Callable[[Look], Awaitable[Finding]]] = {
    "comment": _comment,
    "reply": _reply,
    "edit_comment": _edit_comment,
    "edit_reply": _edit_reply,
    "delete_comment": _delete_comment,
    "delete_reply": _delete_reply,
    "react": _react,
    "unreact": _unreact,
    "resolve": _resolution,
    "reopen": _resolution,
    "review": _review,
    "request_reviewers": _request_reviewers,
    "update": _update,
    "subject": _subject,
    "description": _description,
    "status": _status,
    "create": _create,
    "merge": _merge,
}


TIMED = frozenset({"comment", "reply", "create"})
"""Kinds whose look compares when a thing was posted with when the sending began."""


async def look_once(kind: str, look: Look) -> Finding:
    """One look. What cannot be read, or is of an unknown kind, cannot be told; it never raises."""
    finder = LOOKS.get(kind)
    if finder is None:
        return Finding("cannot", "This docdeck does not know how to look for it.")
    try:
        return await finder(look)
    except DocdeckError as error:
        return Finding("cannot", f"It could not be read back: {error.sentence}", error.hint)
    except KeyError as error:
        return Finding("cannot", f"The journal does not say which {error.args[0]}.")
