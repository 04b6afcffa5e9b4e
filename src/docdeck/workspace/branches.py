"""Reading something twice, from the store at once and then from the server, for trees, details and pages alike."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Generic, ParamSpec, TypeVar

from docdeck.api.errors import DocdeckError
from docdeck.workspace.details import Details
from docdeck.workspace.freshness import Freshness, freshness_after
from docdeck.workspace.reads import Reads, ServerReads, StoredReads
from docdeck.workspace.session import Session
from docdeck.workspace.tree import Children, Node

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Tried(Generic[T]):
    """An answer, or the error in its place: for what only adds to something else."""

    value: T | None = None
    error: DocdeckError | None = None

    @property
    def problem(self) -> str:
        """Why there is no value, as a raw sentence; empty when there is one."""
        return "" if self.error is None else str(self.error)


async def tried(read: Callable[P, Awaitable[T | None]], *args: P.args, **kwargs: P.kwargs) -> Tried[T]:
    """The answer of a read whose failure must not take the rest along."""
    try:
        return Tried(await read(*args, **kwargs))
    except DocdeckError as error:
        return Tried(error=error)


Build = Callable[[Reads], Awaitable[T | None]]
"""Makes something of answers; None when the store lacks what it takes."""


async def watch_twice(
    session: Session, build: Build[T], show: Callable[[T, Freshness, str], T], *, believe_for: float = 0.0
) -> AsyncGenerator[T]:
    """What the store has, then what the server says; a failed read keeps what is stored and says so.

    `believe_for` is that of `ServerReads`; `show` puts freshness and problem on the value. Raises DocdeckError when
    nothing is stored and the read failed.
    """
    stored = StoredReads(session.platform)
    before = await build(stored)
    if before is not None:
        yield show(before, Freshness("refreshing", at=stored.oldest), "")
    fresh = ServerReads(session.platform, believe_for=believe_for)
    try:
        after = await build(fresh)
    except DocdeckError as error:
        if before is None:
            raise
        since = session.platform.state.offline_since
        yield show(before, freshness_after(error, stored.oldest, since or session.clock()), str(error))
        return
    if after is not None:
        freshness = fresh.freshness(session.clock())
        yield show(after, freshness, freshness.reason)


async def watch_nodes(
    session: Session, build: Callable[[Reads], Awaitable[tuple[Node, ...] | None]]
) -> AsyncGenerator[Children]:
    """The children of a branch, stored first, then fresh."""

    async def children(reads: Reads) -> Children | None:
        nodes = await build(reads)
        return None if nodes is None else Children(nodes)

    def shown(value: Children, freshness: Freshness, problem: str) -> Children:
        return replace(value, freshness=freshness, problem=problem)

    async for found in watch_twice(session, children, shown):
        yield found


async def watch_facts(session: Session, build: Callable[[Reads], Awaitable[Details | None]]) -> AsyncGenerator[Details]:
    """Facts about one thing, stored first, then fresh."""

    def shown(value: Details, freshness: Freshness, problem: str) -> Details:
        return replace(value, freshness=freshness, problem=problem or value.problem)

    async for found in watch_twice(session, build, shown):
        yield found
