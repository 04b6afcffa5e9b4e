"""The filter line: what is typed narrows the list at once; Enter keeps it, Escape takes it back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from docdeck.deck.screens.base import FILTER_KEYS, LineKeys
from docdeck.deck.screens.finding import Finding
from docdeck.deck.widgets.prompt_line import PromptLine
from docdeck.text import Safe, safe

if TYPE_CHECKING:
    from docdeck.deck.screens.base import DeckScreen


class FootLine(PromptLine):
    """A prompt at the foot of a view, which has the keys until it is closed; the footer tells of `KEYS`."""

    KEYS: ClassVar[LineKeys] = FILTER_KEYS

    def __init__(self, view: DeckScreen, sign: Safe, text: str, changed: Callable[[str], None] | None = None) -> None:
        super().__init__(sign, text, on_text=changed, id="filter")
        self._view = view

    def open(self) -> None:
        """Stand at the foot of the view, unless another line stands there."""
        if self._view.filtering:
            return
        self._view.filtering, self._view.line_keys = True, self.KEYS
        self._view.show_footer()
        self._view.open_field(self)

    def close(self) -> None:
        """Give the keys back to the view."""
        self._view.filtering = False
        self._view.restore_focus()
        self.remove()
        self._view.show_footer()


class FilterLine(FootLine):
    """Hands each change to the list."""

    def __init__(self, view: DeckScreen, before: str, changed: Callable[[str], None]) -> None:
        super().__init__(view, safe("/"), before, changed)
        self._before, self._apply = before, changed

    def on_prompt_line_submitted(self, message: PromptLine.Submitted) -> None:
        message.stop()
        self.close()

    def on_prompt_line_left(self, message: PromptLine.Left) -> None:
        message.stop()
        self._apply(self._before)
        self.close()

    def on_prompt_line_stepped(self, message: PromptLine.Stepped) -> None:
        message.stop()
        view = self._view.searched if isinstance(self._view, Finding) else self._view.main_view
        if view is not None:
            view.move(message.delta)


def ask_filter(view: DeckScreen, before: str, changed: Callable[[str], None], *, selected: bool = False) -> None:
    """Open the filter line at the foot of a view; `selected`: the words of before give way to what is typed."""
    line = FilterLine(view, before, changed)
    if selected:
        line.select_text()
    line.open()
