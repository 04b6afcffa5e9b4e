"""Comments and replies in a space or a change request. Document: "Comment resolution"; facts 0.3, A.6."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from docdeck.service.access import SpaceAccess, request_access, space_access
from docdeck.service.actions.spaces import node_keys, page_document
from docdeck.service.errors import Denied, Invalid, Missing
from docdeck.service.rules.pages import Page, by_id
from docdeck.service.store import Row, Tx
from docdeck.service.store.revisions import pages_in
from docdeck.service.store.talk import (
    Kind,
    Place,
    comment_at,
    delete_message,
    insert_comment,
    insert_reply,
    react,
    reply_to,
    update_message,
)
from docdeck.service.views.requests import base_of

MAX_EMOJI = 50


@dataclass(frozen=True, slots=True)
class Talk:
    """A place where people talk, as one person sees it; `request` is None at the level of the space."""

    access: SpaceAccess
    place: Place
    request: Row | None

    @property
    def revision(self) -> str:
        """The revision that new comments are about."""
        return self.access.space["revision"] if self.request is None else self.request["revision"]


def place_of(access: SpaceAccess, request: Row | None) -> Place:
    """Where a conversation is kept."""
    return Place(access.space["organization"], access.space["id"], None if request is None else request["id"])


def talk_at(tx: Tx, actor: str, space: str, change_request: str | None) -> Talk:
    """The conversations of a space or of a change request, else 404."""
    if change_request is None:
        access = space_access(tx, actor, space)
        return Talk(access, place_of(access, None), None)
    access, row = request_access(tx, actor, space, change_request)
    return Talk(access, place_of(access, row), row)


def post_comment(
    tx: Tx,
    actor: str,
    space: str,
    change_request: str | None,
    markdown: str,
    *,
    page: str | None = None,
    node: str | None = None,
    cell: tuple[str, str] | None = None,
) -> str:
    """Post a comment on a block, a page, a table cell or the whole; answers its id."""
    talk = talk_at(tx, actor, space, change_request)
    talk.access.need("comment")
    if node is not None and page is None:
        raise Invalid("page: is needed with node.")
    if page is not None:
        _check_target(tx, talk, page, node)
    return add_comment(tx, actor, talk.place, markdown, revision=talk.revision, page=page, node=node, cell=cell)


def add_comment(
    tx: Tx,
    actor: str,
    place: Place,
    markdown: str,
    *,
    revision: str,
    page: str | None = None,
    node: str | None = None,
    cell: tuple[str, str] | None = None,
    review: str | None = None,
) -> str:
    """Store a comment that was allowed; answers its id."""
    made = tx.ids()
    record, definition = cell or (None, None)
    insert_comment(
        tx,
        id=made,
        space=place.space,
        change_request=place.change_request,
        review=review,
        page=page,
        node=node,
        cell_record=record,
        cell_definition=definition,
        revision=revision,
        body=_worded(markdown),
        posted_by=actor,
        posted_at=tx.now(),
    )
    return made


def _worded(markdown: str) -> str:
    if not markdown.strip():
        raise Invalid("body.markdown: must not be empty.")
    return markdown


def _check_target(tx: Tx, talk: Talk, page: str, node: str | None) -> None:
    """The page, and the block in it, must exist in the commented content or in what it is compared with."""
    revisions = [talk.revision] if talk.request is None else [talk.revision, base_of(talk.request)]
    found: list[Page] = []
    for revision in revisions:
        known = by_id(pages_in(tx, revision)).get(page)
        found.extend([] if known is None else [known])
    if not found:
        raise Invalid("page: there is no such page here.")
    if node is not None and not any(node in node_keys(page_document(tx, known)) for known in found):
        raise Invalid("node: there is no such block on this page.")


def comment_in(tx: Tx, talk: Talk, comment: str) -> Row:
    """A comment of a place, else 404."""
    row = comment_at(tx, talk.place, comment)
    if row is None:
        raise Missing("There is no such comment here.")
    return row


def reply_in(tx: Tx, comment: Row, reply: str) -> Row:
    """A reply to a comment, else 404."""
    row = reply_to(tx, comment["id"], reply)
    if row is None:
        raise Missing("There is no such reply to this comment.")
    return row


def update_comment(
    tx: Tx,
    actor: str,
    space: str,
    change_request: str | None,
    comment: str,
    *,
    markdown: str | None = None,
    resolved: bool | None = None,
    add: Iterable[str] = (),
    remove: Iterable[str] = (),
) -> None:
    """Change a comment's words (its author, or an admin), resolve or reopen it, react to it (who may comment)."""
    talk = talk_at(tx, actor, space, change_request)
    row = comment_in(tx, talk, comment)
    _update(tx, talk, "comment", row, markdown, add, remove)
    if resolved is not None:
        _resolve(tx, actor, row, resolved)


