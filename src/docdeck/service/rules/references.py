"""What the pages of a space point at: content references in bodies and in link pages. Facts N1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from docdeck.models.content_references import REFERENCE_FIELDS

Reference = dict[str, Any]


def is_reference(value: Any) -> bool:
    """Whether a JSON object is a content reference."""
    if not isinstance(value, dict):
        return False
    found = cast("Reference", value)
    field = REFERENCE_FIELDS.get(found["kind"]) if isinstance(found.get("kind"), str) else None
    return field is not None and isinstance(found.get(field), str)


def references_in(body: Any) -> Iterator[tuple[str | None, Reference]]:
    """The references of a body in reading order, each with the key of the block it is in."""
    waiting: list[tuple[Any, str | None]] = [(body, None)]
    while waiting:
        value, key = waiting.pop()
        if isinstance(value, list):
            waiting.extend((item, key) for item in reversed(cast("list[Any]", value)))
        elif is_reference(value):
            yield key, value
        elif isinstance(value, dict):
            node = cast("dict[str, Any]", value)
            if node.get("object") == "block" and isinstance(node.get("key"), str):
                key = node["key"]
            waiting.extend((item, key) for item in reversed(node.values()))


def with_references(body: Any, change: Callable[[Reference], Reference]) -> Any:
    """The same body with every reference replaced."""
    if is_reference(body):
        return change(cast("Reference", body))
    if isinstance(body, list):
        return [with_references(item, change) for item in cast("list[Any]", body)]
    if isinstance(body, dict):
        return {name: with_references(item, change) for name, item in cast("dict[str, Any]", body).items()}
    return body
