"""Comment threads: of one space and its open requests, or the unresolved ones over everything, by whose turn it is."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.message import Message

from docdeck.deck.filtering import matches
from docdeck.deck.painters.rows import RowsSource
from docdeck.deck.painters.thread_rows import thread_rows
from docdeck.deck.painters.threads import person, thread_items
from docdeck.deck.screens.request_actions import RequestTarget
from docdeck.deck.screens.thread_completing import ThreadCompleting
from docdeck.deck.screens.writings import compose_comment
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import Span, span
from docdeck.deck.widgets.pane import Pane
from docdeck.deck.widgets.sources import SimpleSource
from docdeck.text import Safe, safe, safe_line
from docdeck.workspace.acts import Where
from docdeck.workspace.believing import BELIEVED_FOR
from docdeck.workspace.bodies import body_markdown
from docdeck.workspace.thread_lists import PlacedThread, ThreadList, watch_open_threads, watch_threads
from docdeck.workspace.threads import Thread

if TYPE_CHECKING:
    from docdeck.workspace.session import Session


NO_THREADS = "No thread is open.\n\nWhat people say on pages and change requests would stand here."


class ThreadsScreen(ThreadCompleting):
    """Rows on the left, the whole thread on the right; `s` groups by turn or by page."""

    PLACE = "place.threads"
    DEFAULT_CSS = """
    ThreadsScreen #list { width: 3fr; }
    ThreadsScreen #threads { width: 2fr; }
    ThreadsScreen.one-pane #threads, ThreadsScreen.no-preview #threads { display: none; }
    """
    FOOTER: ClassVar[tuple[str, ...]] = (
        "open",
        "thread.reply",
        "thread.reply_resolve",
        "close",
        "reopen",
        "thread.react",
        "sort.next",
        "filter",
    )

    beside = getters.query_one("#threads", Pane)

    @dataclass
    class Loaded(Message):
        """The threads as far as they are known."""

        found: ThreadList

    def __init__(self, space: str | None = None, title: str = "") -> None:
        super().__init__(f"threads:{space}" if space is not None else "threads")
        self.space_id, self.space_title = space, title
        self.by_page = False
        self._sought: str | None = None
        self._source: RowsSource[PlacedThread] = thread_rows((), time.time(), by_page=False)

    def panes(self) -> ComposeResult:
        yield Pane(safe("Threads"), LineView(id="rows"), id="list")
        yield Pane(safe("Thread"), LineView(), rule=True, id="threads")

    @property
    def way(self) -> tuple[str, ...]:
        return ("threads", self.space_id, self.space_title) if self.space_id is not None else super().way

    def path(self) -> tuple[Span, ...]:
        if self.space_id is None:
            return ()
        return (span("Spaces › ", "dim"), span(f"{self.space_title} › ", "dim"), span("Threads", "title"))

    # Reading

    def session_ready(self, session: Session) -> None:
        self._read(session, BELIEVED_FOR)

    def _read(self, session: Session, believe_for: float) -> None:
        def stream() -> AsyncIterator[ThreadList]:
            if self.space_id is None:
                return watch_open_threads(session, believe_for=believe_for, whole=believe_for == 0)
            return watch_threads(session, self.space_id, believe_for=believe_for)

        self.read_stream(stream, self.Loaded, "threads")

    def do_refresh(self) -> None:
        if self.app.session is not None:
            self._read(self.app.session, 0.0)

    def on_threads_screen_loaded(self, message: Loaded) -> None:
        self.found = message.found
        if message.found.space is not None:
            self.space_title = message.found.space.title
            self.show_header()
        self.show_freshness(message.found.freshness)
        self.paint()
        self.completes_anew()
        if message.found.problem:
            self.say(safe_line(message.found.problem), failed=True)

    # Saved filters

    def filter_values(self) -> dict[str, str]:
        return {**super().filter_values(), **({"grouped": "page"} if self.by_page else {})}

    def take_filter(self, values: Mapping[str, str]) -> None:
        self.by_page = values.get("grouped") == "page"
        super().take_filter(values)

    def reads_all(self) -> bool:
        return self.by_page or bool(self.filter_text)

    def set_filter(self, text: str) -> None:
        super().set_filter(text)
        self.complete()

    # Painting

    def paint(self) -> None:
        """Paint the rows that pass the filter, and the thread under the cursor."""
        shown = [each for each in self.found.threads if self._passes(each)]
        self._source = thread_rows(shown, time.time(), self.by_page, self.row_marks)
        self.rows.view.set_source(self._source)
        self._go_to_sought()
        waiting = sum(1 for each in shown if not each.thread.resolved)
        extra = (span(f"  /{self.filter_text}", "accent"),) if self.filter_text else ()
        self.rows.show_title(safe("Threads"), safe(f"{waiting} open"), extra=extra)
        self.rows.show_state(None if shown else ((span(self._why_empty(), "dim"),),))
        self._paint_thread()
        self.show_footer()

    def seek(self, comment: str) -> None:
        """Go to a thread now, or as soon as it is read unless the reader moves before."""
        self._sought = comment
        if self.is_mounted:
            self._go_to_sought()

    def _go_to_sought(self) -> None:
        if self._sought is not None and self.rows.view.move_to(self._sought):
            self._sought = None

    def _moved(self, move: Callable[[LineView], object]) -> None:
        self._sought = None
        super()._moved(move)

    def _passes(self, placed: PlacedThread) -> bool:
        if not self.filter_text:
            return True
        thread = placed.thread
        words = [body_markdown(thread.comment.body), *(body_markdown(reply.body) for reply in thread.replies)]
        subject = placed.request.subject if placed.request is not None else ""
        return matches(
            self.filter_text, person(thread.comment.posted_by), subject, placed.page_title, placed.space_title, *words
        )

    def _why_empty(self) -> Safe:
        if self.found.threads:
            return safe(f"No thread matches /{self.filter_text}.")
        return self.why_nothing("Reading the threads …", NO_THREADS)

    @on(LineView.Moved, "#rows")
    def _moved_to_thread(self) -> None:
        self._paint_thread()
        self.show_footer()

    def _paint_thread(self) -> None:
        placed = self.placed
        if placed is None:
            self.beside.show_title(safe("Thread"))
            self.beside.view.set_source(SimpleSource(()))
            return
        name = f"#{placed.request.number} {placed.request.subject}" if placed.request is not None else self.space_title
        self.beside.show_title(safe_line(f"{placed.space_title} {name}".strip()))
        title = placed.page_title or "a page"
        self.beside.view.set_source(SimpleSource(thread_items([placed.thread], time.time(), lambda _: title)))

    # What keys act on

    def where_of(self, placed: PlacedThread) -> Where:
        title = self.found.space.title if self.found.space is not None else placed.space_title or self.space_title
        request = placed.request
        return Where.of(request, title) if request is not None else Where(placed.space, "", title or "this space")

    def rows_of(self, keys: Sequence[str]) -> list[PlacedThread]:
        found = [self._source.row(key) for key in keys]
        return [each for each in found if each is not None]

    @property
    def placed(self) -> PlacedThread | None:
        """The row under the cursor."""
        return self._source.row(self.rows.view.cursor_key)

    @property
    def thread(self) -> Thread | None:
        return self.placed.thread if self.placed is not None else None

    @property
    def target(self) -> RequestTarget | None:
        placed, space = self.placed, self.found.space
        title = space.title if space is not None else self.space_title
        if placed is None:
            where = Where(self.space_id, "", title or "this space") if self.space_id is not None else None
            return RequestTarget(where, None, space, "") if where is not None else None
        request = placed.request
        return RequestTarget(self.where_of(placed), request, space, request.revision if request is not None else "")

    @property
    def block(self) -> tuple[str | None, str | None]:
        """Beside the thread under the cursor: the same block or page."""
        thread = self.thread
        return (thread.page, thread.node) if thread is not None else (None, None)

    def do_comment_whole(self) -> None:
        """In the threads of a space: on the space itself, whatever the cursor stands on."""
        if self.space_id is None:
            super().do_comment_whole()
        else:
            compose_comment(self, Where(self.space_id, "", self.space_title or "this space"), None, None)

    def do_open(self) -> None:
        placed = self.placed
        if placed is None:
            return
        if placed.request is not None:
            label = safe_line(f"#{placed.request.number} {placed.request.subject}")
            self.app.open_change_request(placed.space, placed.request.id, label, placed.thread.comment.id)
        elif placed.thread.page is not None:
            title = self.space_title or placed.space_title
            self.app.open_page(placed.space, placed.thread.page, safe_line(placed.page_title), title)
        else:
            self.answer(safe("This thread is on the space as a whole."))

    def do_sort_next(self) -> None:
        self.by_page = not self.by_page
        self.paint()
        self.complete()
        self.say(safe("By page." if self.by_page else "By whose turn it is."))

    def do_thread_next(self) -> None:
        self._step(1)

    def do_thread_previous(self) -> None:
        self._step(-1)

    def _step(self, step: int) -> None:
        source = self._source

        def waits(index: int) -> bool:
            row = source.row(source.key(index))
            return row is not None and not row.thread.resolved

        if not self.rows.view.move_to_next(waits, step, wrap=True):
            self.answer(safe("No other thread is open here."))
