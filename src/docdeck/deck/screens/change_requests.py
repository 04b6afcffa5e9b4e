"""Change requests of an organization or a space, filtered by status and people, read page by page."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.message import Message

from docdeck.api.errors import DocdeckError
from docdeck.deck.filtering import Filterable
from docdeck.deck.painters.requests import request_rows
from docdeck.deck.painters.rows import RowsSource
from docdeck.deck.painters.threads import person
from docdeck.deck.screens.request_filters import ORDERS, FilteredRequests
from docdeck.deck.screens.request_list import RequestRow
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import Span, span
from docdeck.models.change_requests import ChangeRequest
from docdeck.text import Safe, safe, safe_line
from docdeck.workspace.freshness import Freshness
from docdeck.workspace.request_lists import (
    RequestList,
    RequestPages,
    RequestScope,
    organizations_of,
)

if TYPE_CHECKING:
    from docdeck.workspace.session import Session

NEVER = datetime.min.replace(tzinfo=UTC)


class ChangeRequestsScreen(FilteredRequests):
    """`f` picks status, organization and people; `s` sorts; `/` narrows what was read."""

    PLACE = "place.change_requests"
    TITLE_WORDS = "Change requests"
    FOOTER: ClassVar[tuple[str, ...]] = (
        "open",
        "filter.pick",
        "sort.next",
        "filter",
        "review.approve",
        "new",
        "quick_find",
        "refresh",
    )

    @dataclass
    class Loaded(Message):
        """The list as far as it is known."""

        found: RequestList

    def __init__(self, scope: RequestScope | None = None) -> None:
        super().__init__(f"change_requests:{scope.space}" if scope is not None else "change_requests", scope)
        self._pages: RequestPages | None = None
        self._alone = False
        self._ordered: tuple[RequestList, tuple[str, bool], Filterable[ChangeRequest]] | None = None
        self._source: RowsSource[ChangeRequest] = request_rows((), {}, time.time())

    def source(self) -> RowsSource[ChangeRequest]:
        return self._source

    @property
    def way(self) -> tuple[str, ...]:
        scope = self.scope
        return ("requests", scope.space, scope.title) if scope is not None and scope.space is not None else super().way

    def path(self) -> tuple[Span, ...]:
        if self.scope is None or self.scope.space is None:
            return ()
        return (span("Spaces › ", "dim"), span(f"{self.scope.title} › ", "dim"), span("Change requests", "title"))

    def row_of(self, key: str) -> RequestRow | None:
        found = self._source.row(key)
        if found is None:
            return None
        name = f"{(self.found.titles or {}).get(found.space, '')} #{found.number}".strip()
        return RequestRow(found.id, found.space, found.id, f"#{found.number} {found.subject}", name, found)

    # Reading

    def session_ready(self, session: Session) -> None:
        self.read()
        self.rest()

    def read(self) -> None:
        session = self.app.session
        if session is None:
            return

        async def stream():
            if self.scope is None:
                mine = await organizations_of(session)
                if not mine:
                    self._alone = True
                    yield replace(self.found, freshness=Freshness("live", at=time.time()))
                    return
                for organization, title in mine:
                    # The first organization that has any; the last one when none has.
                    self.scope = RequestScope(title, organization=organization)
                    pages = RequestPages(session, self.scope, self.wanted)
                    async for found in pages.first(None):
                        self._pages = pages
                        if found.requests or organization == mine[-1][0]:
                            yield found
                    if pages.shown.requests:
                        break
                return
            pages = RequestPages(session, self.scope, self.wanted)
            async for found in pages.first(self.found if self.found.requests else None):
                self._pages = pages
                yield found

        self.read_stream(stream, self.Loaded, "requests")

    def on_change_requests_screen_loaded(self, message: Loaded) -> None:
        self.found = message.found
        self.show_freshness(message.found.freshness)
        self.paint()

    @on(LineView.NearEnd, "#rows")
    def _near_end(self) -> None:
        pages = self._pages
        if pages is None or not self.found.more:
            return

        async def more() -> None:
            try:
                found = await pages.more()
                if pages is self._pages:  # not when another filter was picked meanwhile
                    self.post_message(self.Loaded(found))
            except DocdeckError as error:
                self.say(safe_line(str(error)), failed=True)

        self.run_read(more, "more")

    # Painting

    def paint(self) -> None:
        titles = self.found.titles or {}
        shown = self._in_order().passing(self.filter_text)
        self._source = request_rows(shown, titles, time.time(), self.row_marks)
        self.rows.view.set_source(self._source)
        self._name_beside()
        total = self.found.total
        count = (
            f"{len(self.found.requests)} of {total}" if total and total > len(self.found.requests) else f"{len(shown)}"
        )
        self.rows.show_title(safe(self.TITLE_WORDS), safe(count), extra=(span(f"  {self.filter_name()}", "accent"),))
        self.rows.show_state(None if shown else ((span(self._why_empty(), "dim"),),))
        self.show_footer()

    def _in_order(self) -> Filterable[ChangeRequest]:
        """What was read, in its order and ready to be filtered: made anew only when either changed."""
        found, made_for = self.found, (self.order, self.reverse)
        held = self._ordered
        if held is None or held[0] is not found or held[1] != made_for:
            titles = found.titles or {}
            made = Filterable(self._sorted(found.requests), lambda each: _searched(each, titles))
            held = self._ordered = (found, made_for, made)
        return held[2]

    def _sorted(self, requests: Sequence[ChangeRequest]) -> list[ChangeRequest]:
        keys = {
            "updated": lambda each: each.updated_at or NEVER,
            "created": lambda each: each.created_at or NEVER,
            "number": lambda each: each.number,
            "subject": lambda each: each.subject.casefold(),
            "threads": lambda each: each.comments,
        }
        down = self.order in ("updated", "created", "threads")
        return sorted(requests, key=keys[self.order], reverse=self.reverse is not down)

    def _why_empty(self) -> Safe:
        if self.found.requests:
            return safe(f"No row matches /{self.filter_text}. Escape shows all {len(self.found.requests)}.")
        empty = f"No change request is {self.wanted.status} here. f picks another status, ctrl+n begins one."
        if self._alone:
            empty = "You belong to no organization yet. Its change requests would stand here."
        return self.why_nothing("Reading the change requests …", empty)

    # Order

    def do_sort_next(self) -> None:
        self.order = ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)]
        self.paint()

    def do_sort_reverse(self) -> None:
        self.reverse = not self.reverse
        self.paint()


def _searched(request: ChangeRequest, titles: Mapping[str, str]) -> tuple[str, ...]:
    """The words of a request that a filter looks into."""
    who = person(request.created_by) if request.created_by is not None else ""
    return request.subject, who, f"#{request.number}", titles.get(request.space, "")
