"""Markdown inline tokens as text nodes and inlines."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from docdeck.models.rich_text.grammar import MARK_TAGS
from docdeck.models.rich_text.references import reference_to
from docdeck.models.rich_text.shapes import Node, data_of, leaf, mapping, text_node, type_of, word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

_EMPHASIS = {"strong": "bold", "em": "italic", "s": "strikethrough"}
_MARK_ORDER = ("bold", "italic", "strikethrough", "keyboard", "superscript", "subscript", "code")


def inline_nodes(tokens: Sequence[Token]) -> list[Node]:
    """The inline nodes of a line: a text node for each run of leaves, and the inlines between them."""
    return _Line(tokens).nodes()


def words_of_tokens(tokens: Sequence[Token]) -> str:
    """The words of a line without marks, links or addresses."""
    pieces: list[str] = []
    for token in tokens:
        if token.type == "image":
            pieces.append(words_of_tokens(token.children or []))
        elif token.type in ("softbreak", "hardbreak"):
            pieces.append(" ")
        elif token.type in ("text", "code_inline", "inline_formula", "mark_tag"):
            pieces.append(token.content)
    return "".join(pieces)


def only_images(nodes: list[Node]) -> list[Node]:
    """The inline images of a line that holds nothing else but white space; else nothing."""
    images = [node for node in nodes if type_of(node) == "inline-image"]
    for node in nodes:
        if type_of(node) != "inline-image" and (
            node.get("object") != "text" or any(word(each.get("text")).strip() for each in node["leaves"])
        ):
            return []
    return images


class _Line:
    """Walks the tokens of one line with the marks that are on."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._paired = _paired_tags(tokens)
        self._on: Counter[str] = Counter()
        self._colors: list[Node] = []
        self._out: list[Node] = []
        self._links: list[tuple[Node, list[Node]]] = []

    def nodes(self) -> list[Node]:
        for at, token in enumerate(self._tokens):
            self._take(at, token)
        return self._out

    def _take(self, at: int, token: Token) -> None:
        kind = token.type
        name, _, edge = kind.rpartition("_")
        if kind == "text":
            self._say(token.content)
        elif kind == "softbreak":
            self._say(" ")
        elif kind == "hardbreak":
            self._say("\n")
        elif kind == "code_inline":
            self._say(token.content, "code")
        elif name in _EMPHASIS:
            self._on[_EMPHASIS[name]] += 1 if edge == "open" else -1
        elif kind == "mark_tag":
            self._tag(at, token)
        elif kind == "link_open":
            self._open_link(token)
        elif kind == "link_close":
            link, self._out = self._links.pop()
            self._out.append(link)
        elif kind == "image":
            self._out.append(_image(token))
        elif kind == "inline_formula":
            self._out.append(_inline("inline-math", {"formula": token.content}))
        else:
            self._say(token.content)

    def _open_link(self, token: Token) -> None:
        data: Node = {"ref": reference_to(word(token.attrGet("href")))}
        if title := word(token.attrGet("title")):
            data["title"] = title
        link = _inline("link", data)
        link.pop("isVoid")
        self._links.append((link, self._out))
        self._out = link["nodes"] = []

    def _tag(self, at: int, token: Token) -> None:
        if at not in self._paired:
            self._say(token.content)
            return
        mark, closes = MARK_TAGS[token.tag or ""], bool(token.markup)
        if mark != "color":
            self._on[mark] += -1 if closes else 1
        elif closes:
            self._colors.pop()
        else:
            self._colors.append(_color(token.info))

    def _say(self, text: str, code: str = "") -> None:
        if not text:
            return
        marks: list[Node] = [
            {"object": "mark", "type": name} for name in _MARK_ORDER if self._on[name] > 0 or name == code
        ]
        if self._colors:
            marks.append({"object": "mark", "type": "color", "data": self._colors[-1]})
        if self._out and self._out[-1].get("object") == "text":
            leaves: list[Node] = self._out[-1]["leaves"]
            if leaves[-1]["marks"] == marks:
                leaves[-1]["text"] += text
            else:
                leaves.append(leaf(text, marks))
        else:
            self._out.append(text_node([leaf(text, marks)]))


def _paired_tags(tokens: Sequence[Token]) -> set[int]:
    """The places of those `<kbd>` and its like that are both opened and closed in this line."""
    waiting: dict[str, list[int]] = {}
    paired: set[int] = set()
    for at, token in enumerate(tokens):
        if token.type != "mark_tag":
            continue
        if not token.markup:
            waiting.setdefault(token.tag, []).append(at)
        elif waiting.get(token.tag):
            paired.update((waiting[token.tag].pop(), at))
    return paired


def _color(style: str) -> Node:
    data: Node = {"text": "default", "background": "default"}
    for part in style.partition('"')[2].rstrip('"').split(";"):
        name, _, value = part.partition(":")
        if name.strip() in ("color", "background-color") and value.strip():
            data["text" if name.strip() == "color" else "background"] = value.strip()
    return data


def _inline(kind: str, data: Node) -> Node:
    return {"object": "inline", "type": kind, "data": data, "isVoid": True}


def _image(token: Token) -> Node:
    data: Node = {"ref": reference_to(word(token.attrGet("src")))}
    if caption := word(token.attrGet("title")):
        data["caption"] = caption
    if alt := " ".join(words_of_tokens(token.children or []).split()):
        data["alt"] = alt
    return _inline("inline-image", data)


def block_image(inline: Node) -> Node:
    """The block form of an inline image; its caption becomes a fragment."""
    data = {name: value for name, value in data_of(inline).items() if name in ("ref", "alt")}
    image: Node = {"object": "block", "type": "image", "data": data, "isVoid": True}
    caption = word(mapping(data_of(inline)).get("caption"))
    if caption:
        paragraph: Node = {"object": "block", "type": "paragraph", "nodes": [text_node([leaf(caption)])]}
        image["fragments"] = [{"object": "fragment", "fragment": "caption", "nodes": [paragraph]}]
    return image
