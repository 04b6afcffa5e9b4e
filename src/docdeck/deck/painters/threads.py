"""Comment threads as items: who, when, about what, the words, the replies, the reactions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from docdeck.deck.painters.markdown import markdown_lines
from docdeck.deck.painters.times import ago
from docdeck.deck.widgets.lines import FILL, Line, span
from docdeck.deck.widgets.sources import Item
from docdeck.models.base import RichBody, User
from docdeck.models.comments import Comment, CommentReply, Reaction
from docdeck.text import Safe, safe, safe_line
from docdeck.workspace.bodies import body_markdown, first_words
from docdeck.workspace.threads import Thread

_QUOTED = 80
NO_THREADS = Safe("No comments yet.\n\nc comments at the cursor, C on the whole request.")


def person(user: User | None) -> str:
    """The name to show for somebody; their id where no name was sent."""
    if user is None:
        return "somebody"
    return user.display_name or user.id


def thread_items(threads: Sequence[Thread], now: float, title_of: Callable[[str], str]) -> list[Item]:
    """One item a thread; `title_of` names a page by its id."""
    return [Item(thread.comment.id, _painter(thread, now, title_of), selectable=True) for thread in threads]


def _painter(thread: Thread, now: float, title_of: Callable[[str], str]):
    def paint(width: int) -> tuple[Line, ...]:
        return tuple(thread_lines(thread, width, now, title_of))

    return paint


def thread_lines(thread: Thread, width: int, now: float, title_of: Callable[[str], str]) -> list[Line]:
    """The whole thread; a resolved one is folded to its first line."""
    comment = thread.comment
    where = f" · {title_of(thread.page)}" if thread.page else " · whole request"
    mark = span("✓ ", "ok") if thread.resolved else span("● ", "warn")
    turn = span("your turn ", "accent") if thread.turn == "mine" and not thread.resolved else span("")
    head: Line = (
        mark,
        span(person(comment.posted_by), "strong"),
        span(f" · {ago(comment.posted_at, now)}{' · edited' if comment.edited_at else ''}{where}", "dim"),
        FILL,
        turn,
    )
    if thread.resolved:
        by = person(comment.resolved_by) if comment.resolved_by else "somebody"
        first = safe_line(body_markdown(comment.body))
        return [head, (span("  "), span(first, "dim")), (span(f"  resolved by {by}", "dim"),), ()]
    lines = [head, *_body(comment.body, width, "  "), *_reactions(comment.reactions, "  ")]
    for reply in thread.replies:
        lines.extend(_reply(reply, width, now))
    missing = comment.replies - len(thread.replies)
    if missing > 0:
        lines.append((span(f"  └ {missing} more replies not read yet", "dim"),))
    return [*lines, ()]


def _reply(reply: CommentReply, width: int, now: float) -> list[Line]:
    edited = " · edited" if reply.edited_at else ""
    head: Line = (
        span("  └ ", "dim"),
        span(person(reply.posted_by), "strong"),
        span(f" · {ago(reply.posted_at, now)}{edited}", "dim"),
    )
    return [head, *_body(reply.body, width, "    "), *_reactions(reply.reactions, "    ")]


def _body(body: RichBody, width: int, indent: str) -> list[Line]:
    return [(span(indent), *row) for row in markdown_lines(body_markdown(body), max(8, width - len(indent) - 1))]


def _reactions(reactions: Sequence[Reaction], indent: str) -> list[Line]:
    if not reactions:
        return []
    return [(span(indent), *(span(f"{reaction.emoji} {reaction.count}  ", "dim") for reaction in reactions))]


def quote_of(comment: Comment) -> Safe:
    """The first words of a comment as they read, for the title of a composer and the rows of a plan."""
    words = safe_line(first_words(comment.body))
    return words if len(words) <= _QUOTED else safe(words[: _QUOTED - 1].rstrip() + "…")
