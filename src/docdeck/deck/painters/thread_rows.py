"""Threads as rows of a list, grouped by whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from docdeck.deck.painters.marks import NO_MARKS, RowMarks
from docdeck.deck.painters.rows import Heading, RowsSource
from docdeck.deck.painters.threads import person
from docdeck.deck.painters.times import ago
from docdeck.deck.widgets.lines import FILL, Line, padded, span
from docdeck.workspace.bodies import first_words
from docdeck.workspace.thread_lists import PlacedThread

GROUPS: tuple[tuple[str, Callable[[PlacedThread], bool]], ...] = (
    ("YOUR TURN", lambda each: not each.thread.resolved and each.thread.turn == "mine"),
    ("THEIR TURN", lambda each: not each.thread.resolved and each.thread.turn == "theirs"),
    ("OPEN", lambda each: not each.thread.resolved and each.thread.turn == "nobody"),
    ("RESOLVED", lambda each: each.thread.resolved),
)
WIDE = 60
"""Columns from which the title of a space has its full room."""


def thread_rows(
    threads: Sequence[PlacedThread], now: float, by_page: bool, marks: RowMarks = NO_MARKS
) -> RowsSource[PlacedThread]:
    """A heading and its rows for each group that has any: whose turn it is, or the page it stands on.

    Numbers are given by each space: rows from several spaces name theirs beside the number.
    """
    several = len({each.space for each in threads}) > 1
    rows: list[PlacedThread | Heading] = []
    for title, inside in _pages(threads) if by_page else _turns(threads):
        if not inside:
            continue
        if rows:
            rows.append(Heading(f"space before {title}"))
        rows.append(Heading(f"heading {title}", (span(title, "heading"), span(f"  {len(inside)}", "number"))))
        rows.extend(inside)

    def paint(placed: PlacedThread, width: int) -> Line:
        return _line(placed, width, now, marks, space_cells=0 if not several else 12 if width >= WIDE else 8)

    return RowsSource(rows, lambda each: each.thread.comment.id, paint)


def _turns(threads: Sequence[PlacedThread]) -> list[tuple[str, list[PlacedThread]]]:
    newest = sorted(
        threads, key=lambda each: each.thread.last_at.timestamp() if each.thread.last_at else 0, reverse=True
    )
    return [(title, [each for each in newest if belongs(each)]) for title, belongs in GROUPS]


def _pages(threads: Sequence[PlacedThread]) -> list[tuple[str, list[PlacedThread]]]:
    pages: dict[str, list[PlacedThread]] = {}
    for each in threads:
        pages.setdefault(each.page_title or "The whole", []).append(each)
    return list(pages.items())


def _line(placed: PlacedThread, width: int, now: float, marks: RowMarks, space_cells: int) -> Line:
    thread, request = placed.thread, placed.request
    own = span("✓ ", "ok") if thread.resolved else span("● ", "warn")
    mark = marks.sign(thread.comment.id, f"comment {thread.comment.id}", own)
    where = f"#{request.number}" if request is not None else "space"
    count = f"{thread.comment.replies}↩" if thread.comment.replies else ""
    return (
        mark,
        span(padded(where, 6), "number"),
        span(f"{padded(placed.space_title, space_cells)} " if space_cells else "", "dim"),
        span(padded(person(thread.last_by or thread.comment.posted_by).partition(" ")[0], 9) + " ", "strong"),
        span(first_words(thread.replies[-1].body if thread.replies else thread.comment.body)),
        FILL,
        span(f" {placed.page_title} " if width >= 90 and placed.page_title else " ", "dim"),
        span(padded(count, 3), "dim"),
        span(padded(ago(thread.last_at, now), 4, right=True) + " ", "dim"),
    )
