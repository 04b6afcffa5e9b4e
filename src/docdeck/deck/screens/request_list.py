"""What every list of change requests has: the request under the cursor shown beside it, and acted on from the list."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from textual import getters, on
from textual.app import ComposeResult
from textual.message import Message

from docdeck.deck.screens.frame import THREE_PANES
from docdeck.deck.screens.marking import MANY
from docdeck.deck.screens.request_actions import NEEDS, RequestTarget
from docdeck.deck.screens.row_list import RowListScreen
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import span
from docdeck.deck.widgets.pane import Pane
from docdeck.deck.widgets.sources import ItemSource, SimpleSource, text_item
from docdeck.text import safe, safe_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docdeck.api.errors import DocdeckError
    from docdeck.models.change_requests import ChangeRequest
    from docdeck.workspace.bulk import Result
    from docdeck.workspace.review import ReviewState

FACTS = frozenset({"link.copy", "link.open", "copy.menu", "details"})
"""Actions on what only the request itself tells."""
ROW_ACTIONS = frozenset({"open", "close", "reopen", "edit", *FACTS, *NEEDS})


@dataclass(frozen=True, slots=True)
class RequestRow:
    """The change request of a row, and how it is called until it is read (raw): `#42 Subject`, `Handbook #42`."""

    key: str
    space: str
    change_request: str
    label: str
    name: str
    request: ChangeRequest | None = None


class RequestListScreen(RowListScreen):
    """A list on the left, the request under the cursor on the right, its threads beside that where there is room."""

    DEFAULT_CSS = """
    RequestListScreen #list { width: 2fr; }
    RequestListScreen #preview, RequestListScreen #threads { width: 1fr; }
    RequestListScreen.one-pane #preview, RequestListScreen.one-pane #threads { display: none; }
    RequestListScreen.two-panes #threads { display: none; }
    RequestListScreen.no-preview #preview, RequestListScreen.no-preview #threads { display: none; }
    """
    TITLE_WORDS = ""

    preview = getters.query_one("#preview", Pane)
    threads = getters.query_one("#threads", Pane)

    @dataclass
    class Previewed(Message):
        """The request under the cursor as far as it is known."""

        key: str
        state: ReviewState

    def __init__(self, location: str) -> None:
        super().__init__(location)
        self._previewed: str | None = None
        self._state: ReviewState | None = None
        self._threads_beside = False
        self._preview_anew = False

    # What a list says

    def row_of(self, key: str) -> RequestRow | None:
        """The request of the row with this key."""
        return None

    def marked_requests(self) -> list[tuple[str, str]]:
        found = [self.row_of(key) for key in self.marked_in_order()]
        return [(row.space, row.change_request) for row in found if row is not None]

    @property
    def row(self) -> RequestRow | None:
        """The request of the row under the cursor."""
        key = self.rows.view.cursor_key
        return self.row_of(key) if key is not None else None

    def source(self) -> ItemSource:
        """The rows that pass the filter."""
        return SimpleSource(())

    def read(self) -> None:
        """Read the list again."""

    # Composition

    def panes(self) -> ComposeResult:
        yield Pane(safe(self.TITLE_WORDS), LineView(self.source(), id="rows"), id="list")
        yield Pane(safe("Preview"), LineView(), rule=True, later=True, id="preview")
        yield Pane(safe("Threads"), LineView(), rule=True, later=True, id="threads")

    def begin(self) -> None:
        self.call_after_refresh(self._fill)
        super().begin()

    def _fill(self) -> None:
        """The panes beside the list come after the first frame."""
        self.preview.fill()
        self.threads.fill()

    @property
    def watched_request(self) -> str | None:
        return self.row.change_request if self.row is not None else None

    def watch_changed(self) -> None:
        self.paint()

    def do_refresh(self) -> None:
        self._preview_anew = True
        super().do_refresh()

    def look_again(self) -> None:
        self._previewed = None
        self.read()
        self.rest()

    def bulk_ended(self, results: Sequence[Result]) -> None:
        done = {result.item.key for result in results if result.done}
        self.marked = {key for key in self.marked if key.partition(":")[2] not in done and key not in done}
        super().bulk_ended(results)

    # The request under the cursor

    @on(LineView.Moved, "#rows")
    def _moved_to_row(self) -> None:
        self.show_footer()
        self.rest()

    def rest(self) -> None:
        """Read the details of the row once the cursor has rested on it."""
        self.when_rested(self._rested)

    def _rested(self) -> None:
        row, session = self.row, self.app.session
        if row is None:
            self.rest_elsewhere()
        if row is None or session is None or row.key == self._previewed:
            return
        from docdeck.workspace.believing import BELIEVED_FOR
        from docdeck.workspace.review import watch_review

        self._previewed = row.key
        believe_for, self._preview_anew = 0.0 if self._preview_anew else BELIEVED_FOR, False
        self.read_stream(
            lambda: watch_review(session, row.space, row.change_request, believe_for=believe_for),
            lambda state: self.Previewed(row.key, state),
            "preview",
            lambda error: self._preview_failed(row, error),
        )

    def rest_elsewhere(self) -> None:
        """The cursor rests where there is no change request: none is shown beside the list."""
        self._show_beside(None, "")

    def _preview_failed(self, row: RequestRow, error: DocdeckError) -> None:
        """A request that cannot be read leaves the list as it is; the preview says why."""
        if not self._passed_by(row.key):
            self._show_beside(row, str(error))

    def _passed_by(self, key: str) -> bool:
        """Whether the cursor has left the row that was read; coming back to it reads it again."""
        if self.row is not None and self.row.key == key:
            return False
        if self._previewed == key:
            self._previewed = None
        return True

    def _show_beside(self, row: RequestRow | None, problem: str) -> None:
        """Nothing to preview: no row, or (problem, raw) one that could not be read."""
        self._state = self._previewed = None
        self.preview.show_title(safe_line(row.label) if row is not None else safe("Preview"), safe(""))
        self.preview.show_state(((span(safe(problem), "bad"),),) if problem else None)
        for pane in (self.preview, self.threads):
            pane.view.set_source(SimpleSource(()))
        self.show_footer()

    def on_request_list_screen_previewed(self, message: Previewed) -> None:
        if self._passed_by(message.key):
            return
        self._state = message.state
        self.show_footer()
        self._paint_beside()

    def _paint_beside(self) -> None:
        """The request that was read for the row under the cursor; its threads where this width has room for them."""
        from docdeck.deck.painters.overview import overview_items
        from docdeck.deck.painters.threads import thread_items

        row, state, now = self.row, self._state, time.time()
        if row is None or state is None:
            return
        titles = {page.page: page.title for page in state.pages}
        self._name_beside()
        self.preview.show_state(None)
        session = self.app.session
        conflict = session.conflicts.of(state.change_request) if session is not None else None
        items = overview_items(state, now, conflict is not None)
        waiting = [thread for thread in state.threads if not thread.resolved]
        threads = thread_items(waiting, now, lambda page: titles.get(page, "a page"))
        heading = [text_item("threads", "\nOPEN THREADS", "heading")] if threads else []
        beside = self._threads_beside = self.has_class(THREE_PANES)
        self.preview.view.set_source(SimpleSource(items if beside else [*items, *heading, *threads]))
        self.threads.view.set_source(SimpleSource(threads))

    def _name_beside(self) -> None:
        """The preview is called as the row is, also when the list was read anew after it."""
        row, state = self.row, self._state
        if row is not None and state is not None and self.target is not None:
            words = replace(state.freshness, reason="").words(time.time())
            self.preview.show_title(safe_line(row.label), safe_line(words))

    def resized(self) -> None:
        if self.target is not None and self._threads_beside != self.has_class(THREE_PANES):
            self._paint_beside()

    @property
    def target(self) -> RequestTarget | None:
        """The request under the cursor, once it was read: nobody approves what was never shown."""
        from docdeck.workspace.acts import Where

        row, state = self.row, self._state
        if row is None or state is None or state.change_request.id != row.change_request:
            return None
        where = Where.of(state.change_request, state.space.title if state.space is not None else "")
        return RequestTarget(where, state.change_request, state.space, state.head, state.requested)

    @property
    def reached(self) -> RequestTarget | None:
        """The request under the cursor; until it is read, without the revision that a verdict needs."""
        from docdeck.workspace.acts import Where

        row, read = self.row, self.target
        if row is None or read is not None:
            return read
        where = Where(row.space, row.change_request, row.name)
        return RequestTarget(where, row.request, None, "")

    # Actions

    def why_not(self, action_id: str) -> str | None:
        if self.marked and action_id in MANY:
            return super().why_not(action_id)
        if action_id in ROW_ACTIONS and self.row is None:
            return "No change request is under the cursor."
        if action_id in NEEDS and self.app.session is None:
            return "Not connected yet."
        if action_id in FACTS and self.target is None:
            return "Still reading this change request."
        return super().why_not(action_id)

    def do_close(self) -> None:
        self.archive()

    def do_reopen(self) -> None:
        self.unarchive()

    def do_edit(self) -> None:
        self.edit_subject()

    def do_open(self) -> None:
        row = self.row
        if row is not None:
            self.app.open_change_request(row.space, row.change_request, safe_line(row.label))

    def neighbour(self, step: int, request: str) -> RequestRow | None:
        """Put the cursor on the row after (or before) that of a request and return it; None at the end of the list."""
        view, here = self.rows.view, self.row
        if here is None or here.change_request != request:
            rows = ((key, self.row_of(key)) for key in self._shown_keys())
            view.move_to(next((key for key, row in rows if row is not None and row.change_request == request), ""))
        before = view.cursor_key
        view.move(step)
        return self.row if view.cursor_key != before else None
