"""Brings two sides of a space's content together, page by page and file by file, over what both began from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from docdeck.service.rules.files import File, Files, files_by_id
from docdeck.service.rules.pages import Page, Pages, by_id, children_of

P = TypeVar("P", Page, File)


@dataclass(frozen=True, slots=True)
class Combined:
    """The pages of both sides, and the pages that both changed; of those, the first side's version stands."""

    pages: Pages
    conflicts: tuple[str, ...]


def combine(base: Pages, ours: Pages, theirs: Pages) -> Combined:
    """Both sides' changes since the base; where both changed a page differently, `ours` wins and it is listed."""
    if base == theirs:
        return Combined(ours, ())
    before, left, right = by_id(base), by_id(ours), by_id(theirs)
    kept: dict[str, Page] = {}
    conflicts: list[str] = []
    for id in dict.fromkeys((*right, *left, *before)):
        page, conflict = _settle(before.get(id), left.get(id), right.get(id))
        if page is not None:
            kept[id] = page
        if conflict:
            conflicts.append(id)
    order = _order(list(before), list(left), list(right), kept)
    return Combined(_rooted([kept[id] for id in order]), tuple(conflicts))


def combine_files(base: Files, ours: Files, theirs: Files) -> tuple[Files, Files]:
    """Both sides' files, and those that both changed differently, of which `ours` stands."""
    before, left, right = files_by_id(base), files_by_id(ours), files_by_id(theirs)
    kept: list[File] = []
    conflicts: list[File] = []
    for id in dict.fromkeys((*right, *left, *before)):
        file, conflict = _settle(before.get(id), left.get(id), right.get(id))
        if file is not None:
            kept.append(file)
        if conflict:
            conflicts.append(file or right[id])
    return tuple(kept), tuple(conflicts)


def _settle(base: P | None, ours: P | None, theirs: P | None) -> tuple[P | None, bool]:
    """The version of one page or file that stands, and whether both sides changed it differently."""
    before, left, right = (None if page is None else page.essence for page in (base, ours, theirs))
    if left in (before, right):
        return theirs, False
    return ours, right != before


def _order(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str], kept: Iterable[str]) -> list[str]:
    """The order of the side that changed it, with the other side's new pages after their predecessors."""
    wanted = set(kept)
    common = set(base) & set(ours)
    reordered = [id for id in base if id in common] != [id for id in ours if id in common]
    leading, following = (ours, theirs) if reordered else (theirs, ours)
    order = [id for id in leading if id in wanted]
    placed = set(order)
    previous: str | None = None
    for id in following:
        if id in wanted and id not in placed:
            order.insert(0 if previous is None else order.index(previous) + 1, id)
            placed.add(id)
        if id in placed:
            previous = id
    return order


def _rooted(pages: Sequence[Page]) -> Pages:
    """The pages with those moved to the root whose parents are gone or, moved on both sides, form a ring."""
    ids = {page.id for page in pages}
    healed = [page if page.parent in ids else replace(page, parent=None) for page in pages]
    while True:
        children = children_of(healed)
        reached: set[str | None] = set()
        waiting: list[str | None] = [None]
        while waiting:
            parent = waiting.pop()
            reached.add(parent)
            waiting.extend(child.id for child in children.get(parent, ()))
        lost = next((page.id for page in healed if page.id not in reached), None)
        if lost is None:
            return tuple(healed)
        healed = [replace(page, parent=None) if page.id == lost else page for page in healed]
