"""Runs descriptions: reads through the cache, watches, walks pages, writes. Knows no resource.

Same query in flight twice is one request; a slow old answer never replaces a newer one; a write marks what carries
the ids it touched as stale, and its own answer replaces the stored object.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeVar, cast

from docdeck.api.cache import Cache, Row, key_of
from docdeck.api.description import Command, Page, Query
from docdeck.api.errors import BadAnswer, DocdeckError, NeverSent, NotFound, OutcomeUnknown, Refused
from docdeck.api.exchange import Answered, Call, Connection
from docdeck.api.parsed import Parsed
from docdeck.api.request_log import Entry, RequestLog

if TYPE_CHECKING:
    from docdeck.api.transport import Transport

T = TypeVar("T")

_PAGES_LIMIT: Final = 5_000


@dataclass(frozen=True, slots=True)
class Stored(Generic[T]):
    """An answer with its age.

    `fetched_at` is the epoch second of this machine when the server answered; `fresh` is False for a stored answer
    that a write marked stale or that is not as young as was asked for.
    """

    value: T
    fetched_at: float
    fresh: bool
    from_cache: bool


@dataclass(slots=True)
class _Flight:
    """A read on its way, and how many wait for it."""

    task: asyncio.Task[Row]
    asked_at: float
    waiting: int = 0


class Platform:
    """The one way to a server. An async context manager; leaving it closes the connections and the cache."""

    def __init__(
        self, transport: Transport, cache: Cache | None = None, *, clock: Callable[[], float] = time.time
    ) -> None:
        self._transport = transport
        self._clock = clock
        self._last_moment = 0.0
        self._cache = cache or Cache(now=clock)
        self._flights: dict[str, _Flight] = {}
        self._parsed = Parsed()
        self._written_at = 0.0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Cancel what is being read, close the connections, write the cache."""
        tasks = [flight.task for flight in self._flights.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._transport.aclose()
        await asyncio.to_thread(self._cache.close)

    @property
    def log(self) -> RequestLog:
        """The last calls."""
        return self._transport.log

    @property
    def state(self) -> Connection:
        """Online, offline since, rate limited until; with an `on_change` callback list."""
        return self._transport.state

    @property
    def base_url(self) -> str:
        """Where the server is, without `/v1`."""
        return self._transport.base_url

    @property
    def cache(self) -> Cache:
        """The store of answers; its `problem` is a sentence when it does without its file."""
        return self._cache

    # -- reading ----------------------------------------------------------------------------------------------------

    def stored(self, query: Query[T], *, max_age: float | None = None) -> Stored[T] | None:
        """What is stored, with no network. `fresh` is False once a write touched it, or when not below `max_age`."""
        row = self._cache.get(self._key(query))
        if row is None:
            return None
        try:
            value = self._parsed.value(query, row)
        except DocdeckError:
            self._cache.forget(row.key)  # stored by another version that read it differently
            return None
        young = max_age is None or 0 <= self._clock() - row.fetched_at < max_age
        return Stored(value, row.fetched_at, row.immutable or (young and not row.stale), from_cache=True)

    async def recalled(self, query: Query[T], *, max_age: float | None = None) -> Stored[T] | None:
        """As `stored`, with a big answer read beside the event loop."""
        row = await self._cache.recall(self._key(query))
        if row is not None:
            with contextlib.suppress(DocdeckError):  # `stored` drops what cannot be read
                await self._parsed.prepare(query, row)
        return self.stored(query, max_age=max_age)

    async def read(self, query: Query[T], *, max_age: float | None = None) -> Stored[T]:
        """The server's answer, or the stored one when it is immutable or younger than `max_age` seconds."""
        if query.immutable or max_age is not None:
            held = await self.recalled(query, max_age=max_age)
            if held is not None and held.fresh:
                self._log_stored(query, "stored")
                return held
        try:
            row = await self._joined(query)
        except NotFound as error:
            raise await _settled(self, error, query.path) from None
        return Stored(self._parsed.value(query, row), row.fetched_at, fresh=not row.stale, from_cache=False)

    async def watch(self, query: Query[T], *, max_age: float = 0) -> AsyncGenerator[Stored[T]]:
        """What is stored at once, then the server's answer; only the former when it is younger than `max_age`."""
        held = await self.recalled(query, max_age=max_age)
        if held is not None:
            yield held
            if held.fresh:
                self._log_stored(query, "stored")
                return
        yield await self.read(query)

    async def pages(self, query: Query[Page[T]], *, max_age: float | None = None) -> AsyncGenerator[Stored[Page[T]]]:
        """A list page by page. Raises `BadAnswer` when the server names a page for the second time."""
        seen: set[str] = set()
        while True:
            stored = await self.read(query, max_age=max_age)
            yield stored
            following = stored.value.next_page
            if following is None:
                return
            if following in seen or len(seen) >= _PAGES_LIMIT:
                raise BadAnswer(
                    f"The list of {query.operation} repeats itself: the server names the same next page again.",
                    "What was read so far is shown; the rest cannot be reached.",
                )
            seen.add(following)
            query = query.with_params(page=following)

    async def all_items(
        self, query: Query[Page[T]], *, limit: int = 10_000, max_age: float | None = None
    ) -> tuple[T, ...]:
        """The items of all pages, up to `limit` of them."""
        items: list[T] = []
        async for page in self.pages(query, max_age=max_age):
            items.extend(page.value.items)
            if len(items) >= limit:
                break
        return tuple(items[:limit])

    async def call(self, call: Call) -> Answered:
        """Any call, past the cache. A write marks what carries the ids of its path as stale."""
        if call.method == "GET":
            return await self._transport.read(call)
        try:
            return await self._transport.write(call)
        finally:
            self.mark_stale(part for part in call.path.split("/") if part)

    # -- writing ----------------------------------------------------------------------------------------------------

    async def write(self, command: Command[T]) -> T:
        """Send a write once. Raises `NeverSent`, `OutcomeUnknown` (read back first) or a `Refused`."""
        call = Call(command.operation, command.method, command.path, command.params, command.body)
        try:
            answered = await self._transport.write(call)
        except NeverSent:
            raise
        except NotFound as error:
            self.mark_stale(command.touches)
            raise await _settled(self, error, command.path, command.body) from None
        except BaseException:
            self.mark_stale(command.touches)
            raise
        self.mark_stale(command.touches)
        try:
            value = command.read(command.operation, answered.data)
        except BadAnswer as error:
            raise OutcomeUnknown(error) from None
        if command.answers is not None:
            self._keep(command.answers, answered.data, value, self._moment())
        return value

    def mark_stale(self, ids: Iterable[str]) -> None:
        """Mark what carries one of these ids: still shown, read again when asked for."""
        self._written_at = self._moment()
        self._cache.mark_stale(ids, self._written_at)

    # -- inside -----------------------------------------------------------------------------------------------------

    def _moment(self) -> float:
        """Now, later than every moment before: what was asked and what was touched can be told apart."""
        self._last_moment = max(self._clock(), self._last_moment + 1e-6)
        return self._last_moment

    def _key(self, query: Query[Any]) -> str:
        return key_of(self._cache.canonical(query.path), query.params)

    async def _joined(self, query: Query[Any]) -> Row:
        """The answer of a flight that is on its way, or of a new one; the last who leaves ends it."""
        key = self._key(query)
        flight = self._flights.get(key)
        if flight is None or flight.task.done() or flight.asked_at < self._written_at:
            asked_at = self._moment()
            flight = _Flight(asyncio.create_task(self._fetched(query, asked_at)), asked_at)
            self._flights[key] = flight
            flight.task.add_done_callback(lambda task: self._landed(key, task))
        else:
            self._log_stored(query, "shared")
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if not flight.waiting and not flight.task.done():
                flight.task.cancel()
                if self._flights.get(key) is flight:
                    del self._flights[key]

    def _landed(self, key: str, task: asyncio.Task[Row]) -> None:
        flight = self._flights.get(key)
        if flight is not None and flight.task is task:
            del self._flights[key]
        if not task.cancelled():
            task.exception()  # seen; whoever waits raises it

    async def _fetched(self, query: Query[Any], asked_at: float) -> Row:
        answered = await self._transport.read(Call(query.operation, "GET", query.path, query.params))
        data, value = await self._parsed.answered(query, self._key(query), answered.data)
        return self._keep(query, data, value, asked_at)

    def _keep(self, query: Query[Any], data: bytes, value: Any, asked_at: float) -> Row:
        """Store an answer under its one name; the newer of two stands."""
        if query.same_as is not None:
            first, *others = query.same_as(value)
            for other in others:
                self._cache.learn_alias(other, first)
        canonical = self._cache.canonical(query.path)
        tags = {*query.ids, *_ids_of(value)}
        if canonical != query.path:
            tags |= set(canonical.split("/")) - set(query.path.split("/"))
        row = Row(
            key=key_of(canonical, query.params),
            body=data,
            fetched_at=self._clock(),
            asked_at=asked_at,
            tags=tuple(sorted(tags - {""})),
            stale=self._cache.touched_since(tags, asked_at),
            immutable=query.immutable,
        )
        standing = self._cache.put(row)
        if standing.body is data:
            self._parsed.remember(standing, value)
        return standing

    def _log_stored(self, query: Query[Any], source: Any) -> None:
        self.log.add(Entry(self._clock(), query.operation, "GET", query.path, query.params, source=source))


async def _settled(platform: Platform, error: NotFound, path: str, body: Any = None) -> Refused:
    """A 404 is about the thing, or about an operation that this platform does not have."""
    from docdeck.api.offers import settled  # knows many resources: only when there is something to settle

    async def ask(query: Query[Any]) -> Any:
        return (await platform.read(query)).value

    return await settled(error, path, ask, body)


def _ids_of(value: Any) -> Iterable[str]:
    """The ids of an answer, or of the top-level items of a list; of what an item without one is made of."""
    items: tuple[Any, ...] = cast("Page[Any]", value).items if isinstance(value, Page) else (value,)
    for item in items:
        for part in (item,) if hasattr(item, "id") else getattr(item, "__dict__", {}).values():
            identifier = getattr(part, "id", None)
            if isinstance(identifier, str):
                yield identifier
