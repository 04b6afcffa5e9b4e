"""On a wide screen, the text of the page under the cursor of a tree."""

from __future__ import annotations

import time
from dataclasses import dataclass

from textual import getters
from textual.app import ComposeResult
from textual.message import Message

from docdeck.api.errors import DocdeckError
from docdeck.deck.painters.markdown import MarkdownSource
from docdeck.deck.screens.base import THREE_PANES
from docdeck.deck.screens.tree import TreeScreen
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import span
from docdeck.deck.widgets.pane import Pane
from docdeck.text import safe, safe_line
from docdeck.workspace.pages import PageText, watch_page
from docdeck.workspace.tree import Node

NO_PAGE = safe("A page under the cursor reads here.")


class PageBeside(TreeScreen):
    """A third pane from 160 columns on; it is filled after the first frame and read when the cursor rests."""

    DEFAULT_CSS = """
    PageBeside #page { width: 1fr; display: none; }
    PageBeside.three-panes #page { display: block; }
    PageBeside.no-preview #page { display: none; }
    """

    page_pane = getters.query_one("#page", Pane)

    @dataclass
    class PageRead(Message):
        """The page under the cursor as far as it is known."""

        key: str
        page: PageText

    def panes(self) -> ComposeResult:
        yield from super().panes()
        yield Pane(safe("Page"), LineView(), rule=True, later=True, id="page")

    def begin(self) -> None:
        super().begin()
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        self.page_pane.fill()
        self.page_pane.show_state(((span(NO_PAGE, "dim"),),))

    def rested(self) -> None:
        super().rested()
        node, session = self.node, self.app.session
        if session is None or not self.has_class(THREE_PANES):
            return
        if node is None or node.kind != "page":
            self.page_pane.show_title(safe("Page"), safe(""))
            self.page_pane.show_state(((span(NO_PAGE, "dim"),),))
            return
        space, page = node.ids["space"], node.ids["page"]
        self.read_stream(
            lambda: watch_page(session, space, page),
            lambda found: self.PageRead(node.key, found),
            "page beside",
            lambda error: self._page_failed(node, error),
        )

    def resized(self) -> None:
        self.rest()  # the third pane is there now, or was not while the cursor moved

    def _page_failed(self, node: Node, error: DocdeckError) -> None:
        if self.node is None or self.node.key != node.key:
            return
        self.page_pane.show_title(safe_line(node.title), safe(""))
        self.page_pane.show_state(((span(safe(str(error)), "bad"),),))

    def on_page_beside_page_read(self, message: PageRead) -> None:
        if self.node is None or self.node.key != message.key:
            return
        page = message.page
        self.page_pane.show_title(safe_line(page.page.title), safe_line(page.freshness.words(time.time())))
        self.page_pane.show_state(None)
        self.page_pane.view.set_source(MarkdownSource(page.lines))
