"""Comments and replies of a change request and of a space. Document sections: "Comments (space level)" and
"Comments (change request level)": the same operations under two beginnings of the path.
"""

from __future__ import annotations

from collections.abc import Sequence

from docdeck.api import comment_calls as calls
from docdeck.api.comment_calls import Format, Order, Status, in_change_request, in_space
from docdeck.api.description import Command, Page, Query
from docdeck.models.comments import Comment, CommentReply, PostTableCell
from docdeck.models.organizations import Member

# -- on a change request ------------------------------------------------------------------------------------------


def list_in_change_request(
    space: str,
    change_request: str,
    status: Status = "all",
    format: Format = "markdown",
    order: Order | None = None,
    *,
    page: str | None = None,
    authors: Sequence[str] = (),
    limit: int | None = None,
) -> Query[Page[Comment]]:
    """Comments of a change request, the newest first unless `order` is `asc`; `page` and `authors` filter by id."""
    return calls.listing(
        in_change_request(space, change_request), status, format, order, page=page, authors=authors, limit=limit
    )


def get_in_change_request(space: str, change_request: str, comment: str, format: Format = "markdown") -> Query[Comment]:
    """One comment of a change request."""
    return calls.getting(in_change_request(space, change_request), comment, format)


def post_in_change_request(
    space: str,
    change_request: str,
    text: str,
    page: str | None = None,
    node: str | None = None,
    cell: PostTableCell | None = None,
) -> Command[Comment]:
    """A new comment in Markdown on a node, a page, or (neither) the whole request."""
    return calls.posting(in_change_request(space, change_request), text, page, node, cell)


def update_in_change_request(
    space: str,
    change_request: str,
    comment: str,
    text: str | None = None,
    resolved: bool | None = None,
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
) -> Command[Comment]:
    """Edit a comment, resolve or reopen its thread, add and remove reactions by emoji."""
    return calls.updating(in_change_request(space, change_request), comment, text, resolved, add, remove)


def delete_in_change_request(space: str, change_request: str, comment: str) -> Command[None]:
    """Delete a comment with its replies."""
    return calls.deleting(in_change_request(space, change_request), comment)


def replies_in_change_request(
    space: str, change_request: str, comment: str, format: Format = "markdown", *, limit: int | None = None
) -> Query[Page[CommentReply]]:
    """The replies to a comment."""
    return calls.replies(in_change_request(space, change_request), comment, format, limit=limit)


def get_reply_in_change_request(
    space: str, change_request: str, comment: str, reply: str, format: Format = "markdown"
) -> Query[CommentReply]:
    """One reply."""
    return calls.getting_reply(in_change_request(space, change_request), comment, reply, format)


def reply_in_change_request(space: str, change_request: str, comment: str, text: str) -> Command[CommentReply]:
    """Reply to a comment in Markdown."""
    return calls.replying(in_change_request(space, change_request), comment, text)


def update_reply_in_change_request(
    space: str,
    change_request: str,
    comment: str,
    reply: str,
    text: str | None = None,
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
) -> Command[CommentReply]:
    """Edit a reply, add and remove reactions."""
    return calls.updating_reply(in_change_request(space, change_request), comment, reply, text, add, remove)


def delete_reply_in_change_request(space: str, change_request: str, comment: str, reply: str) -> Command[None]:
    """Delete a reply."""
    return calls.deleting_reply(in_change_request(space, change_request), comment, reply)


def commenters_in_change_request(space: str, change_request: str, *, limit: int | None = None) -> Query[Page[Member]]:
    """Everybody who commented on the request."""
    return calls.commenters(in_change_request(space, change_request), limit=limit)


# -- on a space ---------------------------------------------------------------------------------------------------


def list_in_space(
    space: str,
    status: Status = "all",
    format: Format = "markdown",
    order: Order | None = None,
    *,
    page: str | None = None,
    authors: Sequence[str] = (),
    limit: int | None = None,
) -> Query[Page[Comment]]:
    """Comments of a space, the newest first unless `order` is `asc`; `page` and `authors` filter by id."""
    return calls.listing(in_space(space), status, format, order, page=page, authors=authors, limit=limit)


def get_in_space(space: str, comment: str, format: Format = "markdown") -> Query[Comment]:
    """One comment of a space."""
    return calls.getting(in_space(space), comment, format)


def post_in_space(
    space: str, text: str, page: str | None = None, node: str | None = None, cell: PostTableCell | None = None
) -> Command[Comment]:
    """A new comment in Markdown on a node, a page, or (neither) the whole space."""
    return calls.posting(in_space(space), text, page, node, cell)


def update_in_space(
    space: str,
    comment: str,
    text: str | None = None,
    resolved: bool | None = None,
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
) -> Command[Comment]:
    """Edit a comment, resolve or reopen its thread, add and remove reactions by emoji."""
    return calls.updating(in_space(space), comment, text, resolved, add, remove)


def delete_in_space(space: str, comment: str) -> Command[None]:
    """Delete a comment with its replies."""
    return calls.deleting(in_space(space), comment)


def replies_in_space(
    space: str, comment: str, format: Format = "markdown", *, limit: int | None = None
) -> Query[Page[CommentReply]]:
    """The replies to a comment (platform facts: "Comments")."""
    return calls.replies(in_space(space), comment, format, limit=limit)


def get_reply_in_space(space: str, comment: str, reply: str, format: Format = "markdown") -> Query[CommentReply]:
    """One reply."""
    return calls.getting_reply(in_space(space), comment, reply, format)


def reply_in_space(space: str, comment: str, text: str) -> Command[CommentReply]:
    """Reply to a comment in Markdown."""
    return calls.replying(in_space(space), comment, text)


def update_reply_in_space(
    space: str, comment: str, reply: str, text: str | None = None, add: Sequence[str] = (), remove: Sequence[str] = ()
) -> Command[CommentReply]:
    """Edit a reply, add and remove reactions."""
    return calls.updating_reply(in_space(space), comment, reply, text, add, remove)


def delete_reply_in_space(space: str, comment: str, reply: str) -> Command[None]:
    """Delete a reply."""
    return calls.deleting_reply(in_space(space), comment, reply)


def commenters_in_space(space: str, *, limit: int | None = None) -> Query[Page[Member]]:
    """Everybody who commented on the space."""
    return calls.commenters(in_space(space), limit=limit)
