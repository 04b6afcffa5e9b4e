"""A change request as a reviewer reads it: what it changes, its threads, its verdicts; stored first, then fresh."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from docdeck.api.comment_calls import in_change_request
from docdeck.api.description import Page, Query
from docdeck.api.errors import DocdeckError, NotFound, NotOffered
from docdeck.api.operations import change_requests, content, reviews, spaces
from docdeck.models.change_requests import ChangeRequest, RequestedReviewer, Review
from docdeck.models.comments import Comment
from docdeck.models.content import ChangedFile, SemanticChanges
from docdeck.models.spaces import Space
from docdeck.workspace.believing import comments_stand, parts_stand, reviews_stand
from docdeck.workspace.changes import ChangedPageRow, changed_files, changed_rows, rows_of_trees
from docdeck.workspace.freshness import LOADING, Freshness, freshness_after
from docdeck.workspace.page_trees import page_places
from docdeck.workspace.reads import Reads, ServerReads, StoredReads
from docdeck.workspace.session import Session
from docdeck.workspace.threads import Thread, comments_query, in_page_order, with_replies

__all__ = ["ChangedPageRow", "ReviewState", "watch_review"]

T = TypeVar("T")
Request = asyncio.Future[ChangeRequest | None]
Stands = Callable[[ChangeRequest, tuple[T, ...], float], bool]

CHANGES_LIMIT = 1000
_SPACE_FOR = 60.0


@dataclass(frozen=True)
class ReviewState:
    """A change request and all that belongs to it, as far as it was read. All strings are raw.

    `pages` is in the order of the page tree. `shown_changes` of `total_changes` are listed; None while unknown.
    `problems` are sentences about parts that could not be read, beside those that could. Of the parts named in
    `unread` (changes, reviews, requested, threads) nothing is known.
    """

    change_request: ChangeRequest
    space: Space | None = None
    pages: tuple[ChangedPageRow, ...] = ()
    files: tuple[ChangedFile, ...] = ()
    threads: tuple[Thread, ...] = ()
    reviews: tuple[Review, ...] = ()
    requested: tuple[RequestedReviewer, ...] = ()
    total_changes: int | None = None
    shown_changes: int | None = None
    freshness: Freshness = LOADING
    problems: tuple[str, ...] = ()
    places: dict[str, int] = field(default_factory=dict[str, int])
    unread: frozenset[str] = frozenset()

    @property
    def reading_threads(self) -> bool:
        """Whether no thread is known because they are being read."""
        return "threads" in self.unread and self.freshness.state == "refreshing"

    @property
    def base(self) -> str:
        """The revision that the pages are compared with: never the space of today."""
        return self.change_request.base_revision

    @property
    def head(self) -> str:
        """The request's own revision, also after the merge."""
        return self.change_request.revision

    @property
    def cut(self) -> str:
        """`10 of 37` when the server listed only a part of the changes, else empty."""
        if self.shown_changes is None or self.total_changes is None or self.shown_changes >= self.total_changes:
            return ""
        return f"{self.shown_changes} of {self.total_changes}"


@dataclass
class _Parts:
    """What was read so far; a part is None until then."""

    request: ChangeRequest | None = None
    space: Space | None = None
    changes: SemanticChanges | None = None
    rows: tuple[ChangedPageRow, ...] | None = None
    places: dict[str, int] = field(default_factory=dict[str, int])
    comments: tuple[Comment, ...] | None = None
    threads: tuple[Thread, ...] | None = None
    reviews: tuple[Review, ...] | None = None
    requested: tuple[RequestedReviewer, ...] | None = None
    problems: dict[str, DocdeckError] = field(default_factory=dict[str, DocdeckError])

    def state(self, freshness: Freshness, older: _Parts | None = None) -> ReviewState:
        """What to show: each part as read, else as it was in `older`."""
        held = older or _Parts()
        request = self.request or held.request
        assert request is not None
        changes = self.changes or held.changes
        places = self.places or held.places
        threads = in_page_order(_first(self.threads, held.threads), places)
        rows = _first(self.rows, held.rows)
        still_open = Counter(thread.page for thread in threads if not thread.resolved)
        counted = tuple(
            replace(row, open_threads=still_open[row.page])
            for row in sorted(rows, key=lambda row: places.get(row.page, len(places)))
        )
        known = {
            "changes": (self.rows, held.rows),
            "reviews": (self.reviews, held.reviews),
            "requested": (self.requested, held.requested),
            "threads": (self.threads, held.threads),
        }
        unread = {name for name, parts in known.items() if parts == (None, None) and name not in self.problems}
        shown = len(changes.changes) if changes is not None else len(rows) if self.rows or held.rows else None
        return ReviewState(
            request,
            self.space or held.space,
            counted,
            changed_files(changes),
            threads,
            _first(self.reviews, held.reviews),
            _first(self.requested, held.requested),
            None if shown is None else shown + ((changes.more or 0) if changes is not None else 0),
            shown,
            freshness,
            tuple(str(problem) for problem in self.problems.values()),
            places,
            frozenset(() if freshness.state in ("live", "partial") else unread),
        )


