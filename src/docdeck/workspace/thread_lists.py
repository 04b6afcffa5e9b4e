"""Comment threads of spaces and of their open change requests: of one space, or what is unresolved over everything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, Literal, TypeVar

from docdeck.api import comment_calls
from docdeck.api.comment_calls import in_change_request, in_space
from docdeck.api.operations import change_requests, content, organizations, spaces
from docdeck.models.base import User
from docdeck.models.change_requests import ChangeRequest
from docdeck.models.comments import Comment
from docdeck.models.organizations import Organization
from docdeck.models.spaces import Space
from docdeck.workspace.believing import comments_stand, held_for, spaces_stand
from docdeck.workspace.branches import Tried, tried, watch_twice
from docdeck.workspace.freshness import LOADING, Freshness
from docdeck.workspace.page_trees import flattened
from docdeck.workspace.reads import Reads, ServerReads, StoredReads
from docdeck.workspace.session import Session
from docdeck.workspace.threads import Thread, comments_about, space_comments, with_replies

SPACE_FOR = 60.0
"""Seconds for which the name of a space beside a thread is believed."""

LATELY = 60.0
"""Seconds for which lists that another view has just read are not asked again; their age is told."""

Talked = Space | ChangeRequest
"""What people talk about: both count their open comments."""
Status = Literal["open", "resolved"]
T = TypeVar("T", Space, ChangeRequest, Talked)


@dataclass(frozen=True, slots=True)
class PlacedThread:
    """A thread and where it stands: on the space itself (request None) or on one of its change requests.

    `space_title` (raw) is there in lists over several spaces, as far as it is known.
    """

    thread: Thread
    space: str
    request: ChangeRequest | None
    page_title: str = ""
    space_title: str = ""


@dataclass(frozen=True, slots=True)
class ThreadList:
    """The threads of a space, or (space None) the unresolved ones over everything."""

    space: Space | None = None
    threads: tuple[PlacedThread, ...] = ()
    freshness: Freshness = LOADING
    problem: str = ""


def watch_threads(
    session: Session, space: str, *, believe_for: float = 0.0, only: Status | None = None
) -> AsyncGenerator[ThreadList]:
    """The threads, or `only` those in a status, on the space and on its open requests; stored first, then fresh.

    Comments and replies read in the last `believe_for` seconds are not asked again where their lists agree with them.
    """

    async def build(reads: Reads) -> ThreadList | None:
        me = session.stored_me() or await session.me()
        found, listed, about, tree = await asyncio.gather(
            reads.items(space_comments(space)),
            tried(reads.items, change_requests.list_in_space(space, status="open")),
            tried(reads.value, spaces.get(space)),
            tried(reads.value, content.pages(space)),
        )
        if found is None or (listed.value is None and not listed.problem):
            return None
        titles = {} if tree.value is None else {key: at.page.title for key, at in flattened(tree.value).items()}
        meant = _in_status(found, only)
        on_space = await with_replies(reads, in_space(space), meant, me.id, None, person=me)
        on_requests = await _threads_of(reads, [each.within(space) for each in listed.value or ()], me, reads, only)
        placed = [PlacedThread(thread, space, None, titles.get(thread.page or "", "")) for thread in on_space]
        for request, threads in on_requests.found:
            placed.extend(PlacedThread(thread, space, request, titles.get(thread.page or "", "")) for thread in threads)
        problem = next(filter(None, (listed.problem, on_requests.problem, about.problem, tree.problem)), "")
        return ThreadList(about.value, tuple(placed), problem=problem)

    return watch_twice(session, build, _shown, believe_for=believe_for)


def watch_open_threads(
    session: Session, *, believe_for: float = 0.0, status: Status = "open", whole: bool = True
) -> AsyncGenerator[ThreadList]:
    """The unresolved (or the resolved) threads of every space and every open change request, over all organizations.

    Stored first, then fresh; `believe_for` as in `watch_threads`. Unless `whole`, replies and titles of pages are those
    that are stored, and `completed` reads the others for what is looked at.
    """

    async def build(reads: Reads) -> ThreadList | None:
        me = session.stored_me() or await session.me()
        mine = await reads.items_unless(organizations.list_mine(), held_for(session, LATELY))
        if mine is None:
            return None
        said = reads if whole else StoredReads(session.platform)
        lists, held = await _talked_about(reads, mine, held_for(session, LATELY))
        failed = [each for each in lists if each.error is not None]
        if failed and len(failed) == len(lists) and failed[0].error is not None:
            raise failed[0].error
        named = {space.id: space for found in held for space in found.value or ()}
        requests = [each for found in lists for each in found.value or ()]
        read = await _threads_of(reads, [*named.values(), *requests], me, said, status)
        titles = await asyncio.gather(*(_page_titles(said, about, threads) for about, threads in read.found))
        placed = [
            _placed(thread, about, pages, named)
            for (about, threads), pages in zip(read.found, titles, strict=True)
            for thread in threads
        ]
        unnamed = (
            f"Threads on the spaces of {each.title}: {found.problem}"
            for each, found in zip(mine, held, strict=True)
            if found.problem
        )
        problem = next(filter(None, (*(each.problem for each in failed), *unnamed, read.problem)), "")
        return ThreadList(None, tuple(placed), problem=problem)

    return watch_twice(session, build, _shown, believe_for=believe_for)


def watch_thread(session: Session, space: str, comment: str) -> AsyncGenerator[ThreadList]:
    """One thread on a space itself, in a list of its own; stored first, then fresh."""

    async def build(reads: Reads) -> ThreadList | None:
        me = session.stored_me() or await session.me()
        level = in_space(space)
        found, about = await asyncio.gather(
            reads.value(comment_calls.getting(level, comment)), tried(reads.value, spaces.get(space), max_age=SPACE_FOR)
        )
        if found is None:
            return None
        threads = await with_replies(reads, level, (found,), me.id, None, person=me)
        titles = {} if about.value is None else await _page_titles(reads, about.value, threads)
        title = about.value.title if about.value is not None else ""
        page = titles.get(threads[0].page or "", "")
        return ThreadList(about.value, (PlacedThread(threads[0], space, None, page, title),))

    return watch_twice(session, build, _shown)


def _placed(thread: Thread, about: Talked, pages: Mapping[str, str], named: Mapping[str, Space]) -> PlacedThread:
    page = pages.get(thread.page or "", "")
    if isinstance(about, Space):
        return PlacedThread(thread, about.id, None, page, about.title)
    space = named.get(about.space)
    return PlacedThread(thread, about.space, about, page, space.title if space is not None else "")


def _shown(value: ThreadList, freshness: Freshness, problem: str) -> ThreadList:
    """What failed in part is said, and keeps the list from being called live."""
    if value.problem and freshness.state == "live":
        freshness = Freshness("partial", at=freshness.at, reason=value.problem)
    return replace(value, freshness=freshness, problem=problem or value.problem)


async def _talked_about(
    reads: Reads, mine: Sequence[Organization], stand: Callable[[Sequence[object], float], bool]
) -> tuple[list[Tried[tuple[ChangeRequest, ...]]], list[Tried[tuple[Space, ...]]]]:
    """The open change requests, and the spaces, of each of these organizations."""
    requests = (change_requests.list_in_organization(each.id, status="open") for each in mine)
    held = (spaces.list_in_organization(each.id) for each in mine)
    return await asyncio.gather(
        asyncio.gather(*(tried(reads.items_unless, query, stand) for query in requests)),
        asyncio.gather(*(tried(reads.items_unless, query, spaces_stand) for query in held)),
    )


@dataclass(frozen=True, slots=True)
class _Threads(Generic[T]):
    found: tuple[tuple[T, tuple[Thread, ...]], ...]
    problem: str = ""


async def _threads_of(
    reads: Reads, talked: Sequence[T], me: User, said: Reads, only: Status | None = None
) -> _Threads[T]:
    """The threads, or `only` those in a status; a failed read leaves the others. Replies come from `said`.

    Resolved ones are counted by nobody, so everything is asked unless `only` open ones are wanted.
    """
    meant = [each for each in talked if each.comments or only != "open"]
    answers = await asyncio.gather(*(tried(_threads_on, reads, each, me, said, only) for each in meant))
    problem = next(
        (f"Threads of {_name(on)}: {each.problem}" for on, each in zip(meant, answers, strict=True) if each.problem),
        "",
    )
    found = [(on, each.value) for on, each in zip(meant, answers, strict=True) if each.value is not None]
    return _Threads(tuple(found), problem)


def _name(about: Talked) -> str:
    return about.title if isinstance(about, Space) else f"#{about.number} {about.subject}"


async def _page_titles(reads: Reads, about: Talked, threads: Sequence[Thread]) -> dict[str, str]:
    """Titles of the pages that threads stand on, from a revision, which never changes."""
    if not about.revision or not any(thread.page for thread in threads):
        return {}
    space = about.id if isinstance(about, Space) else about.space
    tree = await tried(reads.value, content.revision_pages(space, about.revision))
    return {} if tree.value is None else {key: at.page.title for key, at in flattened(tree.value).items()}


async def _threads_on(reads: Reads, about: Talked, me: User, said: Reads, only: Status | None) -> tuple[Thread, ...]:
    found = await reads.items_unless(comments_about(about), partial(comments_stand, about)) or ()
    found = _in_status(found, only)
    if isinstance(about, Space):
        return await with_replies(said, in_space(about.id), found, me.id, None, person=me)
    author = about.created_by.id if about.created_by is not None else None
    return await with_replies(said, in_change_request(about.space, about.id), found, me.id, author, person=me)


def _in_status(found: Sequence[Comment], only: Status | None) -> tuple[Comment, ...]:
    """Nobody looks at the others, so their replies are not read."""
    return tuple(each for each in found if only is None or (each.status == "resolved") == (only == "resolved"))


async def completed(
    session: Session, wanted: Sequence[PlacedThread], *, titles: bool, believe_for: float = 0.0
) -> dict[str, PlacedThread]:
    """These threads of a list that was not read whole, by their ids, with replies and (`titles`) titles of pages.

    Replies that cannot be read leave those that were there, and the thread says why.
    """
    reads = ServerReads(session.platform, believe_for=believe_for)
    me = session.stored_me() or await session.me()

    async def one(placed: PlacedThread) -> tuple[str, PlacedThread]:
        thread, found = placed.thread, placed.page_title
        if thread.unread:
            thread = await with_its_replies(placed)
        if titles and thread.page and not found:
            found = await page_title(placed)
        return thread.comment.id, replace(placed, thread=thread, page_title=found)

    async def with_its_replies(placed: PlacedThread) -> Thread:
        before, request = placed.thread, placed.request
        author = request.created_by.id if request is not None and request.created_by is not None else None
        level = in_space(placed.space) if request is None else in_change_request(placed.space, request.id)
        (thread,) = await with_replies(reads, level, (before.comment,), me.id, author, person=me)
        return replace(before, problem=thread.problem) if thread.problem else thread

    async def page_title(placed: PlacedThread) -> str:
        about = placed.request or (await tried(reads.value, spaces.get(placed.space), max_age=SPACE_FOR)).value
        found = {} if about is None else await _page_titles(reads, about, (placed.thread,))
        return found.get(placed.thread.page or "", "")

    return dict(await asyncio.gather(*(one(each) for each in wanted)))
