"""Comments and replies as answers, with reactions and repliers read in a few questions. Facts A.6."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from docdeck.models.base import RichBody, User
from docdeck.models.comments import (
    Comment,
    CommentReply,
    CommentTarget,
    Reaction,
    ReactionBy,
    Replier,
    TableCell,
    TargetPoint,
)
from docdeck.service.access import SpaceAccess
from docdeck.service.prose import from_markdown
from docdeck.service.rules.permissions import comment_permissions
from docdeck.service.store import Row, Tx
from docdeck.service.store.people import users_by_id
from docdeck.service.store.talk import reactions_on, repliers_of
from docdeck.service.views.links import Links
from docdeck.service.views.people import user_view
from docdeck.service.views.present import present, when

FORMATS = ("markdown", "document")


def comment_views(
    tx: Tx, access: SpaceAccess, rows: Sequence[Row], links: Links, *, style: str = "markdown"
) -> list[Comment]:
    """Comments with everything around them."""
    ids = [row["id"] for row in rows]
    reactions, repliers = reactions_on(tx, "comment", ids), repliers_of(tx, ids)
    wanted = [row[name] for row in rows for name in ("posted_by", "resolved_by")]
    people = _people(tx, links, [*wanted, *_users(reactions), *_users(repliers)])
    found: list[Comment] = []
    for row in rows:
        answers = repliers.get(row["id"], [])
        found.append(
            Comment(
                object="comment",
                id=row["id"],
                posted_by=people[row["posted_by"]],
                posted_at=when(row["posted_at"]),
                reactions=_reactions(reactions.get(row["id"], []), people),
                replies=sum(answer["count"] for answer in answers),
                repliers=[
                    Replier(user=people[each["user"]], count=each["count"], updated_at=when(each["updated_at"]))
                    for each in answers
                ],
                body=_body(row, style),
                target=_target(row),
                urls=links.location(*_parts(row)),
                permissions=_permissions(access, row),
                status="open" if row["resolved_at"] is None else "resolved",
                **present(
                    edited_at=when(row["edited_at"]),
                    resolved_at=when(row["resolved_at"]),
                    resolved_by=people.get(row["resolved_by"]),
                ),
            )
        )
    return found


def reply_views(
    tx: Tx, access: SpaceAccess, comment: Row, rows: Sequence[Row], links: Links, *, style: str = "markdown"
) -> list[CommentReply]:
    """Replies to one comment with their reactions."""
    reactions = reactions_on(tx, "reply", [row["id"] for row in rows])
    people = _people(tx, links, [*(row["posted_by"] for row in rows), *_users(reactions)])
    return [
        CommentReply(
            object="comment-reply",
            id=row["id"],
            posted_by=people[row["posted_by"]],
            posted_at=when(row["posted_at"]),
            reactions=_reactions(reactions.get(row["id"], []), people),
            body=_body(row, style),
            urls=links.location(*_parts(comment), "replies", row["id"]),
            permissions=_permissions(access, row),
            **present(edited_at=when(row["edited_at"])),
        )
        for row in rows
    ]


def _people(tx: Tx, links: Links, ids: Sequence[str | None]) -> dict[str, User]:
    return {id: user_view(row, links) for id, row in users_by_id(tx, ids).items()}


def _users(grouped: dict[str, list[Row]]) -> list[str]:
    return [row["user"] for rows in grouped.values() for row in rows]


def _permissions(access: SpaceAccess, row: Row) -> dict[str, bool]:
    return comment_permissions(access.role, own=row["posted_by"] == access.actor)


def _reactions(rows: Sequence[Row], people: dict[str, User]) -> list[Reaction]:
    by_emoji: dict[str, list[ReactionBy]] = {}
    for row in rows:
        one = ReactionBy(user=people[row["user"]], reacted_at=when(row["reacted_at"]))
        by_emoji.setdefault(row["emoji"], []).append(one)
    return [Reaction(emoji=emoji, count=len(users), users=users) for emoji, users in by_emoji.items()]


def _body(row: Row, style: str) -> RichBody:
    if style == "markdown":
        return RichBody(markdown=row["body"])
    return RichBody(document=from_markdown(row["body"], make_key=_keys_of(row["id"])))


def _keys_of(id: str) -> Callable[[], str]:
    """Block keys that are the same each time the same comment is read."""
    numbers = count(1)
    return lambda: f"{id}{next(numbers)}"


def _target(row: Row) -> CommentTarget:
    optional: dict[str, Any] = present(
        node=None if row["node"] is None else TargetPoint(id=row["node"]),
        page=None if row["page"] is None else TargetPoint(id=row["page"]),
        change_request=row["change_request"],
        review=row["review"],
        table_cell=None
        if row["cell_record"] is None
        else TableCell(record=row["cell_record"], definition=row["cell_definition"]),
    )
    return CommentTarget(space=row["space"], revision=row["revision"], **optional)


def _parts(row: Row) -> tuple[str, ...]:
    if row["change_request"] is None:
        return ("spaces", row["space"], "comments", row["id"])
    return ("spaces", row["space"], "change-requests", row["change_request"], "comments", row["id"])
