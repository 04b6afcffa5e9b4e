"""Finds the block that a comment is about by words quoted from it, in tables too."""

from __future__ import annotations

from typing import Any

from docdeck.service.actions.spaces import page_document
from docdeck.service.rules.pages import Page
from docdeck.service.store import Tx


def quoted_block(tx: Tx, page: Page, words: str) -> str:
    """The key of the innermost block with a key whose text holds the words; for a table, the table's."""
    document = page_document(tx, page)
    for node in () if document is None else document.nodes:
        key = _innermost(node, words)
        if key is not None:
            return key
    raise ValueError(f"The page {page.title} has no block with the words {words!r}.")


def _innermost(node: dict[str, Any], words: str) -> str | None:
    if words not in _text(node):
        return None
    for child in node.get("nodes", []):
        key = _innermost(child, words)
        if key is not None:
            return key
    return node.get("key") if node.get("object") == "block" else None


def _text(node: dict[str, Any]) -> str:
    inner = [*node.get("nodes", []), *node.get("fragments", [])]
    return "".join(leaf.get("text", "") for leaf in node.get("leaves", [])) + "".join(map(_text, inner))
