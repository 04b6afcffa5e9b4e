"""Finding words in what is shown: the cursor goes to the next place that has them, and nothing is hidden."""

from __future__ import annotations

from docdeck.deck.screens.base import ReadingScreen
from docdeck.deck.widgets.line_view import LineView
from docdeck.text import safe, safe_line


class Finding(ReadingScreen):
    """`/` finds, `n` and `N` go on; a view says where it looks and what stands at an index."""

    def __init__(self, location: str) -> None:
        super().__init__(location)
        self.filter_text = ""
        self._begun_at: str | None = None  # where the cursor was when `/` was pressed

    @property
    def searched(self) -> LineView:
        """The line view that is looked through."""
        raise LookupError(f"{type(self).__name__} has nothing to look through")

    @property
    def wholly_read(self) -> bool:
        """Whether everything that can be looked through is there."""
        return True

    def matches_at(self, index: int) -> bool:
        """Whether the item at this index has the words of `filter_text`."""
        return False

    def do_filter(self) -> None:
        from docdeck.deck.screens.prompting import ask_filter

        self._begun_at = self.searched.cursor_key
        ask_filter(self, self.filter_text, self._typed, selected=True)

    def _typed(self, text: str) -> None:
        """Each letter looks from where `/` was pressed, and without a match the cursor is there again."""
        if self._begun_at is not None:
            self.searched.move_to(self._begun_at)
        self.find(text)

    def find(self, text: str) -> None:
        """Look for other words; the cursor stays where it is when they are there, or nowhere."""
        self.filter_text = text
        here = self.searched.cursor_index
        there = not text or (here is not None and self.matches_at(here))
        if there or self.searched.move_to_next(self.matches_at, 1, wrap=True):
            self.status.pass_by()
        elif self.wholly_read:
            self.answer(safe_line(f"Nothing here has “{text}”."))

    def do_match_next(self) -> None:
        self._go_on(1)

    def do_match_previous(self) -> None:
        self._go_on(-1)

    def _go_on(self, step: int) -> None:
        if not self.filter_text:
            self.answer(safe("/ finds something first."))
        elif not self.wholly_read:
            self.answer(safe("The rest is still being read; n goes on in a moment."))
        elif not self.searched.move_to_next(self.matches_at, step, wrap=True):
            here = self.searched.cursor_index
            other = " else" if here is not None and self.matches_at(here) else ""
            self.answer(safe_line(f"Nothing{other} here has “{self.filter_text}”."))
