"""Blocks as lines of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docdeck.models.rich_text import tags
from docdeck.models.rich_text.code import fence_lines, fenced
from docdeck.models.rich_text.inlines import line_of, lines_of
from docdeck.models.rich_text.plain import plain_lines
from docdeck.models.rich_text.shapes import (
    MAX_DEPTH,
    Node,
    data_of,
    fragments_of,
    is_inline,
    nodes_of,
    type_of,
    word,
)
from docdeck.models.rich_text.tables import table_lines, unused_parts

LISTS = frozenset({"list-unordered", "list-tasks", "list-ordered"})
_LARGEST_NUMBER = 900_000_000


def block_lines(node: Node, depth: int = 0, *, other_marker: bool = False) -> list[str]:
    """The lines of one block; `other_marker` writes a list so that it does not join the list before it."""
    if depth >= MAX_DEPTH:
        return _plain(node)
    kind = type_of(node)
    lines = _own_lines(kind, node, depth, other_marker)
    more = joined(_out_of_place(kind, node), depth + 1)
    return [*lines, *([""] if lines and more else []), *more]


def _out_of_place(kind: str, node: Node) -> list[Node]:
    """Children that this type should not have: they are written after the block."""
    if kind in ("divider", "math"):
        return [*nodes_of(node), *fragments_of(node)]
    if kind == "table":
        return [*nodes_of(node), *unused_parts(node)]
    if tags.is_void(kind):
        return tags.body_of(node)
    if kind in ("paragraph", "blockquote", "code", "images") or kind in LISTS or kind.startswith("heading-"):
        return fragments_of(node)
    return []


def _own_lines(kind: str, node: Node, depth: int, other_marker: bool) -> list[str]:
    if is_inline(node):
        return lines_of([node])
    if kind == "paragraph":
        return _paragraph(node, depth)
    if kind.startswith("heading-"):
        return _heading(kind, node)
    if kind in LISTS:
        return _list(kind, node, depth, other_marker)
    if kind == "divider":
        return ["---"]
    if kind == "blockquote":
        return [f"> {line}" if line else ">" for line in joined(nodes_of(node), depth + 1)]
    if kind == "code":
        return fence_lines(node)
    if kind == "math":
        return _formula(word(data_of(node).get("formula")))
    if kind in ("images", "image"):
        return _images(node)
    if kind == "table":
        return table_lines(node)
    return _tagged(kind, node, depth)


def joined(nodes: Iterable[Node], depth: int) -> list[str]:
    """Blocks one below the other with an empty line between them."""
    return [line for line, _ in joined_with_blocks(nodes, depth)]


def joined_with_blocks(nodes: Iterable[Node], depth: int) -> Iterator[tuple[str, Node | None]]:
    """As `joined`, each line with its block as `gathered` gives it; None for lines between blocks."""
    begun = False
    for node, lines in _written(nodes, depth):
        if begun:
            yield "", None
        begun = True
        for line in lines:
            yield line, node


def _written(nodes: Iterable[Node], depth: int) -> Iterator[tuple[Node, list[str]]]:
    """Each block that has lines, with them; a list beside a list takes the other marker."""
    family, other = "", False
    for node in gathered(nodes):
        mine = _family(type_of(node))
        changes = bool(mine) and mine == family and not other
        lines = block_lines(node, depth, other_marker=changes)
        if lines:
            family, other = mine, changes
            yield node, lines


def gathered(nodes: Iterable[Node]) -> Iterator[Node]:
    """The blocks, one at a time; inlines that stand where blocks belong are gathered into paragraphs."""
    paragraph: Node | None = None
    for node in nodes:
        if is_inline(node):
            if paragraph is None:
                paragraph = {"object": "block", "type": "paragraph", "nodes": []}
            paragraph["nodes"].append(node)
            continue
        if paragraph is not None:
            yield paragraph
            paragraph = None
        yield node
    if paragraph is not None:
        yield paragraph


def _family(kind: str) -> str:
    return "ordered" if kind == "list-ordered" else "bullets" if kind in LISTS else ""


def _plain(node: Node) -> list[str]:
    text = "\n".join(plain_lines([node]))
    return lines_of([{"object": "text", "text": text}])


def _paragraph(node: Node, depth: int) -> list[str]:
    nodes = nodes_of(node)
    if all(is_inline(child) for child in nodes):
        return lines_of(nodes)
    return joined(nodes, depth + 1)


def _heading(kind: str, node: Node) -> list[str]:
    text = line_of(nodes_of(node))
    if not text:
        return []
    if text.endswith("#"):
        text = text[:-1] + "\\#"
    level = kind.removeprefix("heading-")
    return ["#" * (int(level) if level in ("1", "2", "3") else 3) + " " + text]


def _formula(formula: str) -> list[str]:
    lines = formula.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd").split("\n")
    if any(line.strip() == "$$" or "```" in line or "~~~" in line for line in lines):
        return fenced("math", lines)
    return ["$$", *lines, "$$"]


def _images(node: Node) -> list[str]:
    images = [node] if type_of(node) == "image" else nodes_of(node)
    lines: list[str] = []
    for image in images:
        if is_inline(image) or type_of(image) != "image":
            lines.extend(_plain(image))
            continue
        data = data_of(image)
        caption = " ".join(plain_lines([*fragments_of(image), *nodes_of(image)]))
        inline: Node = {"ref": data.get("ref"), "alt": word(data.get("alt")), "caption": caption}
        lines.append(line_of([{"object": "inline", "type": "inline-image", "data": inline}]))
    return lines


def _list(kind: str, node: Node, depth: int, other_marker: bool) -> list[str]:
    return [line for _, written in written_items(kind, node, depth, other_marker) for line in written]


def written_items(
    kind: str, node: Node, depth: int, other_marker: bool = False, begins: list[tuple[int, Node]] | None = None
) -> Iterator[tuple[Node, list[str]]]:
    """Each item of a list with its lines; `begins` is told where the blocks of the item begin among these."""
    start = data_of(node).get("start")
    first = start if isinstance(start, int) and 0 <= start <= _LARGEST_NUMBER else 1
    for at, item in enumerate(_items(node)):
        if kind == "list-ordered":
            marker = f"{first + at}" + (")" if other_marker else ".")
        else:
            marker = "+" if other_marker else "-"
        checked = data_of(item).get("checked")
        box = "" if kind == "list-ordered" else _box(kind, checked)
        yield item, _item(marker, box, item, depth + 1, begins)


def _items(node: Node) -> list[Node]:
    """The items; what is not an item counts as one."""
    return [
        child if type_of(child) == "list-item" else {"type": "list-item", "nodes": [child]} for child in nodes_of(node)
    ]


def _box(kind: str, checked: object) -> str:
    if isinstance(checked, bool):
        return "[x]" if checked else "[ ]"
    return "[ ]" if kind == "list-tasks" else ""


def _item(marker: str, box: str, item: Node, depth: int, begins: list[tuple[int, Node]] | None) -> list[str]:
    indent = " " * (len(marker) + 1)
    lines: list[str] = [f"{marker} {box}" if box else marker]
    paragraph, empty = bool(box), True
    for node, written in _written([*nodes_of(item), *fragments_of(item)], depth):
        kind, inner = type_of(node), written
        if empty and _stands_beside(node, kind, box):
            lines[0] = f"{lines[0]} {inner[0]}"
            inner = inner[1:]
        elif (not empty or box) and not (paragraph and _family(kind) and _joins_paragraph(inner[0])):
            lines.append("")
        at = 0 if len(inner) < len(written) else len(lines)
        if begins is not None:
            begins.append((at, node))
        lines.extend(indent + line if line else "" for line in inner)
        paragraph, empty = kind == "paragraph", False
    return lines


def _stands_beside(node: Node, kind: str, box: str) -> bool:
    """Whether the first block of an item begins in the line of its marker."""
    if box:
        return kind == "paragraph" and all(is_inline(child) for child in nodes_of(node))
    return kind not in LISTS and kind != "divider"


def _joins_paragraph(first: str) -> bool:
    """Whether a list with this first line may follow a paragraph without an empty line."""
    marker, _, rest = first.partition(" ")
    return bool(rest) and marker in ("-", "+", "1.", "1)")


def _tagged(kind: str, node: Node, depth: int) -> list[str]:
    name, opening = tags.tag_of(node)
    if tags.is_void(kind):
        properties = tags.properties_lines(node) if kind == "integration" else []
        return [opening, *fenced("json", properties), "{% endintegration %}"] if properties else [opening]
    body = joined(tags.body_of(node), depth + 1)
    if not body and tags.closes_itself(kind, name):
        return [opening.removesuffix("%}") + "/%}"]
    return [opening, *body, "{% end" + name + " %}"]
