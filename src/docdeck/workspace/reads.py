"""Two ways to ask the same questions: of the store, at once, and of the server, at most 8 at a time.

What shows an inbox or a review is written once over `Reads`, and run first over the store, then over the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Protocol, TypeVar

from docdeck.api.description import Page, Query, Unreadable
from docdeck.api.platform import Platform, Stored
from docdeck.workspace.freshness import Freshness

T = TypeVar("T")

AT_ONCE = 8
PAGE_SIZE = 100
TURN = 0.002
"""Seconds after which the event loop has its turn: a key may wait for one page of a list, but not for all."""
PAGE_LIMIT = 20
"""A list is read to 2000 items; what comes after is said to be missing."""


@dataclass(frozen=True, slots=True)
class Missing:
    """What a list lacks, as a raw sentence: items that cannot be read, or those beyond the limit."""

    shown: int
    total: int | None
    reason: str


class Reads(Protocol):
    """Where answers come from. `oldest` is the age of the oldest one used (epoch seconds)."""

    oldest: float | None

    async def value(self, query: Query[T], *, max_age: float | None = None) -> T | None:
        """One answer; None when the store has none. Raises DocdeckError."""
        ...

    async def items(self, query: Query[Page[T]], *, max_age: float | None = None) -> tuple[T, ...] | None:
        """All items of a list; None when the store has none. Raises DocdeckError."""
        ...

    async def items_unless(
        self, query: Query[Page[T]], stand: Callable[[tuple[T, ...], float], bool]
    ) -> tuple[T, ...] | None:
        """All items of a list, the stored ones where they may be believed and `stand` as told at a moment."""
        ...

    async def value_unless(self, query: Query[T], stand: Callable[[T, float], bool]) -> T | None:
        """One answer, the stored one where it may be believed and `stand`s as told at a moment."""
        ...

    def may_believe(self, query: Query[Any]) -> bool:
        """Whether something stored would be weighed; if not, nothing is gained by waiting for what it is weighed by."""
        ...


class StoredReads:
    """Answers from the store only: no network, and None for what was never read."""

    def __init__(self, platform: Platform) -> None:
        self._platform = platform
        self.oldest: float | None = None

    def _note(self, at: float) -> None:
        self.oldest = at if self.oldest is None else min(self.oldest, at)

    async def value(self, query: Query[T], *, max_age: float | None = None) -> T | None:
        """The stored answer, however old."""
        stored = await self._platform.recalled(query)
        if stored is None:
            return None
        self._note(stored.fetched_at)
        return stored.value

    async def items(self, query: Query[Page[T]], *, max_age: float | None = None) -> tuple[T, ...] | None:
        """The stored pages of a list, as far as they follow one another."""
        question: Query[Page[T]] = query.with_params(limit=PAGE_SIZE)
        found: list[T] = []
        since = perf_counter()
        for number in range(PAGE_LIMIT):
            if perf_counter() - since > TURN:  # a page of a hundred takes so long, if it was not read before
                await asyncio.sleep(0)
                since = perf_counter()
            page = await self.value(question)
            if page is None:
                return tuple(found) if number else None
            found.extend(page.items)
            if page.next_page is None:
                break
            question = question.with_params(page=page.next_page)
        return tuple(found)

    async def items_unless(
        self, query: Query[Page[T]], stand: Callable[[tuple[T, ...], float], bool]
    ) -> tuple[T, ...] | None:
        """The stored pages of a list."""
        del stand
        return await self.items(query)

    async def value_unless(self, query: Query[T], stand: Callable[[T, float], bool]) -> T | None:
        """The stored answer."""
        del stand
        return await self.value(query)

    def may_believe(self, query: Query[Any]) -> bool:
        """Nothing is weighed: what is stored is what there is."""
        del query
        return False


class ServerReads:
    """Answers from the server, at most 8 in flight; an immutable or young enough one from the store.

    With `believe_for` (seconds) what is stored for no longer than that may stand in for an answer; its age counts.
    """

    def __init__(self, platform: Platform, *, believe_for: float = 0.0) -> None:
        self._platform = platform
        self._believe_for = believe_for
        self._gate = asyncio.Semaphore(AT_ONCE)
        self.oldest: float | None = None
        self.missing: list[Missing] = []

    def _note(self, at: float) -> None:
        self.oldest = at if self.oldest is None else min(self.oldest, at)

    async def value(self, query: Query[T], *, max_age: float | None = None) -> T | None:
        """One answer; with `max_age` (seconds) a stored one that is young enough, else the server is asked."""
        async with self._gate:
            stored = await self._platform.read(query, max_age=max_age)
        if not query.immutable and max_age is None:
            self._note(stored.fetched_at)
        return stored.value

    async def items(self, query: Query[Page[T]], *, max_age: float | None = None) -> tuple[T, ...] | None:
        """All items of a list, page by page."""
        found: list[T] = []
        async with self._gate:
            number, bad, total, more = 0, list[Unreadable](), None, False
            async for stored in self._platform.pages(query.with_params(limit=PAGE_SIZE), max_age=max_age):
                if max_age is None:
                    self._note(stored.fetched_at)
                found.extend(stored.value.items)
                bad.extend(stored.value.unreadable)
                total = stored.value.count if stored.value.count is not None else total
                number += 1
                more = stored.value.next_page is not None
                if number >= PAGE_LIMIT:
                    break
        if more:
            self.missing.append(Missing(len(found), total, f"Only the first {len(found)} are read; there are more."))
        elif bad:
            reason = f"{len(bad)} could not be read: {bad[0].id or 'an item without an id'}: {bad[0].problem}"
            self.missing.append(Missing(len(found), len(found) + len(bad), reason))
        return tuple(found)

    async def items_unless(
        self, query: Query[Page[T]], stand: Callable[[tuple[T, ...], float], bool]
    ) -> tuple[T, ...] | None:
        """The stored items when they are young, whole, touched by no write, and `stand`; else the server's."""
        held = self._believed(query)
        if held is None or not stand(held[0], held[1] + self._platform.state.clock_skew):
            return await self.items(query)
        self._note(held[1])
        return held[0]

    async def value_unless(self, query: Query[T], stand: Callable[[T, float], bool]) -> T | None:
        """The stored answer when it is young, touched by no write, and `stand`s; else the server's."""
        held = self._young(query)
        if held is None or not stand(held.value, held.fetched_at + self._platform.state.clock_skew):
            return await self.value(query)
        self._note(held.fetched_at)
        return held.value

    def may_believe(self, query: Query[Any]) -> bool:
        """Whether an answer is stored that is young enough; of a list, its first part."""
        return self._young(query) is not None or self._young(query.with_params(limit=PAGE_SIZE)) is not None

    def _young(self, query: Query[T]) -> Stored[T] | None:
        held = self._platform.stored(query, max_age=self._believe_for) if self._believe_for > 0 else None
        return held if held is not None and held.fresh else None

    def _believed(self, query: Query[Page[T]]) -> tuple[tuple[T, ...], float] | None:
        """The stored items of a list that was read whole, and when its first part was told; None when too old."""
        question: Query[Page[T]] | None = query.with_params(limit=PAGE_SIZE)
        found: list[T] = []
        times: list[float] = []
        while question is not None:
            stored = self._young(question)
            if stored is None or stored.value.unreadable or len(times) >= PAGE_LIMIT:
                return None
            found.extend(stored.value.items)
            times.append(stored.fetched_at)
            following = stored.value.next_page
            question = None if following is None else question.with_params(page=following)
        return tuple(found), min(times)

    def freshness(self, at: float) -> Freshness:
        """The state of what was read by `at` when no answer told an age: live, or partial with what is missing."""
        at = at if self.oldest is None else self.oldest
        if not self.missing:
            return Freshness("live", at=at)
        shown = sum(each.shown for each in self.missing)
        totals = [each.total for each in self.missing if each.total is not None]
        total = sum(totals) if len(totals) == len(self.missing) else None
        return Freshness("partial", at=at, shown=shown, total=total, reason=self.missing[0].reason)
