"""Saved filters: `F` keeps how a list is filtered under a name, `f` offers what was kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docdeck.api.errors import DocdeckError
from docdeck.deck.screens.choosing import Choice
from docdeck.deck.screens.prompting import FootLine
from docdeck.deck.widgets.prompt_line import PromptLine
from docdeck.text import safe, safe_line

if TYPE_CHECKING:
    from docdeck.deck.screens.row_list import RowListScreen
    from docdeck.workspace.saved_filters import SavedFilters

SHOW, FORGET = "saved ", "forget "


class NameLine(FootLine):
    """Asks for the name of a filter; Enter keeps it, Escape leaves all as it was."""

    KEYS = (("enter", "save"), ("esc", "as before"))

    def __init__(self, view: RowListScreen, saved: SavedFilters) -> None:
        super().__init__(view, safe("save filter as:"), view.filter_name())
        self._list, self._saved = view, saved

    def on_prompt_line_submitted(self, message: PromptLine.Submitted) -> None:
        message.stop()
        self.close()
        name = message.text.strip()
        if not name:
            self._list.answer(safe("Nothing was saved: a filter needs a name."))
            return
        place = self._list.PLACE
        known = {each.name for each in self._saved.of(place)}
        try:
            self._saved.save(place, name, self._list.filter_values())
        except DocdeckError as error:
            self._list.say(safe_line(str(error)), failed=True)
            return
        self._list.answer(safe_line(f"{'Changed' if name in known else 'Saved'}: {name}. f shows it again."))

    def on_prompt_line_left(self, message: PromptLine.Left) -> None:
        message.stop()
        self.close()

    def on_prompt_line_stepped(self, message: PromptLine.Stepped) -> None:
        message.stop()


def ask_name(view: RowListScreen) -> None:
    """Open the field for the name at the foot of a list."""
    session = view.app.session
    if session is None:
        view.answer(safe("Nothing can be saved before the account is known."))
        return
    NameLine(view, session.desk.saved_filters).open()


def saved_choices(view: RowListScreen) -> list[Choice]:
    """The saved filters of a list's place, to show by and to forget."""
    session = view.app.session
    saved = session.desk.saved_filters.of(view.PLACE) if session is not None else ()
    shown = [Choice(f"{SHOW}{each.name}", each.name, "saved") for each in saved]
    return [*shown, *(Choice(f"{FORGET}{each.name}", f"forget: {each.name}", "saved") for each in saved)]


def take_choice(view: RowListScreen, choice: str) -> bool:
    """Show by a saved filter, or forget it; False when the choice is another one of the list's own."""
    session = view.app.session
    if session is None or not choice.startswith((SHOW, FORGET)):
        return False
    verb, _, name = choice.partition(" ")
    saved = session.desk.saved_filters
    found = next((each for each in saved.of(view.PLACE) if each.name == name), None)
    if found is None:
        view.say(safe_line(f"{name} is not saved any more."), failed=True)
    elif f"{verb} " == SHOW:
        view.take_filter(found.values)
    else:
        try:
            saved.forget(view.PLACE, name)
        except DocdeckError as error:
            view.say(safe_line(str(error)), failed=True)
        else:
            view.answer(safe_line(f"Forgotten: {name}."))
    return True
