"""One page between any two revisions, block by block: read from the server once, compared beside the event loop."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field, replace
from functools import cached_property
from weakref import WeakKeyDictionary

from docdeck.models.content import RevisionPage
from docdeck.models.json_nodes import JsonNodes
from docdeck.models.rich_text import from_markdown
from docdeck.workspace.block_changes import Change
from docdeck.workspace.block_diff import compare_blocks
from docdeck.workspace.block_reader import blocks_of, blocks_of_both
from docdeck.workspace.blocks import Block
from docdeck.workspace.page_diffs import read_page
from docdeck.workspace.page_seams import LONG, SIGHT, Seam, seam_of
from docdeck.workspace.session import Session

BLOCK_LIMIT = 50_000
"""Blocks of a version that are compared; a longer page is cut, and its comparison says so."""

_KEPT = 40
_Page = RevisionPage | None
_FACTS = ("title", "slug", "description", "emoji", "icon", "hidden", "href", "condition")


@dataclass(frozen=True)
class PageComparison:
    """A page between two immutable revisions. `facts` are changed attributes with their old and new words.

    `before` and `after` say whether the revision has the page at all. `note` says what could not be compared. Until it
    is `whole`, it is the beginning of a long page: what the whole begins with, but that a block may still have moved.
    """

    page: str
    title: str
    changes: tuple[Change, ...]
    base: str
    head: str
    before: bool = True
    after: bool = True
    facts: tuple[tuple[str, str, str], ...] = ()
    note: str = ""
    whole: bool = True

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each node stands: in the new page, else where it was."""
        found: dict[str, int] = {}
        for at, change in enumerate(self.changes):
            for node in change.after.nodes if change.after is not None else ():
                found.setdefault(node, at)
        for at, change in enumerate(self.changes):
            for node in change.before.nodes if change.before is not None else ():
                found.setdefault(node, at)
        return found

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each run of changed blocks begins."""
        return tuple(
            at
            for at, change in enumerate(self.changes)
            if change.changed and (at == 0 or not self.changes[at - 1].changed)
        )

    def counted(self, kind: str) -> int:
        """How many blocks changed in this way."""
        return sum(1 for change in self.changes if change.kind == kind)


@dataclass
class _Shelf:
    """Comparisons made before, the latest used kept; both revisions are immutable."""

    kept: OrderedDict[tuple[str, str, str, str], PageComparison] = field(
        default_factory=OrderedDict[tuple[str, str, str, str], PageComparison]
    )

    def put(self, key: tuple[str, str, str, str], found: PageComparison) -> None:
        self.kept[key] = found
        while len(self.kept) > _KEPT:
            self.kept.popitem(last=False)


_shelves: WeakKeyDictionary[Session, _Shelf] = WeakKeyDictionary()


def page_blocks(page: _Page) -> tuple[Block, ...]:
    """The blocks of a page, however the server sent it; without node ids when only Markdown was sent."""
    if page is None:
        return ()
    if page.document is not None:
        return blocks_of(page.document)
    return blocks_of(from_markdown(page.markdown or "", make_key=lambda: ""))


def _both_blocks(
    before: _Page, after: _Page, seam: Seam | None
) -> tuple[tuple[Block, ...], tuple[Block, ...], tuple[int, int]]:
    if before is not None and after is not None and before.document is not None and after.document is not None:
        return blocks_of_both(before.document, after.document, seam or (0, 0))
    return page_blocks(before), page_blocks(after), (0, 0)


def seam_between(before: _Page, after: _Page, *, long: int = LONG, sight: int = SIGHT) -> Seam | None:
    """Where the comparison of two versions of a long page can be cut in two."""
    if before is None or after is None or before.document is None or after.document is None:
        return None
    old, new = before.document.nodes, after.document.nodes
    if not isinstance(old, JsonNodes) or not isinstance(new, JsonNodes):
        return None
    return seam_of(old, new, long=long, sight=sight)


def _facts(before: _Page, after: _Page) -> tuple[tuple[str, str, str], ...]:
    if before is None or after is None:
        return ()
    found: list[tuple[str, str, str]] = []
    for name in _FACTS:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            found.append((name, _said(old), _said(new)))
    return tuple(found)


def _said(value: object) -> str:
    return {True: "yes", False: "no", None: ""}.get(value, str(value)) if isinstance(value, bool | None) else str(value)


def beginning(page: str, before: _Page, after: _Page, base: str, head: str, seam: Seam) -> PageComparison | None:
    """The comparison up to the seam; None when no change is seen there, or one that the whole may cut otherwise."""
    found = compared(page, _first(before, seam[0]), _first(after, seam[1]), base, head)
    parts = any(change.own_pieces is not None for change in found.changes)
    return replace(found, whole=False) if found.starts and not parts else None


def _first(page: _Page, count: int) -> _Page:
    """The page with its first nodes only."""
    if page is None or page.document is None or not isinstance(page.document.nodes, JsonNodes):
        return page
    return page.model_copy(
        update={"document": page.document.model_copy(update={"nodes": page.document.nodes.first(count)})}
    )


def compared(page: str, before: _Page, after: _Page, base: str, head: str, seam: Seam | None = None) -> PageComparison:
    """The comparison of two versions of a page, cut at the seam that its beginning ended at."""
    old, new, cut = _both_blocks(before, after, seam)
    notes: list[str] = []
    if len(old) > BLOCK_LIMIT or len(new) > BLOCK_LIMIT:
        notes.append(f"The page is too long: only its first {BLOCK_LIMIT} blocks are compared.")
    if before is None and after is None:
        notes.append("Neither revision has this page.")
    known = after or before
    return PageComparison(
        page,
        known.title if known is not None else "",
        compare_blocks(old[:BLOCK_LIMIT], new[:BLOCK_LIMIT], cut),
        base,
        head,
        before is not None,
        after is not None,
        _facts(before, after),
        " ".join(notes),
    )


async def watch_comparison(
    session: Session, space: str, page: str, base: str, head: str
) -> AsyncGenerator[PageComparison]:
    """The page between two revisions, of a long one its beginning first; kept once made. Raises DocdeckError."""
    shelf = _shelves.setdefault(session, _Shelf())
    key = (space, base, head, page)
    kept = shelf.kept.get(key)
    if kept is not None:
        shelf.kept.move_to_end(key)
        yield kept
        return
    before, after = await asyncio.gather(
        read_page(session, space, base, page),
        read_page(session, space, head, page),
    )
    seam = await asyncio.to_thread(seam_between, before, after)
    if seam is not None:
        first = await asyncio.to_thread(beginning, page, before, after, base, head, seam)
        if first is not None:
            yield first
    made = await asyncio.to_thread(compared, page, before, after, base, head, seam)
    shelf.put(key, made)
    yield made
