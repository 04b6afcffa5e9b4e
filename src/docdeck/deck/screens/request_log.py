"""The request log: every call with method, path, status, time and where its answer came from."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar

from textual import getters
from textual.app import ComposeResult

from docdeck.deck.filtering import matches
from docdeck.deck.painters.rows import RowsSource
from docdeck.deck.screens.base import DeckScreen
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import Line, Span, padded, span
from docdeck.deck.widgets.pane import Pane
from docdeck.text import safe, safe_line
from docdeck.workspace.freshness import Freshness

if TYPE_CHECKING:
    from docdeck.workspace.details import Details
    from docdeck.workspace.session import Session

REFRESH_SECONDS = 1.0


class RequestLogScreen(DeckScreen):
    """Newest first. `y` copies the call under the cursor as a curl command without the token."""

    FOOTER: ClassVar[tuple[str, ...]] = ("link.copy", "details", "filter", "back")
    log_pane = getters.query_one("#log", Pane)

    def __init__(self) -> None:
        super().__init__("request_log")
        self.filter_text = ""
        self._painted = -1

    def panes(self) -> ComposeResult:
        yield Pane(safe("Request log"), LineView(), id="log")

    def path(self) -> tuple[Span, ...]:
        return (span("Request log", "title"),)

    def begin(self) -> None:
        self.log_pane.content.focus()
        self.set_interval(REFRESH_SECONDS, self.paint)
        self.paint()

    def on_screen_resume(self) -> None:
        self.paint()

    def session_ready(self, session: Session) -> None:
        self.paint()

    def paint(self) -> None:
        """Paint the entries when there are new ones."""
        session = self.app.session
        entries = [] if session is None else [(at, each) for at, each in enumerate(session.platform.log)]
        newest = entries[-1][1].when if entries else 0.0
        self.show_freshness(self._connection())
        if (newest, len(entries), self.filter_text) == self._painted or not self.is_current:
            return
        self._painted = (newest, len(entries), self.filter_text)
        rows = [
            row for row in reversed(entries) if matches(self.filter_text, row[1].operation, row[1].path, row[1].method)
        ]
        self.log_pane.view.set_source(RowsSource(rows, lambda row: f"{row[1].when} {row[0]}", entry_line))
        self.log_pane.show_title(safe("Request log"), safe(f"{len(rows)} calls"))
        self.log_pane.show_state(None if rows else ((span("No request was made yet.", "dim"),),))

    def _connection(self) -> Freshness:
        """The state of the connection: the log itself is always as new as can be."""
        session = self.app.session
        if session is None:
            return self.shown
        state, now = session.platform.state, time.time()
        if state.offline_since is not None:
            return Freshness("offline", at=now, since=state.offline_since)
        if state.limited_until is not None and state.limited_until > now:
            return Freshness("rate_limited", until=state.limited_until)
        return Freshness("live")

    def do_filter(self) -> None:
        from docdeck.deck.screens.prompting import ask_filter

        ask_filter(self, self.filter_text, self._filter)

    def _filter(self, text: str) -> None:
        self.filter_text = text
        self.paint()

    def _entry(self) -> Any:
        """The call under the cursor, None without one."""
        source = self.log_pane.view.source
        row = source.row(self.log_pane.view.cursor_key) if isinstance(source, RowsSource) else None
        return None if row is None else row[1]

    def label_of(self, action_id: str) -> str:
        return "copy as curl" if action_id == "link.copy" else super().label_of(action_id)

    def details(self) -> Details | None:
        """The whole call: the row has no room for its path."""
        from docdeck.workspace.details import Details, facts

        entry = self._entry()
        if entry is None:
            return None
        query = [f"{name}={value}" for name, value in entry.params]
        groups = (
            ("", facts(("Path", entry.path), ("Query", query), ("Operation", entry.operation), ("Body", entry.body))),
            (
                "Answer",
                facts(
                    ("Status", entry.status), ("From", entry.source), ("Took", f"{entry.ms:.0f} ms"),
                    ("Bytes", entry.bytes or None), ("Attempt", entry.attempt), ("Error", entry.error),
                    ("At", datetime.fromtimestamp(entry.when, UTC)),
                ),
            ),
        )  # fmt: skip
        return Details(f"{entry.method} {entry.operation}", groups)

    def on_line_view_opened(self, message: LineView.Opened) -> None:
        message.stop()
        self.do_details()

    def do_link_copy(self) -> None:
        session, entry = self.app.session, self._entry()
        if session is None or entry is None:
            self.answer(safe("Nothing is under the cursor."))
            return
        self.app.copy_to_clipboard(entry.as_curl(session.base_url))
        self.say(safe("Sent to the terminal's clipboard as a curl command; it takes the token from $DOCDECK_TOKEN."))


def entry_line(row: tuple[int, Any], width: int) -> Line:
    """`12:04:11 GET  200  14 ms  stored  /v1/orgs/…  listSpaces…`."""
    entry = row[1]
    status = str(entry.status) if entry.status is not None else "-"
    role = "bad" if entry.error or (entry.status or 0) >= 400 else "ok" if entry.source == "network" else "dim"
    clock = time.strftime("%H:%M:%S", time.localtime(entry.when))
    attempt = f" ×{entry.attempt}" if entry.attempt > 1 else ""
    return (
        span(f"{clock} ", "dim"),
        span(padded(entry.method, 7), "strong"),
        span(padded(status + attempt, 7), role),
        span(padded(f"{entry.ms:.0f} ms", 9, right=True) + "  ", "number"),
        span(padded(entry.source, 8), "dim"),
        span(padded(safe_line(entry.path), max(16, (width - 36) // 2)) + "  "),
        span(entry.error, "bad") if entry.error else span(entry.operation, "dim"),
    )
