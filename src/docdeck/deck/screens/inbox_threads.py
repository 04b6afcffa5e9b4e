"""Threads among the rows of the inbox: opened at their place, resolved from here, and read beside the list."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from docdeck.api.errors import DocdeckError
from docdeck.deck.screens.request_list import ROW_ACTIONS, RequestListScreen
from docdeck.deck.widgets.lines import span
from docdeck.deck.widgets.sources import SimpleSource
from docdeck.text import safe, safe_line

if TYPE_CHECKING:
    from docdeck.workspace.bulk import ThreadRef
    from docdeck.workspace.inbox_rows import InboxRow
    from docdeck.workspace.session import Session
    from docdeck.workspace.thread_lists import ThreadList


class InboxThreads(RequestListScreen):
    """What keys do on rows that are threads, of a request or of a space itself, which has no request to act on."""

    @dataclass
    class TalkRead(Message):
        """The thread on a space under the cursor, as far as it is known."""

        key: str
        found: ThreadList

    def inbox_row(self, key: str | None) -> InboxRow | None:
        """The row with this key."""
        return None

    @property
    def talk(self) -> InboxRow | None:
        """The row under the cursor when it is a thread on a space itself."""
        row = self.inbox_row(self.rows.view.cursor_key)
        return row if row is not None and not row.change_request else None

    def why_not(self, action_id: str) -> str | None:
        if action_id in ROW_ACTIONS and not self.marked and self.talk is not None:
            own = action_id in ("open", "close")
            return None if own else "This thread is on the space itself; enter opens it."
        return super().why_not(action_id)

    def do_open(self) -> None:
        row = self.inbox_row(self.rows.view.cursor_key)
        if row is None or row.comment is None:
            super().do_open()
        elif row.change_request:
            self.app.open_change_request(row.space, row.change_request, safe_line(row.label), row.comment)
        else:
            self.app.open_threads(row.space, row.space_title, row.comment)

    # Beside the list

    def rest_elsewhere(self) -> None:
        super().rest_elsewhere()
        talk, session = self.talk, self.app.session
        if talk is None or talk.comment is None or session is None:
            return
        from docdeck.workspace.thread_lists import watch_thread

        space, comment = talk.space, talk.comment
        self.preview.show_title(safe_line(talk.where))
        self.read_stream(
            lambda: watch_thread(session, space, comment),
            lambda found: self.TalkRead(talk.key, found),
            "preview",
            lambda error: self._talk_failed(talk.key, error),
        )

    def _talk_failed(self, key: str, error: DocdeckError) -> None:
        if self.rows.view.cursor_key == key:
            self.preview.show_state(((span(safe(str(error)), "bad"),),))

    def on_inbox_threads_talk_read(self, message: TalkRead) -> None:
        if self.rows.view.cursor_key != message.key:
            return
        from docdeck.deck.painters.threads import thread_items

        now = time.time()
        (placed,) = message.found.threads
        self.preview.show_title(safe_line(placed.space_title), safe_line(message.found.freshness.words(now)))
        self.preview.show_state(None)
        page = placed.page_title or "a page"
        self.preview.view.set_source(SimpleSource(thread_items([placed.thread], now, lambda _: page)))

    # Resolving

    def do_close(self) -> None:
        """On a thread with news: resolve it; on a change request: archive it; of marked rows, each as it is."""
        session = self.app.session
        threads = self._threads_of(sorted(self.marked) if self.marked else [self.rows.view.cursor_key or ""])
        if session is None or not threads:
            super().do_close()
        elif not self.marked:
            from docdeck.workspace.acts import resolve

            self.app.submit(resolve(threads[0].where, threads[0].comment))
        else:
            self._close_many(session, threads)

    def _threads_of(self, keys: Iterable[str]) -> list[ThreadRef]:
        """The threads with news among these rows."""
        from docdeck.workspace.acts import Where
        from docdeck.workspace.bulk import ThreadRef

        rows = [self.inbox_row(key) for key in keys]
        return [
            ThreadRef(Where(row.space, row.change_request, row.where), row.comment, False, row.note)
            for row in rows
            if row is not None and row.comment is not None
        ]

    def _close_many(self, session: Session, threads: list[ThreadRef]) -> None:
        from docdeck.deck.screens.bulk import open_bulk
        from docdeck.workspace.bulk import Item, plan_requests, plan_threads

        talked = {f"threads:{each.comment}" for each in threads}
        found = [self.row_of(key) for key in sorted(self.marked - talked)]
        requests = tuple(dict.fromkeys((row.space, row.change_request) for row in found if row is not None))

        async def plan() -> tuple[Item, ...]:
            return (*plan_threads(session, "resolve", threads), *await plan_requests(session, "archive", requests))

        open_bulk(self.app, "Resolve and archive" if requests else "Resolve", plan)
