"""Reads pages with their text. The blocks of a long one stay JSON until somebody looks at them."""

from __future__ import annotations

from typing import Any, Final

from docdeck.api.reading import one, paired
from docdeck.models.content import RevisionPage
from docdeck.models.json_nodes import JsonCursor, JsonNodes

LONG: Final = 64 * 1024
"""Bytes of an answer from which its blocks are left as they are."""

_read = one(RevisionPage)


def page_answer(operation: str, data: bytes) -> RevisionPage:
    """Reads a page. Raises `UnreadableAnswer` for a bad field, `BadAnswer` for something else altogether."""
    if len(data) >= LONG:
        try:
            fields, nodes = _taken_apart(paired(data).decode())
            page = RevisionPage.model_validate(fields)
        except (ValueError, RecursionError):
            return _read(operation, data)  # which says what is wrong
        if nodes is None or page.document is None:
            return page
        return page.model_copy(update={"document": page.document.model_copy(update={"nodes": nodes})})
    return _read(operation, data)


def _taken_apart(text: str) -> tuple[dict[str, Any], JsonNodes | None]:
    """The fields of a page, its document without nodes, and these as JSON."""
    cursor = JsonCursor(text)
    fields: dict[str, Any] = {}
    nodes: JsonNodes | None = None
    for name in cursor.members():
        if name != "document" or not cursor.sees("{"):
            fields[name] = cursor.value()
            nodes = None if name == "document" else nodes
            continue
        nodes, document = None, dict[str, Any]()
        for part in cursor.members():
            if part == "nodes" and cursor.sees("["):
                nodes = cursor.nodes()
                document[part] = []
            else:
                document[part] = cursor.value()
                nodes = None if part == "nodes" else nodes
        fields[name] = document
    if not cursor.sees("") or cursor.at != len(text):
        raise ValueError("more was said after the page")
    return fields, nodes
