"""A list of one-line rows that is painted only where it is looked at, at any length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from docdeck.deck.widgets.lines import EMPTY, Line

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Heading:
    """A line between rows that the cursor passes over."""

    key: str
    line: Line = EMPTY


class RowsSource(Generic[T]):
    """An item source over values: each is one row high, so nothing is measured and only what is visible is painted."""

    def __init__(self, rows: Sequence[T | Heading], key: Callable[[T], str], paint: Callable[[T, int], Line]) -> None:
        self.rows = rows
        self.uniform: bool = True
        self._key = key
        self._paint = paint
        self._places: dict[str, int] | None = None
        self._told = 0  # whose key was told last: it is the one that is asked for next

    @property
    def count(self) -> int:
        return len(self.rows)

    def key(self, index: int) -> str:
        self._told = index
        row = self.rows[index]
        return row.key if isinstance(row, Heading) else self._key(row)

    def height(self, index: int, width: int) -> int:
        return 1

    def lines(self, index: int, width: int) -> Sequence[Line]:
        row = self.rows[index]
        return (row.line if isinstance(row, Heading) else self._paint(row, width),)

    def selectable(self, index: int) -> bool:
        return not isinstance(self.rows[index], Heading)

    def index_of(self, key: str) -> int | None:
        """Where the row with this key is; the places are worked out once, when first asked for."""
        if self._places is None:
            told = self._told
            if told < len(self.rows) and self.key(told) == key:
                return told
            of, places = self._key, dict[str, int]()
            for index, row in enumerate(self.rows):
                places.setdefault(row.key if isinstance(row, Heading) else of(row), index)
            self._places = places
        return self._places.get(key)

    def row(self, key: str | None) -> T | None:
        """The value under this key, None for headings and for keys that are not here."""
        index = self.index_of(key) if key is not None else None
        if index is None:
            return None
        found = self.rows[index]
        return None if isinstance(found, Heading) else found
