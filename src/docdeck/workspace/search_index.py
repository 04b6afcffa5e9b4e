"""Everything that has a name, found by a few letters of it: exact and beginning first, then within, then alike. Pure.

All titles are held in one text, which is looked through at the speed of memory: a hundred thousand take milliseconds.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

EntryKind = Literal["organization", "space", "site", "page", "change_request", "person"]

MOST_HITS = 200
"""Hits of one search; more words narrow them."""
TITLE_LETTERS = 300
"""Letters of a title that are looked at."""
ALIKE_FROM = 4
"""Letters that it takes before a title may be spelled otherwise."""
_ALIKE_SCORE = 78
_CHUNK = 2_000
_SPACES = str.maketrans({"\n": " ", "\t": " ", "\r": " "})


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing with a name. All strings are raw.

    `place` says where it lives; `way` are the keys of the nodes down to it, in the tree that shows it; `url` is its
    address for people; `note` stands at the end of its row and is found too.
    """

    kind: EntryKind
    id: str
    title: str
    place: str = ""
    organization: str = ""
    space: str = ""
    url: str = ""
    note: str = ""
    way: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What it is, the same in every reading; one person is found once in each organization."""
        return f"{self.kind}:{self.space or self.organization}:{self.id}"


def folded(text: str) -> str:
    """How names are compared: neither case nor accents matter, and a name is one line."""
    text = text[:TITLE_LETTERS]
    if not text.isascii():
        parts = unicodedata.normalize("NFKD", text)
        text = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return " ".join(text.casefold().translate(_SPACES).split())


class _Lines:
    """Many lines as one text."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.text = "\n" + "\n".join(lines) + "\n"
        self._starts = list(accumulate((len(line) + 1 for line in lines), initial=1))

    def having(self, words: str) -> Iterator[int]:
        """The lines that hold these words, in order; `\\n` before or after them stands for an end of the line."""
        text, starts = self.text, self._starts
        at = text.find(words)
        while at >= 0:
            line = bisect_right(starts, at + (1 if words[0] == "\n" else 0)) - 1
            yield line
            at = text.find(words, starts[line + 1] - 1)

    def having_all(self, words: Sequence[str]) -> Iterator[int]:
        """The lines that hold every one of these words, looked for by the one that occurs least."""
        rarest = min(words, key=self.text.count)
        return (at for at in self.having(rarest) if all(word in self.lines[at] for word in words))


class SearchIndex:
    """Entries, ready to be searched. Making one of 100,000 takes a moment: do it off the loop."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self.entries: tuple[Entry, ...] = tuple(entries)
        self._titles = _Lines([folded(each.title) for each in self.entries])
        places: dict[str, str] = {}
        for each in self.entries:
            if each.place not in places:
                places[each.place] = folded(each.place)
        self._whole = _Lines(
            [
                f"{title} {folded(each.note)} {places[each.place]}" if each.note else f"{title} {places[each.place]}"
                for title, each in zip(self._titles.lines, self.entries, strict=True)
            ]
        )

    def find(self, text: str) -> tuple[Entry, ...]:
        """The entries with these words, best first; without words the first ones of every kind but pages."""
        wanted = folded(text)
        if not wanted:
            return self._first()
        found: dict[int, None] = {}
        titles = self._titles
        for pattern in (f"\n{wanted}\n", f"\n{wanted}", f" {wanted}", wanted):
            if self._add(found, titles.having(pattern)):
                return self._taken(found)
        for lines in (titles, self._whole):
            if self._add(found, lines.having_all(wanted.split())):
                break
        return self._taken(found)

    def alike(self, text: str, stopped: Callable[[], bool] = lambda: False) -> tuple[Entry, ...]:
        """Entries whose titles are spelled nearly so, best first; ends early, with nothing, once `stopped`."""
        wanted = folded(text)
        if len(wanted) < ALIKE_FROM:
            return ()
        from rapidfuzz import fuzz, process

        found: list[tuple[float, int]] = []
        lines = self._titles.lines
        for start in range(0, len(lines), _CHUNK):
            if stopped():
                return ()
            # A title shorter than what was typed would be alike to any part of it.
            part = {
                at: lines[at]
                for at in range(start, min(start + _CHUNK, len(lines)))
                if len(lines[at]) >= len(wanted) - 2
            }
            near = process.extract(
                wanted, part, scorer=fuzz.partial_ratio, processor=None, score_cutoff=_ALIKE_SCORE, limit=MOST_HITS
            )
            found.extend((-score, at) for _, score, at in near)
        return tuple(self.entries[at] for _, at in sorted(found)[:MOST_HITS])

    def _first(self) -> tuple[Entry, ...]:
        found: list[Entry] = []
        for each in self.entries:
            if each.kind != "page":
                found.append(each)
                if len(found) == MOST_HITS:
                    break
        return tuple(found)

    @staticmethod
    def _add(found: dict[int, None], more: Iterator[int]) -> bool:
        """Add what is found until there is enough; True when there is."""
        for at in more:
            found[at] = None
            if len(found) >= MOST_HITS:
                return True
        return False

    def _taken(self, found: dict[int, None]) -> tuple[Entry, ...]:
        return tuple(self.entries[at] for at in found)
