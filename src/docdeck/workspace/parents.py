"""Things that name their parents: which parent counts, when some are missing and some name each other in a circle."""

from __future__ import annotations

from collections.abc import Mapping


def parent_in(parents: Mapping[str, str | None], key: str) -> str | None:
    """The parent of a thing; None when it is not known, or when the thing would end below itself."""
    parent = parents.get(key)
    if parent is None or parent not in parents:
        return None
    at: str | None = parent
    seen: set[str] = set()
    while at is not None and at in parents and at not in seen:
        if at == key:
            return None
        seen.add(at)
        at = parents[at]
    return parent
