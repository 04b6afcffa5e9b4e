"""Lists on the screen: their rows, the cursor in them, and waiting until they are what the API says."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import unified_diff

from tests.end_to_end.terminal import Terminal

TOP = 2
"""Rows of the screen above the first of a list."""


def shown(deck: Terminal) -> list[str]:
    """The rows of the list: without its cursor, columns two blanks apart."""
    rows = [line[1:].partition("│")[0].rstrip() for line in deck.lines[TOP:-2]]
    return [re.sub(r"(?<=\S) {2,}", "  ", row) for row in rows if row.strip()]


def becomes(deck: Terminal, read: Callable[[Terminal], list[str]], wanted: Sequence[str]) -> None:
    """Wait until these rows are read off the screen; tells what differs when they never are."""
    try:
        deck.wait_for(lambda seen: read(seen) == list(wanted))
    except AssertionError as error:
        differs = "\n".join(unified_diff(list(wanted), read(deck), "the API", "the deck", lineterm="", n=1))
        raise AssertionError(f"{differs}\n{deck.lines[0]}\n{deck.lines[1]}") from error


def shows(deck: Terminal, wanted: Sequence[str]) -> None:
    """Wait until the list shows exactly these rows."""
    becomes(deck, shown, wanted)


def cursor_row(deck: Terminal) -> str:
    """The row under the cursor, empty while there is none."""
    return next((line[1:].strip() for line in deck.lines if line.startswith("▌")), "")


def cursor_on(words: str) -> Callable[[Terminal], bool]:
    """The row under the cursor has these words."""
    return lambda seen: words in cursor_row(seen)


def stand_on(deck: Terminal, at: int) -> None:
    """Put the cursor on a row by its number."""
    deck.wait_for(lambda seen: cursor_row(seen) != "")
    now = next(row for row, line in enumerate(deck.lines) if line.startswith("▌")) - TOP
    deck.press(*("j" if at > now else "k") * abs(at - now))
    deck.wait_for(lambda seen: seen.lines[TOP + at].startswith("▌"))


def alone(deck: Terminal) -> Terminal:
    """The list over the whole width."""
    deck.press("p")
    return deck.wait_for(lambda seen: not any("│" in line for line in seen.lines[TOP:-2]))


def head(place: str) -> Callable[[Terminal], bool]:
    """The list in front has this title and is live."""
    return lambda seen: f"▪{place}" in seen.lines[1] and "live" in seen.lines[0]
