"""The words of rich text without any markup, at any depth and without recursion."""

from __future__ import annotations

from collections.abc import Iterable

from docdeck.models.rich_text.grammar import PLAIN_TYPES, VOID_TAGS
from docdeck.models.rich_text.references import target_of
from docdeck.models.rich_text.shapes import (
    INLINE_TYPES,
    Node,
    data_of,
    fragments_of,
    is_inline,
    is_text,
    leaves_of,
    mapping,
    nodes_of,
    type_of,
    word,
)

_WORDS = ("title", "description", "label", "name", "caption", "alt", "formula", "expression", "url")
_WORDS_OF_TYPE = {
    "embed": ("url",),
    "tabs-item": ("title",),
    "if": ("expression",),
    "prompt": ("description",),
    "math": ("formula",),
    "inline-math": ("formula",),
    "image": ("alt",),
    "inline-image": ("alt", "caption"),
    "code": ("title",),
    "button": ("label",),
    "openapi-webhook": ("name",),
}
_WORDLESS = (
    PLAIN_TYPES
    | VOID_TAGS
    | INLINE_TYPES
    | {"hint", "tabs", "stepper", "columns", "column", "expandable", "updates", "update"}
)


def plain_lines(nodes: Iterable[Node]) -> list[str]:
    """The words below these nodes, one line per block."""
    lines: list[str] = []
    current: list[str] = []

    def end_line() -> None:
        text = "".join(current)
        current.clear()
        lines.extend(part for line in text.split("\n") if (part := line.strip()))

    waiting: list[Node | None] = list(reversed(list(nodes)))
    while waiting:
        node = waiting.pop()
        if node is None:
            end_line()
        elif is_text(node):
            current.extend(text for text, _ in leaves_of(node))
        elif is_inline(node):
            inner = nodes_of(node) + fragments_of(node)
            current.append("" if inner else inline_words(node))
            waiting.extend(reversed(inner))
        else:
            end_line()
            current.append("\n".join([*words_of_data(node), *_table_words(node)]))
            end_line()
            waiting.append(None)
            waiting.extend(reversed(fragments_of(node)))
            waiting.extend(reversed(nodes_of(node)))
    end_line()
    return lines


def words_of_data(node: Node) -> list[str]:
    """What the `data` of a block or inline says in words."""
    data, kind = data_of(node), type_of(node)
    names = _WORDS_OF_TYPE.get(kind) or (() if kind in _WORDLESS else _WORDS)
    return [text for name in names if (text := word(data.get(name)))]


def inline_words(node: Node) -> str:
    """What an inline without children shows: the emoji, `:icon:`, `{{ expression }}`, `@user` or its words."""
    kind, data = type_of(node), data_of(node)
    if kind == "emoji":
        return emoji(word(data.get("code")))
    if kind == "icon":
        return f":{name}:" if (name := word(data.get("icon"))) else ""
    if kind == "expression":
        return f"{{{{ {formula} }}}}" if (formula := word(data.get("expression"))) else ""
    target = target_of(data.get("ref"))
    if kind == "mention" and target.startswith("user:"):
        return "@" + target[5:]
    return " ".join(words_of_data(node)) or (target if kind in ("link", "button", "mention") else "")


def emoji(code: str) -> str:
    """The emoji that hexadecimal code points joined by `-` stand for, else `:code:`."""
    try:
        signs = "".join(chr(int(part, 16)) for part in code.split("-"))
    except (ValueError, OverflowError):
        return f":{code}:" if code else ""
    return (
        signs
        if ord(signs[0]) >= 0x23 and all(each.isprintable() or each == "\u200d" for each in signs)
        else f":{code}:"
    )


def _table_words(node: Node) -> list[str]:
    data = data_of(node) if type_of(node) == "table" else {}
    found = [word(mapping(column).get("title")) for column in mapping(data.get("definition")).values()]
    named = {name for part in fragments_of(node) for name in (word(part.get("fragment")), word(part.get("key")))}
    for record in mapping(data.get("records")).values():
        values = mapping(mapping(record).get("values")).values()
        found.extend(text for value in values if value is not True and (text := word(value)) and text not in named)
    return [text for text in found if text]
