"""Marks in a list, and what keys do to all marked rows instead of the one under the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docdeck.deck.painters.marks import RowMarks
from docdeck.deck.screens.request_actions import RequestActions
from docdeck.deck.widgets.line_view import LineView
from docdeck.text import safe, safe_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docdeck.workspace.bulk import RequestVerb

MANY = frozenset({"review.approve", "update", "merge", "close", "reopen", "thread.reply_resolve"})
"""Actions that take marked rows together."""


class Marking(RequestActions):
    """Keeps the keys of marked rows. A list says what its rows are, paints them, and acts on many."""

    def __init__(self, location: str) -> None:
        super().__init__(location)
        self.marked: set[str] = set()

    # What a list says

    @property
    def list_view(self) -> LineView:
        """The list that is marked in."""
        raise LookupError(f"{type(self).__name__} has no list")

    def paint(self) -> None:
        """Paint the rows."""

    def marked_requests(self) -> Sequence[tuple[str, str]]:
        """Space and id of the marked change requests."""
        return ()

    # Marks

    @property
    def row_marks(self) -> RowMarks:
        return RowMarks(frozenset(self.marked), self.app.pending)

    def _shown_keys(self) -> list[str]:
        source = self.list_view.source
        return [source.key(index) for index in range(source.count) if source.selectable(index)]

    def marked_in_order(self) -> list[str]:
        """The marked keys as the list shows them; those that a filter hides come last."""
        shown = [key for key in self._shown_keys() if key in self.marked]
        return shown + sorted(self.marked.difference(shown))

    def do_mark(self) -> None:
        key = self.list_view.cursor_key
        if key is None:
            self.answer(safe("Nothing is under the cursor."))
            return
        self.marked ^= {key}
        self.paint()
        self.list_view.move(1)
        self._say_marks()

    def do_mark_all(self) -> None:
        shown = set(self._shown_keys())
        self.marked = set() if shown and shown <= self.marked else self.marked | shown
        self.paint()
        self._say_marks()

    def drop_marks(self) -> None:
        """Take all marks off."""
        if self.marked:
            self.marked.clear()
            self.paint()
            self._say_marks()

    def _say_marks(self) -> None:
        count = len(self.marked)
        self.say(
            safe_line(
                f"{count} marked; keys act on all of them. * marks all or none." if count else "No row is marked."
            )
        )

    # Acting on many

    def why_not(self, action_id: str) -> str | None:
        if self.marked and action_id in MANY:
            return None if self.app.session is not None else "Not connected yet."
        return super().why_not(action_id)

    def _many(self, verb: RequestVerb, words: str) -> bool:
        """Ask about all marked requests; False when none is marked."""
        from docdeck.deck.screens.bulk import open_bulk
        from docdeck.workspace.bulk import plan_requests

        session = self.app.session
        if not self.marked or session is None:
            return False
        requests = tuple(dict.fromkeys(self.marked_requests()))
        if not requests:
            self.say(safe("No change request is among the marked rows."))
            return True
        open_bulk(self.app, words, lambda: plan_requests(session, verb, requests))
        return True

    def do_review_approve(self) -> None:
        if not self._many("approve", "Approve"):
            super().do_review_approve()

    def do_update(self) -> None:
        if not self._many("update", "Update from main"):
            super().do_update()

    def do_merge(self) -> None:
        if not self._many("merge", "Merge"):
            super().do_merge()

    def archive(self) -> None:
        if not self._many("archive", "Archive"):
            super().archive()

    def unarchive(self) -> None:
        if not self._many("reopen", "Reopen"):
            super().unarchive()