def _first(newer: tuple[T, ...] | None, older: tuple[T, ...] | None) -> tuple[T, ...]:
    return newer if newer is not None else older if older is not None else ()


class _Reading:
    """Reads the parts of one review side by side, and says after each that there is more to show.

    `only_comments` is true once there are so many of these that all else was read before them.
    """

    def __init__(self, session: Session, reads: Reads, space: str, change_request: str) -> None:
        self._session = session
        self._reads = reads
        self._space = space
        self._key = change_request
        self.parts = _Parts()
        self.news = asyncio.Event()
        self.only_comments = False

    async def run(self) -> None:
        """Read everything. Only the request itself must be there; what else fails is a problem of its part."""
        request = asyncio.ensure_future(self._request())
        comments = asyncio.ensure_future(self._comments(request))
        jobs = [
            asyncio.ensure_future(self._part("space", self._read_space)),
            asyncio.ensure_future(self._part("reviews", partial(self._reviews, request))),
            asyncio.ensure_future(self._part("requested", partial(self._requested, request))),
            asyncio.ensure_future(self._part("changes", partial(self._changes, request))),
            asyncio.ensure_future(self._part("places", partial(self._places, request))),
        ]
        threads = asyncio.ensure_future(self._part("threads", partial(self._threads, request, comments)))
        try:
            await asyncio.gather(request, *jobs)
            self.only_comments = not comments.done()
            self.news.set()
            await threads
        finally:
            jobs.append(threads)
            for job in (request, comments, *jobs):
                job.cancel()
            await asyncio.gather(request, comments, *jobs, return_exceptions=True)
            self.news.set()

    async def _part(self, name: str, job: Callable[[], Awaitable[None]]) -> None:
        try:
            await job()  # made here: this may be ended before it begins
        except DocdeckError as error:
            self.parts.problems[name] = error
        self.news.set()

    async def _request(self) -> ChangeRequest | None:
        found = await self._reads.value(change_requests.get(self._space, self._key))
        self.parts.request = None if found is None else found.within(self._space)
        self.news.set()
        return self.parts.request

    async def _read_space(self) -> None:
        self.parts.space = await self._reads.value(spaces.get(self._space), max_age=_SPACE_FOR)

    async def _reviews(self, request: Request) -> None:
        query = reviews.list_reviews(self._space, self._key)
        self.parts.reviews = await self._items(query, request, reviews_stand)

    async def _requested(self, request: Request) -> None:
        query = reviews.requested_reviewers(self._space, self._key)
        self.parts.requested = await self._items(query, request, parts_stand)

    async def _comments(self, request: Request) -> tuple[Comment, ...] | None:
        return await self._items(comments_query(self._space, self._key), request, comments_stand)

    async def _items(self, query: Query[Page[T]], request: Request, stand: Stands[T]) -> tuple[T, ...] | None:
        """A list of the request; only one that may be believed waits for the request to be weighed by."""
        about = await request if self._reads.may_believe(query) else None
        return await (
            self._reads.items(query) if about is None else self._reads.items_unless(query, partial(stand, about))
        )

    async def _changes(self, request: Request) -> None:
        try:
            query = change_requests.changes(self._space, self._key, limit=CHANGES_LIMIT)
            about = await request if self._reads.may_believe(query) else None
            self.parts.changes = await (
                self._reads.value(query)
                if about is None
                else self._reads.value_unless(query, partial(parts_stand, about))
            )
        except (NotOffered, NotFound):
            self.parts.changes = None
        if self.parts.changes is not None:
            self.parts.rows = changed_rows(self.parts.changes)
            return
        found = await request
        if found is None:
            return
        queries = [content.revision_pages(self._space, each) for each in (found.base_revision, found.revision)]
        base, head = await asyncio.gather(*(self._reads.value(query) for query in queries))
        if base is not None and head is not None:
            self.parts.rows = rows_of_trees(base, head)

    async def _places(self, request: Request) -> None:
        found = await request
        if found is None:
            return
        tree = await self._reads.value(content.revision_pages(self._space, found.revision))
        if tree is not None:
            self.parts.places = page_places(tree)

    async def _threads(
        self,
        request: Request,
        comments: asyncio.Future[tuple[Comment, ...] | None],
    ) -> None:
        found = await comments
        about = await request
        stored = isinstance(self._reads, StoredReads)
        me = self._session.stored_me() if stored else await self._session.me()
        if found is None or about is None:
            return
        author = about.created_by.id if about.created_by else None
        self.parts.comments = found
        mine = me.id if me is not None else ""
        level = in_change_request(self._space, self._key)
        self.parts.threads = await with_replies(self._reads, level, found, mine, author)


