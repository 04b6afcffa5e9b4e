"""Rich text and Markdown: what people read and type, and what the platform stores.

`from_markdown` and `to_markdown` keep all words and settle after one pass; blocks keep their keys through edits,
because comments point at them. Nothing here raises on a document of any shape. Document section: "Common
conventions"; platform facts N2, N11 and appendix B.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from docdeck.models.base import Document, RichBody
from docdeck.models.rich_text.blocks import joined_with_blocks
from docdeck.models.rich_text.keys import keep_keys, new_key
from docdeck.models.rich_text.parse_blocks import blocks_of
from docdeck.models.rich_text.parts import parts_among
from docdeck.models.rich_text.plain import plain_lines
from docdeck.models.rich_text.shapes import Node, key_of

SCHEMA_VERSION = 8


def from_markdown(text: str, previous: Document | None = None, make_key: Callable[[], str] | None = None) -> Document:
    """The document of a Markdown text; blocks that come from `previous` keep their keys."""
    maker = make_key or new_key
    blocks = blocks_of(text, maker)
    if previous is None:
        return Document(object="document", data={"schemaVersion": SCHEMA_VERSION}, nodes=blocks)
    nodes = keep_keys(blocks, previous.nodes, maker)
    return Document(object="document", data={"schemaVersion": SCHEMA_VERSION, **previous.data}, nodes=nodes)


def to_lines(document: Document) -> list[tuple[str, str | None]]:
    """The Markdown lines, each with the key of the top-level block it belongs to; None for lines between blocks."""
    return list(iter_lines(document))


def iter_lines(document: Document) -> Iterator[tuple[str, str | None]]:
    """As `to_lines`, one at a time: no block is looked at before its lines are asked for."""
    for line, node in joined_with_blocks(document.nodes, 0):
        yield line, None if node is None else key_of(node)


def lines_and_parts(document: Document) -> tuple[list[tuple[str, str | None]], list[tuple[int, str]]]:
    """As `to_lines`, and where each block and each block in it begins: line from 0 and key, the outer first."""
    lines: list[tuple[str, str | None]] = []

    def written() -> Iterator[tuple[str, Node | None]]:
        for line, node in joined_with_blocks(document.nodes, 0):
            lines.append((line, None if node is None else key_of(node)))
            yield line, node

    parts = list(parts_among(written()))
    return lines, parts


def to_markdown(document: Document) -> str:
    """The document as Markdown, without a line break at its end."""
    return "\n".join(line for line, _ in to_lines(document))


def to_plain(document: Document) -> str:
    """The words alone, a line per block: for previews and searches."""
    return "\n".join(plain_lines(document.nodes))


def body_markdown(body: RichBody) -> str:
    """A comment's or page's body as Markdown, in whichever form it was sent."""
    if body.markdown is not None:
        return body.markdown
    return to_markdown(body.document) if body.document is not None else ""


__all__ = [
    "body_markdown",
    "from_markdown",
    "iter_lines",
    "lines_and_parts",
    "new_key",
    "to_lines",
    "to_markdown",
    "to_plain",
]
