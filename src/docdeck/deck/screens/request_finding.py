"""Finding words in the page that is read in a change request, in any form of the comparison."""

from __future__ import annotations

from docdeck.deck.filtering import matches
from docdeck.deck.screens.finding import Finding
from docdeck.deck.screens.request_reading import RequestReading
from docdeck.deck.widgets.line_view import LineView

_WIDTH = 100
"""The words of an item are the same at any width."""


class RequestFinding(RequestReading, Finding):
    """`/` looks through the page that is shown; what is folded is found where its fold stands."""

    def do_filter(self) -> None:
        self.focus_pane(self.reading)
        super().do_filter()

    @property
    def searched(self) -> LineView:
        return self.reading.view

    @property
    def wholly_read(self) -> bool:
        return self.page is None or self.wholly_compared

    def matches_at(self, index: int) -> bool:
        source, form = self.searched.source, self.form
        if not self.filter_text or index >= source.count or not source.selectable(index):
            return False
        shown = ["".join(text for text, _ in line) for line in source.lines(index, _WIDTH)]
        folded = form.folded_words(index) if form is not None and source is form else ""
        return matches(self.filter_text, *shown, folded)
