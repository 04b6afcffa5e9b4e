"""One block of a comparison as rows: its sign, what it stands in, its words and the marks inside them."""

from __future__ import annotations

from collections.abc import Sequence

from docdeck.deck.painters.rendered_tables import Tables
from docdeck.deck.painters.rendered_words import spans_of
from docdeck.deck.widgets.lines import EMPTY, Line, Span, cut, span, width_of, wrap_spans
from docdeck.text import Safe
from docdeck.workspace.block_changes import Change, Marked
from docdeck.workspace.blocks import Block, Frame

SIGNS = {"same": " ", "added": "+", "removed": "-", "edited": "~", "moved": ">", "left": "<"}
ROLES = {"added": "added", "removed": "removed", "edited": "accent", "moved": "accent", "left": "dim"}
GUTTER = 2
"""Cells at the left that say what happened to a block."""

_HINTS = {"info": "accent", "success": "ok", "warning": "warn", "danger": "bad"}
_NARROW = 8
_BOXED = 2


def height_of(change: Change, width: int) -> int | None:
    """The rows of a plain block without painting it; None where it must be painted to know."""
    block = change.block
    if block.kind not in ("paragraph", "code") or change.kind not in ("same", "added", "removed"):
        return None
    room = max(_NARROW, width - GUTTER - _indent(block))
    text = block.words
    return 1 if len(text) <= room and text.isascii() and text.isprintable() else None


def _indent(block: Block) -> int:
    return sum(frame.width for frame in block.frames)


class BlockPainter:
    """Paints changes; `plain_added` reads a page that is new as a whole without colouring all of it."""

    def __init__(self, tables: Tables, *, plain_added: bool = False) -> None:
        self._tables = tables
        self._plain_added = plain_added

    def rows(self, change: Change, width: int, side: str = "") -> list[Line]:
        """The rows of a change, with the sign of what happened before them."""
        if change.kind == "left" and not side:
            return [self._left(change)]
        block, whole = change.block, change.kind if change.kind in ("added", "removed") else ""
        if change.kind == "left":
            whole = "removed"
        if whole == "added" and self._plain_added:
            whole = "plain"
        prefix = _prefix(block.frames, block.lead)
        room = max(_NARROW, width - GUTTER - sum(width_of(text) for text, _ in prefix[0]))
        body = self._body(change, block, whole, room)
        role = ROLES.get(change.kind, "")
        sign = SIGNS[change.kind]
        first: Line = (span(f"{sign} ", role), *prefix[0])
        more: Line = (span("┃ " if change.changed else "  ", role), *prefix[1])
        rows: list[Line] = [(*(first if at == 0 else more), *row) for at, row in enumerate(body or [EMPTY])]
        if change.kind == "moved":
            rows[0] = (*rows[0], span("  moved here", "accent"))
        return rows

    def _left(self, change: Change) -> Line:
        words = cut(" ".join(change.block.words.split()), 60)
        where = "below" if change.other is not None else "away"
        return (span("< ", "dim"), span(f"moved {where}: {words}", "dim"))

    def _body(self, change: Change, block: Block, whole: str, room: int) -> list[Line]:
        pieces = change.pieces
        if block.kind == "row":
            return self._tables.rows(change, whole, room)
        if block.kind == "divider":
            return [(span("─" * min(24, room), whole or "dim"),)]
        if block.kind == "heading":
            return _heading(pieces, whole, block.level, room)
        if block.kind == "label":
            return _label(pieces, whole, block, room)
        if block.kind in ("image", "object"):
            return _box(pieces, whole, block.name or "image", room)
        base = "code" if block.kind in ("code", "math") else ""
        return wrap_spans(tuple(spans_of(pieces, whole, base)), room)


def _prefix(frames: Sequence[Frame], lead: str) -> tuple[Line, Line]:
    """What stands before the first and before each further row of a block."""
    first: list[Span] = []
    more: list[Span] = []
    for at, frame in enumerate(frames):
        if frame.kind == "quote":
            text, role = "│ ", "dim"
        elif frame.kind == "hint":
            text, role = "▎ ", _HINTS.get(frame.style, "accent")
        else:
            text, role = " " * frame.width, ""
        last = at == len(frames) - 1
        more.append((Safe(text), role))
        first.append(span(f"{lead} ".ljust(frame.width), "accent") if last and lead else (Safe(text), role))
    return tuple(first), tuple(more)


def _heading(pieces: Sequence[Marked], whole: str, level: int, room: int) -> list[Line]:
    rows = wrap_spans(tuple(spans_of(pieces, whole, "heading")), room)
    if level > _BOXED or not rows:
        return rows
    widest = max(sum(width_of(text) for text, _ in row) for row in rows)
    return [*rows, (span(("━" if level == 1 else "─") * max(1, min(widest, room)), "dim"),)]


def _label(pieces: Sequence[Marked], whole: str, block: Block, room: int) -> list[Line]:
    spans = spans_of(pieces, whole, "strong")
    if block.name == "code":
        return wrap_spans((span("┄┄ ", "dim"), *spans_of(pieces, whole, "dim")), room)
    if block.name == "hint":
        role = _HINTS.get(block.frames[-1].style, "accent") if block.frames else "accent"
        return wrap_spans(tuple(spans_of(pieces, whole, role)), room)
    names = {"expandable": "▾ ", "tag": "┌ "}
    name = names.get(block.name) or f"▸ {block.name}{': ' if pieces else ''}"
    return wrap_spans((span(name, whole if whole in ROLES else "accent"), *spans), room)


def _box(pieces: Sequence[Marked], whole: str, name: str, room: int) -> list[Line]:
    """A named box around what a terminal cannot show."""
    inner = max(4, room - 4)
    rows = wrap_spans(tuple(spans_of(pieces, whole)), inner)
    widest = max([len(name) + 2, *(sum(width_of(text) for text, _ in row) for row in rows)])
    role = whole if whole in ROLES else "dim"
    title = cut(f" {name} ", inner)
    found: list[Line] = [(span(f"┌─{title}{'─' * max(0, widest - width_of(title))}─┐", role),)]
    for row in rows:
        used = sum(width_of(text) for text, _ in row)
        found.append((span("│ ", role), *row, span(" " * (widest - used) + " │", role)))
    return [*found, (span(f"└{'─' * (widest + 2)}┘", role),)]
