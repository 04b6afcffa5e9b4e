"""One row of cells: how a line of spans becomes a strip of exactly the width that is there.

Everything on the deck is built from `Line`s: text and the role it plays, never a colour. Widths are counted in
terminal cells the way Textual counts them, so columns stay straight with wide characters.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, split_graphemes
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from docdeck.deck.widgets.palette import Palette
from docdeck.text import Safe, safe, safe_line

Span = tuple[Safe, str]
Line = tuple[Span, ...]

FILL: Span = (Safe(""), "fill")
"""Pushes the spans after it to the right edge; those are kept when the left ones must be cut."""
EMPTY: Line = ()
ELLIPSIS = Safe("…")
_TAB = 4


def span(text: str, role: str = "") -> Span:
    """One span of one row; the text is made safe, also when it was put together of safe pieces."""
    return (safe_line(text), role)


def width_of(text: str) -> int:
    """Cells this text takes on a terminal."""
    return cell_len(text)


def cut(text: str, width: int) -> Safe:
    """At most `width` cells of the text, with an ellipsis where something is missing; no character is split."""
    text = safe_line(text)
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return Safe("")
    return Safe(_head(text, width - 1) + ELLIPSIS)


def padded(text: str, width: int, *, right: bool = False) -> Safe:
    """The text in a column of exactly `width` cells, cut or filled; `right` for numbers."""
    shown = cut(text, width)
    blanks = " " * (width - cell_len(shown))
    return Safe(blanks + shown if right else shown + blanks)


def _head(text: str, width: int) -> str:
    """The longest beginning of the text that takes at most `width` cells."""
    if width <= 0:
        return ""
    if text.isascii():
        return text[:width]
    taken = end = 0
    for _, stop, cells in split_graphemes(text)[0]:
        if taken + cells > width:
            break
        taken += cells
        end = stop
    head = text[:end]
    # Graphemes and cell_len disagree on some odd sequences; the strip is measured by cell_len.
    while cell_len(head) > width:
        head = head[:-1]
    return head


def strip_of(line: Line, width: int, palette: Palette, base: Style) -> Strip:
    """The line as a strip of exactly `width` cells on the base style."""
    if width <= 0:
        return Strip([], 0)
    left: list[tuple[str, Style, int]] = []
    right: list[tuple[str, Style, int]] = []
    target = left
    for text, role in line:
        if role == "fill":
            target = right
        elif text:
            shown = safe_line(text)
            target.append((shown, base + palette.style(role), cell_len(shown)))
    right_width = sum(part[2] for part in right)
    gap = 1 if left and right else 0
    segments, used = _fitted(left, max(0, width - right_width - gap), base)
    if right:
        blank = max(0, width - right_width - used)
        if blank:
            segments.append(Segment(" " * blank, base))
            used += blank
        more, more_used = _fitted(right, width - used, base)
        segments += more
        used += more_used
    if used < width:
        segments.append(Segment(" " * (width - used), base))
    return Strip(segments, width)


def _fitted(parts: Iterable[tuple[str, Style, int]], room: int, base: Style) -> tuple[list[Segment], int]:
    """Segments of these parts within `room` cells, the ellipsis where they had to end; and the cells they take."""
    kept = list(parts)
    if sum(part[2] for part in kept) <= room:
        return [Segment(text, style) for text, style, _ in kept], sum(part[2] for part in kept)
    if room <= 0:
        return [], 0
    segments: list[Segment] = []
    used = 0
    for text, style, cells in kept:
        if used + cells < room:
            segments.append(Segment(text, style))
            used += cells
            continue
        head = _head(text, room - 1 - used)
        if head:
            segments.append(Segment(head, style))
            used += cell_len(head)
        segments.append(Segment(ELLIPSIS, style))
        return segments, used + 1
    return segments, used


def wrap_text(text: str, width: int, role: str = "") -> list[Line]:
    """The text as rows of at most `width` cells: at words, long words broken, tabs expanded, own line ends kept."""
    room = max(1, width)
    rows: list[Line] = []
    for paragraph in safe(text).split("\n"):
        line = paragraph.expandtabs(_TAB) if "\t" in paragraph else paragraph
        rows += [((Safe(piece), role),) if piece else EMPTY for piece in _wrapped(line, room)]
    return rows


def _wrapped(line: str, width: int) -> list[str]:
    if cell_len(line) <= width:
        return [line]
    rows: list[str] = []
    at, end = 0, len(line)
    while at < end:
        # At most 8 combining marks follow a character, so this window holds a whole row.
        window = line[at : at + width * 9 + 1]
        head = _head(window, width)
        if not head:
            # One character wider than the row: show that something is there, and go on.
            rows.append(ELLIPSIS)
            at += split_graphemes(window)[0][0][1] or 1
            continue
        stop = at + len(head)
        if stop < end and line[stop] != " ":
            blank = head.rfind(" ")
            if blank > 0 and head[:blank].strip():
                stop = at + blank
        rows.append(line[at:stop].rstrip(" ") if stop < end else line[at:stop])
        at = stop
        while at < end and line[at] == " ":
            at += 1
    return rows


def wrap_spans(spans: Line, width: int) -> list[Line]:
    """Spans of running text as rows: words keep together across spans, each piece keeps its role."""
    text = "".join(safe(piece) for piece, _ in spans)
    if len({role for _, role in spans}) == 1:  # most of what is read, and heights are measured by it
        return wrap_text(text, width, spans[0][1])
    roles: list[str] = []
    for piece, role in spans:
        roles += [role] * len(safe(piece))
    rows: list[Line] = []
    start = 0
    for row in wrap_text(text, width):
        shown = row[0][0] if row else Safe("")
        at = text.find(shown, start) if shown else start
        if at < 0:  # tabs were expanded, or a wide character was replaced: the row keeps one role
            rows.append(row)
            continue
        rows.append(_runs(shown, roles[at : at + len(shown)]))
        start = at + len(shown)
    return rows


def _runs(text: str, roles: list[str]) -> Line:
    spans: list[Span] = []
    begin = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or roles[at] != roles[begin]:
            spans.append((Safe(text[begin:at]), roles[begin]))
            begin = at
    return tuple(spans)
