"""What quick find looks through: from the store at once, then refreshed from the server; a source that fails is said.

Pages are found by the platform's own search too, also by what they say. Document section: "Organizations".
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

from docdeck.api.errors import ConnectionLost, DocdeckError, NotFound, NotOffered, Offline, TimedOut
from docdeck.api.operations import change_requests, collections, content, members, organizations, search, sites
from docdeck.models.change_requests import ChangeRequest
from docdeck.models.content import RevisionPage
from docdeck.models.organizations import Member, Organization
from docdeck.models.search import SearchSpaceResult
from docdeck.models.sites import Site
from docdeck.models.spaces import Space
from docdeck.workspace.freshness import LOADING, Freshness, freshness_after
from docdeck.workspace.parents import parent_in
from docdeck.workspace.reads import Reads, ServerReads, StoredReads
from docdeck.workspace.search_index import Entry
from docdeck.workspace.session import Session
from docdeck.workspace.space_tree import spaces_of_organization

MOST_ENTRIES = 200_000
"""Pages beyond this are left out, and it is said."""
MOST_TREES = 300
"""Spaces whose pages are asked of the server for one search."""
LISTS_FOR = 60.0
TREES_FOR = 600.0
"""How long a stored list, and a stored tree of pages, is good enough (seconds)."""
PUBLISH_SECONDS = 0.2
MOST_IN_PARTS = 20_000
"""Beyond this many, only the whole is handed out."""
SEARCHED_LETTERS = 512
_SEARCH_PAGES = 20
_BETWEEN = " › "


@dataclass(frozen=True, slots=True)
class Found:
    """What can be searched so far; `problems` are raw sentences about what could not be read."""

    entries: tuple[Entry, ...] = ()
    organizations: tuple[tuple[str, str], ...] = ()
    freshness: Freshness = LOADING
    problems: tuple[str, ...] = ()


@dataclass
class _Gathered:
    """The parts of one reading, by where they came from."""

    parts: dict[str, tuple[Entry, ...]] = field(default_factory=dict[str, tuple[Entry, ...]])
    organizations: tuple[tuple[str, str], ...] = ()
    problems: dict[str, str] = field(default_factory=dict[str, str])
    seen: set[str] = field(default_factory=set[str])
    lost: DocdeckError | None = None
    pages: int = 0
    trees: int = 0

    def put(self, part: str, entries: Sequence[Entry]) -> None:
        self.parts[part] = tuple(entries)
        self.seen.add(part)

    def found(self, freshness: Freshness) -> Found:
        """All parts as one, pages last, so that what they live in is listed first."""
        order = sorted(self.parts, key=lambda part: part.startswith("pages:"))
        entries = tuple(chain.from_iterable(self.parts[part] for part in order))
        return Found(entries[:MOST_ENTRIES], self.organizations, freshness, tuple(self.problems.values()))


_kept: WeakKeyDictionary[Session, _Gathered] = WeakKeyDictionary()


async def watch_entries(session: Session) -> AsyncGenerator[Found]:
    """What was gathered before or is stored, then as answers come. Never raises DocdeckError: Found says it."""
    gathered = _kept.get(session)
    if gathered is None:
        gathered = _Gathered()
        await _gather(session, StoredReads(session.platform), gathered)
    before = gathered.found(Freshness("refreshing") if gathered.parts else LOADING)
    yield before
    fresh = _Gathered(dict(gathered.parts), gathered.organizations)
    reads = ServerReads(session.platform)
    task = asyncio.ensure_future(_gather(session, reads, fresh))
    try:
        shown = 0
        while not task.done():
            await asyncio.wait((task,), timeout=PUBLISH_SECONDS)
            if not task.done() and len(fresh.seen) != shown:
                shown = len(fresh.seen)
                partly = fresh.found(Freshness("refreshing"))
                # What was gathered before is whole; what has come so far is not, and to index much takes a while.
                if len(before.entries) < len(partly.entries) <= MOST_IN_PARTS:
                    yield partly
        await task
    finally:
        task.cancel()
    if not fresh.problems:
        fresh.parts = {part: entries for part, entries in fresh.parts.items() if part in fresh.seen}
    _kept[session] = fresh
    yield fresh.found(_freshness(session, reads, fresh))


def _freshness(session: Session, reads: ServerReads, fresh: _Gathered) -> Freshness:
    now = session.clock()
    if fresh.lost is not None:
        return freshness_after(fresh.lost, None, session.platform.state.offline_since or now)
    if fresh.problems:
        return Freshness("partial", at=now, reason=next(iter(fresh.problems.values())))
    return reads.freshness(now)


async def _gather(session: Session, reads: Reads, into: _Gathered) -> None:
    """Every source of every organization; what fails is noted and leaves the others."""
    try:
        found = await reads.items(organizations.list_mine(), max_age=LISTS_FOR)
    except DocdeckError as error:
        into.lost = error
        into.problems["organizations"] = str(error)
        return
    if found is None:
        return
    into.organizations = tuple((each.id, each.title) for each in found)
    into.put("organizations", [_organization(each) for each in found])
    await asyncio.gather(*(_of_organization(session, reads, into, each) for each in found))


async def _of_organization(session: Session, reads: Reads, into: _Gathered, organization: Organization) -> None:
    title = organization.title or organization.id

    async def of_sites() -> None:
        found = await reads.items(sites.list_in_organization(organization.id), max_age=LISTS_FOR)
        if found is not None:
            into.put(f"sites:{organization.id}", [_site(title, organization.id, each) for each in found])

    async def of_members() -> None:
        found = await reads.items(members.list_in_organization(organization.id), max_age=LISTS_FOR)
        if found is not None:
            into.put(f"people:{organization.id}", [_person(title, organization.id, each) for each in found])

    async def of_spaces() -> None:
        held = await spaces_of_organization(reads, session, organization.id)
        if held is None:
            return
        parents = await _collections(reads, organization.id)
        listed = [_space(title, organization.id, each, parents) for each in held.spaces]
        into.put(f"spaces:{organization.id}", listed)
        for problem in held.problems:
            into.problems[f"spaces {problem}"] = problem
        titles.update({each.id: each.title for each in held.spaces})

    async def of_requests() -> None:
        query = change_requests.list_in_organization(organization.id, status="open")
        found = await reads.items(query, max_age=LISTS_FOR)
        if found is not None:
            entries = [_request(title, organization.id, each, titles) for each in found]
            into.put(f"requests:{organization.id}", entries)

    titles: dict[str, str] = {}
    await asyncio.gather(
        _noting(into, f"Sites of {title}", of_sites()),
        _noting(into, f"People of {title}", of_members()),
        _noting(into, f"Spaces of {title}", of_spaces()),
    )
    await asyncio.gather(
        _noting(into, f"Change requests of {title}", of_requests()),
        *(_pages_of(reads, into, title, organization.id, space, name) for space, name in titles.items()),
    )


async def _noting(into: _Gathered, what: str, read: Awaitable[None]) -> None:
    """A read whose failure is said and takes nothing along; what a platform does not have is no failure."""
    try:
        await read
    except NotOffered:
        return
    except (Offline, TimedOut, ConnectionLost) as error:
        into.lost = error
        into.problems["lost"] = str(error)
    except DocdeckError as error:
        into.problems[what] = f"{what}: {error}"


async def _pages_of(reads: Reads, into: _Gathered, above: str, organization: str, space: str, name: str) -> None:
    async def read() -> None:
        tree = await reads.value(content.pages(space), max_age=TREES_FOR)
        await asyncio.sleep(0)  # many stored trees are read in a row: keys are answered in between
        if tree is None:
            return
        entries = page_entries(f"{above}{_BETWEEN}{name}", organization, space, tree.pages)
        into.pages += len(entries)
        if into.pages > MOST_ENTRIES:
            into.problems["many"] = f"Only the first {MOST_ENTRIES:,} names are looked through."
            return
        into.put(f"pages:{space}", entries)

    into.trees += 1
    if into.trees > MOST_TREES and isinstance(reads, ServerReads):
        into.seen.add(f"pages:{space}")
        into.problems["trees"] = f"Pages of the first {MOST_TREES} spaces are looked through, and those read before."
        return
    await _noting(into, f"Pages of {name}", read())


async def _collections(reads: Reads, organization: str) -> dict[str, str | None]:
    """The parent of each collection; without them a space is shown as far down as is known."""
    try:
        found = await reads.items(collections.list_in_organization(organization), max_age=LISTS_FOR)
    except DocdeckError:
        return {}
    return {each.id: each.parent for each in found or ()}


# Entries


def _organization(each: Organization) -> Entry:
    way = (f"organization:{each.id}",)
    return Entry("organization", each.id, each.title or each.id, organization=each.id, url=_app(each.urls), way=way)


def _site(above: str, organization: str, each: Site) -> Entry:
    way = (f"organization:{organization}", f"site:{each.id}")
    url = str(each.urls.get("published") or "") or _app(each.urls)
    return Entry(
        "site", each.id, each.title or each.id, above, organization, url=url, note=each.hostname or "", way=way
    )


def _person(above: str, organization: str, each: Member) -> Entry:
    members_key = f"members:{organization}"
    way = (f"organization:{organization}", members_key, f"{members_key}/member:{each.user.id}")
    name = each.user.display_name or each.user.id
    return Entry("person", each.user.id, name, above, organization, note=each.user.email or "", way=way)


def _space(above: str, organization: str, each: Space, parents: Mapping[str, str | None]) -> Entry:
    chain_up: list[str] = []
    at = each.parent if each.parent in parents else None
    while at is not None and len(chain_up) <= len(parents):
        chain_up.append(f"collection:{at}")
        at = parent_in(parents, at)
    way = (f"organization:{organization}", *reversed(chain_up), f"space:{each.id}")
    return Entry("space", each.id, each.title, above, organization, each.id, _app(each.urls), way=way)


def _request(above: str, organization: str, each: ChangeRequest, titles: Mapping[str, str]) -> Entry:
    place = f"{above}{_BETWEEN}{titles[each.space]}" if each.space in titles else above
    title = each.subject or "(no subject)"
    return Entry("change_request", each.id, title, place, organization, each.space, _app(each.urls), f"#{each.number}")


def page_entries(place: str, organization: str, space: str, pages: Sequence[RevisionPage]) -> list[Entry]:
    """The pages of a space that can be read, with those above them as their place; of any depth."""
    found: list[Entry] = []
    waiting = [(page, place) for page in reversed(pages)]
    while waiting:
        page, above = waiting.pop()
        if page.type not in ("group", "link"):
            found.append(Entry("page", page.id, page.title, above, organization, space, _app(page.urls)))
        if page.pages:
            below = f"{above}{_BETWEEN}{page.title}"
            waiting.extend((each, below) for each in reversed(page.pages))
    return found


def _app(urls: Mapping[str, Any]) -> str:
    return str(urls.get("app") or "")


# The platform's own search


async def search_pages(
    session: Session, among: Sequence[tuple[str, str]], text: str
) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """Pages that the platform finds by these words, best first, and raw sentences about what could not be searched."""
    problems: list[str] = []

    async def of(organization: str, title: str) -> list[Entry]:
        query = search.in_organization(organization, text[:SEARCHED_LETTERS], limit=_SEARCH_PAGES)
        try:
            found = await session.platform.read(query, max_age=LISTS_FOR)
        except (NotOffered, NotFound):
            return []
        except DocdeckError as error:
            problems.append(f"Search in {title}: {error}")
            return []
        return [entry for space in found.value.items for entry in _searched(organization, title, space, text)]

    answers = await asyncio.gather(*(of(organization, title) for organization, title in among))
    return tuple(chain.from_iterable(answers)), tuple(problems)


def _searched(organization: str, title: str, space: SearchSpaceResult, text: str) -> list[Entry]:
    words = text.casefold().split()
    found: list[Entry] = []
    for page in space.pages:
        place = _BETWEEN.join((title, space.title, *(each.title for each in page.ancestors)))
        url = _app(page.urls)
        named = all(word in page.title.casefold() for word in words)
        where = "" if named else "in its text"
        found.append(Entry("page", page.id, page.title, place, organization, space.id, url, where))
    return found
