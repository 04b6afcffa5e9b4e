"""The one scroll view of the deck: lists, trees, diffs, threads, details and long text are all items of lines.

It draws only the rows that are visible and asks its source for no others, so 100,000 rows cost what 40 do. The cursor
is an item, known by its key: when a source is replaced, cursor and scroll position stay with the items they were on.
It binds no keys; the registry's actions call its methods.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual import events
from textual.message import Message

from docdeck.deck.widgets.item_strips import CURSOR_BLURRED, CURSOR_FOCUSED
from docdeck.deck.widgets.item_view import ItemView, Place
from docdeck.deck.widgets.sources import ItemSource, index_of, nearest_selectable

__all__ = ["CURSOR_BLURRED", "CURSOR_FOCUSED", "LineView", "Place"]

_NEAR_END = 20
_STEP = 2


class LineView(ItemView):
    """Shows an `ItemSource` and moves a cursor over its items; see the module."""

    @dataclass
    class Moved(Message):
        """The cursor stands on another item (None: on none)."""

        view: LineView
        key: str | None

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, LineView.Moved) and message.view is self.view

        @property
        def control(self) -> LineView:
            return self.view

    @dataclass
    class Opened(Message):
        """The reader opened an item (Enter through `open_current`, or a second click)."""

        view: LineView
        key: str

        @property
        def control(self) -> LineView:
            return self.view

    @dataclass
    class NearEnd(Message):
        """The last items are about to come into sight; sent once per source. Load the next page."""

        view: LineView
        count: int

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, LineView.NearEnd) and message.view is self.view

        @property
        def control(self) -> LineView:
            return self.view

    @dataclass
    class Scrolled(Message):
        """Other items may be in sight now."""

        view: LineView

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, LineView.Scrolled) and message.view is self.view

        @property
        def control(self) -> LineView:
            return self.view

    _near_end_sent = False

    def set_source(self, source: ItemSource, *, place: Place | None = None) -> None:
        self._near_end_sent = False
        super().set_source(source, place=place)

    def source_changed(self, key_before: str | None) -> None:
        if self.cursor_key != key_before:
            self.post_message(self.Moved(self, self.cursor_key))

    def move(self, delta: int) -> bool:
        """Move the cursor by so many selectable items; where nothing is selectable, scroll by rows."""
        if self._index is None:
            return self.scroll_rows(delta)
        step = 1 if delta > 0 else -1
        index, left = self._index, abs(delta)
        at = index + step
        while left and 0 <= at < self._source.count:
            if self._source.selectable(at):
                index, left = at, left - 1
            at += step
        if index == self._index:
            # Nothing further to select: bring the rest (a heading, a closing line) into sight.
            return self.scroll_rows(step * _STEP)
        return self._go(index)

    def page(self, pages: float) -> bool:
        """Move by pages: 1 down, -1 up, 0.5 half a page. The cursor keeps its place on the screen."""
        rows = max(1, int(self._height * abs(pages)) - (1 if abs(pages) >= 1 else 0))
        delta = rows if pages > 0 else -rows
        if self._index is None:
            return self.scroll_rows(delta)
        if not self._known_width:
            return self.move(delta)
        target = self._rows.top(self._index) + delta
        found = self._rows.at(max(0, target))
        wanted = found[0] if found is not None else self._source.count - 1
        index = nearest_selectable(self._source, wanted, forward=delta > 0)
        if index is None or (index == self._index):
            return self.move(1 if delta > 0 else -1)
        self.scroll_rows(delta)
        return self._go(index)

    def first(self) -> bool:
        """Go to the first item, and to the very top."""
        moved = self._go(nearest_selectable(self._source, 0))
        return self._scroll_to_row(0) or moved

    def last(self) -> bool:
        """Go to the last item, and to the very end."""
        self._measure_to(self._source.count)
        moved = self._go(nearest_selectable(self._source, self._source.count - 1, forward=False))
        return self._scroll_to_row(self._rows.total) or moved

    def move_to(self, key: str) -> bool:
        """Put the cursor on the item with this key; False when it is not here or cannot be selected."""
        index = index_of(self._source, key, self._index or 0)
        if index is None or not self._source.selectable(index):
            return False
        self._go(index)
        return True

    def move_to_next(self, wanted: Callable[[int], bool], direction: int = 1, *, wrap: bool = False) -> bool:
        """Go to the next (or with -1 the previous) selectable item for whose index `wanted` is true."""
        count = self._source.count
        start = self._index if self._index is not None else (-1 if direction > 0 else count)
        steps = range(1, count + 1)
        for step in steps:
            at = start + step * direction
            if not 0 <= at < count:
                if not wrap:
                    return False
                at %= count
            if self._source.selectable(at) and wanted(at):
                return self._go(at)
        return False

    def open_current(self) -> bool:
        """Tell that the item under the cursor is to be opened."""
        key = self.cursor_key
        if key is None:
            return False
        self.post_message(self.Opened(self, key))
        return True

    def _go(self, index: int | None) -> bool:
        if index is None or index == self._index:
            self._show_cursor()
            return False
        old, self._index = self._index, index
        self._measure_to(index + self._height)
        self._refresh_item(old)
        self._refresh_item(index)
        self._show_cursor()
        self.post_message(self.Moved(self, self._source.key(index)))
        return True

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._tell_near_end()
        self.post_message(self.Scrolled(self))

    def keys_in_sight(self) -> list[str]:
        """The keys of the items of which something is drawn, from top to bottom."""
        if not self._known_width:
            return []
        first, last = self._rows.at(self._scroll_row), self._rows.at(self._scroll_row + self._height - 1)
        if first is None:
            return []
        return [self._source.key(at) for at in range(first[0], last[0] + 1 if last is not None else self._source.count)]

    def _tell_near_end(self) -> None:
        if self._near_end_sent or not self._source.count or not self._known_width:
            return
        if self._scroll_row + self._height + _NEAR_END >= self._rows.total:
            self._near_end_sent = True
            self.post_message(self.NearEnd(self, self._source.count))

    def laid_out(self) -> None:
        self._tell_near_end()

    def on_click(self, event: events.Click) -> None:
        """A click selects, a second one on the same item opens."""
        found = self._rows.at(self._scroll_row + event.y)
        if found is None or not self._source.selectable(found[0]):
            return
        event.stop()
        if found[0] == self._index and event.chain <= 2:
            self.open_current()
        else:
            self._go(found[0])
