"""Tables: the platform's columns, records and fragments, and the Markdown table, in both directions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from docdeck.models.rich_text.inlines import line_of, markdown_of_runs, text_line
from docdeck.models.rich_text.plain import plain_lines, words_of_data
from docdeck.models.rich_text.references import target_of
from docdeck.models.rich_text.runs import Run
from docdeck.models.rich_text.shapes import (
    Node,
    block,
    data_of,
    fragment,
    fragments_of,
    is_inline,
    mapping,
    nodes_of,
    sequence,
    type_of,
    word,
)

_MOST_COLUMNS = 64
_RULES = {"center": ":---:", "right": "---:"}


def table_lines(node: Node) -> list[str]:
    """A table as a Markdown table; one with very many columns as a list of its records."""
    data = data_of(node)
    definitions = mapping(data.get("definition"))
    columns = _columns(data, definitions)
    parts = {name: part for part in fragments_of(node) for name in (word(part.get("key")), word(part.get("fragment")))}
    titles = [text_line(word(mapping(definitions.get(column)).get("title"))) for column in columns]
    rows = [_row(record, columns, definitions, parts) for record in _records(data)]
    if not columns:
        return [line for line in (text_line(text) for text in plain_lines([node])) if line]
    if len(columns) > _MOST_COLUMNS:
        return _as_list(titles, rows)
    rules = [_RULES.get(word(mapping(definitions.get(column)).get("textAlignment")), "---") for column in columns]
    return [_line(titles), _line(rules), *(_line(row) for row in rows)]


def unused_parts(node: Node) -> list[Node]:
    """The blocks of fragments that no record names."""
    named = {word(value) for record in _records(data_of(node)) for value in mapping(record.get("values")).values()}
    found: list[Node] = []
    for part in fragments_of(node):
        if not (named - {""}) & {word(part.get("key")), word(part.get("fragment"))}:
            found.extend(nodes_of(part))
    return found


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _as_list(titles: list[str], rows: list[list[str]]) -> list[str]:
    lines = ["- " + title for title in titles if title]
    for row in rows:
        lines.extend(
            "- " + ": ".join(part for part in pair if part) for pair in zip(titles, row, strict=True) if pair[1]
        )
    return lines


def _columns(data: Node, definitions: Node) -> list[str]:
    """The columns in the order of the view; columns that it leaves out come last."""
    shown = [word(each) for each in sequence(mapping(data.get("view")).get("columns"))]
    used = [name for record in _records(data) for name in mapping(record.get("values"))]
    return list(dict.fromkeys([*(name for name in shown if name in definitions), *definitions, *used]))


def _records(data: Node) -> list[Node]:
    records = [mapping(record) for record in mapping(data.get("records")).values()]
    return sorted(records, key=lambda record: word(record.get("orderIndex")))


def _row(record: Node, columns: list[str], definitions: Node, parts: dict[str, Node]) -> list[str]:
    values = mapping(record.get("values"))
    return [_cell(values.get(column), mapping(definitions.get(column)), parts) for column in columns]


def _cell(value: Any, definition: Node, parts: dict[str, Node]) -> str:
    if isinstance(value, str) and value in parts:
        return _fragment_line(parts[value])
    kind = word(definition.get("type"))
    if kind == "checkbox" and isinstance(value, bool):
        return "✓" if value else ""
    labels = {word(mapping(each).get("value")): word(mapping(each).get("label")) for each in _options(definition)}
    return "<br>".join(cell for each in (sequence(value) or [value]) if (cell := _value(each, kind, labels)))


def _options(definition: Node) -> list[object]:
    return sequence(definition.get("options"))


def _value(value: object, kind: str, labels: dict[str, str]) -> str:
    if kind == "users" and isinstance(value, str):
        return text_line("@" + value)
    given = mapping(value)
    if not given:
        text = word(value)
        return text_line(labels.get(text) or text)
    target = target_of(given.get("ref")) or target_of(given)
    if kind == "image" or "alt" in given:
        return markdown_of_runs([Run("image", word(given.get("alt")), target=target)], one_line=True)
    link = Run("link", target=target, inner=(Run("text", target),))
    return markdown_of_runs([link], one_line=True) if target else ""


def _fragment_line(part: Node) -> str:
    """The blocks of a cell in one line."""
    lines: list[str] = []
    waiting = list(reversed(nodes_of(part)))
    loose: list[Node] = []
    while waiting:
        node = waiting.pop()
        if is_inline(node):
            loose.append(node)
            continue
        inner = nodes_of(node)
        if inner and not any(is_inline(child) for child in inner):
            lines.extend(text_line(text) for text in words_of_data(node))
            waiting.extend(reversed(inner))
        elif type_of(node) in ("paragraph", "heading-1", "heading-2", "heading-3"):
            lines.append(line_of(inner))
        else:
            lines.extend(text_line(text) for text in plain_lines([node]))
    if loose:
        lines.insert(0, line_of(loose))
    return "<br>".join(line for line in lines if line)


def table_block(header: list[tuple[str, str]], rows: list[list[list[Node]]], make_key: Callable[[], str]) -> Node:
    """A table of text columns: `header` holds title and alignment, `rows` the inline nodes of each cell."""
    names = [make_key() for _ in header]
    definition: Node = {
        name: {"id": name, "title": title, "type": "text", "textAlignment": alignment}
        for name, (title, alignment) in zip(names, header, strict=True)
    }
    records: Node = {}
    parts: list[Node] = []
    width = len(str(len(rows)))
    for at, row in enumerate(rows):
        values: Node = {}
        for name, cell in zip(names, row, strict=False):
            values[name] = make_key()
            parts.append(fragment(values[name], [block("paragraph", cell)]))
        records[make_key()] = {"orderIndex": str(at).zfill(width), "values": values}
    view: Node = {"type": "grid", "columns": names, "hideHeader": False}
    made = block("table", None, {"view": view, "records": records, "definition": definition}, void=True)
    made["fragments"] = parts
    return made
