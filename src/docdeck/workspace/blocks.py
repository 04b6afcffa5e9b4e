"""The blocks of a page as a reader sees them: words with their marks, what they stand in, what comments target."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple

Kind = Literal["paragraph", "heading", "label", "code", "math", "image", "object", "row", "divider"]


class Piece(NamedTuple):
    """A run of words: `style` is "", strong, em, code, gone, link or image; `target` is where a link leads. Raw."""

    text: str
    style: str = ""
    target: str = ""


Flow = tuple[str, ...]
"""Pieces laid flat: of each its text, style and target. The collector looks through no tuple of plain text, and a
page of a megabyte has tens of thousands of pieces."""


def flow_of(pieces: Iterable[Piece]) -> Flow:
    """Pieces laid flat."""
    return tuple(chain.from_iterable(pieces))


def pieces_in(flow: Flow) -> tuple[Piece, ...]:
    """The pieces that were laid flat."""
    return tuple(map(Piece, flow[::3], flow[1::3], flow[2::3]))


class Frame(NamedTuple):
    """What a block stands in: a list item, a quote, a hint (`style` says which) or another part; `width` in cells."""

    kind: Literal["item", "quote", "hint", "part"]
    style: str = ""
    width: int = 2


@dataclass(frozen=True, slots=True)
class Block:
    """One block as it is drawn. `key` is the node a comment here targets, `nodes` all ids that stand in it.

    `group` numbers the table or code block that rows belong to (0: none); `cell_flows` are those of a table row under
    `columns`; `lead` is the sign of a list item; `tight` blocks follow the one before without an empty row.
    """

    kind: Kind
    flow: Flow = ()
    key: str | None = None
    nodes: tuple[str, ...] = ()
    frames: tuple[Frame, ...] = ()
    lead: str = ""
    level: int = 0
    name: str = ""
    group: int = 0
    tight: bool = False
    cell_flows: tuple[Flow, ...] = ()
    columns: tuple[str, ...] = ()
    header: bool = False

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The words with their marks."""
        return pieces_in(self.flow)

    @property
    def cells(self) -> tuple[tuple[Piece, ...], ...]:
        """The words of each cell of a table row."""
        return tuple(map(pieces_in, self.cell_flows))

    @property
    def words(self) -> str:
        """The words alone."""
        if self.cell_flows:
            return " | ".join("".join(flow[::3]) for flow in self.cell_flows)
        return "".join(self.flow[::3])

    @property
    def signature(self) -> str:
        """What makes two blocks the same to a reader: kind, place, words and marks, but no key and no number."""
        lead = "1." if self.lead[:1].isdigit() else self.lead
        frames = ",".join(f"{frame.kind}{frame.style}" for frame in self.frames)
        body = "\x1e".join(map("\x1f".join, self.cell_flows or (self.flow,)))
        return f"{self.kind}{self.level}{self.name}{lead}{self.header}\x1c{frames}\x1c{body}"
