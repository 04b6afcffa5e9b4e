"""What a reviewer can do in comments, each as one value: its tier, its permission, its call, its inverse.

An act does nothing; `writes.Writes` carries it out, and finds out what became of it when its answer is lost.
Design section 4.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from docdeck.api import comment_calls
from docdeck.api.description import Command
from docdeck.models.change_requests import ChangeRequest
from docdeck.models.comments import Comment, CommentReply
from docdeck.workspace.bodies import body_markdown

Tier = Literal[0, 1, 2]
Verdict = Literal["approved", "changes-requested"]
Status = Literal["draft", "open", "archived"]


@dataclass(frozen=True, slots=True)
class Where:
    """The change request an act is about, or (an empty `change_request`) the space itself.

    `name` is for people, such as `Handbook #42` or `Handbook` (raw).
    """

    space: str
    change_request: str
    name: str

    @classmethod
    def of(cls, request: ChangeRequest, space_title: str = "") -> Where:
        """The place of a request that was read."""
        return cls(request.space, request.id, f"{space_title} #{request.number}".strip())

    @property
    def comments(self) -> comment_calls.Level:
        """Where its comments live. Raises NoAddress."""
        return comment_calls.level_of(self.space, self.change_request)

    def evidence(self, **more: Any) -> dict[str, Any]:
        """What the journal keeps of an act here, for the reading back."""
        return {"space": self.space, "change_request": self.change_request, "name": self.name, **more}


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One write, described. Strings are raw.

    `target` is the object written to: its writes go one at a time. `identity` tells the same press from another.
    `evidence` is what the reading back needs (plain JSON, kept in the journal). `drafts` end when it is confirmed,
    as long as their text is still `text`. `undo` is the inverse, of tier 0 acts.
    """

    kind: str
    label: str
    done: str
    tier: Tier
    permission: str
    target: str
    command: Command[Any]
    evidence: dict[str, Any] = field(default_factory=dict[str, Any])
    drafts: tuple[str, ...] = ()
    text: str | None = None
    undo: Act | None = None

    @property
    def identity(self) -> str:
        """The same act on the same thing with the same content has the same identity."""
        body = json.dumps(self.command.body, sort_keys=True, default=str)
        content = "\n".join((self.command.method, self.command.path, body))
        return f"{self.kind}:{hashlib.sha256(content.encode()).hexdigest()}"

    def allowed(self, permissions: Mapping[str, bool]) -> str | None:
        """Why these permissions forbid it, or None; an unknown permission is tried, not forbidden."""
        return missing_permission(self.permission, permissions)


def missing_permission(permission: str, permissions: Mapping[str, bool]) -> str | None:
    """The sentence for a dimmed key, or None when the permission is there or unknown."""
    if permissions.get(permission, True):
        return None
    return f"You lack the permission '{permission}' here."


def draft_key(kind: str, where: Where, *rest: str | None) -> str:
    """The key of a draft: `comment:<space>:<request>:<page or ->:<node or ->`, `reply:<space>:<request>:<comment>`."""
    return ":".join((kind, where.space, where.change_request, *(part or "-" for part in rest)))


# Comments and replies


def comment(where: Where, text: str, *, page: str | None = None, node: str | None = None) -> Act:
    """A new comment on a block, a page, or the whole request or space. Tier 1."""
    return Act(
        kind="comment",
        label=f"Comment on {where.name}",
        done="Comment sent.",
        tier=1,
        permission="comment",
        target=f"comments of {where.change_request or where.space}",
        command=comment_calls.posting(where.comments, text, page, node),
        evidence=where.evidence(text=text, page=page, node=node),
        drafts=(draft_key("comment", where, page, node),),
        text=text,
    )


def reply(where: Where, parent: str, text: str) -> Act:
    """A reply in a thread. Tier 1."""
    return Act(
        kind="reply",
        label=f"Reply in {where.name}",
        done="Reply sent.",
        tier=1,
        permission="reply",
        target=f"comment {parent}",
        command=comment_calls.replying(where.comments, parent, text),
        evidence=where.evidence(comment=parent, text=text),
        drafts=(draft_key("reply", where, parent),),
        text=text,
    )


def reply_and_resolve(where: Where, parent: str, text: str) -> tuple[Act, Act]:
    """A reply, and then (only if it was sent) the thread resolved; see `Writes.submit_in_order`."""
    return reply(where, parent, text), resolve(where, parent)


def edit_comment(where: Where, edited: Comment, text: str) -> Act:
    """Another text for one's own comment. Tier 1; the permission is the comment's own `edit`."""
    return comment_edited(where, edited.id, body_markdown(edited.body), text)


