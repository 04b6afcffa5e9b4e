"""One change request: its overview, the pages it changes, what changed in each, and the threads beside it."""

from __future__ import annotations

from textual import on

from docdeck.api.errors import DocdeckError
from docdeck.deck.actions import BY_ID
from docdeck.deck.painters.forms import FORMS, SIDE_BY_SIDE_FROM
from docdeck.deck.painters.pages import OVERVIEW
from docdeck.deck.painters.thread_beside import HIDDEN
from docdeck.deck.screens.base import ONE_PANE, DeckScreen
from docdeck.deck.screens.request_actions import RequestTarget
from docdeck.deck.screens.request_holding import RequestHolding
from docdeck.deck.screens.request_list import RequestListScreen
from docdeck.deck.screens.request_reading import FORM_PLACE, RequestReading
from docdeck.deck.widgets.line_view import LineView
from docdeck.text import safe, safe_line
from docdeck.workspace.acts import Where
from docdeck.workspace.addressed import place_of
from docdeck.workspace.threads import Thread


class ChangeRequestScreen(RequestHolding):
    """Opens at the first change; keys go through changes, pages and threads."""

    def on_request_reading_loaded(self, message: RequestReading.Loaded) -> None:
        before, state = self.state, message.state
        self.state = state
        self.label = safe_line(f"#{state.change_request.number} {state.change_request.subject}")
        self.show_freshness(state.freshness)
        self.show_header()
        self.find_marks(state, before)
        if self.pages_are_news(before, state):
            self.paint_pages()
        self.paint_threads()
        if before is not None and before.threads != state.threads:
            self.find_addressed()
        if not self._chosen and self.rows:
            self._chosen = True
            self.show_page(self.rows[0].page)
        elif self.page is None:
            self.paint_overview()
        elif state.freshness.state == "live" and not any(row.page == self.page for row in self.rows):
            self.show_page(self.rows[0].page if self.rows else None)
        elif before is None or (before.base, before.head) != (state.base, state.head) or self.can_be_read_now():
            self.compare_page()
        elif self.form is None or (before.threads, before.pages) != (state.threads, state.pages):
            self.paint_diff()
        self._go_to_wanted()
        self.show_footer()

    # Where the reader is

    def show_page(self, page: str | None, land_on: str = "first") -> None:
        """Read a page (None: the overview), landing on its `first` change (or where it was left), or as told."""
        if page == self.page and page is not None and (self.comparison or self.source) is not None:
            return
        if hasattr(self, "_reading_page"):
            self._places[self.page] = self.reading.view.place
        self.page, self._land_on = page, land_on
        self.comparison = self.source = self.form = None
        if self.hides_viewed:
            self.paint_pages()  # which of the viewed pages is listed depends on what is read
        self.pages_pane.view.move_to(page or OVERVIEW)
        if page is None:
            self.paint_overview()
        else:
            self.compare_page()
        self.show_footer()

    @property
    def standing(self) -> str:
        return self.page or OVERVIEW

    def return_to(self, key: str) -> bool:
        """The page that was read is read again; one that is no longer changed leaves the first one."""
        there = self.pages_pane.view.move_to(key)
        if there:
            self.show_page(None if key == OVERVIEW else key)
        return there

    @on(LineView.Moved, "#page-rows")
    def _page_row(self, message: LineView.Moved) -> None:
        if message.key is not None and self.pages_pane.has_focus_within:
            self.show_page(None if message.key == OVERVIEW else message.key)

    @on(LineView.Opened, "#page-rows")
    def _page_opened(self, message: LineView.Opened) -> None:
        self.show_page(None if message.key == OVERVIEW else message.key)
        self.focus_pane(self.reading)

    @on(LineView.Opened, "#lines")
    def _line_opened(self, message: LineView.Opened) -> None:
        kind, _, name = message.key.partition(" ")
        if self.page is None and kind == "page":
            self.show_page(name)
        elif self.page is not None and kind == "gap":
            self._unfolded[self.page] = self._unfolded.get(self.page, frozenset()) | {int(name)}
            self.paint_diff()
            self.reading.view.move_to(f"block {name}")
        elif self.page is not None:
            self.answer(safe("Nothing is folded here; c comments on this block."))

    @on(LineView.Opened, "#thread-rows")
    def _thread_opened(self, message: LineView.Opened) -> None:
        if message.key == HIDDEN:
            self.do_viewed_hide()
            return
        self.go_to_thread(message.key)
        self.focus_pane(self.reading)

    def _neighbour_page(self, step: int) -> str | None:
        pages = [row.page for row in self.shown_rows]
        at = pages.index(self.page) + step if self.page in pages else (0 if step > 0 else -1)
        return pages[at] if 0 <= at < len(pages) else None

    def _turn_page(self, step: int, land_on: str) -> None:
        page = self._neighbour_page(step)
        if page is not None:
            self.show_page(page, land_on)
        elif step < 0 and self.page is not None:
            self.show_page(None)
        else:
            self.answer(safe("That was the last changed page." if step > 0 else "Nothing is before the overview."))

    def do_page_next(self) -> None:
        self._turn_page(1, "first")

    def do_page_previous(self) -> None:
        self._turn_page(-1, "first")

    def do_change_next(self) -> None:
        self._change(1)

    def do_change_previous(self) -> None:
        self._change(-1)

    def _change(self, step: int) -> None:
        view, form = self.reading.view, self.form
        here = -1 if view.cursor_index is None or form is None else view.cursor_index
        ahead = [each for each in form.starts if (each > here if step > 0 else each < here)] if form else []
        if form is not None and ahead:
            view.move_to(form.key(ahead[0] if step > 0 else ahead[-1]))
        elif step > 0 and not self.wholly_compared:
            self.answer(safe("The rest of this page is still being compared; ] goes on in a moment."))
        else:
            self._turn_page(step, "next" if step > 0 else "previous")

    # How a page is shown

    def do_form_next(self) -> None:
        self._change_form(1)

    def do_form_previous(self) -> None:
        self._change_form(-1)

    def _change_form(self, step: int) -> None:
        """Another form of the comparison, kept on the desk; the cursor stays at its block."""
        at = FORMS.index(self.shown_form) + step
        skips = FORMS[at % len(FORMS)] == FORMS[1] and self.reading.view.size.width < SIDE_BY_SIDE_FROM
        self.form_name = FORMS[(at + step if skips else at) % len(FORMS)]
        if self.app.session is not None:
            try:
                self.app.session.desk.places.save(FORM_PLACE, self.form_name)
            except DocdeckError as error:
                self.say(safe_line(str(error)), failed=True)
        if self.page is not None:
            self._wanted_node = self.block[1]
            self._land_on = "next"
            self.compare_page()
        needs = f"Side by side needs {SIDE_BY_SIDE_FROM} columns; shown as {self.form_name}."
        self.answer(safe(needs if skips else f"Shown as {self.form_name}."))

    # The list this was opened from

    def came_from(self, origin: DeckScreen | None, comment: str | None) -> None:
        """Remember the list for `J` and `K`; a thread to go to is gone to as soon as it is read."""
        if origin is not None and origin.place_shown in BY_ID:
            self.came_by = BY_ID[origin.place_shown].title
        if isinstance(origin, RequestListScreen):
            self.origin = origin
        elif isinstance(origin, ChangeRequestScreen):
            self.origin, self.came_by = origin.origin, origin.came_by
        if self.is_mounted:
            self.show_header()
        self._wanted_thread = comment
        self._go_to_wanted()

    def _go_to_wanted(self) -> None:
        wanted = self._wanted_thread
        if wanted is not None and self.state is not None and any(t.comment.id == wanted for t in self.state.threads):
            self._wanted_thread = None
            self.go_to_thread(wanted)

    def do_item_next(self) -> None:
        self._neighbour(1)

    def do_item_previous(self) -> None:
        self._neighbour(-1)

    def _neighbour(self, step: int) -> None:
        if self.origin is not None and not self.origin.is_attached:
            self.answer(safe("The list that this was opened from is closed."))
            return
        row = self.origin.neighbour(step, self.request_id) if self.origin is not None else None
        if row is None:
            end = "last" if step > 0 else "first"
            self.answer(safe(f"That was the {end} of the list." if self.origin else "This was not opened from a list."))
        else:
            self.app.open_change_request(row.space, row.change_request, safe_line(row.label))

    # What keys act on

    @property
    def thread(self) -> Thread | None:
        key = self.threads_pane.view.cursor_key
        return next((each for each in self.state.threads if each.comment.id == key), None) if self.state else None

    @property
    def target(self) -> RequestTarget | None:
        if self.state is None:
            return None
        request, space = self.state.change_request, self.state.space
        where = Where.of(request, space.title if space else "")
        return RequestTarget(where, request, space, self.state.head, self.state.requested, self.read_revision)

    @property
    def block(self) -> tuple[str | None, str | None]:
        """The page and block under the reading cursor, for a comment there."""
        if self.page is None or self.form is None:
            return self.page, None
        return self.page, self.form.node_of(self.reading.view.cursor_key)

    def go_to_thread(self, comment: str) -> None:
        """Put the cursors on a thread: in the threads pane, and on its block in the page."""
        threads = self.state.threads if self.state is not None else ()
        if not self.shows_resolved and any(each.resolved and each.comment.id == comment for each in threads):
            self.shows_resolved = True
            self.paint_threads()
        self.threads_pane.view.move_to(comment)
        thread = self.thread
        if thread is None or thread.page is None or self.state is None:
            return
        self._wanted_node = place_of(thread)
        if any(row.page == thread.page for row in self.state.pages):
            self.show_page(thread.page)
        if self.form is not None and self.page == thread.page:
            key = self.form.key_of(place_of(thread) or "") or self.form.key_of(thread.node or "")
            if key is not None or self.wholly_compared:
                self._wanted_node = None
            if key is not None:
                self.reading.view.move_to(key)

    def do_thread_next(self) -> None:
        self._thread(1)

    def do_thread_previous(self) -> None:
        self._thread(-1)

    def _thread(self, step: int) -> None:
        waiting = [each.comment.id for each in self.state.threads if not each.resolved] if self.state else []
        if not waiting:
            reading = self.state is not None and self.state.reading_threads
            self.answer(safe("The threads are still being read." if reading else "No thread is open here."))
            return
        current, first = self.threads_pane.view.cursor_key, not getattr(self, "_thread_chosen", False)
        self._thread_chosen = True
        at = waiting.index(current) if current in waiting else -1 if step > 0 else 0
        self.go_to_thread(waiting[0] if first and step > 0 else waiting[(at + step) % len(waiting)])
        if self.has_class(ONE_PANE):
            self.focus_pane(self.threads_pane)
