"""The filter of a list: words that must all occur, `!word` for those that must not; case does not matter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from typing import Generic, TypeVar

T = TypeVar("T")


def matches(filter_text: str, *fields: str) -> bool:
    """Whether the fields, taken together, satisfy the filter; an empty filter lets everything pass."""
    words = _words(filter_text)
    haystack = "\n".join(fields).casefold() if words else ""
    return all((letters in haystack) is wanted for letters, wanted in words)


def _words(filter_text: str) -> list[tuple[str, bool]]:
    """The letters of each word of a filter, and whether they must occur or must not."""
    words = filter_text.casefold().split()
    return [(word[1:], False) if len(word) > 1 and word[0] == "!" else (word, True) for word in words]


_KEPT = 6
"""Words of which is kept what holds them: those of the letters just typed, for the next letter and for backspace."""


class Filterable(Generic[T]):
    """Rows with the text that a filter looks into, put together once: then each key costs only the search."""

    def __init__(self, rows: Sequence[T], fields: Callable[[T], tuple[str, ...]]) -> None:
        self.rows = rows
        self._fields = fields
        self._haystacks: Sequence[str] | None = None
        self._holding: dict[str, tuple[Sequence[T], Sequence[str]]] = {}

    def passing(self, filter_text: str) -> Sequence[T]:
        """The rows that satisfy the filter as `matches` has it, in their order."""
        words = _words(filter_text)
        if not words:
            return self.rows
        # First what must occur, the word that was begun first before all: its rows are known from the key before.
        words.sort(key=lambda word: not word[1])
        found, haystacks = self._all() if not words[0][1] else self._that_hold(words.pop(0)[0])
        for at, (letters, wanted) in enumerate(words, 1):
            held = [letters in haystack for haystack in haystacks]
            kept = held if wanted else [not each for each in held]
            found = list(compress(found, kept))
            if at < len(words):
                haystacks = list(compress(haystacks, kept))
        return found

    def _all(self) -> tuple[Sequence[T], Sequence[str]]:
        if self._haystacks is None:
            self._haystacks = ["\n".join(self._fields(row)).casefold() for row in self.rows]
        return self.rows, self._haystacks

    def _that_hold(self, letters: str) -> tuple[Sequence[T], Sequence[str]]:
        """The rows that hold a word, looked for among those that hold its beginning."""
        found = self._holding.get(letters)
        if found is None:
            rows, haystacks = self._holding.get(letters[:-1]) or self._all()
            kept = [letters in haystack for haystack in haystacks]
            found = self._holding[letters] = list(compress(rows, kept)), list(compress(haystacks, kept))
            if len(self._holding) > _KEPT:
                del self._holding[next(iter(self._holding))]
        return found
