"""Quick find: anything that has a name, by a few letters; Enter goes to where it lives, ctrl+y copies its link."""

from __future__ import annotations

import asyncio
import time
from asyncio import TimerHandle
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Container

from docdeck.deck.painters.quick_find import foot_line, hits_source, why_nothing
from docdeck.deck.painters.rows import RowsSource
from docdeck.deck.widgets.line_row import LineRow
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import FILL, span
from docdeck.deck.widgets.modal import Modal
from docdeck.deck.widgets.prompt_line import PromptLine
from docdeck.deck.widgets.turns import call_after
from docdeck.text import Safe, safe, safe_line
from docdeck.workspace.search_index import ALIKE_FROM, Entry, SearchIndex
from docdeck.workspace.search_sources import Found, search_pages, watch_entries

if TYPE_CHECKING:
    from docdeck.deck.app import DeckApp
    from docdeck.deck.places import Places
    from docdeck.workspace.session import Session

AT_ONCE = 2_000
"""So many entries are searched between two keys; more are searched beside the loop."""
FEW = 8
"""With fewer hits than this, names that are spelled nearly so are shown, too."""
ASK_SECONDS = 0.3
ASK_FROM = 3
"""The platform is asked once typing has rested, for this many letters or more."""
CONNECT_SECONDS = 0.05


