"""Page trees of two revisions, flattened and compared: what was created, edited, deleted and moved.

Used where a server has no list of changes, and to show what moved between the revision that was read and another.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Literal

from docdeck.api.operations import content
from docdeck.api.platform import Platform
from docdeck.models.content import PageTree, RevisionPage
from docdeck.workspace.diff import blocks

ChangeKind = Literal["created", "edited", "deleted", "moved", "moved and edited"]

_ATTRIBUTES = ("title", "slug", "description", "emoji", "icon", "hidden", "href", "target", "condition", "type")


@dataclass(frozen=True, slots=True)
class PlacedPage:
    """A page, the id of its parent, and its breadcrumb of titles."""

    page: RevisionPage
    parent: str | None
    trail: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageChange:
    """One page that differs between two trees; `notes` are raw sentences about more than its text."""

    page: str
    title: str
    path: str
    kind: ChangeKind
    before_title: str | None = None
    notes: tuple[str, ...] = ()


async def read_trees(platform: Platform, space: str, before: str, after: str) -> tuple[PageTree, PageTree]:
    """The trees of two revisions, read side by side. Raises DocdeckError."""
    queries = [content.revision_pages(space, each) for each in (before, after)]  # one without an address starts none
    old, new = await asyncio.gather(*(platform.read(query) for query in queries))
    return old.value, new.value


def flattened(tree: PageTree) -> dict[str, PlacedPage]:
    """All pages by id, in the order of the tree."""
    found: dict[str, PlacedPage] = {}
    todo: list[PlacedPage] = [PlacedPage(page, None, ()) for page in reversed(tree.pages)]
    while todo:
        placed = todo.pop()
        if placed.page.id in found:
            continue
        found[placed.page.id] = placed
        trail = (*placed.trail, placed.page.title)
        todo.extend(PlacedPage(child, placed.page.id, trail) for child in reversed(placed.page.pages))
    return found


def page_places(tree: PageTree) -> dict[str, int]:
    """The place of each page in the order of the tree."""
    return {page: place for place, page in enumerate(flattened(tree))}


def attribute_note(name: str, before: object, after: object) -> str:
    """What is said of a page's attribute that changed."""
    if name in ("title", "slug"):
        return f"{name} renamed from {before or '(none)'} to {after or '(none)'}"
    return f"{name} changed"


def _text_differs(before: RevisionPage, after: RevisionPage) -> bool:
    if before.document_id or after.document_id:
        return before.document_id != after.document_id
    return before.updated_at != after.updated_at


def where(placed: PlacedPage) -> str:
    """The breadcrumb above a page, for people."""
    return " › ".join(placed.trail) or "the top"


def _compared(before: PlacedPage, after: PlacedPage) -> PageChange | None:
    notes: list[str] = []
    for name in _ATTRIBUTES:
        old, new = getattr(before.page, name), getattr(after.page, name)
        if old != new:
            notes.append(attribute_note(name, old, new))
    edited = bool(notes) or _text_differs(before.page, after.page)
    moved = before.parent != after.parent
    if not edited and not moved:
        return None
    if moved:
        notes.append(f"moved from {where(before)} to {where(after)}")
    kind: ChangeKind = "moved and edited" if moved and edited else "moved" if moved else "edited"
    title = after.page.title
    before_title = before.page.title if before.page.title != title else None
    return PageChange(after.page.id, title, after.page.path, kind, before_title, tuple(notes))


def _order_changed(before: dict[str, PlacedPage], after: dict[str, PlacedPage]) -> set[str]:
    """Pages that changed their place among the siblings that stayed."""
    moved: set[str] = set()
    siblings: dict[str | None, tuple[list[str], list[str]]] = {}
    for side, pages in enumerate((before, after)):
        for identifier, placed in pages.items():
            other = (after, before)[side].get(identifier)
            if other is not None and other.parent == placed.parent:
                siblings.setdefault(placed.parent, ([], []))[side].append(identifier)
    for old, new in siblings.values():
        for equal, _, _, low, high in blocks(old, new) if old != new else ():
            if not equal:
                moved.update(new[low:high])
    return moved


def compare_trees(before: PageTree, after: PageTree) -> tuple[PageChange, ...]:
    """What differs, in the order of the new tree, deleted pages last."""
    old, new = flattened(before), flattened(after)
    found: list[PageChange] = []
    shuffled = _order_changed(old, new)
    for identifier, placed in new.items():
        if identifier not in old:
            found.append(PageChange(identifier, placed.page.title, placed.page.path, "created"))
            continue
        change = _compared(old[identifier], placed)
        if change is None and identifier in shuffled:
            note = (f"another place in {where(placed)}",)
            change = PageChange(identifier, placed.page.title, placed.page.path, "moved", None, note)
        if change is not None:
            found.append(change)
    for identifier, placed in old.items():
        if identifier not in new:
            found.append(PageChange(identifier, placed.page.title, placed.page.path, "deleted"))
    return tuple(found)
