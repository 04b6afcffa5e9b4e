"""A list of threads over everything: replies and titles of pages are read for what is looked at, not for all of it.

The list itself tells who spoke last and when. A mention in a reply makes a thread mine, so open threads that concern
nobody yet are looked through behind the list, the latest first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest

from textual import on
from textual.message import Message

from docdeck.api.errors import DocdeckError
from docdeck.deck.screens.thread_marking import ThreadMarking
from docdeck.deck.widgets.line_view import LineView
from docdeck.workspace.believing import BELIEVED_FOR
from docdeck.workspace.thread_lists import PlacedThread, ThreadList, completed

LOOKED_THROUGH = 40
"""So many threads out of sight are looked through for mentions at one reading of the list."""
TITLE_WIDTH = 90
"""Columns of a list from which its rows name the page."""
WORDS = frozenset({"edit", "delete"})
"""Actions on the reader's newest word in a thread, which may be a reply."""


def _last_at(placed: PlacedThread) -> float:
    at = placed.thread.last_at
    return at.timestamp() if at is not None else 0.0


def _names(threads: Sequence[PlacedThread], titles: bool) -> frozenset[tuple[str, bool]]:
    """What is asked of these threads: their replies, and titles of their pages."""
    return frozenset((each.thread.comment.id, kind) for each in threads for kind in {False, titles})


class ThreadCompleting(ThreadMarking):
    """Reads the rest of the thread under the cursor, then of those in sight, then what mentions may hide in."""

    def __init__(self, location: str) -> None:
        super().__init__(location)
        self.found = ThreadList()
        self._tried: dict[str, bool] = {}
        self._asked: frozenset[tuple[str, bool]] = frozenset()
        self._hiding: list[PlacedThread] = []

    @dataclass
    class Completed(Message):
        """Threads that are whole now, by their ids."""

        threads: dict[str, PlacedThread]

    @property
    def placed(self) -> PlacedThread | None:
        """The thread under the cursor."""
        return None

    def reads_all(self) -> bool:
        """Whether what is shown depends on the words and pages of all threads."""
        return False

    def completes_anew(self) -> None:
        """The list was read again: what could not be read may be tried again."""
        self._tried.clear()
        nobodys = (each for each in self.found.threads if each.thread.turn == "nobody" and each.thread.unread)
        self._hiding = nlargest(LOOKED_THROUGH, nobodys, key=_last_at)
        self.complete()

    def complete(self) -> None:
        """Read what is not there yet of what is looked at; a newer call takes over from one that still reads."""
        session = self.app.session
        batches = [batch for batch in self._batches() if batch[0]]
        if session is None or self.found.freshness.state not in ("live", "partial") or not batches:
            return
        if _names(*batches[0]) <= self._asked:
            return  # what matters most is on its way

        async def read() -> None:
            for threads, titles in batches:
                wanted = self._lacking(threads, titles)  # of which some may have come with a batch before
                self._asked = asked = _names(wanted, titles)
                try:
                    found = await completed(session, wanted, titles=titles, believe_for=BELIEVED_FOR)
                except DocdeckError:
                    return  # who I am cannot be told; the list says why with its next reading
                finally:
                    if self._asked is asked:
                        self._asked = frozenset()
                self._tried |= dict.fromkeys(found, titles)
                self.post_message(self.Completed(found))

        self.run_read(read, "replies")

    def _batches(self) -> list[tuple[list[PlacedThread], bool]]:
        """What lacks something, the most urgent first, and whether titles of pages are wanted as well."""
        here = [self.placed] if self.placed is not None else []
        if self.reads_all():
            return [(self._lacking(self.found.threads, titles=True), True)]
        titles = self.rows.view.size.width >= TITLE_WIDTH
        sight = self._lacking(self.rows_of(self.rows.view.keys_in_sight()), titles)
        return [(self._lacking(here, titles=True), True), (sight, titles), (self._lacking(self._hiding, False), False)]

    def _lacking(self, threads: Sequence[PlacedThread], titles: bool) -> list[PlacedThread]:
        """Those that were not tried and of which replies, or with `titles` that of the page, are not there."""
        found: list[PlacedThread] = []
        for each in threads:
            thread = each.thread
            tried = self._tried.get(thread.comment.id)
            untitled = titles and thread.page is not None and not each.page_title and tried is not True
            if untitled or (thread.unread and tried is None):
                found.append(each)
        return found

    def on_thread_completing_completed(self, message: Completed) -> None:
        def newest(each: PlacedThread) -> PlacedThread:
            whole = message.threads.get(each.thread.comment.id)
            return whole if whole is not None and whole.thread.comment == each.thread.comment else each

        view = self.rows.view
        at_top = view.scroll_y == 0
        self.found = replace(self.found, threads=tuple(map(newest, self.found.threads)))
        self.paint()
        if at_top:  # what came to the top is seen by who looks at the top
            view.scroll_rows(-len(message.threads))

    def paint(self) -> None:
        """Paint the list; a view does."""

    @on(LineView.Moved, "#rows")
    @on(LineView.Scrolled, "#rows")
    def _looks_elsewhere(self) -> None:
        self.when_rested(self.complete)

    def why_not(self, action_id: str) -> str | None:
        placed = self.placed
        if action_id in WORDS and placed is not None and placed.thread.unread:
            tried = placed.thread.comment.id in self._tried
            reason = placed.thread.problem or ("" if tried else "Still reading the replies of this thread.")
            if reason:
                return reason
        return super().why_not(action_id)
