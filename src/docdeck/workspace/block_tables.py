"""Tables of rich text as columns and rows of words, whatever their cells hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from docdeck.models.rich_text.references import target_of
from docdeck.models.rich_text.shapes import Node, data_of, fragments_of, key_of, mapping, nodes_of, sequence, word
from docdeck.workspace.blocks import Block, Piece

BlocksOf = Callable[[Iterable[Node]], tuple[Block, ...]]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A record: its id, its cells in the order of the columns, and the ids of the nodes inside them."""

    record: str
    cells: tuple[tuple[Piece, ...], ...]
    nodes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableShape:
    """A table as it is drawn; `left_over` are blocks that no cell holds."""

    columns: tuple[str, ...]
    titles: tuple[str, ...]
    rows: tuple[TableRow, ...]
    left_over: tuple[Node, ...] = ()


def table_of(node: Node, blocks_of_nodes: BlocksOf) -> TableShape:
    """The columns and rows of a table block; `blocks_of_nodes` reads what cells hold."""
    data = data_of(node)
    definitions = mapping(data.get("definition"))
    records = [(name, mapping(record)) for name, record in mapping(data.get("records")).items()]
    records.sort(key=lambda pair: word(pair[1].get("orderIndex")))
    shown = [word(each) for each in sequence(mapping(data.get("view")).get("columns"))]
    used = [name for _, record in records for name in mapping(record.get("values"))]
    columns = list(dict.fromkeys([*(name for name in shown if name in definitions), *definitions, *used]))
    parts = {name: part for part in fragments_of(node) for name in _names(part)}
    named = {word(value) for _, record in records for value in mapping(record.get("values")).values()} - {""}
    left = tuple(child for part in fragments_of(node) if not named & set(_names(part)) for child in nodes_of(part))
    rows = tuple(_row(name, record, columns, definitions, _Cells(parts, blocks_of_nodes)) for name, record in records)
    titles = tuple(word(mapping(definitions.get(column)).get("title")) for column in columns)
    return TableShape(tuple(columns), titles, rows, left)


def _names(part: Node) -> tuple[str, str]:
    return word(part.get("key")), word(part.get("fragment"))


@dataclass(frozen=True, slots=True)
class _Cells:
    """The fragments of a table by name, and how their blocks are read."""

    parts: dict[str, Node]
    blocks_of_nodes: BlocksOf

    def read(self, name: str) -> tuple[list[Piece], list[str]]:
        """The words of a cell, and the ids of the nodes in it."""
        part = self.parts[name]
        key = key_of(part)
        nodes = [key] if key else []
        pieces: list[Piece] = []
        for block in self.blocks_of_nodes(nodes_of(part)):
            lead = f"{block.lead} " if block.lead else ""
            own = block.pieces or tuple(piece for cell in block.cells for piece in (*cell, Piece(" ")))
            pieces.extend([*([Piece("\n")] if pieces else []), *([Piece(lead)] if lead else []), *own])
            nodes.extend(block.nodes)
        return pieces, nodes


def _row(name: str, record: Node, columns: list[str], definitions: Node, inside: _Cells) -> TableRow:
    values = mapping(record.get("values"))
    cells: list[tuple[Piece, ...]] = []
    nodes: list[str] = []
    for column in columns:
        value = values.get(column)
        if isinstance(value, str) and value in inside.parts:
            pieces, found = inside.read(value)
            cells.append(tuple(pieces))
            nodes.extend(found)
        else:
            text = _value(value, mapping(definitions.get(column)))
            cells.append((Piece(text),) if text else ())
    return TableRow(name, tuple(cells), tuple(dict.fromkeys(nodes)))


def _value(value: object, definition: Node) -> str:
    kind = word(definition.get("type"))
    if kind == "checkbox" and isinstance(value, bool):
        return "✓" if value else ""
    labels = {
        word(mapping(each).get("value")): word(mapping(each).get("label"))
        for each in sequence(definition.get("options"))
    }
    return "\n".join(text for each in (sequence(value) or [value]) if (text := _one(each, kind, labels)))


def _one(value: object, kind: str, labels: dict[str, str]) -> str:
    if kind == "users" and isinstance(value, str):
        return "@" + value
    given = mapping(value)
    if not given:
        text = word(value)
        return labels.get(text) or text
    target = target_of(given.get("ref")) or target_of(given)
    return " ".join(part for part in (word(given.get("alt")), target) if part)
