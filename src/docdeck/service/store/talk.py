"""Comments, replies and reactions, of a space or of a change request. Facts A.6."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, and_, bindparam, delete, func, select, union, update

from docdeck.service.paging import Slice, Window
from docdeck.service.store.paged import Listing, cut
from docdeck.service.store.people import members_where
from docdeck.service.store.schema import comment_reactions, comments, members, replies, reply_reactions
from docdeck.service.store.store import Row, Tx

Kind = Literal["comment", "reply"]
_TABLES = {"comment": comments, "reply": replies}
_REACTIONS = {"comment": comment_reactions, "reply": reply_reactions}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a conversation is: in a space, or in one of its change requests."""

    organization: str
    space: str
    change_request: str | None = None


@dataclass(frozen=True, slots=True)
class CommentFilters:
    """What a list of comments is narrowed to."""

    status: str = "all"
    page: str | None = None
    authors: tuple[str, ...] = ()
    descending: bool = True


def insert_comment(tx: Tx, **values: Any) -> None:
    """Add a comment; `values` are the columns."""
    tx.insert(comments, **values)


def insert_reply(tx: Tx, **values: Any) -> None:
    """Add a reply; `values` are the columns."""
    tx.insert(replies, **values)


def update_message(tx: Tx, kind: Kind, id: str, **values: Any) -> None:
    """Change columns of a comment or reply."""
    table = _TABLES[kind]
    tx.run(update(table).where(table.c.id == id).values(**values))


def delete_message(tx: Tx, kind: Kind, id: str) -> None:
    """Remove a comment with its replies, or a reply."""
    table = _TABLES[kind]
    tx.run(delete(table).where(table.c.id == id))


def comments_at(tx: Tx, place: Place, filters: CommentFilters, window: Window) -> Slice:
    """The comments of a place by time of posting."""
    shape = (place.change_request is not None, filters.status, filters.page is not None, bool(filters.authors))
    values = {"space": place.space, "request": place.change_request, "page": filters.page, "authors": filters.authors}
    return _comments_at(*shape, filters.descending).cut(tx, window, **values)


@cache
def _comments_at(in_request: bool, status: str, on_page: bool, of_authors: bool, descending: bool) -> Listing:
    """The list with these filters, whose values are left open."""
    request, done = comments.c.change_request, comments.c.resolved_at
    asked = select(comments).where(comments.c.space == bindparam("space"))
    asked = asked.where(request == bindparam("request") if in_request else request.is_(None))
    if status != "all":
        asked = asked.where(done.is_(None) if status == "open" else done.is_not(None))
    if on_page:
        asked = asked.where(comments.c.page == bindparam("page"))
    if of_authors:
        asked = asked.where(comments.c.posted_by.in_(bindparam("authors", expanding=True)))
    return Listing(asked, comments.c.posted_at, comments.c.id, descending=descending)


def comment_at(tx: Tx, place: Place, comment: str) -> Row | None:
    """One comment of a place."""
    return tx.one(select(comments).where(_at(place), comments.c.id == comment))


def comments_by_id(tx: Tx, ids: Iterable[str | None]) -> list[Row]:
    """Comments by their ids."""
    wanted = sorted({id for id in ids if id is not None})
    return tx.rows(select(comments).where(comments.c.id.in_(wanted))) if wanted else []


def replies_to(tx: Tx, comment: str, window: Window) -> Slice:
    """The replies to a comment, oldest first."""
    return cut(tx, select(replies).where(replies.c.comment == comment), window, replies.c.posted_at, replies.c.id)


def reply_to(tx: Tx, comment: str, reply: str) -> Row | None:
    """One reply to a comment."""
    return tx.one(select(replies).where(replies.c.comment == comment, replies.c.id == reply))


def repliers_of(tx: Tx, ids: Sequence[str]) -> dict[str, list[Row]]:
    """Who replied to comments, how often and when last: by comment, latest first."""
    if not ids:
        return {}
    found: dict[str, list[Row]] = {}
    for row in tx.rows(_repliers_of(), wanted=ids):
        found.setdefault(row["comment"], []).append(row)
    return found


@cache
def _repliers_of() -> Select[*tuple[Any, ...]]:
    latest = func.max(replies.c.posted_at).label("updated_at")
    return (
        select(replies.c.comment, replies.c.posted_by.label("user"), func.count().label("count"), latest)
        .where(replies.c.comment.in_(bindparam("wanted", expanding=True)))
        .group_by(replies.c.comment, replies.c.posted_by)
        .order_by(latest.desc(), replies.c.posted_by)
    )


def reactions_on(tx: Tx, kind: Kind, ids: Sequence[str]) -> dict[str, list[Row]]:
    """Reactions by comment or reply, oldest first."""
    if not ids:
        return {}
    found: dict[str, list[Row]] = {}
    for row in tx.rows(_reactions_on(kind), wanted=ids):
        found.setdefault(row["subject"], []).append(row)
    return found


@cache
def _reactions_on(kind: Kind) -> Select[Any]:
    table = _REACTIONS[kind]
    asked = select(table).where(table.c.subject.in_(bindparam("wanted", expanding=True)))
    return asked.order_by(table.c.reacted_at, table.c.emoji, table.c.user)


def react(tx: Tx, kind: Kind, id: str, user: str, *, add: Iterable[str], remove: Iterable[str]) -> None:
    """Add and remove a user's reactions; adding twice and removing none are fine."""
    table = _REACTIONS[kind]
    mine = and_(table.c.subject == id, table.c.user == user)
    gone = sorted(set(remove))
    if gone:
        tx.run(delete(table).where(mine, table.c.emoji.in_(gone)))
    wanted = [emoji for emoji in dict.fromkeys(add) if emoji not in gone]
    if wanted:
        known = {row["emoji"] for row in tx.rows(select(table.c.emoji).where(mine))}
        new = [emoji for emoji in wanted if emoji not in known]
        tx.insert_many(table, ({"subject": id, "emoji": emoji, "user": user, "reacted_at": tx.now()} for emoji in new))


def commenters_at(tx: Tx, place: Place, window: Window) -> Slice:
    """The members who commented or replied in a place."""
    wrote = select(comments.c.posted_by.label("user")).where(_at(place))
    answered = (
        select(replies.c.posted_by.label("user"))
        .select_from(replies.join(comments, comments.c.id == replies.c.comment))
        .where(_at(place))
    )
    everybody: Select[Any] = select(union(wrote, answered).subquery().c.user)
    return members_where(tx, place.organization, members.c.user.in_(everybody), window)


def _at(place: Place) -> ColumnElement[bool]:
    request = comments.c.change_request
    inside = request.is_(None) if place.change_request is None else request == place.change_request
    return and_(comments.c.space == place.space, inside)
