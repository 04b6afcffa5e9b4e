"""One row that shows one line: titles, signs, hints."""

from __future__ import annotations

from textual.strip import Strip
from textual.widget import Widget

from docdeck.deck.widgets.lines import EMPTY, Line, strip_of
from docdeck.deck.widgets.palette import palette_of


class LineRow(Widget):
    """Shows one `Line` in one row, cut to the width that is there."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "LineRow { height: 1; width: 1fr; }"

    def __init__(self, line: Line = EMPTY, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._line = line

    def show(self, line: Line) -> None:
        """Show another line."""
        if line != self._line:
            self._line = line
            self.refresh()

    @property
    def line(self) -> Line:
        """The line that is shown."""
        return self._line

    def render_line(self, y: int) -> Strip:
        return strip_of(self._line if y == 0 else EMPTY, self.size.width, palette_of(self), self.rich_style)
