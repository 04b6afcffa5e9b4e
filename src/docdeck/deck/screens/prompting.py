"""The filter line: what is typed narrows the list at once; Enter keeps it, Escape takes it back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from docdeck.deck.screens.finding import Finding
from docdeck.deck.widgets.prompt_line import PromptLine
from docdeck.text import safe

if TYPE_CHECKING:
    from docdeck.deck.screens.base import DeckScreen


class FilterLine(PromptLine):
    """A prompt that hands each change to the list, and gives the keys back when it is done."""

    def __init__(self, view: DeckScreen, before: str, changed: Callable[[str], None]) -> None:
        super().__init__(safe("/"), before, on_text=changed, id="filter")
        self._view, self._before, self._apply = view, before, changed

    def on_prompt_line_submitted(self, message: PromptLine.Submitted) -> None:
        message.stop()
        self._close()

    def on_prompt_line_left(self, message: PromptLine.Left) -> None:
        message.stop()
        self._apply(self._before)
        self._close()

    def on_prompt_line_stepped(self, message: PromptLine.Stepped) -> None:
        message.stop()
        view = self._view.searched if isinstance(self._view, Finding) else self._view.main_view
        if view is not None:
            view.move(message.delta)

    def _close(self) -> None:
        self._view.filtering = False
        self._view.restore_focus()
        self.remove()
        self._view.show_footer()


def ask_filter(view: DeckScreen, before: str, changed: Callable[[str], None]) -> None:
    """Open the filter line at the foot of a view."""
    if view.filtering:
        return
    view.filtering = True
    view.show_footer()
    line = FilterLine(view, before, changed)
    view.open_field(line)
