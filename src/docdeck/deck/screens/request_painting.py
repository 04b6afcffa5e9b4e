"""Painting a change request: the pages, the comparison in the form that was chosen, the threads beside it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from docdeck.deck.painters.diff import SourceForm
from docdeck.deck.painters.forms import FORMS, Form
from docdeck.deck.painters.overview import overview_items
from docdeck.deck.painters.page_head import page_head
from docdeck.deck.painters.pages import page_rows
from docdeck.deck.painters.rendered import Note, Reading, RenderedSource
from docdeck.deck.painters.side_by_side import SideBySideSource
from docdeck.deck.painters.thread_beside import thread_items_beside
from docdeck.deck.painters.threads import NO_THREADS, person
from docdeck.deck.screens.request_finding import RequestFinding
from docdeck.deck.screens.request_reading import RequestReading
from docdeck.deck.widgets.item_view import Place
from docdeck.deck.widgets.lines import span
from docdeck.deck.widgets.sources import ItemSource, SimpleSource
from docdeck.text import safe, safe_line
from docdeck.workspace.addressed import place_of
from docdeck.workspace.bodies import first_words
from docdeck.workspace.conflicts import Conflict
from docdeck.workspace.diff import PageDiff
from docdeck.workspace.page_comparisons import PageComparison
from docdeck.workspace.review import ReviewState

MADE_BESIDE = 300
"""From this many blocks on, a form is made and measured beside the event loop."""


class RequestPainting(RequestFinding):
    """What was read, as rows; the comparison keeps its place when it is painted anew."""

    _conflict_shown: Conflict | None = None

    def on_request_reading_compared(self, message: RequestReading.Compared) -> None:
        if message.page != self.page or message.between != self.between:
            return
        self._failed = bool(message.problem)
        if message.problem:
            title = next((row.title for row in self.rows if row.page == message.page), "")
            self.reading.show_title(safe_line(title), safe(""))
            self.reading.show_state(((span(safe(message.problem), "bad"),),))
            return
        found = message.comparison
        if found is not None and not found.whole and self._goes_beyond(found):
            return
        self.comparison, self.source = found, message.source
        self._compared_head = message.between[1]
        self.paint_diff()

    def _goes_beyond(self, found: PageComparison) -> bool:
        """Whether the reader wants to be, or is already, where the beginning of a page may not reach."""
        wanted = self._wanted_node
        return (
            self._land_on in ("keep", "previous")
            or (self._land_on == "first" and self.page in self._places)
            or (wanted is not None and wanted not in found.places)
        )

    def can_be_read_now(self) -> bool:
        """Whether the page could not be read before, and the server answers again."""
        return self._failed and self.state is not None and self.state.freshness.state in ("live", "partial")

    def on_request_reading_measured(self, message: RequestReading.Measured) -> None:
        if message.made_of is (self.source or self.comparison):
            self._show_form(message.form)

    @property
    def conflict(self) -> Conflict | None:
        """What an update from main left in conflict, as far as it holds for what is shown."""
        session, state = self.app.session, self.state
        return None if session is None or state is None else session.conflicts.of(state.change_request)

    def pages_are_news(self, before: ReviewState | None, state: ReviewState) -> bool:
        """Whether the list of pages is another than the one that is painted."""
        if before is None or self._conflict_shown != self.conflict:
            return True
        return (before.pages, before.cut) != (state.pages, state.cut)

    def paint_pages(self) -> None:
        state = self.state
        if state is None:
            return
        view, place = self.pages_pane.view, None
        if not self.pages_pane.has_focus_within:  # else the reader is about to choose another page
            place = replace(view.place, key=self.standing)
        conflict = self._conflict_shown = self.conflict
        view.set_source(page_rows(self.shown_rows, self.viewed, conflict), place=place)
        seen = sum(row.page in self.viewed for row in self.rows)
        hidden = len(self.rows) - len(self.shown_rows)
        words = [f"{seen}/{len(self.rows)} viewed", f"{hidden} hidden" if hidden else "", state.cut]
        self.pages_pane.show_title(safe("Pages"), safe(" · ".join(part for part in words if part)))

    def paint_threads(self) -> None:
        state = self.state
        if state is None:
            return
        titles = {page.page: page.title for page in state.pages}
        # Open ones first, each part in the order of the pages: what is settled is there, below.
        threads = sorted(state.threads, key=lambda thread: thread.resolved)
        shown = [thread for thread in threads if self.shows_resolved or not thread.resolved]
        hidden = len(threads) - len(shown)
        now = time.time()
        words = (shown, hidden, self.addressed, titles, state.reading_threads, int(now // 60))
        if words == self._threads_shown:
            return  # a new source of the same threads would be measured anew: a thousand of them for nothing
        self._threads_shown = words
        items = thread_items_beside(shown, self.addressed, now, lambda page: titles.get(page, "a page"), hidden)
        self.threads_pane.view.set_source(SimpleSource(items))
        opened = "" if state.reading_threads else f"{sum(not each.resolved for each in state.threads)} open"
        self.threads_pane.show_title(safe("Threads"), safe(opened))
        empty = span("Reading the threads …" if state.reading_threads else NO_THREADS, "dim")
        self.threads_pane.show_state(None if items else ((empty,),))

    def on_request_reading_addressed_found(self, message: RequestReading.AddressedFound) -> None:
        if message.found.items() - self.addressed.items():
            self.addressed = {**self.addressed, **message.found}
            self.paint_threads()

    def paint_overview(self) -> None:
        if self.state is None:
            return
        self.form = None
        self.reading.show_title(safe("Overview"), safe(""))
        self.reading.show_state(None)
        self._set_reading(SimpleSource(overview_items(self.state, time.time(), self.conflict is not None)))
        if not self.rows and "changes" not in self.state.unread:  # else it is the pages that have to be seen
            self.was_painted(self.state.head)

    def paint_diff(self) -> None:
        """Show the comparison that was read, with what is said about it now."""
        if self.state is None or self.page is None:
            return
        row = next((each for each in self.rows if each.page == self.page), None)
        if self.source is not None:
            diff = self.source
            notes = (*(row.notes if row is not None else ()), *((diff.note,) if diff.note else ()))
            self.reading.show_title(safe_line(diff.title), safe(f"source  +{diff.added} -{diff.removed}"))
            counts = self._open_counts()
            self._show_made(lambda: SourceForm(diff, notes, counts), diff, len(diff.lines))
        elif self.comparison is not None:
            found = self.comparison
            reading = Reading(
                found, page_head(found, row), self._notes(found), self._unfolded.get(found.page, frozenset())
            )
            beside = self.shown_form == FORMS[1] and found.before and found.after
            added, removed, edited = (found.counted(kind) for kind in ("added", "removed", "edited"))
            counts = f"+{added + edited} -{removed + edited}" if found.whole else ""
            self.reading.show_title(safe_line(found.title), safe(f"side by side  {counts}" if beside else counts))
            make = SideBySideSource if beside else RenderedSource
            self._show_made(lambda: make(reading), found, len(found.changes))

    def _show_made(self, make: Callable[[], Form], made_of: PageComparison | PageDiff, size: int) -> None:
        """Show a form at once; a big one after it was made and its heights worked out beside the event loop."""
        width = self.reading.view.scrollable_content_region.width - 1
        if size < MADE_BESIDE or width < 1:
            self._show_form(make())
            return

        def made() -> Form:
            form = make()
            form.measure(width)
            return form

        async def measure() -> None:
            self.post_message(self.Measured(made_of, await asyncio.to_thread(made)))

        self.run_read(measure, "measure")

    def _open_counts(self) -> Mapping[str, int]:
        counts: dict[str, int] = {}
        for thread in self.state.threads if self.state is not None else ():
            if thread.node and not thread.resolved:
                counts[thread.node] = counts.get(thread.node, 0) + 1
        return counts

    def _notes(self, comparison: PageComparison) -> dict[int, tuple[Note, ...]]:
        """The first line of each open thread, at the block that holds what it is about."""
        found: dict[int, tuple[Note, ...]] = {}
        for thread in self.state.threads if self.state is not None else ():
            if thread.page != comparison.page or thread.resolved:
                continue
            places = comparison.places
            at = places.get(place_of(thread) or "", places.get(thread.node or ""))
            if at is not None:
                words = f"{person(thread.comment.posted_by)}: {first_words(thread.comment.body)}"
                found[at] = (*found.get(at, ()), Note("●", words))
        return found

    def _show_form(self, form: Form) -> None:
        self.form = form
        self.reading.show_state(None)
        self._set_reading(form)
        self.was_painted(self._compared_head)
        wanted = self._wanted_node
        key = form.key_of(wanted) if wanted is not None else None
        if key is not None or form.whole:
            self._wanted_node = None
        if key is not None:
            self.reading.view.move_to(key)

    def _set_reading(self, source: ItemSource) -> None:
        view = self.reading.view
        shown = getattr(self, "_reading_page", "nothing")
        if shown == self.page and self._land_on == "keep":
            view.set_source(source)
            return
        place = self._places.get(self.page)
        starts = self.form.starts if self.form is not None and self.page is not None else ()
        if starts and self._land_on != "keep" and (place is None or self._land_on in ("next", "previous")):
            place = Place(key=source.key(starts[-1 if self._land_on == "previous" else 0]), top_key=source.key(0))
        self._reading_page = self.page
        self._land_on = "keep"
        view.set_source(source, place=place or Place())
