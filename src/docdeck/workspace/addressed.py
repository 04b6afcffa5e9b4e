"""Whether the block that a comment is about was changed since: compared between its revision and the head.

Both revisions are immutable. A node may be a block of the page, one nested in it, or a cell of a table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from docdeck.api.errors import DocdeckError
from docdeck.models.comments import TableCell
from docdeck.models.content import RevisionPage
from docdeck.models.rich_text.plain import plain_lines
from docdeck.models.rich_text.shapes import Node, fragments_of, key_of, nodes_of, type_of
from docdeck.workspace.block_reader import blocks_of_nodes
from docdeck.workspace.block_tables import table_of
from docdeck.workspace.page_diffs import read_page
from docdeck.workspace.session import Session
from docdeck.workspace.threads import Thread

AddressedState = Literal["unchanged", "edited", "removed", "unknown"]

_QUOTED = 240


@dataclass(frozen=True, slots=True)
class Addressed:
    """What became of a thread's block since the comment, and its words as they were commented on (raw)."""

    state: AddressedState
    quote: str = ""


@dataclass(frozen=True, slots=True)
class _Found:
    """What a node said: its words, and what makes it the same."""

    words: str
    signature: tuple[str, ...]


def addressed(then: RevisionPage | None, now: RevisionPage | None, node: str, cell: TableCell | None) -> Addressed:
    """Compare one node between the revision of a comment and the head."""
    before = _find(then, node, cell)
    if before is None:
        return Addressed("unknown")
    after = _find(now, node, cell)
    quote = before.words[:_QUOTED]
    if after is None:
        return Addressed("removed", quote)
    return Addressed("unchanged" if before.signature == after.signature else "edited", quote)


def _find(page: RevisionPage | None, node: str, cell: TableCell | None) -> _Found | None:
    if page is None or page.document is None:
        return None
    waiting = list(page.document.nodes)
    while waiting:
        each = waiting.pop()
        if key_of(each) == node:
            return _in_cell(each, cell) if cell is not None and type_of(each) == "table" else _whole(each)
        waiting.extend([*nodes_of(each), *fragments_of(each)])
    return None


def _whole(node: Node) -> _Found:
    return _Found(" ".join(plain_lines([node])), tuple(block.signature for block in blocks_of_nodes([node])))


def _in_cell(table: Node, cell: TableCell) -> _Found | None:
    shape = table_of(table, blocks_of_nodes)
    row = next((row for row in shape.rows if row.record == cell.record), None)
    if row is None or cell.definition not in shape.columns:
        return None
    pieces = row.cells[shape.columns.index(cell.definition)]
    return _Found("".join(piece.text for piece in pieces), tuple("\x1d".join(piece) for piece in pieces))


async def addressed_on_page(
    session: Session, space: str, page: str, head: str, threads: Sequence[Thread]
) -> dict[str, Addressed]:
    """What became of the block of each thread on this page, by comment. A part that cannot be read is left out."""
    here = [thread for thread in threads if thread.page == page and thread.node and thread.comment.target.revision]
    revisions = list(dict.fromkeys([head, *(thread.comment.target.revision for thread in here)])) if here else []
    pages: dict[str, RevisionPage | None] = {}

    async def read(revision: str) -> None:
        try:
            pages[revision] = await read_page(session, space, revision, page)
        except DocdeckError:
            return

    await asyncio.gather(*(read(revision) for revision in revisions))
    if head not in pages:
        return {}

    def compare() -> dict[str, Addressed]:
        return {
            thread.comment.id: addressed(
                pages[thread.comment.target.revision], pages[head], thread.node or "", thread.comment.target.table_cell
            )
            for thread in here
            if thread.comment.target.revision in pages
        }

    return await asyncio.to_thread(compare)


def place_of(thread: Thread) -> str | None:
    """The id under which a comparison knows what a thread is about: its table row, else its node."""
    cell = thread.comment.target.table_cell
    return f"{thread.node}/{cell.record}" if thread.node and cell is not None else thread.node
