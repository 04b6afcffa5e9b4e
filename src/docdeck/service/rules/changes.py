"""What changed between two states of pages, in words of the interface. Facts A.4: RevisionSemanticChange."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

from docdeck.models.content import ChangedPage, SemanticChange
from docdeck.service.rules.pages import Page, Pages, by_id, children_of, in_reading_order, paths

_ATTRIBUTES = ("title", "description", "slug", "document", "emoji", "icon", "hidden", "condition", "target")


def changes_between(base: Pages, head: Pages) -> list[SemanticChange]:
    """Created, edited and moved pages in the order of the head, then deleted ones in the order of the base."""
    before, after = by_id(base), by_id(head)
    before_paths, after_paths = paths(base), paths(head)
    shuffled = _shuffled(base, head)
    changes: list[SemanticChange] = []
    for page in in_reading_order(head):
        old = before.get(page.id)
        named = _named(page, after_paths)
        if old is None:
            changes.append(SemanticChange(type="page_created", page=named))
            continue
        attributes = _attributes(old, page)
        if attributes:
            changes.append(SemanticChange(type="page_edited", page=named, attributes=attributes))
        if old.parent != page.parent or page.id in shuffled:
            parent: dict[str, Any] = {}
            if old.parent is not None and old.parent in before:
                parent["before"] = _named(before[old.parent], before_paths).to_wire()
            if page.parent is not None and page.parent in after:
                parent["after"] = _named(after[page.parent], after_paths).to_wire()
            changes.append(SemanticChange(type="page_moved", page=named, parent=parent))
    gone = (page for page in in_reading_order(base) if page.id not in after)
    changes.extend(SemanticChange(type="page_deleted", page=_named(page, before_paths)) for page in gone)
    return changes


def _named(page: Page, known: dict[str, str]) -> ChangedPage:
    return ChangedPage(id=page.id, type=page.type, title=page.title, path=known.get(page.id, page.slug))


def _attributes(old: Page, new: Page) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in _ATTRIBUTES:
        sides = {"before": getattr(old, name), "after": getattr(new, name)}
        if sides["before"] != sides["after"]:
            found[name] = {side: value for side, value in sides.items() if value is not None}
    return found


def _shuffled(base: Pages, head: Pages) -> set[str]:
    """Pages that stayed under their parent but changed places with siblings."""
    before, after = children_of(base), children_of(head)
    found: set[str] = set()
    for parent, pages in after.items():
        new = [page.id for page in pages]
        old = [page.id for page in before.get(parent, ())]
        stayed_new = [id for id in new if id in set(old)]
        stayed_old = [id for id in old if id in set(new)]
        if stayed_new == stayed_old:
            continue
        kept: set[str] = set()
        for block in SequenceMatcher(None, stayed_old, stayed_new, autojunk=False).get_matching_blocks():
            kept.update(stayed_new[block.b : block.b + block.size])
        found |= set(stayed_new) - kept
    return found
