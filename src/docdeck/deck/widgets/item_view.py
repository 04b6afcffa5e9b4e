"""A scroll view over items: what is visible is asked for and drawn, and everything keeps its place by key.

This is the half of the line view that lays out, scrolls and draws; `line_view` moves the cursor and tells about it.
"""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from docdeck.deck.widgets.item_strips import ItemStrips, Looks
from docdeck.deck.widgets.sources import ItemSource, Rows, SimpleSource, index_of, nearest_selectable
from docdeck.deck.widgets.turns import call_after

_MARGIN = 2
_MEASURE_SECONDS = 0.004
"""How long measuring what nobody looks at may keep a key waiting."""
_TELL_STEP = 5_000
"""Items after which the scroll bar is told: each time the whole screen is laid out."""
_NO_WIDTH = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a view stood: the cursor's item and the top item, by key and index. For going back and forward."""

    key: str | None = None
    index: int = 0
    top_key: str | None = None
    top_index: int = 0
    top_offset: int = 0
    cursor_row: int | None = None  # the cursor's row on the screen, None when it was out of sight


class ItemView(ScrollView, inherit_bindings=False):
    """Shows an `ItemSource`, and knows which item the cursor is on."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    ItemView { overflow-x: hidden; scrollbar-gutter: stable; scrollbar-size-vertical: 1;
        scrollbar-color: $foreground 25%; scrollbar-background: $background; background: $background; }
    """

    def __init__(
        self,
        source: ItemSource | None = None,
        *,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self._source: ItemSource = source if source is not None else SimpleSource(())
        self._rows = Rows(self._source, _NO_WIDTH)
        self._wish: Place | None = None
        self._unplaced = True  # rows are not yet laid out for the width that is there
        self._measuring = False
        self._told = 0  # measured items that the scroll bar knows of
        self._strips = ItemStrips()
        self._index: int | None = nearest_selectable(self._source, 0)

    # what is shown

    @property
    def source(self) -> ItemSource:
        """The source that is shown now."""
        return self._source

    @property
    def cursor_key(self) -> str | None:
        """The key of the item under the cursor, None when nothing can be selected."""
        return None if self._index is None else self._source.key(self._index)

    @property
    def cursor_index(self) -> int | None:
        """The index of the item under the cursor."""
        return self._index

    @property
    def place(self) -> Place:
        """Where the view stands now, for `set_source(..., place=)` later."""
        wish, unseen = self._wish, not self._known_width
        if wish is not None and (self._source.count == 0 or (unseen and wish.key == self.cursor_key)):
            return wish  # unless the cursor was moved since, where nobody could see it
        if unseen or self._rows.width == _NO_WIDTH:
            return Place(key=self.cursor_key, index=self._index or 0)
        top = self._rows.at(self._scroll_row)
        return Place(
            key=self.cursor_key,
            index=self._index or 0,
            top_key=self._source.key(top[0]) if top is not None else None,
            top_index=top[0] if top is not None else 0,
            top_offset=top[1] if top is not None else 0,
            cursor_row=self._cursor_row(),
        )

    def set_source(self, source: ItemSource, *, place: Place | None = None) -> None:
        """Show another source. Cursor and scroll stay with their items by key, else at the nearest index."""
        before = self.cursor_key
        self._wish = place if place is not None else self.place
        self._source = source
        self._strips.clear()
        self._settle_cursor(self._wish)
        self._lay_out()
        self.refresh()
        self.source_changed(before)

    def source_changed(self, key_before: str | None) -> None:
        """Called when another source was set; the cursor may be on another item now."""

    def laid_out(self) -> None:
        """Called when rows have their places for the size that is there."""

    def scroll_rows(self, delta: int) -> bool:
        """Scroll without moving the cursor."""
        return self._scroll_to_row(self._scroll_row + delta)

    # the inside

    @property
    def _scroll_row(self) -> int:
        return round(self.scroll_y)

    @property
    def _height(self) -> int:
        return max(1, self.scrollable_content_region.height)

    @property
    def _known_width(self) -> int:
        region = self.scrollable_content_region
        return region.width if region.height else 0  # under a text of its pane it has a width and no rows

    @property
    def _inner_width(self) -> int:
        return max(1, self._known_width - 1)  # the first column is the cursor's sign

    def _settle_cursor(self, wish: Place) -> None:
        index = None if wish.key is None else index_of(self._source, wish.key, wish.index)
        if index is None or not self._source.selectable(index):
            index = nearest_selectable(self._source, wish.index)
        self._index = index

    def _cursor_row(self) -> int | None:
        if self._index is None:
            return None
        row = self._rows.top(self._index) - self._scroll_row
        return row if 0 <= row < self._height else None

    def _lay_out(self) -> None:
        """Measure for the width that is there now, and put cursor and scroll where the wish says."""
        if self._rows.source is not self._source or self._rows.width != self._inner_width:
            self._rows = Rows(self._source, self._inner_width)
        if not self._known_width:
            return  # not yet on the screen; the wish waits for the first size
        self._unplaced = False
        wish, target = self._wish, 0
        if wish is not None and wish.top_key is not None:
            # Later rows may be needed for this scroll position: measure as far as it looks.
            top = index_of(self._source, wish.top_key, wish.top_index)
            target = min(wish.top_index, max(0, self._source.count - 1)) if top is None else top
            self._rows.measure(target + self._height)
        self._rows.measure((self._index or 0) + self._height)
        self._update_size()
        if self._source.count == 0:
            return  # keeps the wish: an empty moment between two sources forgets no place
        if wish is not None:
            self._restore_scroll(wish, target)
        self._wish = None
        if wish is None or wish.top_key is None or wish.cursor_row is not None:
            self._show_cursor(margin=0)  # not when the reader had scrolled away from it
            # While a size changes, the scroll position is still held to the old one; look again when it has settled.
            self.call_after_refresh(self._show_cursor, 0)
        self._measure_on()
        self.laid_out()

    def _keep_place(self) -> None:
        if self._wish is None and self._rows.width != _NO_WIDTH:
            self._wish = self.place

    def _restore_scroll(self, wish: Place, top: int) -> None:
        if wish.cursor_row is not None and self._index is not None:
            self._scroll_to_row(self._rows.top(self._index) - wish.cursor_row)
        elif self._source.count:
            offset = min(wish.top_offset, max(0, self._rows.height(top) - 1))
            self._scroll_to_row(self._rows.top(top) + offset)

    def _update_size(self) -> None:
        self._told = self._rows.measured
        size = Size(self._known_width, self._rows.total)
        if size != self.virtual_size:
            self.virtual_size = size

    def _measure_to(self, items: int) -> None:
        """Measure the first items, once the width is known."""
        if self._known_width:
            self._rows.measure(items)
            self._update_size()

    def _measure_on(self) -> None:
        """Measure the items nobody has looked at yet, a few at a time, so that the scroll bar becomes right."""
        if self._measuring or self._rows.measured >= self._rows.count:
            return
        self._measuring = True
        call_after(self, 0.001, self._measure_some)  # a message to itself would be handled before the loop turns

    def _measure_some(self) -> None:
        self._measuring = False
        if not self.screen.is_active:
            return  # what is in front needs the time; drawing this view again goes on
        rows = self._rows
        rows.measure_for(_MEASURE_SECONDS)
        if rows.measured == rows.count or rows.measured - self._told >= _TELL_STEP:
            self._update_size()
        self._measure_on()

    def _refresh_item(self, index: int | None) -> None:
        if index is not None and self._known_width:
            self.refresh_lines(self._rows.top(index), max(1, self._rows.height(index)))

    def _show_cursor(self, margin: int = _MARGIN) -> None:
        if self._index is None or not self._known_width:
            return
        top, height = self._rows.top(self._index), self._rows.height(self._index)
        view, start = self._height, self._scroll_row
        margin = min(margin, max(0, (view - height) // 2))
        if top - margin < start:
            self._scroll_to_row(top - margin)
        elif top + height + margin > start + view:
            # An item higher than the view shows its beginning.
            self._scroll_to_row(min(top, top + height + margin - view))

    def _scroll_to_row(self, row: int) -> bool:
        before = self._scroll_row
        self.scroll_to(y=max(0, row), animate=False, force=True)
        return self._scroll_row != before

    # events

    def on_resize(self, event: events.Resize) -> None:
        """The width decides the heights; the top item and the cursor stay where they are."""
        if self._unplaced or self._rows.width != self._inner_width or self._wish is not None:
            self._keep_place()
            self._strips.clear()
            self._lay_out()
            self.refresh()
        else:
            self._show_cursor(margin=0)
            self.laid_out()

    def on_focus(self) -> None:
        self._refresh_item(self._index)

    def on_blur(self) -> None:
        self._refresh_item(self._index)

    def notify_style_update(self) -> None:
        """Theme or style changed: rows are drawn anew."""
        self._strips.clear()
        super().notify_style_update()

    # drawing

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows of one frame as they were drawn; Textual makes each anew, for borders that no view has here."""
        self._measure_on()
        looks = Looks.of(self, self._inner_width)
        strips = [looks.finished(self._row(y, looks)) for y in crop.line_range]
        return strips if crop.column_span == (0, looks.width) else [strip.crop(*crop.column_span) for strip in strips]

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        return self._row(y, Looks.of(self, self._inner_width))

    def _row(self, y: int, looks: Looks) -> Strip:
        if self._rows.width != looks.inner_width:
            # A frame between the new width and the event that tells of it.
            self._keep_place()
            self._rows = Rows(self._source, looks.inner_width)
            self._unplaced = True
        found = self._rows.at(self._scroll_row + y)
        if found is None:
            return Strip.blank(looks.width, looks.style)
        return self._strips.row(self._source, *found, found[0] == self._index, looks)
