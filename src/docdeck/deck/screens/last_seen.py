"""The first frame where the reader was last: the lines as they were, until the real view can be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult

from docdeck.deck.screens.base import DeckScreen
from docdeck.deck.widgets.item_view import Place
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import Line, Span, span
from docdeck.deck.widgets.pane import Pane
from docdeck.deck.widgets.sources import Item, SimpleSource
from docdeck.text import safe_line
from docdeck.workspace.freshness import Freshness

if TYPE_CHECKING:
    from docdeck.workspace.last_seen import LastSeen, Words


class LastSeenScreen(DeckScreen):
    """Shows what was kept; nothing can be opened in it but the deck's places."""

    def __init__(self, seen: LastSeen) -> None:
        super().__init__("last seen")
        self.seen = seen
        self.shown = Freshness("stored", at=seen.at)

    def panes(self) -> ComposeResult:
        items = [Item(key, (_line(words),)) for key, words in self.seen.rows]
        view = LineView(id="rows")
        view.set_source(SimpleSource(items), place=Place(key=self.seen.cursor))
        yield Pane(safe_line(self.seen.title), view)

    @property
    def place_shown(self) -> str:
        return self.seen.place

    def path(self) -> tuple[Span, ...]:
        return () if self.seen.place else (span(self.seen.title, "title"),)

    def begin(self) -> None:
        view = self.main_view
        if view is not None:
            view.focus()


def _line(words: Words) -> Line:
    return tuple(span(text, role) for text, role in words)
