"""The inbox as rows: four sections, one line a row, columns by the width that is there."""

from __future__ import annotations

from collections.abc import Sequence

from docdeck.deck.painters.marks import NO_MARKS, RowMarks
from docdeck.deck.painters.rows import Heading, RowsSource
from docdeck.deck.painters.times import ago, counted
from docdeck.deck.widgets.lines import FILL, Line, Span, padded, span, width_of
from docdeck.text import Safe, safe_line
from docdeck.workspace.inbox_rows import SECTIONS, InboxRow

HEADINGS = {
    "to_review": ("TO REVIEW", ""),
    "returned": ("RETURNED TO ME", ""),
    "threads": ("THREADS WITH NEWS", ""),
    "stuck": ("OPEN AND STUCK", "older than 14 days"),
}
EMPTY_INBOX = Safe(
    "Nothing waits for you.\n\n"
    "Here would stand: change requests you are asked to review, your own that came back with changes to make, "
    "threads of yours that somebody answered, and requests that stand still for 14 days."
)
WIDEST = 96
WIDE = 76
NARROW = 60


def inbox_source(rows: Sequence[InboxRow], now: float, marks: RowMarks = NO_MARKS) -> RowsSource[InboxRow]:
    """A heading and its rows for every section that has rows."""
    shown: list[InboxRow | Heading] = []
    for section in SECTIONS:
        inside = [row for row in rows if row.section == section]
        if not inside:
            continue
        title, note = HEADINGS[section]
        count = span(f"  {len(inside)}", "number")
        if shown:
            shown.append(Heading(f"space before {section}"))
        shown.append(
            Heading(f"heading {section}", (span(title, "heading"), count, span(f"  {note}" if note else "", "dim")))
        )
        shown.extend(inside)

    def paint(row: InboxRow, width: int) -> Line:
        if row.section == "threads":
            return thread_line(row, width, now, marks)
        return request_line(row, width, now, marks)

    return RowsSource(shown, lambda row: row.key, paint)


def request_line(row: InboxRow, width: int, now: float, marks: RowMarks = NO_MARKS) -> Line:
    """`● #42 Rewrite the webhook guide   Handbook   Jonas   5 pages  2 open  1d`; pages only where they were read."""
    own = span("● " if row.section == "to_review" else "  ", "accent")
    mark = marks.sign(row.key, f"change request {row.change_request}", own)
    number = span(padded(f"#{row.number}", 5), "number")
    right: list[Span] = [FILL]
    if width >= NARROW:
        right.append(span(padded(row.space_title, 12) + " ", "dim"))
    if width >= WIDE:
        first_name = row.author.partition(" ")[0]
        right.append(span(padded(first_name, 8) + " ", "dim"))
    if width >= WIDEST:
        right.append(span(padded(counted(row.pages, "page") if row.pages is not None else "", 8) + " "))
    if width >= NARROW:
        right.append(span(padded(f"{row.open_threads} open", 7), "warn" if row.open_threads else "dim"))
    right.append(span(padded(ago(row.updated_at, now), 4, right=True) + " ", "dim"))
    outdated = span(" ↻", "warn") if row.outdated else span("")
    again = span(f" · {row.note}", "accent") if row.section == "to_review" and row.note else span("")
    return (mark, number, span(safe_line(row.subject) or Safe("(no subject)"), "strong"), outdated, again, *right)


def thread_line(row: InboxRow, width: int, now: float, marks: RowMarks = NO_MARKS) -> Line:
    """`Handbook #40 · Sam replied: "The flag is gone in …"   1h`."""
    where = safe_line(row.where)
    room = max(10, width - width_of(where) - 12)
    return (
        marks.sign(row.key, f"comment {row.comment}", span("  ")),
        span(where, "number"),
        span(" · "),
        span(padded(row.note or row.subject, room)),
        FILL,
        span(padded(ago(row.updated_at, now), 4, right=True) + " ", "dim"),
    )
