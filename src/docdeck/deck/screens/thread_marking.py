"""Marked threads: resolved, reopened, or answered and resolved together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from docdeck.deck.painters.threads import quote_of
from docdeck.deck.screens.composing import Writing, compose_text
from docdeck.deck.screens.row_list import RowListScreen
from docdeck.deck.screens.thread_actions import ThreadActions

if TYPE_CHECKING:
    from docdeck.workspace.acts import Where
    from docdeck.workspace.bulk import Result, ThreadVerb
    from docdeck.workspace.thread_lists import PlacedThread


class ThreadMarking(RowListScreen, ThreadActions):
    """A list of threads that can be marked."""

    def where_of(self, placed: PlacedThread) -> Where:
        """Where a thread is, for people and for acts."""
        raise LookupError(f"{type(self).__name__} does not say where its threads are")

    def rows_of(self, keys: Sequence[str]) -> list[PlacedThread]:
        """The threads of these rows."""
        return []

    def _marked(self) -> list[PlacedThread]:
        return self.rows_of(self.marked_in_order())

    def marked_requests(self) -> list[tuple[str, str]]:
        return [(each.space, each.request.id) for each in self._marked() if each.request is not None]

    def do_close(self) -> None:
        if self.marked:
            self._many_threads("resolve", "Resolve")
        else:
            super().do_close()

    def do_reopen(self) -> None:
        if self.marked:
            self._many_threads("reopen", "Reopen")
        else:
            super().do_reopen()

    def do_thread_reply_resolve(self) -> None:
        if not self.marked:
            super().do_thread_reply_resolve()
            return
        title = f"Reply to {len(self.marked)} threads and resolve them"
        run = partial(self._many_threads, "reply", "Reply and resolve")
        compose_text(self, Writing(title, f"reply to many:{self.location}", lambda _: (), run=run))

    def _many_threads(self, verb: ThreadVerb, words: str, text: str = "") -> None:
        from docdeck.deck.screens.bulk import open_bulk
        from docdeck.workspace.bulk import Item, ThreadRef, plan_threads

        session = self.app.session
        if session is None:
            return
        refs = [
            ThreadRef(self.where_of(each), each.thread.comment.id, each.thread.resolved, quote_of(each.thread.comment))
            for each in self._marked()
        ]

        async def plan() -> tuple[Item, ...]:
            return plan_threads(session, verb, refs, text)

        open_bulk(self.app, words, plan)

    def bulk_ended(self, results: Sequence[Result]) -> None:
        self.marked -= {result.item.key for result in results if result.done}
        super().bulk_ended(results)
