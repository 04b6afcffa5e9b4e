"""Lists in windows: an opaque cursor names the last item seen, so inserts elsewhere move nothing.

Document section: "Conventions" of the endpoints. `limit` is 1 to 1000; this service's default is 50.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from docdeck.service.errors import Invalid

T = TypeVar("T")
DEFAULT_LIMIT = 50
MAX_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class Window:
    """Which part of a list is wanted: up to `limit` items after the item with the sort values `after`."""

    kind: str
    limit: int = DEFAULT_LIMIT
    after: tuple[str | int, ...] | None = None

    def has_shown(self, values: tuple[str, str]) -> bool:
        """Whether an item with these sort values stands before the window: for lists that are sorted in memory."""
        return self.after is not None and values <= (str(self.after[0]), str(self.after[1]))

    def cut(self, items: Sequence[T], place: Callable[[T], tuple[str, str]]) -> Slice:
        """The part of a list that was sorted in memory by `place`."""
        rest = [item for item in items if not self.has_shown(place(item))]
        shown = rest[: self.limit]
        return Slice(shown, len(items), self.cursor(place(shown[-1])) if len(rest) > len(shown) else None)

    def cursor(self, values: Sequence[str | int]) -> str:
        """The cursor that continues after the item with these sort values."""
        text = json.dumps([self.kind, *values], separators=(",", ":"))
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


@dataclass(frozen=True, slots=True)
class Slice:
    """One window of a list: rows or models, how many there are in all, and the cursor of the next window."""

    items: Sequence[Any]
    count: int
    next: str | None


def window(kind: str, page: str | None, limit: str | None) -> Window:
    """The window that the query parameters `page` and `limit` ask for; `kind` keeps cursors of other lists out."""
    return Window(kind, _limit(limit), None if page is None else _after(kind, page))


def envelope(part: Slice, items: Sequence[Any]) -> dict[str, Any]:
    """The list envelope; `next` is absent on the last page."""
    answer: dict[str, Any] = {"items": items, "count": part.count}
    if part.next is not None:
        answer["next"] = {"page": part.next}
    return answer


def _limit(text: str | None) -> int:
    if text is None:
        return DEFAULT_LIMIT
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:9]) <= MAX_LIMIT:
        raise Invalid(f"limit: must be a whole number from 1 to {MAX_LIMIT}.")
    return int(text)


def _after(kind: str, page: str) -> tuple[str | int, ...]:
    wrong = Invalid("page: is not a page of this list; use the value of next.page, or leave it out to start again.")
    try:
        text = base64.b64decode(page + "=" * (-len(page) % 4), altchars=b"-_", validate=True)
        values = json.loads(text)
    except (binascii.Error, ValueError):
        raise wrong from None
    if not isinstance(values, list):
        raise wrong
    found = cast("list[Any]", values)
    if len(found) != 3 or found[0] != kind or not all(isinstance(value, str | int) for value in found):
        raise wrong
    return (found[1], found[2])
