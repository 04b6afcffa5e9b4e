"""A page to read: its text, its table of contents, find in the page, and its links."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.message import Message

from docdeck.api.errors import DocdeckError
from docdeck.deck.filtering import matches
from docdeck.deck.painters.markdown import MarkdownSource
from docdeck.deck.painters.rows import Heading as RowHeading
from docdeck.deck.painters.rows import RowsSource
from docdeck.deck.screens.base import ONE_PANE
from docdeck.deck.screens.finding import Finding
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import Line, Span, span
from docdeck.deck.widgets.pane import Pane
from docdeck.text import Safe, safe, safe_line
from docdeck.workspace.pages import Heading, Link, PageText, watch_page

if TYPE_CHECKING:
    from docdeck.workspace.session import Session


class PageScreen(Finding):
    """The text in the middle; the contents and the links beside it."""

    PLACE = "place.spaces"
    DEFAULT_CSS = """
    PageScreen #text { width: 1fr; }
    PageScreen #contents { width: 34; }
    PageScreen.three-panes #contents { width: 48; }
    PageScreen.one-pane #contents { display: none; }
    PageScreen.one-pane.on-contents #contents { display: block; width: 1fr; border-left: none; }
    PageScreen.one-pane.on-contents #text { display: none; }
    """
    FOOTER: ClassVar[tuple[str, ...]] = (
        "filter",
        "match.next",
        "comment.here",
        "pane.next",
        "space.requests",
        "space.threads",
        "link.copy",
        "link.open",
        "refresh",
    )

    text_pane = getters.query_one("#text", Pane)
    contents = getters.query_one("#contents", Pane)

    @dataclass
    class Read(Message):
        """The page as far as it is known."""

        page: PageText

    def __init__(self, space: str, page: str, label: Safe, space_title: str = "") -> None:
        super().__init__(f"page:{space}:{page}")
        self.space_id, self.page_id, self.label, self.space_title = space, page, label, space_title
        self.page: PageText | None = None

    def panes(self) -> ComposeResult:
        yield Pane(self.label, LineView(id="lines"), id="text")
        yield Pane(safe("Contents"), LineView(id="headings"), rule=True, id="contents")

    @property
    def way(self) -> tuple[str, ...]:
        return ("page", self.space_id, self.page_id, self.label, self.space_title)

    def path(self) -> tuple[Span, ...]:
        space = (span(safe_line(f"{self.space_title} › "), "dim"),) if self.space_title else ()
        return (span("Spaces › ", "dim"), *space, span(self.label, "title"))

    def begin(self) -> None:
        self.text_pane.content.focus()
        self.text_pane.show_state(((span("Reading the page …", "dim"),),))
        super().begin()

    def session_ready(self, session: Session) -> None:
        self.read_stream(lambda: watch_page(session, self.space_id, self.page_id), self.Read, "page")

    def session_failed(self, error: DocdeckError) -> None:
        super().session_failed(error)
        if self.page is None:
            self.text_pane.show_state(((span(safe(str(error)), "bad"),),))

    def on_page_screen_read(self, message: Read) -> None:
        before, page = self.page, message.page
        if before is not None and before.lines and not page.whole:
            return  # what is shown is more than its beginning
        self.page = page
        self.label = safe_line(page.page.title)
        self.show_freshness(page.freshness)
        self.show_header()
        if before is None or before.lines != page.lines:
            self.text_pane.view.set_source(MarkdownSource(page.lines))
            self.contents.view.set_source(contents_source(page))
        self.text_pane.show_title(self.label, safe(f"{len(page.lines)} lines{'' if page.whole else ' so far'}"))
        empty = page.whole and not any(line.strip() for line, _ in page.lines)
        self.text_pane.show_state(((span("This page has no text.", "dim"),),) if empty else None)
        nothing = page.whole and not page.headings and not page.links
        self.contents.show_state(((span("No headings and no links.", "dim"),),) if nothing else None)
        self.show_footer()
        if before is not None and not before.whole and self.filter_text:
            self.find(self.filter_text)  # it may stand in what has come since

    # Comments on the space

    def do_comment_here(self) -> None:
        page, at = self.page, self.text_pane.view.cursor_index
        if page is None:
            return
        lines = page.lines
        node = lines[at][1] if at is not None and at < len(lines) and self.text_pane.has_focus_within else None
        self._comment(self.page_id, node)

    def do_comment_whole(self) -> None:
        self._comment(self.page_id, None)

    def _comment(self, page: str, node: str | None) -> None:
        from docdeck.deck.screens.writings import compose_comment
        from docdeck.workspace.acts import Where

        compose_comment(self, Where(self.space_id, "", self.label), page, node, page_title=self.label)

    # Contents and links

    @on(LineView.Opened, "#headings")
    def _go_to(self, message: LineView.Opened) -> None:
        kind, _, number = message.key.partition(" ")
        page = self.page
        if page is None:
            return
        entry = (page.headings if kind == "heading" else page.links)[int(number)]
        self.text_pane.view.move_to(str(entry.line))
        self.focus_pane(self.text_pane)
        if isinstance(entry, Link):
            self.say(safe_line(f"{entry.words} → {entry.target}   o opens it, y copies it"))

    @property
    def link(self) -> Link | None:
        """The link under the cursor: in the contents, else the first on the line of the text."""
        page = self.page
        if page is None:
            return None
        if self.contents.has_focus_within:
            kind, _, number = (self.contents.view.cursor_key or "").partition(" ")
            return page.links[int(number)] if kind == "link" else None
        line = self.text_pane.view.cursor_key
        return next((link for link in page.links if str(link.line) == line), None)

    def address(self) -> str | None:
        """What `y` copies and `o` opens: the link under the cursor, else the page."""
        if self.link is not None:
            return self.link.target
        return str(self.page.page.urls.get("app") or "") or None if self.page is not None else None

    def focus_pane(self, pane: Pane) -> None:
        self.set_class(pane is self.contents, "on-contents")
        super().focus_pane(pane)

    def reachable_panes(self) -> list[Pane]:
        return [self.text_pane, self.contents] if self.has_class(ONE_PANE) else super().reachable_panes()

    # Find in the page

    @property
    def searched(self) -> LineView:
        return self.text_pane.view

    @property
    def wholly_read(self) -> bool:
        return self.page is None or self.page.whole

    def matches_at(self, index: int) -> bool:
        return self.page is not None and matches(self.filter_text, self.page.lines[index][0])

    def do_space_requests(self) -> None:
        self.app.open_requests(self.space_id, "")

    def do_space_threads(self) -> None:
        self.app.open_threads(self.space_id, "")

    def show_age(self) -> None:
        super().show_age()
        if self.page is not None and self.is_mounted:
            self.text_pane.show_right(safe_line(self.shown.words(time.time())))


def contents_source(page: PageText) -> RowsSource[Heading | Link]:
    """Headings by their depth, then the links."""
    keys: dict[int, str] = {}
    rows: list[Heading | Link | RowHeading] = []
    for at, heading in enumerate(page.headings):
        keys[id(heading)] = f"heading {at}"
        rows.append(heading)
    if page.links:
        rows += [RowHeading("space"), RowHeading("links", (span("LINKS", "heading"),))]
    for at, link in enumerate(page.links):
        keys[id(link)] = f"link {at}"
        rows.append(link)

    def paint(row: Heading | Link, width: int) -> Line:
        if isinstance(row, Heading):
            return (span("  " * (row.level - 1)), span(safe_line(row.title)))
        return (span(safe_line(row.words), "link"), span(f"  {row.target}", "dim"))

    return RowsSource(rows, lambda row: keys[id(row)], paint)
