"""What a change request changes, page by page: from the server's list of changes, or from two page trees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from docdeck.models.content import ChangedFile, ChangedPage, PageTree, SemanticChange, SemanticChanges
from docdeck.workspace.page_trees import ChangeKind, PageChange, attribute_note, compare_trees

_TYPES = {"page_created": "created", "page_edited": "edited", "page_deleted": "deleted", "page_moved": "moved"}


@dataclass(frozen=True)
class ChangedPageRow(PageChange):
    """One changed page of a request, once, whatever happened to it, with the threads that are open on it."""

    open_threads: int = 0
    type: str = "document"


def _values(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def _attribute_notes(attributes: Mapping[str, Any]) -> list[str]:
    notes: list[str] = []
    for name, change in attributes.items():
        before, after = _values(change).get("before"), _values(change).get("after")
        if isinstance(after, str) and after and name == "emoji":
            notes.append(f"emoji now {after}")
        elif name != "document":
            notes.append(attribute_note(name, before, after))
    return notes


def _place(parent: Any) -> str:
    title = _values(parent).get("title")
    return title if isinstance(title, str) and title else "the top"


def _move_note(parent: Mapping[str, Any] | None) -> list[str]:
    sides = parent or {}
    before, after = _place(sides.get("before")), _place(sides.get("after"))
    return [f"moved within {after}"] if before == after else [f"moved from {before} to {after}"]


def _kind(types: list[str]) -> ChangeKind:
    kinds = {_TYPES.get(name, "edited") for name in types}
    if "created" in kinds:
        return "created"
    if "deleted" in kinds:
        return "deleted"
    if "moved" in kinds:
        return "moved and edited" if "edited" in kinds else "moved"
    return "edited"


def _row(page: ChangedPage, changes: list[SemanticChange]) -> ChangedPageRow:
    notes: list[str] = []
    before_title: str | None = None
    for change in changes:
        notes.extend(_attribute_notes(change.attributes))
        title = _values(change.attributes.get("title")).get("before")
        if isinstance(title, str):
            before_title = title
        if change.type == "page_moved":
            notes.extend(_move_note(change.parent))
    kind = _kind([change.type for change in changes])
    return ChangedPageRow(page.id, page.title, page.path or "", kind, before_title, tuple(notes), 0, page.type)


def changed_rows(changes: SemanticChanges) -> tuple[ChangedPageRow, ...]:
    """One row per changed page, in the order in which the server names them first."""
    pages: dict[str, ChangedPage] = {}
    grouped: dict[str, list[SemanticChange]] = {}
    for change in changes.changes:
        if change.page is not None:
            pages[change.page.id] = change.page
            grouped.setdefault(change.page.id, []).append(change)
    return tuple(_row(pages[page], of_page) for page, of_page in grouped.items())


def changed_files(changes: SemanticChanges | None) -> tuple[ChangedFile, ...]:
    """The files that were added, changed or taken away."""
    return tuple(change.file for change in (changes.changes if changes is not None else ()) if change.file is not None)


def rows_of_trees(base: PageTree, head: PageTree) -> tuple[ChangedPageRow, ...]:
    """The same from the page trees of base and head, for a server that has no list of changes."""
    return tuple(
        ChangedPageRow(change.page, change.title, change.path, change.kind, change.before_title, change.notes)
        for change in compare_trees(base, head)
    )
