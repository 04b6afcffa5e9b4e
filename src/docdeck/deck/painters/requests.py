"""Change requests as rows of a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docdeck.deck.painters.marks import NO_MARKS, RowMarks
from docdeck.deck.painters.rows import RowsSource
from docdeck.deck.painters.threads import person
from docdeck.deck.painters.times import ago
from docdeck.deck.widgets.lines import FILL, Line, Span, padded, span
from docdeck.models.change_requests import ChangeRequest
from docdeck.text import safe_line

STATUS_MARKS = {"open": ("○", "accent"), "draft": ("◌", "dim"), "merged": ("✓", "ok"), "archived": ("▫", "dim")}
WIDE = 76
NARROW = 60


def request_rows(
    requests: Sequence[ChangeRequest], titles: Mapping[str, str], now: float, marks: RowMarks = NO_MARKS
) -> RowsSource[ChangeRequest]:
    """One row a request; `titles` names spaces by their ids."""

    def paint(request: ChangeRequest, width: int) -> Line:
        return _line(request, titles.get(request.space, ""), width, now, marks)

    return RowsSource(requests, lambda request: request.id, paint)


def _line(request: ChangeRequest, space: str, width: int, now: float, marks: RowMarks) -> Line:
    mark, role = STATUS_MARKS.get(request.status, ("?", "warn"))
    right: list[Span] = [FILL]
    if width >= NARROW:
        right.append(span(padded(space, 12) + " ", "dim"))
    if width >= WIDE:
        right.append(span(padded(person(request.created_by).partition(" ")[0], 8) + " ", "dim"))
    right.append(span(padded(request.status, 9), role))
    if width >= NARROW:
        right.append(span(padded(f"{request.comments} open", 7), "warn" if request.comments else "dim"))
    right.append(span(padded(ago(request.updated_at, now), 4, right=True) + " ", "dim"))
    behind = span(" ↻", "warn") if request.outdated and request.status in ("open", "draft") else span("")
    number = span(padded(f"#{request.number}", 5), "number")
    sign = marks.sign(request.id, f"change request {request.id}", span(f"{mark} ", role))
    return (sign, number, span(safe_line(request.subject) or "(no subject)"), behind, *right)