def _resolve(tx: Tx, actor: str, row: Row, resolved: bool) -> None:
    if resolved and row["resolved_at"] is None:
        update_message(tx, "comment", row["id"], resolved_at=tx.now(), resolved_by=actor)
    elif not resolved and row["resolved_at"] is not None:
        update_message(tx, "comment", row["id"], resolved_at=None, resolved_by=None)


def _update(
    tx: Tx, talk: Talk, kind: Kind, row: Row, markdown: str | None, add: Iterable[str], remove: Iterable[str]
) -> None:
    talk.access.need("comment")
    added, removed = list(add), list(remove)
    if markdown is not None:
        _need_own(talk, row, "edit")
        values: dict[str, Any] = {"body": _worded(markdown), "edited_at": tx.now()}
        update_message(tx, kind, row["id"], **values)
    for emoji in (*added, *removed):
        if not emoji or len(emoji) > MAX_EMOJI:
            raise Invalid(f"addedReactions: an emoji has 1 to {MAX_EMOJI} characters.")
    if added or removed:
        react(tx, kind, row["id"], talk.access.actor, add=added, remove=removed)


def _need_own(talk: Talk, row: Row, verb: str) -> None:
    if row["posted_by"] != talk.access.actor and not talk.access.admin:
        raise Denied(f"Only the author or an administrator of the space may {verb} this.")


def delete_comment(tx: Tx, actor: str, space: str, change_request: str | None, comment: str) -> bool:
    """Remove a comment with its replies; False when it was absent."""
    talk = talk_at(tx, actor, space, change_request)
    row = comment_at(tx, talk.place, comment)
    if row is None:
        return False
    talk.access.need("comment")
    _need_own(talk, row, "delete")
    delete_message(tx, "comment", row["id"])
    return True


def post_reply(tx: Tx, actor: str, space: str, change_request: str | None, comment: str, markdown: str) -> str:
    """Answer a comment; answers the reply's id."""
    talk = talk_at(tx, actor, space, change_request)
    talk.access.need("comment")
    row = comment_in(tx, talk, comment)
    made = tx.ids()
    insert_reply(tx, id=made, comment=row["id"], body=_worded(markdown), posted_by=actor, posted_at=tx.now())
    return made


def update_reply(
    tx: Tx,
    actor: str,
    space: str,
    change_request: str | None,
    comment: str,
    reply: str,
    *,
    markdown: str | None = None,
    add: Iterable[str] = (),
    remove: Iterable[str] = (),
    resolved: bool | None = None,
) -> None:
    """Change a reply's words, or react to it; `resolved` is about the comment it answers."""
    talk = talk_at(tx, actor, space, change_request)
    parent = comment_in(tx, talk, comment)
    row = reply_in(tx, parent, reply)
    _update(tx, talk, "reply", row, markdown, add, remove)
    if resolved is not None:
        _resolve(tx, actor, parent, resolved)


def delete_reply(tx: Tx, actor: str, space: str, change_request: str | None, comment: str, reply: str) -> bool:
    """Remove a reply; False when it was absent."""
    talk = talk_at(tx, actor, space, change_request)
    parent = comment_at(tx, talk.place, comment)
    row = None if parent is None else reply_to(tx, parent["id"], reply)
    if row is None:
        return False
    talk.access.need("comment")
    _need_own(talk, row, "delete")
    delete_message(tx, "reply", row["id"])
    return True
