"""What a line view shows: items with a key, a height and rows, asked for only when they are visible."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from docdeck.deck.widgets.lines import EMPTY, Line, wrap_text
from docdeck.text import Safe


class ItemSource(Protocol):
    """Items of a list, a diff, a thread or a text. A source is never changed in place: make a new one and set it."""

    @property
    def uniform(self) -> bool:
        """True when every item is one row high; then nothing is ever measured."""
        ...

    @property
    def count(self) -> int:
        """How many items there are."""
        ...

    def key(self, index: int) -> str:
        """What the item is, the same in every source that shows it."""
        ...

    def height(self, index: int, width: int) -> int:
        """Rows of the item at this width; may be 0."""
        ...

    def lines(self, index: int, width: int) -> Sequence[Line]:
        """The rows of the item at this width, as many as `height` says."""
        ...

    def selectable(self, index: int) -> bool:
        """Whether the cursor may stand on it; headings and gaps say no."""
        ...


@dataclass(frozen=True, slots=True)
class Item:
    """One item: its rows, or a function that makes them for a width (called when the item becomes visible)."""

    key: str
    lines: Sequence[Line] | Callable[[int], Sequence[Line]]
    selectable: bool = True


class SimpleSource:
    """An `ItemSource` over ready items; rows that depend on the width are made once per width."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.items: tuple[Item, ...] = tuple(items)
        self.uniform: bool = all(not callable(item.lines) and len(item.lines) == 1 for item in self.items)
        self._width = -1
        self._made: dict[int, Sequence[Line]] = {}
        self._places: dict[str, int] | None = None

    @property
    def count(self) -> int:
        return len(self.items)

    def key(self, index: int) -> str:
        return self.items[index].key

    def height(self, index: int, width: int) -> int:
        return len(self.lines(index, width))

    def lines(self, index: int, width: int) -> Sequence[Line]:
        made = self.items[index].lines
        if not callable(made):
            return made
        if width != self._width:
            self._width = width
            self._made.clear()
        found = self._made.get(index)
        if found is None:
            found = self._made[index] = made(width)
        return found

    def selectable(self, index: int) -> bool:
        return self.items[index].selectable

    def index_of(self, key: str) -> int | None:
        """Where the item with this key is, or None. A source may offer this; otherwise its keys are searched."""
        if self._places is None:
            self._places = {item.key: at for at, item in reversed(list(enumerate(self.items)))}
        return self._places.get(key)


def text_item(key: str, text: str, role: str = "", *, indent: int = 0, selectable: bool = False) -> Item:
    """A paragraph that wraps to the width that is there."""
    margin: Line = ((Safe(" " * indent), ""),) if indent else EMPTY

    def rows(width: int) -> Sequence[Line]:
        return [margin + row for row in wrap_text(text, max(1, width - indent), role)]

    return Item(key, rows, selectable)


def index_of(source: ItemSource, key: str, near: int = 0) -> int | None:
    """Where the key is in the source: asked for if the source knows, else searched outwards from `near`."""
    known = getattr(source, "index_of", None)
    if known is not None:
        return known(key)
    count = source.count
    near = min(max(near, 0), max(count - 1, 0))
    for step in range(max(near + 1, count - near)):
        for index in {near - step, near + step}:
            if 0 <= index < count and source.key(index) == key:
                return index
    return None


def nearest_selectable(source: ItemSource, wanted: int, *, forward: bool = True) -> int | None:
    """The selectable item closest to this index; of two, the one ahead unless told otherwise."""
    count = source.count
    wanted = min(max(wanted, 0), count - 1)
    for step in range(count):
        pair = (wanted + step, wanted - step) if forward else (wanted - step, wanted + step)
        for at in pair:
            if 0 <= at < count and source.selectable(at):
                return at
    return None


_AT_ONCE = 4


class Rows:
    """Which rows an item takes at one width. Measured only as far as somebody looks; the rest counts one."""

    def __init__(self, source: ItemSource, width: int) -> None:
        self.source = source
        self.width = width
        self.count = source.count
        self._uniform = source.uniform
        self._tops = [0]  # tops[i]: first row of item i; one more than measured items

    @property
    def measured(self) -> int:
        """Items whose height is known."""
        return self.count if self._uniform else len(self._tops) - 1

    @property
    def total(self) -> int:
        """Rows of all items, where those not yet measured count one."""
        return self.count if self._uniform else self._tops[-1] + (self.count - self.measured)

    def measure(self, items: int) -> None:
        """Measure the first `items` items."""
        tops = self._tops
        height, width = self.source.height, self.width
        for index in range(len(tops) - 1, 0 if self._uniform else min(items, self.count)):
            tops.append(tops[-1] + max(0, height(index, width)))

    def measure_for(self, seconds: float) -> None:
        """Measure further items for so long."""
        until = perf_counter() + seconds
        while self.measured < self.count and perf_counter() < until:
            self.measure(self.measured + _AT_ONCE)

    def top(self, index: int) -> int:
        """The first row of the item."""
        if self._uniform:
            return index
        self.measure(index)
        return self._tops[index]

    def height(self, index: int) -> int:
        """How many rows the item takes."""
        if self._uniform:
            return 1
        self.measure(index + 1)
        return self._tops[index + 1] - self._tops[index]

    def at(self, row: int) -> tuple[int, int] | None:
        """The item at this row and the row inside it; None below the last."""
        if row < 0:
            return None
        if self._uniform:
            return (row, 0) if row < self.count else None
        while self._tops[-1] <= row and self.measured < self.count:
            self.measure(self.measured + 64)
        if row >= self._tops[-1]:
            return None
        index = bisect_right(self._tops, row) - 1
        return index, row - self._tops[index]
