"""Markdown as blocks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from docdeck.models.rich_text import tags
from docdeck.models.rich_text.code import code_block
from docdeck.models.rich_text.grammar import tokens_of
from docdeck.models.rich_text.parse_inlines import block_image, inline_nodes, only_images, words_of_tokens
from docdeck.models.rich_text.shapes import Node, block, data_of, leaf, text_node
from docdeck.models.rich_text.tables import table_block

if TYPE_CHECKING:
    from markdown_it.token import Token


def blocks_of(text: str, make_key: Callable[[], str]) -> list[Node]:
    """The blocks of a Markdown text, each with a key; text too deep to parse becomes paragraphs as it stands."""
    try:
        return _Reader(tokens_of(text), make_key).blocks("")
    except RecursionError:
        parts = [part for part in re.split(r"\n[ \t]*\n", text) if part.strip()]
        return [
            {**block("paragraph", [text_node([leaf(" ".join(part.split()))])]), "key": make_key()} for part in parts
        ]


class _Reader:
    """Walks the tokens of a text once, from container to container."""

    def __init__(self, tokens: list[Token], make_key: Callable[[], str]) -> None:
        self._tokens = tokens
        self._make_key = make_key
        self._at = 0

    def blocks(self, end: str) -> list[Node]:
        """The blocks up to the token that ends this container."""
        found: list[Node] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == end:
                break
            made = self._block(token)
            found.extend(made if isinstance(made, list) else [made])
        for each in found:
            each.setdefault("key", self._make_key())
        return found

    def _block(self, token: Token) -> Node | list[Node]:
        kind = token.type
        if kind == "paragraph_open":
            return self._paragraph()
        if kind == "heading_open":
            nodes = self._inline_until("heading_close")
            return block(f"heading-{min(int(token.tag[1]), 3)}", nodes) if nodes else []
        if kind in ("bullet_list_open", "ordered_list_open"):
            return self._list(token)
        if kind == "blockquote_open":
            inner = self.blocks("blockquote_close")
            return block("blockquote", inner) if inner else []
        if kind in ("fence", "code_block"):
            content = token.content if token.content.endswith("\n") or not token.content else token.content + "\n"
            return code_block(token.info, content)
        if kind == "formula":
            return block("math", None, {"formula": token.content}, void=True)
        if kind == "table_open":
            return self._table()
        if kind == "tag":
            return tags.block_of(token.info, token.content, None)
        if kind == "tag_open":
            return tags.block_of(token.info, token.content, self.blocks("tag_close"))
        return block("divider", void=True) if kind == "hr" else []

    def _inline_until(self, end: str) -> list[Node]:
        nodes: list[Node] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == end:
                break
            nodes.extend(inline_nodes(token.children or []))
        return nodes

    def _paragraph(self) -> Node | list[Node]:
        nodes = self._inline_until("paragraph_close")
        images = only_images(nodes)
        if images:
            return block("images", [{**block_image(image), "key": self._make_key()} for image in images])
        return block("paragraph", nodes) if nodes else []

    def _list(self, token: Token) -> Node:
        ordered = token.type == "ordered_list_open"
        end = "ordered_list_close" if ordered else "bullet_list_close"
        items: list[Node] = []
        while self._at < len(self._tokens):
            each = self._tokens[self._at]
            self._at += 1
            if each.type == end:
                break
            data: Node = {"checked": each.meta["checked"]} if "checked" in each.meta else {}
            item = block("list-item", self.blocks("list_item_close"), data)
            item["key"] = self._make_key()
            items.append(item)
        if ordered:
            start = token.attrGet("start")
            return block("list-ordered", items, {"start": int(start)} if start is not None and start != 1 else {})
        tasks = bool(items) and all("checked" in data_of(item) for item in items)
        return block("list-tasks" if tasks else "list-unordered", items)

    def _table(self) -> Node:
        header: list[tuple[str, str]] = []
        rows: list[list[list[Node]]] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == "table_close":
                break
            if token.type == "th_open":
                words = " ".join(words_of_tokens(self._tokens[self._at].children or []).split())
                header.append((words, str(token.attrGet("style") or "").removeprefix("text-align:") or "left"))
            elif token.type == "tr_open" and header:
                rows.append([])
            elif token.type == "td_open":
                rows[-1].append(inline_nodes(self._tokens[self._at].children or []))
        return table_block(header, rows, self._make_key)