@asynccontextmanager
async def _running(reading: _Reading) -> AsyncGenerator[asyncio.Task[None]]:
    """The reading in a task that ends with whoever waits for it; its end is news, too."""
    running = asyncio.create_task(reading.run())
    running.add_done_callback(lambda _: reading.news.set())
    try:
        yield running
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def watch_review(
    session: Session, space: str, change_request: str, *, believe_for: float = 0.0
) -> AsyncGenerator[ReviewState]:
    """What is stored at once, then more as the parts arrive; the last state says how fresh all of it is.

    `change_request` is an id or a number. The request itself is always asked for; parts of it that were read in the
    last `believe_for` seconds are not asked again where they agree with it. Raises DocdeckError when nothing is stored
    and the request cannot be read.
    """
    stored = StoredReads(session.platform)
    reading = _Reading(session, stored, space, change_request)
    async with _running(reading) as running:
        while not running.done():
            await reading.news.wait()
            reading.news.clear()
            if reading.only_comments and reading.parts.request is not None and reading.parts.threads is None:
                yield reading.parts.state(Freshness("refreshing", at=stored.oldest))
        await running
    older, at = reading.parts, stored.oldest
    told: ReviewState | None = None
    if older.request is not None:
        yield (told := older.state(Freshness("refreshing", at=at)))
    reads = ServerReads(session.platform, believe_for=believe_for)
    reading = _Reading(session, reads, space, change_request)
    async with _running(reading) as running:
        while not running.done():
            await reading.news.wait()
            reading.news.clear()
            if reading.parts.request is not None and not running.done():
                state = reading.parts.state(Freshness("refreshing", at=at), older)
                if state != told:  # most parts are what they were
                    yield (told := state)
        try:
            await running
        except DocdeckError as error:
            if older.request is None:
                raise
            lost = session.platform.state.offline_since
            yield older.state(freshness_after(error, at, lost or session.clock()))
            return
        yield _settled(session, reading.parts, older, reads.oldest, at)


def _settled(session: Session, parts: _Parts, older: _Parts, fresh_at: float | None, at: float | None) -> ReviewState:
    """The last state: live, partial when the list of changes was cut, or what kept a part from being read."""
    if parts.problems:
        problem = next(iter(parts.problems.values()))
        lost = session.platform.state.offline_since
        return parts.state(freshness_after(problem, at if at is not None else fresh_at, lost or session.clock()), older)
    state = parts.state(Freshness("live", at=fresh_at))
    if state.cut:
        return replace(
            state, freshness=Freshness("partial", at=fresh_at, shown=state.shown_changes, total=state.total_changes)
        )
    return state
