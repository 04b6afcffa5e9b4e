"""The inbox: what waits for one person over all organizations. Stored first, then organization by organization.

Requests: the person and the organizations, then per organization the lists of open requests, of those that wait
for my review and of those I took part in, and the spaces, side by side; then reviews of my own requests and of those to
review, and comments on requests and on spaces only where `comments` is not 0; of these only what may have changed since
it was read a moment ago. No list tells of reviews, nor of what was said in a thread: without asking for these one by
one the sections would not be true, so a first start asks for more than one a moment later.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from functools import partial

from docdeck.api.errors import DocdeckError
from docdeck.api.operations import change_requests, organizations, reviews, spaces
from docdeck.models.base import User
from docdeck.models.change_requests import ChangeRequest
from docdeck.models.organizations import Organization
from docdeck.models.spaces import Space
from docdeck.workspace.believing import comments_stand, reviews_stand, spaces_stand
from docdeck.workspace.freshness import Freshness, freshness_after
from docdeck.workspace.glance import write_glance
from docdeck.workspace.inbox_parts import OrganizationPart, inbox_rows
from docdeck.workspace.inbox_rows import SECTIONS, Inbox, InboxRow, Section
from docdeck.workspace.reads import Reads, ServerReads, StoredReads
from docdeck.workspace.review import CHANGES_LIMIT
from docdeck.workspace.session import Session
from docdeck.workspace.threads import comments_about

__all__ = ["SECTIONS", "Inbox", "InboxRow", "Section", "watch_inbox"]

PACE = 0.05
"""Seconds between two states that are still refreshing, so that many answers do not mean many paints."""

DETAILS = 60
"""So many requests and spaces per organization are looked into (reviews, comments), the latest updated first."""


class _PartReading:
    """Reads one organization's part, and rings after every piece. `part.problem` tells what failed."""

    def __init__(
        self, session: Session, reads: Reads, me: User, organization: Organization, news: asyncio.Event
    ) -> None:
        self._session = session
        self._reads = reads
        self._me = me
        self._news = news
        self._organization = organization
        self.part = OrganizationPart(organization.id, organization.title)
        self.done = False

    async def run(self) -> None:
        """Lists first, then what they make worth reading; a failed list leaves the others standing."""
        await self._lists()
        self._news.set()
        requests = self.part.interesting(self._me.id)[:DETAILS]
        jobs = [self._reviews(request) for request in requests if self.part.wants_reviews(request, self._me.id)]
        jobs += [self._comments(request) for request in requests if self.part.wants_comments(request, self._me.id)]
        jobs += [self._comments(space) for space in self.part.talked_about()[:DETAILS]]
        await asyncio.gather(*jobs)
        self.done = True
        self._news.set()

    async def _list(
        self, *, requested_reviewer: str | None = None, contributor: str | None = None
    ) -> tuple[ChangeRequest, ...] | None:
        query = change_requests.list_in_organization(
            self._organization.id, "open", requested_reviewer=requested_reviewer, contributor=contributor
        )
        try:
            return await self._reads.items(query)
        except DocdeckError as error:
            self.part.problems.append(error)
            return None

    async def _spaces(self) -> None:
        try:
            query = spaces.list_in_organization(self._organization.id)
            self.part.spaces = await self._reads.items_unless(query, spaces_stand)
        except DocdeckError as error:
            self.part.problems.append(error)

    async def _lists(self) -> None:
        opened, asked, joined, _ = await asyncio.gather(
            self._list(),
            self._list(requested_reviewer=self._me.id),
            self._list(contributor=self._me.id),
            self._spaces(),
        )
        self.part.opened = opened
        self.part.to_review = None if asked is None else frozenset(request.id for request in asked)
        self.part.joined = None if joined is None else frozenset(request.id for request in joined)
        for request in (*(opened or ()), *(asked or ()), *(joined or ())):
            if not request.space:  # from an odd platform: shown, but nothing of it can be asked for
                continue
            changes = self._session.platform.stored(
                change_requests.changes(request.space, request.id, limit=CHANGES_LIMIT)
            )
            if changes is not None:
                pages = {change.page.id for change in changes.value.changes if change.page is not None}
                self.part.pages[request.id] = len(pages)

    async def _reviews(self, request: ChangeRequest) -> None:
        try:
            query = reviews.list_reviews(request.space, request.id)
            found = await self._reads.items_unless(query, partial(reviews_stand, request))
        except DocdeckError as error:
            self.part.problems.append(error)
            return
        if found is not None:
            self.part.reviews[request.id] = found
            self._news.set()

    async def _comments(self, about: ChangeRequest | Space) -> None:
        try:
            found = await self._reads.items_unless(comments_about(about), partial(comments_stand, about))
        except DocdeckError as error:
            self.part.problems.append(error)
            return
        if found is not None:
            self.part.comments[about.id] = found
            self._news.set()


