"""Descriptions of calls: frozen, typed values that say what to ask and how to read the answer, and do nothing.

The platform runs them, so the cache, the retry policy, the request log, `docdeck api` and the tests work on
descriptions and none of them knows a resource.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar
from urllib.parse import quote

from docdeck.api.errors import NoAddress

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Reader(Protocol[T_co]):
    """Reads the bytes of an answer. Raises `UnreadableAnswer` naming the operation and the field."""

    def __call__(self, operation: str, data: bytes) -> T_co: ...


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An item of a list that could not be read, shown as such beside the good ones."""

    id: str
    problem: str


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list: the items that could be read, those that could not, and the cursor of the next page."""

    items: tuple[T, ...]
    unreadable: tuple[Unreadable, ...] = ()
    next_page: str | None = None
    count: int | None = None
    extra: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Query(Generic[T]):
    """A GET. `ids` are the identifiers in its path, by which a write finds what it made stale.

    `immutable` marks what a revision id names: kept without expiry. `same_as` names the paths under which the
    same answer is known (a change request by number and by id), computed from the answer.
    """

    operation: str
    path: str
    read: Reader[T]
    params: tuple[tuple[str, str], ...] = ()
    ids: tuple[str, ...] = ()
    immutable: bool = False
    same_as: Callable[[T], tuple[str, ...]] | None = None

    def with_params(self, **changes: str | int | None) -> Query[T]:
        """The same question with parameters set, or (with None) left out; a page cursor is set this way."""
        kept = tuple((name, value) for name, value in self.params if name not in changes)
        added = tuple((name, str(value)) for name, value in changes.items() if value is not None)
        return Query(self.operation, self.path, self.read, kept + added, self.ids, self.immutable, self.same_as)


Repeat = Literal["never", "same_effect"]


@dataclass(frozen=True, slots=True)
class Command(Generic[T]):
    """A write. `repeat` tells whether twice has the effect of once; `touches` are the ids it makes stale.

    `answers` is the query whose stored answer this command's own answer replaces.
    """

    operation: str
    method: Literal["POST", "PUT", "PATCH", "DELETE"]
    path: str
    read: Reader[T]
    body: dict[str, Any] | list[Any] | None = None
    params: tuple[tuple[str, str], ...] = ()
    repeat: Repeat = "never"
    touches: tuple[str, ...] = ()
    answers: Query[T] | None = None


def path_of(template: str, **ids: str) -> str:
    """Fill `{names}` of a path template with percent-encoded ids. Raises `NoAddress` for one that is no path segment.

    `.` and `..` are refused: HTTP clients resolve them, so a server's id could turn one call into another.
    """
    for name, value in ids.items():
        if not value or value in (".", ".."):
            raise NoAddress(template, name)
        template = template.replace("{" + name + "}", quote(value, safe=""))
    return template


def params_of(**values: str | int | bool | list[str] | tuple[str, ...] | None) -> tuple[tuple[str, str], ...]:
    """Query parameters: None left out, booleans as `true` and `false`, lists as a repeated key."""
    pairs: list[tuple[str, str]] = []
    for name, value in values.items():
        if value is None:
            continue
        if isinstance(value, bool):
            pairs.append((name, "true" if value else "false"))
        elif isinstance(value, (list, tuple)):
            pairs.extend((name, item) for item in value)
        else:
            pairs.append((name, str(value)))
    return tuple(pairs)
