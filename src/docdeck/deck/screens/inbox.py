"""The inbox: what waits for you over all organizations. The first view, painted from what was last seen."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.message import Message

from docdeck.deck.filtering import matches
from docdeck.deck.painters.inbox import EMPTY_INBOX, inbox_source
from docdeck.deck.painters.rows import RowsSource
from docdeck.deck.screens.inbox_threads import InboxThreads
from docdeck.deck.screens.request_list import RequestRow
from docdeck.deck.widgets.lines import span
from docdeck.text import Safe, safe, safe_line
from docdeck.workspace.freshness import Freshness
from docdeck.workspace.inbox_rows import Inbox, InboxRow

if TYPE_CHECKING:
    from docdeck.models.change_requests import ChangeRequest
    from docdeck.workspace.glance import Glance
    from docdeck.workspace.probing import Look
    from docdeck.workspace.session import Session


PROBE_SECONDS = 60.0
"""How often it is looked whether anything moved."""


class InboxScreen(InboxThreads):
    """Four sections of rows, and beside them the request under the cursor."""

    PLACE = "place.inbox"
    TITLE_WORDS = "Inbox"
    FOOTER: ClassVar[tuple[str, ...]] = (
        "open",
        "review.approve",
        "merge",
        "comment.whole",
        "filter",
        "quick_find",
        "refresh",
    )

    @dataclass
    class Loaded(Message):
        """The inbox as far as it is known."""

        inbox: Inbox

    @dataclass
    class Moved(Message):
        """A look found open requests that are new or changed."""

        requests: tuple[ChangeRequest, ...]

    def __init__(self, glance: Glance | None = None) -> None:
        super().__init__("inbox")
        self.inbox = glance.inbox() if glance is not None else Inbox()
        self.shown = self.inbox.freshness
        self._source: RowsSource[InboxRow] = inbox_source(self.inbox.rows, time.time())
        self._known: set[str] | None = None
        self._look: Look | None = None
        self._notice = ""
        self._anew = False

    def source(self) -> RowsSource[InboxRow]:
        return self._source

    def row_of(self, key: str) -> RequestRow | None:
        row = self.inbox_row(key)
        if row is None or not row.change_request:
            return None
        return RequestRow(row.key, row.space, row.change_request, row.label, row.where)

    def inbox_row(self, key: str | None) -> InboxRow | None:
        return self._source.row(key)

    # Reading

    def begin(self) -> None:
        super().begin()
        self.set_interval(PROBE_SECONDS, self.probe)

    def session_ready(self, session: Session) -> None:
        self.read()
        self.rest()

    def probe(self) -> None:
        """Look cheaply whether anything moved; nothing is painted when nothing did."""
        session = self.app.session
        if session is None or not self.is_active_place:
            return

        async def look() -> None:
            from docdeck.workspace.probing import look_at_open

            now = await look_at_open(session)
            before, self._look = self._look, now or self._look
            if now is None:
                since = session.platform.state.offline_since
                if since is not None:
                    self.show_freshness(Freshness("offline", at=self.shown.at, since=since))
                return
            if before is not None and not now.same_as(before):
                self.post_message(self.Moved(now.moved_since(before)))
            elif self.shown.state == "offline" or self._is_old():
                self.read()

        self.run_read(look, "probe")

    def _is_old(self) -> bool:
        """Whether reviews or comments were last asked for so long ago that news may have come unseen by a look."""
        from docdeck.workspace.believing import BELIEVED_FOR

        at = self.shown.at
        return self.shown.state == "live" and at is not None and time.time() - at >= BELIEVED_FOR

    @property
    def is_active_place(self) -> bool:
        """Whether the reader can see this view; a sheet may stand over it."""
        return self.app.navigator is None or self.app.navigator.current is self

    def on_inbox_screen_moved(self, message: Moved) -> None:
        watched = self.app.session.desk.watched.all() if self.app.session is not None else {}
        names = [f"#{each.number} {each.subject}" for each in message.requests if watched.get(each.id) == "watch"]
        if names:
            self._notice = f"Watched and moved: {', '.join(names[:3])}"
        self.read()

    def do_refresh(self) -> None:
        self._anew = True
        super().do_refresh()

    def read(self) -> None:
        from docdeck.workspace.believing import BELIEVED_FOR
        from docdeck.workspace.inbox import watch_inbox

        anew, self._anew = self._anew, False
        session = self.app.session
        if session is not None:
            believe_for = 0.0 if anew else BELIEVED_FOR
            self.read_stream(lambda: watch_inbox(session, believe_for=believe_for), self.Loaded, "inbox")

    def on_inbox_screen_loaded(self, message: Loaded) -> None:
        self.inbox = message.inbox
        self._tell_news()
        if message.inbox.me and message.inbox.me != self.app.who:
            self.app.who = message.inbox.me
            self.app.show_connection()  # whichever view is on top tells who I am
        self.show_freshness(message.inbox.freshness)
        self.paint()
        for problem in message.inbox.problems[:1]:
            self.say(safe_line(problem))

    def _tell_news(self) -> None:
        """One sentence about what arrived since it was last read whole."""
        inbox = self.inbox
        if inbox.freshness.state != "live":
            return
        from docdeck.workspace.probing import look_at_stored

        session = self.app.session
        self._look = look_at_stored(session) if session is not None else None
        known, self._known = self._known, {row.key for row in inbox.rows}
        new = [row for row in inbox.rows if known is not None and row.key not in known]
        watched = self.app.session.desk.watched.all() if self.app.session is not None else {}
        new = [row for row in new if watched.get(row.change_request) != "mute"]
        words = [self._notice] if self._notice else []
        if new:
            names = ", ".join(row.label for row in new[:2])
            words.append(f"New: {names}{f' and {len(new) - 2} more' if len(new) > 2 else ''}")
        self._notice = ""
        if words:
            self.say(safe_line("   ".join(words)))

    def paint(self) -> None:
        session = self.app.session
        watched = session.desk.watched.all() if session is not None else {}
        unmuted = [row for row in self.inbox.rows if watched.get(row.change_request) != "mute"]
        muted = len(self.inbox.rows) - len(unmuted)
        rows = [row for row in unmuted if self._passes(row)]
        self._source = inbox_source(rows, time.time(), self.row_marks)
        self.rows.view.set_source(self._source)
        self._name_beside()
        if not self.app.keys_pressed:
            self.rows.view.first()  # sections arrive one by one; nobody has chosen a row yet
        extra = (span(f"  /{self.filter_text}", "accent"),) if self.filter_text else ()
        extra = (*extra, span(f"  {muted} muted", "dim")) if muted else extra
        self.rows.show_title(safe(self.TITLE_WORDS), extra=extra)
        self.rows.show_state(None if rows else ((span(self._why_empty(), "dim"),),))
        self.show_footer()

    def _passes(self, row: InboxRow) -> bool:
        return matches(self.filter_text, row.subject, row.where, row.author, row.note)

    def _why_empty(self) -> Safe:
        if self.inbox.rows and not self.filter_text:
            return safe("All that waits is muted. w on a request in Change requests (2) takes that back.")
        if self.inbox.rows:
            return safe(f"No row matches /{self.filter_text}. Escape shows all {len(self.inbox.rows)}.")
        reading = "Reading what waits for you …"
        if self.app.session is None and self.app.launch.sample:
            reading = "Opening the sample workspace. The first start makes it, which takes some seconds …"
        return self.why_nothing(reading, EMPTY_INBOX)
