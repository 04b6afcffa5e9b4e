"""Where the parts of a page stand among its Markdown lines: what a comment on an item of a list is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docdeck.models.rich_text import tags
from docdeck.models.rich_text.blocks import LISTS, joined_with_blocks, written_items
from docdeck.models.rich_text.shapes import MAX_DEPTH, Node, key_of, nodes_of, type_of

Part = tuple[int, str]
"""The line that a part begins on, and its key."""
_PLAIN = frozenset({"", "paragraph", "divider", "code", "math", "images", "image", "table"})
"""Blocks without blocks on lines of their own."""


def parts_of(nodes: Iterable[Node], depth: int = 0) -> Iterator[Part]:
    """The parts of these blocks and the blocks themselves, by line from 0; the outer before the inner."""
    return parts_among(joined_with_blocks(nodes, depth), depth)


def parts_among(lines: Iterable[tuple[str, Node | None]], depth: int = 0) -> Iterator[Part]:
    """As `parts_of`, for blocks that are written already: their lines, each with its block."""
    last: Node | None = None
    for at, (_, node) in enumerate(lines):
        if node is not None and node is not last:
            last = node
            yield from _placed(at, node, depth)


def _placed(at: int, node: Node, depth: int) -> Iterator[Part]:
    key = key_of(node)
    if key is not None:
        yield at, key
    for line, part in _inside(node, depth + 1) if depth < MAX_DEPTH else ():
        yield at + line, part


def _inside(node: Node, depth: int) -> Iterator[Part]:
    kind = type_of(node)
    if kind in LISTS:
        at = 0
        begins: list[tuple[int, Node]] = []
        for item, lines in written_items(kind, node, depth, begins=begins):
            key = key_of(item)
            if key is not None:
                yield at, key
            for line, child in begins:
                yield from _placed(at + line, child, depth + 1)
            begins.clear()
            at += len(lines)
    elif kind == "blockquote":
        yield from parts_of(nodes_of(node), depth)
    elif kind not in _PLAIN and not kind.startswith("heading-") and not tags.is_void(kind):
        for line, part in parts_of(tags.body_of(node), depth):
            yield line + 1, part
