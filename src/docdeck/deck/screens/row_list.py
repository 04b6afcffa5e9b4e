"""What every list of rows has: a filter, marks, a preview that can be hidden, and what is read again after a write."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from textual import getters, on

from docdeck.deck.screens.marking import Marking
from docdeck.deck.screens.preview_place import place_preview, toggle_preview, turn_preview
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.pane import Pane
from docdeck.text import safe

if TYPE_CHECKING:
    from docdeck.api.errors import DocdeckError
    from docdeck.workspace.acts import Act
    from docdeck.workspace.writes import Outcome


class RowListScreen(Marking):
    """The list is the pane `#list` with the line view `#rows`; a view paints the rows that pass `filter_text`."""

    rows = getters.query_one("#list", Pane)

    def __init__(self, location: str) -> None:
        super().__init__(location)
        self.filter_text = ""

    @property
    def list_view(self) -> LineView:
        return self.rows.view

    # Reading

    def begin(self) -> None:
        self.rows.content.focus()
        self.paint()
        super().begin()

    def session_failed(self, error: DocdeckError) -> None:
        super().session_failed(error)
        self.paint()

    def after_write(self, act: Act, outcome: Outcome) -> None:
        if outcome.state == "done":
            self.look_again()

    def pending_changed(self) -> None:
        self.paint()

    # Actions

    @on(LineView.Opened, "#rows")
    def _opened(self) -> None:
        self.do_open()

    def do_preview(self) -> None:
        toggle_preview(self)

    def do_preview_turn(self) -> None:
        turn_preview(self)

    def on_screen_resume(self) -> None:
        place_preview(self)
        super().on_screen_resume()

    def do_filter(self) -> None:
        from docdeck.deck.screens.prompting import ask_filter

        ask_filter(self, self.filter_text, self.set_filter)

    def set_filter(self, text: str) -> None:
        """Show only rows that match; an empty text shows all."""
        self.filter_text = text
        self.paint()

    # Saved filters

    def filter_values(self) -> dict[str, str]:
        """How this list is filtered and sorted, in words that `take_filter` understands."""
        return {"words": self.filter_text}

    def filter_name(self) -> str:
        """What a saved filter is called when nobody names it."""
        return self.filter_text

    def take_filter(self, values: Mapping[str, str]) -> None:
        """Show what a saved filter lets pass; parts that it does not name are as at the start."""
        self.set_filter(values.get("words", ""))

    def do_filter_save(self) -> None:
        from docdeck.deck.screens.saved_filters import ask_name

        ask_name(self)

    def do_filter_pick(self) -> None:
        from docdeck.deck.screens.choosing import choose
        from docdeck.deck.screens.saved_filters import saved_choices, take_choice

        choices = saved_choices(self)
        if choices:
            choose(self.app, "Saved filters", choices, partial(take_choice, self))
        else:
            self.answer(safe("No filter is saved here yet: / filters, then F saves."))

    def do_back(self) -> None:
        if self.marked:
            self.drop_marks()
        elif self.filter_text:
            self.set_filter("")
        else:
            self.app.do_back()
