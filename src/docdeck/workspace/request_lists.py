"""Change requests of an organization or a space, filtered by the server and read page by page."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from typing import Literal

from docdeck.api.description import Page, Query
from docdeck.api.errors import DocdeckError
from docdeck.api.operations import change_requests, organizations, spaces
from docdeck.models.change_requests import ChangeRequest
from docdeck.workspace.freshness import LOADING, Freshness, freshness_after
from docdeck.workspace.reads import PAGE_SIZE, ServerReads
from docdeck.workspace.session import Session

Status = Literal["open", "draft", "merged", "archived"]
STATUSES: tuple[Status, ...] = ("open", "draft", "merged", "archived")
_TITLES_FOR = 300.0


@dataclass(frozen=True, slots=True)
class RequestScope:
    """Whose requests: those of a space, else of an organization. `title` is raw."""

    title: str = ""
    organization: str | None = None
    space: str | None = None


@dataclass(frozen=True, slots=True)
class RequestFilter:
    """What the server is asked for. Users are ids."""

    status: Status = "open"
    creator: str | None = None
    contributor: str | None = None
    reviewer: str | None = None


@dataclass(frozen=True, slots=True)
class RequestList:
    """The requests read so far; `total` is the server's count if it gives one; `more` when there are further pages.

    `unreadable` are raw sentences about what of it could not be read.
    """

    requests: tuple[ChangeRequest, ...] = ()
    titles: dict[str, str] | None = None
    freshness: Freshness = LOADING
    total: int | None = None
    more: bool = False
    unreadable: tuple[str, ...] = ()


async def organizations_of(session: Session) -> tuple[tuple[str, str], ...]:
    """Id and title of each organization of the caller. Raises DocdeckError."""
    query = organizations.list_mine().with_params(limit=PAGE_SIZE)  # as everywhere, so that one answer serves all
    found = await session.platform.all_items(query, max_age=_TITLES_FOR)
    return tuple((each.id, each.title) for each in found)


class RequestPages:
    """One list of change requests, of which more is read when the cursor comes near its end."""

    def __init__(self, session: Session, scope: RequestScope, wanted: RequestFilter) -> None:
        self._session = session
        self._scope = scope
        self._wanted = wanted
        self._next: str | None = None
        self._named: set[str] = set()
        self.shown = RequestList()

    def _query(self) -> Query[Page[ChangeRequest]]:
        wanted, scope = self._wanted, self._scope
        if scope.space is not None:
            query = change_requests.list_in_space(
                scope.space,
                status=wanted.status,
                creator=wanted.creator,
                contributor=wanted.contributor,
                requested_reviewer=wanted.reviewer,
            )
        else:
            query = change_requests.list_in_organization(
                scope.organization or "",
                status=wanted.status,
                creator=wanted.creator,
                contributor=wanted.contributor,
                requested_reviewer=wanted.reviewer,
            )
        return query.with_params(limit=PAGE_SIZE)

    async def first(self, before: RequestList | None = None) -> AsyncGenerator[RequestList]:
        """The first page, stored at once, then fresh. Raises DocdeckError when neither is to be had.

        `before` is the list that is shown already: it stays until as many requests are read again.
        """
        platform, query = self._session.platform, self._query()
        stored = platform.stored(query)
        if stored is not None:
            self._take(stored.value, (), Freshness("refreshing", at=stored.fetched_at))
            yield self._over(before)
        try:
            fresh = await platform.read(query)
        except DocdeckError as error:
            if stored is None:
                raise
            since = platform.state.offline_since or self._session.clock()
            self.shown = replace(self.shown, freshness=freshness_after(error, stored.fetched_at, since), more=False)
            yield self._over(before)
            return
        self._take(fresh.value, (), Freshness("live", at=fresh.fetched_at))
        while before is not None and self.shown.more and len(self.shown.requests) < len(before.requests):
            yield self._over(before)
            await self.more()
        yield self.shown
        titles = await self._titles()
        if titles:
            self.shown = replace(self.shown, titles=titles)
            yield self.shown

    async def more(self) -> RequestList:
        """The next page behind what is shown. Raises DocdeckError."""
        if self._next is None:
            return self.shown
        found = await self._session.platform.read(self._query().with_params(page=self._next))
        self._take(found.value, self.shown.requests, self.shown.freshness)
        return self.shown

    def _over(self, before: RequestList | None) -> RequestList:
        """What was read again over what was shown: nothing under the cursor goes away in between."""
        if before is None or len(before.requests) <= len(self.shown.requests):
            return self.shown
        known = {each.id for each in self.shown.requests}
        rest = tuple(each for each in before.requests if each.id not in known)
        state = self.shown.freshness
        state = replace(state, state="refreshing") if state.state == "live" else state
        return replace(self.shown, requests=(*self.shown.requests, *rest), freshness=state, titles=before.titles)

    def _take(self, page: Page[ChangeRequest], before: tuple[ChangeRequest, ...], freshness: Freshness) -> None:
        known = {each.id for each in before}
        requests = (*before, *(each for each in page.items if each.id not in known))
        if not before:
            self._named.clear()
        repeats = page.next_page is not None and page.next_page in self._named
        self._next = None if repeats else page.next_page
        self._named.update((self._next,) if self._next is not None else ())
        bad = (*(self.shown.unreadable if before else ()), *(f"{each.id}: {each.problem}" for each in page.unreadable))
        if repeats:
            bad = (*bad, "the server names a page of the list again; what comes after cannot be reached")
        total = page.count if page.count is not None else self.shown.total
        if bad and freshness.state in ("live", "partial"):
            shown, reason = len(requests), f"{len(bad)} could not be read: {bad[0]}"
            freshness = Freshness("partial", at=freshness.at, shown=shown, total=shown + len(bad), reason=reason)
        self.shown = RequestList(requests, self.shown.titles, freshness, total, self._next is not None, bad)

    async def _titles(self) -> dict[str, str]:
        """Titles of the spaces; a list that cannot be read leaves the ids."""
        if self._scope.space is not None:
            return {self._scope.space: self._scope.title}
        try:
            found = await ServerReads(self._session.platform).items(
                spaces.list_in_organization(self._scope.organization or ""), max_age=_TITLES_FOR
            )
        except DocdeckError:
            return {}
        return {space.id: space.title for space in found or ()}
