"""Threads beside the page they are about: with the words they quote, and whether those were changed since."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from docdeck.deck.painters.threads import thread_lines
from docdeck.deck.painters.times import counted
from docdeck.deck.widgets.lines import Line, span, wrap_text
from docdeck.deck.widgets.sources import Item
from docdeck.text import safe_line
from docdeck.workspace.addressed import Addressed
from docdeck.workspace.threads import Thread

STATES = {
    "unchanged": ("  not changed since", "dim"),
    "edited": ("  edited since this comment", "accent"),
    "removed": ("  this block was removed since", "accent"),
}
HIDDEN = "hidden threads"
"""The key of the row that stands for resolved threads."""
_QUOTE_ROWS = 2


def thread_items_beside(
    threads: Sequence[Thread],
    found: Mapping[str, Addressed],
    now: float,
    title_of: Callable[[str], str],
    hidden: int = 0,
) -> list[Item]:
    """One item a thread, and a last row that says how many resolved ones are hidden."""
    items = [
        Item(thread.comment.id, _painter(thread, found.get(thread.comment.id), now, title_of)) for thread in threads
    ]
    if hidden:
        line: Line = (span("✓ ", "ok"), span(f"{counted(hidden, 'resolved thread')}, V shows", "dim"))
        items.append(Item(HIDDEN, (line,)))
    return items


def _painter(
    thread: Thread, found: Addressed | None, now: float, title_of: Callable[[str], str]
) -> Callable[[int], Sequence[Line]]:
    def paint(width: int) -> Sequence[Line]:
        lines = thread_lines(thread, width, now, title_of)
        if found is None or thread.resolved:
            return lines
        return [lines[0], *_about(found, width), *lines[1:]]

    return paint


def _about(found: Addressed, width: int) -> list[Line]:
    rows: list[Line] = []
    quote = wrap_text(safe_line(found.quote), max(8, width - 5), "dim") if found.quote else []
    for at, row in enumerate(quote[:_QUOTE_ROWS]):
        more = at == _QUOTE_ROWS - 1 and len(quote) > _QUOTE_ROWS
        rows.append((span("  ▏ ", "dim"), *row, *([span("…", "dim")] if more else [])))
    words, role = STATES.get(found.state, ("", ""))
    return [*rows, (span(words, role),)] if words else rows
