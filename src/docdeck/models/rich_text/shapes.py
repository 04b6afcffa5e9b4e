"""Reading rich-text JSON of any quality: every accessor answers with the right type, whatever the server sent.

Document section: "Common conventions"; platform facts N2 and appendix B.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

Node = dict[str, Any]

MAX_DEPTH = 16
"""Nesting beyond this is written as plain text, so that a hostile document costs words, not the stack."""

INLINE_TYPES = frozenset(
    {"link", "emoji", "icon", "expression", "inline-math", "inline-image", "annotation", "mention", "button"}
)


def mapping(value: object) -> Node:
    """The value if it is an object with string keys, else an empty one."""
    return cast(Node, value) if isinstance(value, dict) else {}


def sequence(value: object) -> list[object]:
    """The value if it is a list, else an empty one."""
    return cast("list[object]", value) if isinstance(value, list) else []


def word(value: object) -> str:
    """Text or a number as text; anything else is empty."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**30) else ""


def nodes_of(node: Node) -> list[Node]:
    """The children; a bare string among them counts as text."""
    return _nodes(node.get("nodes"))


def fragments_of(node: Node) -> list[Node]:
    """The fragments of a table, an image, an expandable or an annotation."""
    return _nodes(node.get("fragments"))


def _nodes(value: object) -> list[Node]:
    found: list[Node] = []
    for child in sequence(value):
        if isinstance(child, dict):
            found.append(cast(Node, child))
        elif isinstance(child, str):
            found.append(text_node([leaf(child)]))
    return found


def data_of(node: Node) -> Node:
    """The `data` object."""
    return mapping(node.get("data"))


def type_of(node: Node) -> str:
    """The block or inline type; empty when there is none."""
    value = node.get("type")
    return value if isinstance(value, str) else ""


def key_of(node: Node) -> str | None:
    """The id that comments point at."""
    value = node.get("key")
    return value if isinstance(value, str) and value else None


def is_text(node: Node) -> bool:
    """Whether this is a text node: leaves with marks."""
    return node.get("object") == "text" or (not type_of(node) and ("leaves" in node or "text" in node))


def is_inline(node: Node) -> bool:
    """Whether this stands within a line: text, or an inline."""
    return is_text(node) or node.get("object") == "inline" or type_of(node) in INLINE_TYPES


def leaf(text: str, marks: Iterable[Node] = ()) -> Node:
    """A run of text with its marks."""
    return {"object": "leaf", "text": text, "marks": list(marks)}


def text_node(leaves: list[Node]) -> Node:
    """A text node of these leaves."""
    return {"object": "text", "leaves": leaves}


def leaves_of(node: Node) -> list[tuple[str, list[Node]]]:
    """The text and the marks of each leaf of a text node."""
    leaves = sequence(node.get("leaves"))
    if not leaves and isinstance(node.get("text"), str):
        leaves = [node]
    found: list[tuple[str, list[Node]]] = []
    for each in leaves:
        if isinstance(each, str):
            found.append((each, []))
        elif isinstance(each, dict):
            one = cast(Node, each)
            found.append((word(one.get("text")), [mapping(mark) for mark in sequence(one.get("marks"))]))
    return found


def block(kind: str, nodes: list[Node] | None = None, data: Node | None = None, *, void: bool = False) -> Node:
    """A new block without a key."""
    made: Node = {"object": "block", "type": kind, "data": data or {}}
    if void:
        made["isVoid"] = True
    if nodes is not None:
        made["nodes"] = nodes
    return made


def fragment(name: str, nodes: list[Node], kind: str | None = None) -> Node:
    """A named part of a block."""
    made: Node = {"object": "fragment", "fragment": name, "nodes": nodes}
    if kind is not None:
        made["type"] = kind
    return made
