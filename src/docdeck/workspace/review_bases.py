"""What a change request can be compared with: main, the revision of my last verdict, the one I saw last.

Each is an immutable revision, and so is the head; what is said about the difference stays true.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Literal

from docdeck.api.errors import DocdeckError
from docdeck.workspace.changes import ChangedPageRow, rows_of_trees
from docdeck.workspace.page_trees import read_trees
from docdeck.workspace.review import ReviewState
from docdeck.workspace.session import Session

BaseName = Literal["main", "my review", "last seen"]


@dataclass(frozen=True, slots=True)
class Base:
    """A revision to compare with, and what it is to the reader."""

    name: BaseName
    revision: str

    @property
    def words(self) -> str:
        """`main`, `since my review (r 8f3)`."""
        return "main" if self.name == "main" else f"since {self.name} (r {self.revision[:6]})"


def bases_of(state: ReviewState, me: str, seen: str | None) -> tuple[Base, ...]:
    """The bases that differ from the head, main first; `seen` is the revision that was read here before."""
    found = [Base("main", state.base)]
    mine = [review for review in state.reviews if review.reviewer is not None and review.reviewer.id == me]
    newest = max(mine, key=lambda review: review.created_at.timestamp() if review.created_at else 0.0, default=None)
    if newest is not None and newest.revision and newest.revision != state.head:
        found.append(Base("my review", newest.revision))
    if seen and seen not in {state.head, *(base.revision for base in found)}:
        found.append(Base("last seen", seen))
    return tuple(found)


def remember_seen(session: Session, change_request: str, head: str) -> str | None:
    """Note that this revision is read now; answers the one that was read before it, None when there was none."""
    name = f"seen:{change_request}"
    earlier, _, last = (session.desk.places.load(name) or "").rpartition(" ")
    if last == head:
        return earlier or None
    try:
        session.desk.places.save(name, f"{last} {head}".strip())
    except DocdeckError:
        return last or None  # the desk tells of itself elsewhere; this is only a convenience
    return last or None


def seen_before(session: Session, change_request: str, head: str) -> str | None:
    """The revision that was read before this one, which need not be read yet; None when there was none."""
    earlier, _, last = (session.desk.places.load(f"seen:{change_request}") or "").rpartition(" ")
    return (earlier if last == head else last) or None


def last_read(session: Session, change_request: str) -> str | None:
    """The revision at which this request was opened last; None when it never was."""
    return (session.desk.places.load(f"seen:{change_request}") or "").rpartition(" ")[2] or None


async def pages_since(session: Session, state: ReviewState, base: Base) -> tuple[ChangedPageRow, ...]:
    """The pages that differ between a base and the head, in the order of the tree. Raises DocdeckError."""
    if base.name == "main":
        return state.pages
    space = state.change_request.space
    before, after = await read_trees(session.platform, space, base.revision, state.head)
    open_threads = {row.page: row.open_threads for row in state.pages}
    rows = rows_of_trees(before, after)
    return tuple(
        sorted(
            (replace(row, open_threads=open_threads.get(row.page, 0)) for row in rows),
            key=lambda row: state.places.get(row.page, len(state.places)),
        )
    )


async def viewed_pages(session: Session, state: ReviewState) -> frozenset[str]:
    """The pages that were marked as viewed and are still as they were then."""
    marks = session.desk.viewed.of(state.change_request.id)
    found = {page for page, revision in marks.items() if revision == state.head}

    async def still(revision: str) -> None:
        try:
            changed = {row.page for row in await pages_since(session, state, Base("last seen", revision))}
        except DocdeckError:
            return  # a mark that cannot be checked does not count
        found.update(page for page, at in marks.items() if at == revision and page not in changed)

    await asyncio.gather(*(still(revision) for revision in set(marks.values()) - {state.head}))
    return frozenset(found)
