"""What is known of an operation apart from its parameters: its row in the catalog."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from docdeck.api.description import Command, Query

Describes = Callable[..., Query[Any] | Command[Any]]
Row = tuple[str, str, str, Describes, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: the function that describes a call of it, and what the document or the facts state of it.

    `path` is the template with the document's names; `success` the statuses it may be answered with.
    """

    id: str
    method: str
    path: str
    function: Describes
    success: tuple[int, ...]
    section: str
    documented: bool


def rows_of(section: str, base: str, *rows: Row, documented: bool) -> Iterator[Operation]:
    """Operations of one section whose paths begin alike; a row is method, rest of the path, id, function, statuses."""
    for method, rest, identifier, function, success in rows:
        yield Operation(identifier, method, base + rest, function, success, section, documented)
