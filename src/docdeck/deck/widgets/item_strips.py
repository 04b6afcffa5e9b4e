"""The drawn rows of items, kept while source, width and theme stay the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip

from docdeck.deck.widgets.lines import Line, span, strip_of
from docdeck.deck.widgets.palette import Palette, palette_of
from docdeck.deck.widgets.sources import ItemSource

if TYPE_CHECKING:
    from textual.widget import Widget

_LIMIT = 2048
CURSOR_FOCUSED = "▌"
CURSOR_BLURRED = "›"
_SIGNS = {"": span(" "), "focused": span(CURSOR_FOCUSED, "accent"), "blurred": span(CURSOR_BLURRED)}
"""What stands in the first column, by whether the cursor is there and the view has the keys."""


@dataclass(frozen=True, slots=True)
class Looks:
    """What all rows of a frame have in common."""

    width: int
    inner_width: int
    style: Style
    palette: Palette
    focused: bool
    background: Color
    filters: Sequence[LineFilter]

    @classmethod
    def of(cls, widget: Widget, inner_width: int) -> Looks:
        """How a widget looks now."""
        palette, background = palette_of(widget), widget.background_colors[1]
        filters = widget.get_line_filters()
        width = widget.size.width
        return cls(width, inner_width, widget.rich_style, palette, widget.has_focus, background, filters)

    def finished(self, strip: Strip) -> Strip:
        """The strip as wide as the widget, in colours that the terminal has; the same one for the same strip."""
        strip = strip.adjust_cell_length(self.width, Style(bgcolor=self.background.rich_color))
        for each in self.filters:
            strip = strip.apply_filter(each, self.background)
        return strip


class ItemStrips:
    """Draws each visible item once. `clear` when the source or the style changed; width and theme are noticed here.

    Rows that say the same in another source, or at another place of it, are not drawn again.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[int, str], tuple[Strip, ...]] = {}
        self._rows: dict[tuple[str, Line], Strip] = {}
        self._made_for: tuple[int, str, Style] | None = None

    def clear(self) -> None:
        """Forget which item has which rows."""
        self._made.clear()

    def row(self, source: ItemSource, index: int, offset: int, current: bool, looks: Looks) -> Strip:
        """A row of an item, with the cursor's sign in the first column when it is the `current` one."""
        made_for = (looks.inner_width, looks.palette.name, looks.style)
        if made_for != self._made_for or len(self._made) >= _LIMIT:
            self._made.clear()
            self._rows.clear()
            self._made_for = made_for
        state = "" if not current else "focused" if looks.focused else "blurred"
        found = self._made.get((index, state))
        if found is None:
            lines = source.lines(index, looks.inner_width)
            found = self._made[index, state] = tuple(self._drawn(line, state, looks) for line in lines)
        return found[offset] if offset < len(found) else Strip.blank(looks.width, looks.style)

    def _drawn(self, line: Line, state: str, looks: Looks) -> Strip:
        found = self._rows.get((state, line))
        if found is None:
            if len(self._rows) >= _LIMIT:
                self._rows.clear()
            found = self._rows[state, line] = _draw(line, state, looks)
        return found


def _draw(line: Line, state: str, looks: Looks) -> Strip:
    base, palette = looks.style, looks.palette
    sign = _SIGNS[state]
    if state:
        base = base + (palette.cursor if state == "focused" else palette.blurred)
    return strip_of((sign, *line), looks.inner_width + 1, palette, base)
