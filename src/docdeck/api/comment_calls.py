"""Calls about comments and replies, for both levels that have them: a space, and a change request of it.

`operations.comments` gives each operation its name; whoever has a level at hand calls these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.reading import many, nothing, one
from docdeck.models.base import MarkdownBody
from docdeck.models.comments import Comment, CommentReply, PostComment, PostReply, PostTableCell, UpdateComment
from docdeck.models.organizations import Member

Format = Literal["document", "markdown"]
Status = Literal["all", "open", "resolved"]
Order = Literal["asc", "desc"]


@dataclass(frozen=True, slots=True)
class Level:
    """Where comments live: the path they begin with, the ids in it, and the end of the operations' names."""

    path: str
    ids: tuple[str, ...]
    name: str

    @property
    def touched(self) -> str:
        """The id whose answers a comment changes: the request's, or the space's."""
        return self.ids[-1]


def in_space(space: str) -> Level:
    """The comments of a space itself."""
    return Level(path_of("/v1/spaces/{space}", space=space), (space,), "InSpace")


def in_change_request(space: str, cr: str) -> Level:
    """The comments of a change request."""
    path = path_of("/v1/spaces/{space}/change-requests/{cr}", space=space, cr=cr)
    return Level(path, (space, cr), "InChangeRequest")


def level_of(space: str, change_request: str) -> Level:
    """Where comments live: on a change request, or (an empty one) on the space itself."""
    return in_change_request(space, change_request) if change_request else in_space(space)


def listing(
    level: Level,
    status: Status = "all",
    format: Format = "markdown",
    order: Order | None = None,
    *,
    page: str | None = None,
    authors: Sequence[str] = (),
    limit: int | None = None,
) -> Query[Page[Comment]]:
    """The comments, the newest first unless `order` is `asc`; `page` and `authors` filter by id."""
    params = params_of(
        status=status, format=format, order=order, targetPage=page, authors=list(authors) or None, limit=limit
    )
    return Query(f"listComments{level.name}", f"{level.path}/comments", many(Comment), params, ids=level.ids)


def getting(level: Level, comment: str, format: Format = "markdown") -> Query[Comment]:
    """One comment."""
    path = level.path + path_of("/comments/{comment}", comment=comment)
    return Query(f"getComment{level.name}", path, one(Comment), params_of(format=format), ids=(*level.ids, comment))


def posting(
    level: Level, text: str, page: str | None = None, node: str | None = None, cell: PostTableCell | None = None
) -> Command[Comment]:
    """A new comment in Markdown on a node, a page, or (neither) the whole request or space."""
    given: dict[str, Any] = {"page": page, "node": node, "table_cell": cell}
    body = PostComment(
        body=MarkdownBody(markdown=text), **{name: value for name, value in given.items() if value is not None}
    )
    return Command(
        f"postComment{level.name}",
        "POST",
        f"{level.path}/comments",
        one(Comment),
        body=body.to_wire(),
        touches=(level.touched,),
    )


def _changed(text: str | None, resolved: bool | None, add: Sequence[str], remove: Sequence[str]) -> dict[str, Any]:
    given: dict[str, Any] = {
        "body": MarkdownBody(markdown=text) if text is not None else None,
        "resolved": resolved,
        "added_reactions": list(add) or None,
        "removed_reactions": list(remove) or None,
    }
    return UpdateComment(**{name: value for name, value in given.items() if value is not None}).to_wire()


def updating(
    level: Level,
    comment: str,
    text: str | None = None,
    resolved: bool | None = None,
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
) -> Command[Comment]:
    """Edit a comment, resolve or reopen its thread, add and remove reactions by emoji."""
    return Command(
        f"updateComment{level.name}",
        "PUT",
        level.path + path_of("/comments/{comment}", comment=comment),
        one(Comment),
        body=_changed(text, resolved, add, remove),
        repeat="same_effect",
        touches=(level.touched, comment),
        answers=getting(level, comment, "markdown"),
    )


def deleting(level: Level, comment: str) -> Command[None]:
    """Delete a comment with its replies."""
    return Command(
        f"deleteComment{level.name}",
        "DELETE",
        level.path + path_of("/comments/{comment}", comment=comment),
        nothing,
        repeat="same_effect",
        touches=(level.touched, comment),
    )


def replies(
    level: Level, comment: str, format: Format = "markdown", *, limit: int | None = None
) -> Query[Page[CommentReply]]:
    """The replies to a comment."""
    path = level.path + path_of("/comments/{comment}/replies", comment=comment)
    ids = (*level.ids, comment)
    return Query(
        f"listCommentReplies{level.name}", path, many(CommentReply), params_of(format=format, limit=limit), ids=ids
    )


def getting_reply(level: Level, comment: str, reply: str, format: Format = "markdown") -> Query[CommentReply]:
    """One reply."""
    path = level.path + path_of("/comments/{comment}/replies/{reply}", comment=comment, reply=reply)
    ids = (*level.ids, comment, reply)
    return Query(f"getCommentReply{level.name}", path, one(CommentReply), params_of(format=format), ids=ids)


def replying(level: Level, comment: str, text: str) -> Command[CommentReply]:
    """Reply to a comment in Markdown."""
    return Command(
        f"postCommentReply{level.name}",
        "POST",
        level.path + path_of("/comments/{comment}/replies", comment=comment),
        one(CommentReply),
        body=PostReply(body=MarkdownBody(markdown=text)).to_wire(),
        touches=(level.touched, comment),
    )


def updating_reply(
    level: Level,
    comment: str,
    reply: str,
    text: str | None = None,
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
) -> Command[CommentReply]:
    """Edit a reply, add and remove reactions."""
    return Command(
        f"updateCommentReply{level.name}",
        "PUT",
        level.path + path_of("/comments/{comment}/replies/{reply}", comment=comment, reply=reply),
        one(CommentReply),
        body=_changed(text, None, add, remove),
        repeat="same_effect",
        touches=(level.touched, comment, reply),
        answers=getting_reply(level, comment, reply, "markdown"),
    )


def deleting_reply(level: Level, comment: str, reply: str) -> Command[None]:
    """Delete a reply."""
    return Command(
        f"deleteCommentReply{level.name}",
        "DELETE",
        level.path + path_of("/comments/{comment}/replies/{reply}", comment=comment, reply=reply),
        nothing,
        repeat="same_effect",
        touches=(level.touched, comment, reply),
    )


def commenters(level: Level, *, limit: int | None = None) -> Query[Page[Member]]:
    """Everybody who commented there."""
    return Query(
        f"listCommenters{level.name}", f"{level.path}/commenters", many(Member), params_of(limit=limit), ids=level.ids
    )
