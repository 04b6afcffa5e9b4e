"""The drawn rows of items, kept while source, width and theme stay the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from docdeck.deck.widgets.lines import strip_of
from docdeck.deck.widgets.palette import Palette, palette_of
from docdeck.deck.widgets.sources import ItemSource

if TYPE_CHECKING:
    from textual.widget import Widget

_LIMIT = 2048
CURSOR_FOCUSED = "▌"
CURSOR_BLURRED = "›"


@dataclass(frozen=True, slots=True)
class Looks:
    """What all rows of a frame have in common."""

    width: int
    inner_width: int
    style: Style
    palette: Palette
    focused: bool

    @classmethod
    def of(cls, widget: Widget, inner_width: int) -> Looks:
        """How a widget looks now."""
        return cls(widget.size.width, inner_width, widget.rich_style, palette_of(widget), widget.has_focus)


class ItemStrips:
    """Draws each visible item once. `clear` when the source or the style changed; width and theme are noticed here."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, str], tuple[Strip, ...]] = {}
        self._made_for: tuple[int, str] | None = None

    def clear(self) -> None:
        """Forget everything drawn."""
        self._made.clear()

    def row(self, source: ItemSource, index: int, offset: int, current: bool, looks: Looks) -> Strip:
        """A row of an item, with the cursor's sign in the first column when it is the `current` one."""
        made_for = (looks.inner_width, looks.palette.name)
        if made_for != self._made_for or len(self._made) >= _LIMIT:
            self._made.clear()
            self._made_for = made_for
        state = "" if not current else "focused" if looks.focused else "blurred"
        found = self._made.get((index, state))
        if found is None:
            found = self._made[index, state] = _draw(source, index, state, looks)
        return found[offset] if offset < len(found) else Strip.blank(looks.width, looks.style)


def _draw(source: ItemSource, index: int, state: str, looks: Looks) -> tuple[Strip, ...]:
    base, palette = looks.style, looks.palette
    sign = " "
    if state:
        base = base + (palette.cursor if state == "focused" else palette.blurred)
        sign = CURSOR_FOCUSED if state == "focused" else CURSOR_BLURRED
    signed = Strip([Segment(sign, base + palette.style("accent" if state == "focused" else ""))], 1)
    return tuple(
        Strip.join([signed, strip_of(line, looks.inner_width, palette, base)])
        for line in source.lines(index, looks.inner_width)
    )
