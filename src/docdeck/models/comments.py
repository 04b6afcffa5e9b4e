"""Comments, replies and reactions. Document section: "Comment and comment reply"."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from docdeck.models.base import Answer, Body, Flags, MarkdownBody, RichBody, Timestamp, User


class ReactionBy(Answer):
    """Who reacted, and when."""

    user: User
    reacted_at: Timestamp | None = None


class Reaction(Answer):
    """One emoji with everybody who chose it."""

    emoji: str
    count: int = 0
    users: list[ReactionBy] = Field(default_factory=list[ReactionBy])


class Replier(Answer):
    """Somebody who replied, how often, and when last."""

    user: User
    count: int = 0
    updated_at: Timestamp | None = None


class TargetPoint(Answer):
    """A page or a node, by its id."""

    id: str


class TableCell(Answer):
    """A cell of a table block."""

    record: str = ""
    definition: str = ""


class CommentTarget(Answer):
    """What a comment is about: a node or table cell of a page, a page, or the whole request or space."""

    node: TargetPoint | None = None
    table_cell: TableCell | None = None
    page: TargetPoint | None = None
    change_request: str | None = None
    review: str | None = None
    space: str = ""
    revision: str = ""


class Comment(Answer):
    """`object` is `comment`; `status` is `open` or `resolved`."""

    object: str = "comment"
    id: str
    posted_by: User | None = None
    posted_at: Timestamp | None = None
    edited_at: Timestamp | None = None
    reactions: list[Reaction] = Field(default_factory=list[Reaction])
    replies: int = 0
    repliers: list[Replier] = Field(default_factory=list[Replier])
    body: RichBody = Field(default_factory=RichBody)
    target: CommentTarget = Field(default_factory=CommentTarget)
    urls: dict[str, Any] = Field(default_factory=dict)
    permissions: Flags = Field(default_factory=dict)
    status: str = "open"
    resolved_at: Timestamp | None = None
    resolved_by: User | None = None


class CommentReply(Answer):
    """`object` is `comment-reply`."""

    object: str = "comment-reply"
    id: str
    posted_by: User | None = None
    posted_at: Timestamp | None = None
    edited_at: Timestamp | None = None
    reactions: list[Reaction] = Field(default_factory=list[Reaction])
    body: RichBody = Field(default_factory=RichBody)
    urls: dict[str, Any] = Field(default_factory=dict)
    permissions: Flags = Field(default_factory=dict)


class PostTableCell(Body):
    """A cell of a table block, as the target of a new comment."""

    record: str
    definition: str


class PostComment(Body):
    """A new comment: on a node, a page, a table cell, or (none of them) the whole request or space."""

    body: MarkdownBody
    node: str | None = None
    page: str | None = None
    table_cell: PostTableCell | None = None


class UpdateComment(Body):
    """`resolved` resolves or reopens; reactions are added and removed by emoji."""

    body: MarkdownBody | None = None
    resolved: bool | None = None
    added_reactions: list[str] | None = None
    removed_reactions: list[str] | None = None


class PostReply(Body):
    """A reply to a comment."""

    body: MarkdownBody
