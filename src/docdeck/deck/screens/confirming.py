"""A small sheet before something final that needs no fresh reads of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import TYPE_CHECKING

from docdeck.deck.widgets.lines import span
from docdeck.deck.widgets.sheet import Sheet
from docdeck.text import safe_line

if TYPE_CHECKING:
    from docdeck.deck.app import DeckApp


class ConfirmSheet(Sheet):
    """Runs one function on consent."""

    def __init__(self, title: str, effects: Sequence[str], verb: str, run: Callable[[], None]) -> None:
        lines = [(span(effect),) for effect in effects]
        super().__init__(safe_line(title), lines, consent=("y", safe_line(verb)), fresh=inf)
        self._run = run

    def on_mount(self) -> None:
        super().on_mount()
        self.arm()

    def on_sheet_consented(self, message: Sheet.Consented) -> None:
        message.stop()
        self.dismiss(None)
        self._run()


def confirm(app: DeckApp, title: str, effects: Sequence[str], verb: str, run: Callable[[], None]) -> None:
    """Ask before something final: effects, focus on Cancel, the letter `y`."""
    app.push_screen(ConfirmSheet(title, effects, verb, run))
