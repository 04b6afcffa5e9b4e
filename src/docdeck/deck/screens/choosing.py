"""Choosing one or several things from a list that is searched by typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docdeck.deck.widgets.help_panel import HelpEntry, HelpPanel
from docdeck.text import safe_line

if TYPE_CHECKING:
    from docdeck.deck.app import DeckApp


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose: its id, its name, and what is to be known about it (raw strings)."""

    id: str
    name: str
    note: str = ""
    why_not: str = ""


def choose(app: DeckApp, title: str, choices: Sequence[Choice], chosen: Callable[[str], object]) -> None:
    """Let the reader choose one. Nothing happens when the panel is closed without a choice; what cannot be says why."""
    entries = [
        HelpEntry(each.id, safe_line(""), safe_line(each.name), safe_line(each.note), safe_line(each.why_not))
        for each in choices
    ]

    def done(found: str | None) -> None:
        choice = next((each for each in choices if each.id == found), None)
        if choice is not None and choice.why_not:
            app.say(safe_line(f"{choice.name}: {choice.why_not}."))
        elif choice is not None:
            chosen(choice.id)

    panel = HelpPanel(safe_line(title), entries, does=safe_line("choose"), nothing=safe_line("Nothing here is called"))
    app.push_screen(panel, done)
