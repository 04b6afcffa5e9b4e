"""Comments, replies and commenters, of spaces and of change requests alike. Document sections: "Comments"."""

from __future__ import annotations

from typing import Any

from docdeck.models.comments import Comment, CommentReply, PostComment, PostReply, UpdateComment
from docdeck.service.actions import comments as actions
from docdeck.service.actions.comments import Talk, comment_in, reply_in, talk_at
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.routes.change_requests import ONE
from docdeck.service.store import Tx
from docdeck.service.store.talk import CommentFilters, commenters_at, comments_at, replies_to
from docdeck.service.views.comments import FORMATS, comment_views, reply_views
from docdeck.service.views.people import member_view


def _where(call: Call) -> tuple[str, str, str | None]:
    return call.actor, call.params["space"], call.params.get("request")


def _talk(tx: Tx, call: Call) -> Talk:
    return talk_at(tx, *_where(call))


def _style(call: Call) -> str:
    return call.choice("format", FORMATS, "markdown")


def _comment(tx: Tx, call: Call, id: str, style: str = "markdown") -> Comment:
    talk = _talk(tx, call)
    return comment_views(tx, talk.access, [comment_in(tx, talk, id)], call.links, style=style)[0]


def _reply(tx: Tx, call: Call, id: str, style: str = "markdown") -> CommentReply:
    talk = _talk(tx, call)
    comment = comment_in(tx, talk, call.params["comment"])
    return reply_views(tx, talk.access, comment, [reply_in(tx, comment, id)], call.links, style=style)[0]


def _list(tx: Tx, call: Call) -> dict[str, Any]:
    talk = _talk(tx, call)
    order = call.choice("order", ("asc", "desc"), "desc")
    filters = CommentFilters(
        status=call.choice("status", ("all", "open", "resolved"), "all"),
        page=call.query.get("targetPage"),
        authors=tuple(call.query.getlist("authors")),
        descending=order == "desc",
    )
    style = _style(call)
    part = comments_at(tx, talk.place, filters, call.window(f"comments {order}"))
    return call.listed(part, comment_views(tx, talk.access, part.items, call.links, style=style))


def _post(tx: Tx, call: Call) -> Comment:
    sent = call.body(PostComment)
    cell = None if sent.table_cell is None else (sent.table_cell.record, sent.table_cell.definition)
    made = actions.post_comment(tx, *_where(call), sent.body.markdown, page=sent.page, node=sent.node, cell=cell)
    return _comment(tx, call, made)


def _get(tx: Tx, call: Call) -> Comment:
    return _comment(tx, call, call.params["comment"], _style(call))


def _put(tx: Tx, call: Call) -> Comment:
    sent = call.body(UpdateComment)
    actions.update_comment(
        tx,
        *_where(call),
        call.params["comment"],
        markdown=None if sent.body is None else sent.body.markdown,
        resolved=sent.resolved,
        add=sent.added_reactions or (),
        remove=sent.removed_reactions or (),
    )
    return _comment(tx, call, call.params["comment"])


def _delete(tx: Tx, call: Call) -> Made:
    actions.delete_comment(tx, *_where(call), call.params["comment"])
    return GONE


def _replies(tx: Tx, call: Call) -> dict[str, Any]:
    talk = _talk(tx, call)
    comment = comment_in(tx, talk, call.params["comment"])
    style = _style(call)
    part = replies_to(tx, comment["id"], call.window("replies"))
    return call.listed(part, reply_views(tx, talk.access, comment, part.items, call.links, style=style))


def _post_reply(tx: Tx, call: Call) -> CommentReply:
    style = _style(call)
    made = actions.post_reply(tx, *_where(call), call.params["comment"], call.body(PostReply).body.markdown)
    return _reply(tx, call, made, style)


def _get_reply(tx: Tx, call: Call) -> CommentReply:
    return _reply(tx, call, call.params["reply"], _style(call))


def _put_reply(tx: Tx, call: Call) -> CommentReply:
    sent = call.body(UpdateComment)
    actions.update_reply(
        tx,
        *_where(call),
        call.params["comment"],
        call.params["reply"],
        markdown=None if sent.body is None else sent.body.markdown,
        resolved=sent.resolved,
        add=sent.added_reactions or (),
        remove=sent.removed_reactions or (),
    )
    return _reply(tx, call, call.params["reply"])


def _delete_reply(tx: Tx, call: Call) -> Made:
    actions.delete_reply(tx, *_where(call), call.params["comment"], call.params["reply"])
    return GONE


def _commenters(tx: Tx, call: Call) -> dict[str, Any]:
    part = commenters_at(tx, _talk(tx, call).place, call.window("commenters"))
    return call.listed(part, [member_view(row, call.links) for row in part.items])


ROUTES = tuple(
    route
    for prefix in ("/v1/spaces/{space}", ONE)
    for route in (
        reads(f"{prefix}/comments", _list),
        writes("POST", f"{prefix}/comments", _post, PostComment),
        reads(f"{prefix}/comments/{{comment}}", _get),
        writes("PUT", f"{prefix}/comments/{{comment}}", _put, UpdateComment),
        writes("DELETE", f"{prefix}/comments/{{comment}}", _delete),
        reads(f"{prefix}/comments/{{comment}}/replies", _replies),
        writes("POST", f"{prefix}/comments/{{comment}}/replies", _post_reply, PostReply),
        reads(f"{prefix}/comments/{{comment}}/replies/{{reply}}", _get_reply),
        writes("PUT", f"{prefix}/comments/{{comment}}/replies/{{reply}}", _put_reply, UpdateComment),
        writes("DELETE", f"{prefix}/comments/{{comment}}/replies/{{reply}}", _delete_reply),
        reads(f"{prefix}/commenters", _commenters),
    )
)