def comment_edited(where: Where, edited: str, before: str, text: str) -> Act:
    """The same by the comment's id and its text until now."""
    return Act(
        kind="edit_comment",
        label=f"Edit of a comment on {where.name}",
        done="Comment changed.",
        tier=1,
        permission="edit",
        target=f"comment {edited}",
        command=comment_calls.updating(where.comments, edited, text=text),
        evidence=where.evidence(comment=edited, text=text, before=before),
        drafts=(draft_key("edit", where, edited),),
        text=text,
    )


def edit_reply(where: Where, parent: str, edited: CommentReply, text: str) -> Act:
    """Another text for one's own reply. Tier 1; the permission is the reply's own `edit`."""
    return reply_edited(where, parent, edited.id, body_markdown(edited.body), text)


def reply_edited(where: Where, parent: str, edited: str, before: str, text: str) -> Act:
    """The same by the reply's id and its text until now."""
    return Act(
        kind="edit_reply",
        label=f"Edit of a reply in {where.name}",
        done="Reply changed.",
        tier=1,
        permission="edit",
        target=f"comment {parent}",
        command=comment_calls.updating_reply(where.comments, parent, edited, text=text),
        evidence=where.evidence(comment=parent, reply=edited, text=text, before=before),
        drafts=(draft_key("edit", where, edited),),
        text=text,
    )


def delete_comment(where: Where, deleted: str) -> Act:
    """A comment and its replies, gone for good. Tier 2; the permission is the comment's own `delete`."""
    return Act(
        kind="delete_comment",
        label=f"Delete a comment on {where.name}",
        done="Comment deleted.",
        tier=2,
        permission="delete",
        target=f"comment {deleted}",
        command=comment_calls.deleting(where.comments, deleted),
        evidence=where.evidence(comment=deleted),
    )


def delete_reply(where: Where, parent: str, deleted: str) -> Act:
    """A reply, gone for good. Tier 2; the permission is the reply's own `delete`."""
    return Act(
        kind="delete_reply",
        label=f"Delete a reply in {where.name}",
        done="Reply deleted.",
        tier=2,
        permission="delete",
        target=f"comment {parent}",
        command=comment_calls.deleting_reply(where.comments, parent, deleted),
        evidence=where.evidence(comment=parent, reply=deleted),
    )


def _reaction(where: Where, emoji: str, parent: str, answer: str | None, *, add: bool) -> Act:
    added, removed = ((emoji,), ()) if add else ((), (emoji,))
    command: Command[Any]
    if answer is None:
        command = comment_calls.updating(where.comments, parent, add=added, remove=removed)
    else:
        command = comment_calls.updating_reply(where.comments, parent, answer, add=added, remove=removed)
    return Act(
        kind="react" if add else "unreact",
        label=f"{'Reaction' if add else 'Reaction taken back'} in {where.name}",
        done="Reaction added." if add else "Reaction taken back.",
        tier=0,
        permission="comment",
        target=f"comment {parent}",
        command=command,
        evidence=where.evidence(comment=parent, reply=answer, emoji=emoji),
    )


def react(where: Where, emoji: str, parent: str, *, reply: str | None = None) -> Act:
    """A reaction to a comment, or to a reply in it. Tier 0."""
    undo = _reaction(where, emoji, parent, reply, add=False)
    return replace(_reaction(where, emoji, parent, reply, add=True), undo=undo)


def unreact(where: Where, emoji: str, parent: str, *, reply: str | None = None) -> Act:
    """A reaction taken back. Tier 0."""
    undo = _reaction(where, emoji, parent, reply, add=True)
    return replace(_reaction(where, emoji, parent, reply, add=False), undo=undo)


def _resolution(where: Where, parent: str, *, resolved: bool) -> Act:
    return Act(
        kind="resolve" if resolved else "reopen",
        label=f"{'Resolve' if resolved else 'Reopen'} a thread of {where.name}",
        done="Thread resolved." if resolved else "Thread reopened.",
        tier=0,
        permission="comment",
        target=f"comment {parent}",
        command=comment_calls.updating(where.comments, parent, resolved=resolved),
        evidence=where.evidence(comment=parent, resolved=resolved),
    )


def resolve(where: Where, parent: str) -> Act:
    """A thread resolved. Tier 0."""
    return replace(_resolution(where, parent, resolved=True), undo=_resolution(where, parent, resolved=False))


def reopen(where: Where, parent: str) -> Act:
    """A resolved thread opened again. Tier 0."""
    return replace(_resolution(where, parent, resolved=False), undo=_resolution(where, parent, resolved=True))
