"""The list of what a change request changes: its overview first, then a row a page."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from docdeck.deck.painters.overview import KIND_ROLES, KIND_SIGNS
from docdeck.deck.painters.rows import RowsSource
from docdeck.deck.widgets.lines import FILL, Line, span
from docdeck.text import safe_line
from docdeck.workspace.changes import ChangedPageRow
from docdeck.workspace.conflicts import Conflict

OVERVIEW = "overview"
IN_CONFLICT = span("conflict ", "warn")


def page_rows(
    pages: Sequence[ChangedPageRow], viewed: Collection[str] = (), conflict: Conflict | None = None
) -> RowsSource[ChangedPageRow | None]:
    """The overview (None) and the changed pages in the order of the tree; viewed ones are ticked.

    Pages in conflict are marked; the overview instead where none of these is known to be.
    """
    marked = conflict.pages if conflict is not None else frozenset[str]()
    whole = conflict is not None and not any(row.page in marked for row in pages)

    def paint(row: ChangedPageRow | None, width: int) -> Line:
        if row is None:
            return (span("  Overview", "strong"), FILL, *((IN_CONFLICT,) if whole else ()))
        return page_row(row, row.page in viewed, row.page in marked)

    return RowsSource((None, *pages), lambda row: OVERVIEW if row is None else row.page, paint)


def page_row(row: ChangedPageRow, viewed: bool, conflict: bool = False) -> Line:
    """`✓ ~ Verify signatures   conflict ●2`."""
    sign, role = KIND_SIGNS.get(row.kind, "?"), KIND_ROLES.get(row.kind, "accent")
    threads = span(f"●{row.open_threads} " if row.open_threads else "", "warn")
    title = safe_line(row.title) or safe_line(row.path)
    return (
        span("✓ " if viewed else "  ", "ok"),
        span(f"{sign} ", role),
        span(title, "dim" if viewed else ""),
        FILL,
        *((IN_CONFLICT,) if conflict else ()),
        threads,
    )
