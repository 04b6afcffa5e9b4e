"""What the reader has seen of a change request: viewed pages, and the revision that it is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from docdeck.api.errors import DocdeckError
from docdeck.deck.screens.request_painting import RequestPainting
from docdeck.text import Safe, safe, safe_line
from docdeck.workspace.changes import ChangedPageRow
from docdeck.workspace.review_bases import Base, bases_of, pages_since, seen_before, viewed_pages

if TYPE_CHECKING:
    from docdeck.workspace.review import ReviewState


class RequestMarks(RequestPainting):
    """Marks pages as viewed and switches the base; both hold between immutable revisions."""

    @dataclass
    class Based(Message):
        """The pages that differ from a base; `opening` when the deck chose it, not the reader."""

        base: Base
        rows: tuple[ChangedPageRow, ...]
        opening: bool
        head: str

    @dataclass
    class ViewedFound(Message):
        """The pages that count as viewed."""

        pages: frozenset[str]

    def __init__(self, space: str, change_request: str, label: Safe) -> None:
        super().__init__(space, change_request, label)
        self._seen: str | None = None
        self._seen_at = ""
        self._base_decided = False

    def show_page(self, page: str | None, land_on: str = "first") -> None:
        """Read a page; the screen itself knows how."""
        raise LookupError(f"{type(self).__name__} shows no pages")

    def find_marks(self, state: ReviewState, before: ReviewState | None) -> None:
        """What was viewed and which bases there are, whenever more of the request is known."""
        session = self.app.session
        if session is None or not state.head:
            return
        me = session.stored_me()
        if not self._opened_at and state.freshness.state in ("live", "partial"):
            self._opened_at = state.head
        if self._seen_at != state.head:
            self._seen, self._seen_at = seen_before(session, state.change_request.id, state.head), state.head
        self.bases = bases_of(state, me.id if me is not None else "", self._seen)
        if before is None or before.head != state.head:
            self.run_read(lambda: self._find_viewed(state), "viewed")
        moved = before is not None and before.head != state.head
        if self.base is not None and (moved or self.base not in self.bases):
            self._use(next((base for base in self.bases if base.name == getattr(self.base, "name", "")), None))
        mine = next((base for base in self.bases if base.name == "my review"), None)
        if not self._base_decided and mine is not None:
            self._base_decided = True
            self._use(mine, opening=True)
        elif state.freshness.state in ("live", "partial"):
            self._base_decided = True  # what becomes news while the reader is here takes no comparison away

    async def _find_viewed(self, state: ReviewState) -> None:
        if self.app.session is not None:
            self.post_message(self.ViewedFound(await viewed_pages(self.app.session, state)))

    def on_request_marks_viewed_found(self, message: ViewedFound) -> None:
        self.viewed = message.pages
        self.paint_pages()

    # The base

    def do_base(self) -> None:
        if len(self.bases) < 2:
            self.answer(safe("Compared with main; no other revision of it was reviewed or seen by you before."))
            return
        self._base_decided = True
        names = [base.name for base in self.bases]
        at = names.index(self.base.name) if self.base is not None and self.base.name in names else 0
        self._use(self.bases[(at + 1) % len(self.bases)])

    def _use(self, base: Base | None, opening: bool = False) -> None:
        session, state = self.app.session, self.state
        if session is None or state is None:
            return
        wanted = base or Base("main", state.base)

        async def read() -> None:
            try:
                rows = await pages_since(session, state, wanted)
            except DocdeckError as error:
                if not opening:
                    self.say(safe_line(str(error)), failed=True)
            else:
                self.post_message(self.Based(wanted, rows, opening, state.head))

        self.run_read(read, "base")

    def on_request_marks_based(self, message: Based) -> None:
        if message.opening and not message.rows:
            return
        if self.state is not None and message.head != self.state.head:  # it moved on while this was read
            self._use(next((base for base in self.bases if base.name == message.base.name), None), message.opening)
            return
        main = message.base.name == "main"
        self.base, self.base_rows = (None, None) if main else (message.base, message.rows)
        self.comparison = self.source = self.form = None
        self.show_header()
        self.paint_pages()
        pages = [row.page for row in self.rows]
        what = "main" if main else message.base.words
        if not pages:
            self.say(safe_line(f"No page changed {what}; b compares with another revision."))
            self.show_page(None)
            return
        if not message.opening or not self.status.text:  # what was done just now is the greater news
            self.say(safe_line(f"Compared with {what}." if main else f"What changed {what}."))
        if self.page in pages:
            self._land_on = "next"
            self.compare_page()
        else:
            self.show_page(pages[0])

    # Viewed pages

    def do_viewed(self) -> None:
        session, state, page = self.app.session, self.state, self.page
        if session is None or state is None or page is None:
            self.answer(safe("No page is open; } goes to the next."))
            return
        request = state.change_request.id
        try:
            if page in self.viewed:
                session.desk.viewed.unmark(request, page)
            else:
                session.desk.viewed.mark(request, page, state.head)
        except DocdeckError as error:
            self.say(safe_line(str(error)), failed=True)
            return
        self.viewed = self.viewed ^ {page}
        self.run_read(lambda: self._find_viewed(state), "viewed")  # one under way may have read the marks before
        if page not in self.viewed:
            self.answer(safe("This page counts as not viewed."))
        else:
            self._to_unviewed(page)
        self.paint_pages()

    def _to_unviewed(self, page: str) -> None:
        pages = [row.page for row in self.rows]
        at = pages.index(page) + 1 if page in pages else 0
        left = next((each for each in (*pages[at:], *pages[:at]) if each not in self.viewed), None)
        if left is None:
            self.say(
                safe(f"All {len(pages)} pages are viewed." if len(pages) > 1 else "The only changed page is viewed.")
            )
        else:
            self.show_page(left)

    def do_viewed_hide(self) -> None:
        if self.threads_pane.has_focus_within:
            self.shows_resolved = not self.shows_resolved
            self.paint_threads()
            self.say(safe("Resolved threads are shown." if self.shows_resolved else "Resolved threads are hidden."))
            return
        self.hides_viewed = not self.hides_viewed
        self.paint_pages()
        self.say(safe("Viewed pages are hidden." if self.hides_viewed else "All pages are shown."))