class QuickFind(Modal[Entry]):
    """Dismissed with the entry to open, or with None. What is shown always belongs to what stands in the prompt."""

    DEFAULT_CSS = """
    QuickFind { align: center middle; background: $background 40%; }
    QuickFind > Container { width: 100; max-width: 100%; height: 90%; border: round $foreground 50%;
        background: $background; padding: 0 1; }
    """
    app: DeckApp  # pyright: ignore[reportIncompatibleMethodOverride]

    def __init__(self) -> None:
        super().__init__()
        keys = safe("enter open   ctrl+y copy link   esc close ")
        self._title_row = LineRow(((Safe("Find"), "title"), FILL, (keys, "dim")))
        self.prompt = PromptLine(safe("›"))
        self.view = LineView()
        self.view.can_focus = False
        self.foot = LineRow(())
        self.found = Found()
        self.index = SearchIndex()
        self.shown_for: str | None = None
        self._asked: tuple[str, tuple[Entry, ...], tuple[str, ...]] = ("", (), ())
        self._number = 0
        self._open_when_shown = False
        self._asking: TimerHandle | None = None

    def compose(self) -> ComposeResult:
        yield Container(self._title_row, self.prompt, self.view, self.foot)

    def on_mount(self) -> None:
        self.prompt.focus_text()
        self._show("", ())
        self.run_worker(self._reported(self._read()), group="read", exit_on_error=False)

    # Reading

    async def _reported(self, work: Awaitable[None]) -> None:
        """A fault in a worker is a fault of the program: it ends the deck with a report, not in silence."""
        try:
            await work
        except Exception as error:
            self.app._handle_exception(error)

    async def _read(self) -> None:
        session = await self._session()
        async for found in watch_entries(session):
            big = len(found.entries) > AT_ONCE
            self.index = await asyncio.to_thread(SearchIndex, found.entries) if big else SearchIndex(found.entries)
            self.found = found
            self._search()

    async def _session(self) -> Session:
        """The session, once the platform was reached; why not is shown meanwhile."""
        while self.app.session is None:
            self._paint_foot()
            await asyncio.sleep(CONNECT_SECONDS)
        return self.app.session

    # Searching

    def on_prompt_line_changed(self, message: PromptLine.Changed) -> None:
        message.stop()
        self._open_when_shown = False
        self._search()
        if self._asking is not None:
            self._asking.cancel()
        self._asking = call_after(self, ASK_SECONDS, self._ask)

    def _search(self) -> None:
        """Search for what stands in the prompt; a search that was begun before shows nothing any more."""
        self._number += 1
        text, number = self.prompt.text, self._number
        if len(self.index.entries) <= AT_ONCE:
            hits = self.index.find(text)
            self._show(text, hits if len(hits) >= FEW else (*hits, *self.index.alike(text)))
        else:
            self.run_worker(self._reported(self._search_beside(text, number)), group="match", exit_on_error=False)

    async def _search_beside(self, text: str, number: int) -> None:
        index = self.index
        hits = await asyncio.to_thread(index.find, text)
        if number != self._number:
            return
        few = len(hits) < FEW and len(text) >= ALIKE_FROM
        if hits or not few:
            self._show(text, hits)
        if few:
            alike = await asyncio.to_thread(index.alike, text, lambda: number != self._number)
            if number == self._number:
                self._show(text, (*hits, *alike))

    def _ask(self) -> None:
        text = self.prompt.text.strip()
        if len(text) >= ASK_FROM and self._asked[0] != text and self.app.session is not None:
            self.run_worker(
                self._reported(self._ask_platform(self.app.session, text)),
                group="ask",
                exclusive=True,
                exit_on_error=False,
            )

    async def _ask_platform(self, session: Session, text: str) -> None:
        """The platform's own search, which looks into the pages, too."""
        entries, problems = await search_pages(session, self.found.organizations, text)
        if text == self.prompt.text.strip():
            self._asked = (text, entries, problems)
            self._search()

    # Painting

    @property
    def source(self) -> RowsSource[Entry]:
        source = self.view.source
        assert isinstance(source, RowsSource)
        return source

    def _show(self, text: str, hits: Sequence[Entry]) -> None:
        """Show the hits for this text; the cursor stays on its row while the text is the same."""
        asked, more, _ = self._asked
        every = {entry.key: entry for entry in (*hits, *(more if asked and asked == text.strip() else ()))}
        same = text == self.shown_for
        self.shown_for = text
        self.view.set_source(hits_source(tuple(every.values()) or why_nothing(text, self.found, self._problem)))
        if not same:
            self.view.first()
        self._paint_foot()
        if self._open_when_shown:
            self._open_when_shown = self.entry is None and self.found.freshness.state == "loading"
            self._open()

    @property
    def _problem(self) -> str:
        """Why the platform cannot be asked at all."""
        problem = self.app.connection_problem
        return str(problem) if problem is not None and self.app.session is None else ""

    def _paint_foot(self) -> None:
        problems = (*filter(None, (self._problem,)), *self.found.problems, *self._asked[2])
        self.foot.show(foot_line(self.found, len(self.index.entries), problems, time.time()))

    # Keys

    @property
    def entry(self) -> Entry | None:
        """What is under the cursor."""
        return self.source.row(self.view.cursor_key)

    def on_prompt_line_stepped(self, message: PromptLine.Stepped) -> None:
        message.stop()
        self.view.move(message.delta)

    def on_prompt_line_submitted(self, message: PromptLine.Submitted) -> None:
        message.stop()
        if self.shown_for == message.text and self.found.freshness.state != "loading":
            self._open()
        else:
            self._open_when_shown = True  # the keys were quicker than the search

    def _open(self) -> None:
        if self.entry is not None:
            self.dismiss(self.entry)

    def on_prompt_line_left(self, message: PromptLine.Left) -> None:
        message.stop()
        self.dismiss(None)

    def on_line_view_opened(self, message: LineView.Opened) -> None:
        message.stop()
        self._open()

    def on_key(self, event: events.Key) -> None:
        if event.key in ("pageup", "pagedown"):
            event.stop()
            self.view.page(1 if event.key == "pagedown" else -1)
        elif event.key == "ctrl+y":
            event.stop()
            self._copy()

    def _copy(self) -> None:
        entry = self.entry
        if entry is None or not entry.url:
            self.foot.show((span("Nothing is under the cursor." if entry is None else "This has no address.", "warn"),))
            return
        self.app.copy_to_clipboard(safe_line(entry.url))
        self.foot.show((span("Sent to the terminal's clipboard: ", "ok"), span(safe_line(entry.url))))


def open_quick_find(app: Places) -> None:
    """Ask for a name and go there."""

    def chosen(entry: Entry | None) -> None:
        if entry is not None:
            app.call_later(open_entry, app, entry)

    app.push_screen(QuickFind(), chosen)


def open_entry(app: Places, entry: Entry) -> None:
    """Go to where it lives: a page is read, a request opened, anything else stands in the tree of its place."""
    from docdeck.deck.screens.tree import TreeScreen

    label = safe_line(entry.title)
    match entry.kind:
        case "page":
            app.open_page(entry.space, entry.id, label, entry.place.rpartition(" › ")[2])
            return
        case "change_request":
            app.open_change_request(entry.space, entry.id, label)
            return
        case "space":
            app.do_place_spaces()
        case "site":
            app.do_place_sites()
        case "organization" | "person":
            app.do_place_organizations()
    if isinstance(app.view, TreeScreen):
        app.view.reveal(entry.way)