def _inbox(
    session: Session,
    me: User,
    found: Sequence[Organization],
    parts: Sequence[OrganizationPart],
    freshness: Freshness,
    problems: Sequence[str] = (),
) -> Inbox:
    rows: list[InboxRow] = []
    for part in parts:
        rows.extend(inbox_rows(part, me, session.clock()))
    order = {name: at for at, name in enumerate(SECTIONS)}
    rows.sort(key=lambda row: (order[row.section], row.updated_at if row.section == "stuck" else -row.updated_at))
    names = tuple((organization.id, organization.title) for organization in found)
    return Inbox(me.display_name or me.email or me.id, names, tuple(rows), freshness, tuple(problems))


async def _stored(session: Session) -> tuple[dict[str, OrganizationPart], Inbox | None]:
    """The inbox as the store has it, without any request; None when who I am or where is not stored."""
    reads = StoredReads(session.platform)
    me = session.stored_me()
    found = await reads.items(organizations.list_mine())
    if me is None or found is None:
        return {}, None
    readings = [_PartReading(session, reads, me, one, asyncio.Event()) for one in found]
    for reading in readings:
        await reading.run()
    parts = {reading.part.organization: reading.part for reading in readings}
    return parts, _inbox(session, me, found, list(parts.values()), Freshness("refreshing", at=reads.oldest))


def _settled(
    session: Session, readings: Sequence[_PartReading], fresh_at: float | None, stored_at: float | None
) -> tuple[Freshness, list[str]]:
    """How the reading of all organizations ended: live, partial, or the one state that all of them share."""
    failed = [reading.part for reading in readings if reading.part.problems]
    sentences = [f"{part.title}: {part.problems[0]}" for part in failed]
    if not failed:
        return Freshness("live", at=fresh_at), []
    at = stored_at if stored_at is not None else fresh_at
    if len(failed) < len(readings):
        total = len(readings)
        return Freshness("partial", at=at, shown=total - len(failed), total=total, reason=sentences[0]), sentences
    lost = session.platform.state.offline_since
    return freshness_after(failed[0].problems[0], at, lost or session.clock()), sentences


async def _keep_glance(session: Session, inbox: Inbox) -> None:
    if session.cache_file is not None:
        await asyncio.to_thread(write_glance, session.cache_file, inbox)


async def watch_inbox(session: Session, *, believe_for: float = 0.0) -> AsyncGenerator[Inbox]:
    """The inbox as stored, then as answers come; the last one says how fresh it is.

    Reviews and comments read in the last `believe_for` seconds are not asked again where the lists agree with them.
    Raises DocdeckError when nothing is stored and the person or the organizations cannot be read.
    """
    stored_parts, first = await _stored(session)
    if first is not None:
        yield first
    reads = ServerReads(session.platform, believe_for=believe_for)
    try:
        me_read, found = await asyncio.gather(session.me(), reads.items(organizations.list_mine()))
    except DocdeckError as error:
        if first is None:
            raise
        lost = session.platform.state.offline_since
        freshness = freshness_after(error, first.freshness.at, lost or session.clock())
        yield Inbox(first.me, first.organizations, first.rows, freshness, (str(error),))
        return
    news = asyncio.Event()
    readings = [_PartReading(session, reads, me_read, one, news) for one in found or ()]
    at = first.freshness.at if first is not None else None

    def shown() -> list[OrganizationPart]:
        return [
            reading.part.over(stored_parts.get(reading.part.organization), finished=reading.done)
            for reading in readings
        ]

    running = asyncio.gather(*(reading.run() for reading in readings))
    running.add_done_callback(lambda _: news.set())
    before = first
    try:
        while not running.done():
            await news.wait()
            news.clear()
            now = _inbox(session, me_read, found or (), shown(), Freshness("refreshing", at=at))
            if not running.done() and now != before:
                yield now
                await asyncio.wait([running], timeout=PACE)
            before = now
        await running
        freshness, problems = _settled(session, readings, reads.oldest, at)
        last = _inbox(session, me_read, found or (), shown(), freshness, problems)
        yield last
        await _keep_glance(session, last)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
