"""Reading a change request: its panes, and what is read for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.message import Message

from docdeck.api.errors import DocdeckError
from docdeck.deck.actions import BY_ID, LOOKS
from docdeck.deck.painters.forms import FORMS, SIDE_BY_SIDE_FROM, Form
from docdeck.deck.screens.thread_actions import ThreadActions
from docdeck.deck.widgets.item_view import Place
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import Span, span
from docdeck.deck.widgets.pane import Pane
from docdeck.text import Safe, safe
from docdeck.workspace.addressed import Addressed, addressed_on_page
from docdeck.workspace.changes import ChangedPageRow
from docdeck.workspace.diff import PageDiff
from docdeck.workspace.page_comparisons import PageComparison, watch_comparison
from docdeck.workspace.page_diffs import source_diff
from docdeck.workspace.review import ReviewState, watch_review
from docdeck.workspace.review_bases import Base, remember_seen

if TYPE_CHECKING:
    from docdeck.workspace.acts import Act
    from docdeck.workspace.session import Session
    from docdeck.workspace.writes import Outcome

PANES = ("pages", "reading", "threads")
FORM_PLACE = "form of comparisons"
"""Under this name the desk keeps the form that was chosen last."""


class RequestReading(ThreadActions):
    """Three panes: changed pages, the page that is read, threads."""

    DEFAULT_CSS = """
    RequestReading #panes { layout: grid; grid-size: 3 1; grid-columns: 32 1fr 48; }
    RequestReading.two-panes #panes { grid-size: 2 2; grid-columns: 34 1fr; grid-rows: 1fr 1fr; }
    RequestReading.two-panes #reading { row-span: 2; }
    RequestReading.two-panes #threads { border-left: none; }
    RequestReading.one-pane #panes { grid-size: 1 1; grid-columns: 1fr; }
    RequestReading.one-pane #panes > Pane { display: none; }
    RequestReading.one-pane.on-pages #pages { display: block; }
    RequestReading.one-pane.on-reading #reading { display: block; border-left: none; }
    RequestReading.one-pane.on-threads #threads { display: block; border-left: none; }
    """
    FOOTER: ClassVar[tuple[str, ...]] = (
        "change.next",
        "page.next",
        "thread.next",
        "comment.here",
        "thread.reply",
        "close",
        "viewed",
        "form.next",
        "review.approve",
        "merge",
        "review.ask_changes",
        "base",
        "update",
    )

    pages_pane = getters.query_one("#pages", Pane)
    reading = getters.query_one("#reading", Pane)
    threads_pane = getters.query_one("#threads", Pane)

    @dataclass
    class Loaded(Message):
        """The request as far as it is known."""

        state: ReviewState

    @dataclass
    class Compared(Message):
        """One page between two revisions, in the form that was asked for, or why there is none."""

        page: str
        between: tuple[str, str]
        comparison: PageComparison | None = None
        source: PageDiff | None = None
        problem: str = ""

    @dataclass
    class AddressedFound(Message):
        """What became of the blocks that threads are about, by comment."""

        found: dict[str, Addressed]

    @dataclass
    class Measured(Message):
        """A form is ready to be shown, made of a comparison."""

        made_of: PageComparison | PageDiff
        form: Form

    def __init__(self, space: str, change_request: str, label: Safe) -> None:
        super().__init__(f"change_request:{space}:{change_request}")
        self.space_id, self.request_id, self.label = space, change_request, label
        self.state: ReviewState | None = None
        self.page: str | None = None
        self.comparison: PageComparison | None = None
        self.source: PageDiff | None = None
        self.form: Form | None = None
        self.form_name = FORMS[0]
        self._unfolded: dict[str, frozenset[int]] = {}
        self.bases: tuple[Base, ...] = ()
        self.base: Base | None = None
        self.base_rows: tuple[ChangedPageRow, ...] | None = None
        self.viewed: frozenset[str] = frozenset()
        self.hides_viewed = self.shows_resolved = False
        self.addressed: dict[str, Addressed] = {}
        self._wanted_node: str | None = None
        self._chosen = False
        self._places: dict[str | None, Place] = {}
        self._land_on: str = "first"
        self._failed = False
        self.came_by = BY_ID["place.inbox"].title
        self._wanted_thread: str | None = None
        self._threads_shown: tuple[object, ...] = ()
        self.read_revision = ""  # what the reader has seen of it, painted
        self._painted_revision = self._opened_at = self._compared_head = ""

    def panes(self) -> ComposeResult:
        yield Pane(safe("Pages"), LineView(id="page-rows"), id="pages")
        yield Pane(safe("Reading"), LineView(id="lines"), rule=True, id="reading")
        yield Pane(safe("Threads"), LineView(id="thread-rows"), rule=True, id="threads")

    def focus_pane(self, pane: Pane) -> None:
        for name in PANES:
            self.set_class(pane.id == name, f"on-{name}")
        super().focus_pane(pane)

    def reachable_panes(self) -> list[Pane]:
        return [self.query_one(f"#{name}", Pane) for name in PANES]

    def begin(self) -> None:
        self.focus_pane(self.reading)
        self.reading.show_state(((span("Reading the change request …", "dim"),),))
        super().begin()

    @property
    def way(self) -> tuple[str, ...]:
        return ("change_request", self.space_id, self.request_id, self.label)

    def path(self) -> tuple[Span, ...]:
        title = self.state.space.title if self.state is not None and self.state.space is not None else ""
        base = f" · {self.base.words}" if self.base is not None and self.base.name != "main" else ""
        return (
            span(f"{self.came_by} › ", "dim"),
            span(f"{title} › " if title else "", "dim"),
            span(self.label, "title"),
            span(base, "accent"),
        )

    # Reading

    def session_ready(self, session: Session) -> None:
        kept = session.desk.places.load(FORM_PLACE)
        self.form_name = kept if kept in FORMS else FORMS[0]
        self.read_stream(lambda: watch_review(session, self.space_id, self.request_id), self.Loaded, "review")

    def session_failed(self, error: DocdeckError) -> None:
        super().session_failed(error)
        if self.state is None:
            self.reading.show_state(((span(safe(str(error)), "bad"),),))

    # What was read

    def acting(self, action_id: str) -> None:
        if action_id in LOOKS and self._painted_revision:
            self._was_read(self._painted_revision)

    def was_painted(self, revision: str) -> None:
        """A revision is on the screen. The one the view opens at is read by that; a later one came by itself."""
        self._painted_revision = revision
        if self._opened_at in ("", revision):
            self._was_read(revision)

    def _was_read(self, revision: str) -> None:
        if revision != self.read_revision and self.app.session is not None and self.state is not None:
            self.read_revision = revision
            remember_seen(self.app.session, self.state.change_request.id, revision)

    def after_write(self, act: Act, outcome: Outcome) -> None:
        if act.evidence.get("change_request") == self.request_id:
            self.do_refresh()

    @property
    def between(self) -> tuple[str, str]:
        """The two immutable revisions that are compared."""
        if self.state is None:
            return "", ""
        return self.base.revision if self.base is not None else self.state.base, self.state.head

    @property
    def rows(self) -> tuple[ChangedPageRow, ...]:
        """The pages that differ between the two, in the order of the tree."""
        if self.base_rows is not None:
            return self.base_rows
        return self.state.pages if self.state is not None else ()

    def title_of(self, page: str | None) -> str:
        return next((row.title for row in self.rows if row.page == page), "")

    @property
    def shown_rows(self) -> tuple[ChangedPageRow, ...]:
        """The pages that are listed: all, or those not viewed and the one that is read."""
        if not self.hides_viewed:
            return self.rows
        return tuple(row for row in self.rows if row.page not in self.viewed or row.page == self.page)

    @property
    def shown_form(self) -> str:
        """The form that is shown: side by side needs room."""
        narrow = self.reading.view.size.width < SIDE_BY_SIDE_FROM
        return FORMS[0] if self.form_name == FORMS[1] and narrow else self.form_name

    @property
    def wholly_compared(self) -> bool:
        """Whether all of the page is shown, and not only its beginning while the rest is compared."""
        return self.form is None or self.form.whole

    def compare_page(self) -> None:
        session, state, page, form = self.app.session, self.state, self.page, self.shown_form
        if session is None or state is None or page is None:
            return
        base, head = between = self.between
        space = state.change_request.space or self.space_id

        async def compare() -> None:
            try:
                if form == FORMS[2]:
                    source = await source_diff(session, space, page, base, head)
                    self.post_message(self.Compared(page, between, source=source))
                    return
                async for found in watch_comparison(session, space, page, base, head):
                    self.post_message(self.Compared(page, between, found))
            except DocdeckError as error:
                self.session_failed(error)
                self.post_message(self.Compared(page, between, problem=str(error)))

        self.run_read(compare, "diff")
        self.find_addressed()

    def find_addressed(self) -> None:
        """Find out for the threads of this page whether their blocks were changed since."""
        session, state, page = self.app.session, self.state, self.page
        if session is None or state is None or page is None:
            return
        space, head, threads = state.change_request.space or self.space_id, state.head, state.threads

        async def find() -> None:
            self.post_message(self.AddressedFound(await addressed_on_page(session, space, page, head, threads)))

        self.run_read(find, "addressed")
