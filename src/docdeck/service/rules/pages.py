"""Pages of a revision as a flat list: siblings stand in their order, parents are named by id."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Page:
    """One page without its body; `document` names the body by its hash, times are in stored form."""

    id: str
    parent: str | None
    type: str
    title: str
    slug: str
    document: str | None = None
    emoji: str | None = None
    icon: str | None = None
    description: str | None = None
    hidden: bool = False
    condition: str | None = None
    target: dict[str, Any] | None = None
    href: str | None = None
    created_at: str | None = None
    updated_at: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The stored form: only what differs from the defaults."""
        values = {name: getattr(self, name) for name in _NAMES}
        return {name: value for name, value in values.items() if value is not None and value is not False}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Page:
        """The page behind its stored form."""
        values: dict[str, Any] = {"parent": None, **stored}
        return cls(**values)

    @property
    def essence(self) -> Page:
        """The page without its times: what two sides of a merge compare."""
        return replace(self, created_at=None, updated_at=None)


_NAMES = tuple(field.name for field in fields(Page))
Pages = tuple[Page, ...]


def by_id(pages: Iterable[Page]) -> dict[str, Page]:
    """Pages by their id, in their order."""
    return {page.id: page for page in pages}


def children_of(pages: Iterable[Page]) -> dict[str | None, list[Page]]:
    """Pages by the id of their parent, siblings in order."""
    found: dict[str | None, list[Page]] = {}
    for page in pages:
        found.setdefault(page.parent, []).append(page)
    return found


def in_reading_order(pages: Iterable[Page]) -> Pages:
    """The pages as a reader meets them: each before what is below it, siblings in order."""
    children = children_of(pages)
    found: list[Page] = []
    waiting = children.get(None, [])[::-1]
    while waiting:
        page = waiting.pop()
        found.append(page)
        waiting.extend(children.get(page.id, [])[::-1])
    return tuple(found)


def paths(pages: Iterable[Page]) -> dict[str, str]:
    """The path of every page: the slugs from the root down."""
    children = children_of(pages)
    found: dict[str, str] = {}
    waiting: list[tuple[str | None, str]] = [(None, "")]
    while waiting:
        parent, prefix = waiting.pop()
        for page in children.get(parent, ()):
            found[page.id] = f"{prefix}{page.slug}"
            waiting.append((page.id, f"{found[page.id]}/"))
    return found


def with_descendants(pages: Iterable[Page], id: str) -> set[str]:
    """The ids of a page and of everything below it."""
    children = children_of(pages)
    found: set[str] = set()
    waiting = [id]
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            waiting.extend(child.id for child in children.get(current, ()))
    return found


def placed(pages: Sequence[Page], page: Page, at: int | None) -> Pages:
    """The pages with one put among its siblings at a position, or last; it may already be there."""
    others = [other for other in pages if other.id != page.id]
    siblings = [index for index, other in enumerate(others) if other.parent == page.parent]
    if at is None or at >= len(siblings):
        index = siblings[-1] + 1 if siblings else len(others)
    else:
        index = siblings[at]
    return (*others[:index], page, *others[index:])


def slug_of(title: str) -> str:
    """A slug made from a title."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:90] or "page"


def free_slug(pages: Iterable[Page], parent: str | None, wanted: str) -> str:
    """The wanted slug, or the first free one that begins with it."""
    taken = {page.slug for page in pages if page.parent == parent}
    slug, number = wanted, 1
    while slug in taken:
        number += 1
        slug = f"{wanted}-{number}"
    return slug
