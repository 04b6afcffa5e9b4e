"""The one quiet line at the top: the places with the current one marked, and on the right who, where and how fresh."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from docdeck.deck.widgets.lines import FILL, Line, Span, strip_of, width_of
from docdeck.deck.widgets.palette import palette_of
from docdeck.text import Safe, safe_line

_BETWEEN = " · "
_HERE = 20
"""Cells that the place is given before the words on the right have theirs."""


@dataclass(frozen=True, slots=True)
class PlaceName:
    """One place of the header: what it is called in messages, and its title."""

    id: str
    title: Safe


class Header(Widget):
    """`show(places, current, right)` draws it; a click on a place asks for it."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Header { height: 1; width: 1fr; background: $background; }"

    @dataclass
    class Chosen(Message):
        """A place was clicked."""

        place: str

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._places: tuple[PlaceName, ...] = ()
        self._current = ""
        self._path: tuple[Span, ...] = ()
        self._right = Safe("")

    def show(self, places: Sequence[PlaceName], current: str, right: Safe, *, path: Sequence[Span] = ()) -> None:
        """Draw the places with `current` marked; `path` (acme › Handbook › #42) stands instead of them when given."""
        self._places, self._current, self._path, self._right = tuple(places), current, tuple(path), right
        self.refresh()

    def show_right(self, right: Safe) -> None:
        """Change only the words on the right (they tell an age and change often)."""
        if right != self._right:
            self._right = right
            self.refresh()

    def line(self, width: int) -> Line:
        """The header as one line; where the places do not fit, only the current one stands there."""
        left: list[Span] = [(Safe(" "), "")]
        right = self._right_in(width)
        if self._path:
            left += self._path
        else:
            room = width - width_of(right) - 3
            names = list(self._places)
            if sum(width_of(name.title) + 2 for name in names) > room:
                names = [name for name in names if name.id == self._current] or names
            for name in names:
                left += [(name.title, "title" if name.id == self._current else "dim"), (Safe("  "), "")]
            left.pop()
        return (*left, FILL, (right, "dim"), (Safe(" "), ""))

    def _right_in(self, width: int) -> Safe:
        """The words on the right; where one stands and how fresh it is are kept longest."""
        here = sum(width_of(text) for text, _ in self._path) if self._path else self._current_cells()
        parts = self._right.split(_BETWEEN)
        while len(parts) > 1 and width_of(safe_line(_BETWEEN.join(parts))) + min(here, _HERE) + 3 > width:
            del parts[0]
        return safe_line(_BETWEEN.join(parts))

    def _current_cells(self) -> int:
        return next((width_of(name.title) for name in self._places if name.id == self._current), 0)

    def render_line(self, y: int) -> Strip:
        return strip_of(self.line(self.size.width), self.size.width, palette_of(self), self.rich_style)

    def on_click(self, event: events.Click) -> None:
        at = 0
        for text, _ in self.line(self.size.width):
            start, at = at, at + width_of(text)
            if start <= event.x < at:
                chosen = next((name.id for name in self._places if name.title == text), None)
                if chosen is not None:
                    event.stop()
                    self.post_message(self.Chosen(chosen))
                return
