"""Documents as blocks: lists, tables, code, tabs and the like taken apart into rows to be drawn and compared.

Every word of the document is in exactly one block, whatever the server sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from docdeck.models.base import Document
from docdeck.models.json_nodes import JsonNodes
from docdeck.models.rich_text import tags
from docdeck.models.rich_text.blocks import LISTS, gathered
from docdeck.models.rich_text.plain import plain_lines, words_of_data
from docdeck.models.rich_text.references import target_of
from docdeck.models.rich_text.runs import Run, runs_of, words_of
from docdeck.models.rich_text.shapes import (
    MAX_DEPTH,
    Node,
    data_of,
    fragments_of,
    is_inline,
    key_of,
    nodes_of,
    type_of,
    word,
)
from docdeck.workspace.block_tables import table_of
from docdeck.workspace.blocks import Block, Frame, Kind, Piece, flow_of

_STYLES = {"bold": "strong", "italic": "em", "keyboard": "code", "strikethrough": "gone"}
_LABELS = {"tabs-item": "Tab", "stepper-step": "Step", "column": "Column", "update": "Update", "if": "If"}
_NUMBERED = frozenset({"stepper-step", "column"})
_QUIET = frozenset({"tabs", "stepper", "columns", "updates"})
"""Containers that say nothing themselves; their parts have labels."""
_BREAKS = str.maketrans({"\r": "\n", "\x00": "\ufffd"})


def blocks_of(document: Document) -> tuple[Block, ...]:
    """The blocks of a document, in reading order."""
    return blocks_of_nodes(document.nodes)


def blocks_of_nodes(nodes: Iterable[Node]) -> tuple[Block, ...]:
    """The blocks below these nodes, in reading order."""
    reader = _Reader()
    reader.walk(nodes, (), 0)
    return tuple(reader.found)


def blocks_of_both(
    old: Document, new: Document, seam: tuple[int, int] = (0, 0)
) -> tuple[tuple[Block, ...], tuple[Block, ...], tuple[int, int]]:
    """The blocks of two versions of a document. What was sent alike in both is read once, and is the same block.

    A seam between nodes is answered as one between blocks; (0, 0) where nodes depend on one another.
    """
    if isinstance(old.nodes, JsonNodes) and isinstance(new.nodes, JsonNodes):
        before = _Reader()
        olds = before.parts(old.nodes, {})
        if olds is not None:
            known = {old.nodes.json_at(at): blocks for at, blocks in enumerate(olds)}
            after = _Reader(group=before.group)
            news = after.parts(new.nodes, known)
            if news is not None:
                found = sum(map(len, olds[: seam[0]])), sum(map(len, news[: seam[1]]))
                return tuple(before.found), tuple(after.found), found
    return blocks_of(old), blocks_of(new), (0, 0)


def pieces_of(nodes: Iterable[Node]) -> tuple[Piece, ...]:
    """Inline nodes as words with their marks."""
    return tuple(piece for run in runs_of(nodes) for piece in _pieces(run, ""))


def _pieces(run: Run, target: str) -> list[Piece]:
    if run.kind == "link":
        inner = run.inner or (Run("text", run.target),)
        found = [piece for part in inner for piece in _pieces(part, run.target)]
        return [*found, Piece(f" “{run.title}”", "link", run.target)] if run.title else found
    if run.kind == "image":
        words = " ".join(part for part in (run.text, run.title) if part) or run.target
        return [Piece(f"[image: {words}]", "image", run.target or target)]
    if run.kind in ("code", "math"):
        return [Piece(run.text, "code", target)]
    style = next((_STYLES[mark] for mark in ("bold", "italic", "keyboard", "strikethrough") if mark in run.marks), "")
    return [Piece(run.text, style or ("link" if target else ""), target)]


@dataclass
class _Reader:
    """Walks a document once and keeps what it found."""

    found: list[Block] = field(default_factory=list[Block])
    group: int = 0
    _keys: list[str] = field(default_factory=list[str])
    _lead: str = ""
    _tight: bool = False

    def walk(self, nodes: Iterable[Node], frames: tuple[Frame, ...], depth: int) -> None:
        """Read blocks that stand one below the other."""
        for node in gathered(nodes):
            self._node(node, frames, depth)

    def parts(self, nodes: JsonNodes, known: dict[str, list[Block]]) -> list[list[Block]] | None:
        """Read nodes one by one, taking what is known; the blocks of each. None where they depend on one another."""
        found: list[list[Block]] = []
        for at in range(len(nodes)):
            blocks = known.pop(nodes.json_at(at), None) if known else None  # once: tables are told apart by number
            if blocks is None:
                start, node = len(self.found), nodes[at]
                if is_inline(node):
                    return None
                self._node(node, (), 0)
                if self._keys or self._lead or self._tight:
                    return None
                blocks = self.found[start:]
            else:
                self.found.extend(blocks)
            found.append(blocks)
        return found

    def emit(self, kind: Kind, pieces: Sequence[Piece], frames: tuple[Frame, ...], **more: object) -> None:
        """Keep a block; it stands for all nodes that were entered since the last one."""
        keys = tuple(dict.fromkeys(self._keys))
        self._keys.clear()
        key = keys[-1] if keys else None
        lead, self._lead = self._lead, ""
        tight, self._tight = self._tight, False
        given: dict[str, object] = {"key": key, "nodes": keys, "lead": lead, "tight": tight, **more}
        self.found.append(Block(kind, flow_of(pieces), frames=frames, **given))  # type: ignore[arg-type]

    def lines(self, kind: Kind, lines: Iterable[str], frames: tuple[Frame, ...], key: str | None, group: int) -> None:
        """Keep lines of one block as rows that belong together."""
        for line in lines:
            style = "code" if kind == "code" else ""
            self.emit(kind, (Piece(line, style),) if line else (), frames, key=key, group=group)
            self._tight = True
        self._tight = False

    def _node(self, node: Node, frames: tuple[Frame, ...], depth: int) -> None:
        before, keys = len(self.found), list(self._keys)
        if key := key_of(node):
            self._keys.append(key)
        if depth >= MAX_DEPTH:
            self._plain([node], frames)
        else:
            self._own(type_of(node), node, frames, depth)
        if len(self.found) == before:
            self._keys = keys

    def _plain(self, nodes: Iterable[Node], frames: tuple[Frame, ...]) -> None:
        for line in plain_lines(nodes):
            self.emit("paragraph", (Piece(line),), frames)

    def _own(self, kind: str, node: Node, frames: tuple[Frame, ...], depth: int) -> None:
        children, parts = nodes_of(node), fragments_of(node)
        if kind == "paragraph":
            self._paragraph(children, frames, depth)
        elif kind.startswith("heading-"):
            level = kind.removeprefix("heading-")
            self.emit("heading", pieces_of(children), frames, level=int(level) if level in ("1", "2", "3") else 3)
        elif kind in LISTS:
            self._list(kind, node, frames, depth)
        elif kind == "divider":
            self.emit("divider", (), frames)
            self.walk(children, frames, depth + 1)
        elif kind == "blockquote":
            self.walk(children, (*frames, Frame("quote")), depth + 1)
        elif kind == "code":
            self._code(node, frames)
        elif kind == "math":
            self._math(node, frames)
            self.walk(children, frames, depth + 1)
        elif kind in ("images", "image"):
            self._images(node, frames)
            parts = [] if kind == "image" else parts
        elif kind == "table":
            self._table(node, frames, depth)
            return
        else:
            self._tagged(kind, node, frames, depth)
            return
        self.walk(parts, frames, depth + 1)

    def _paragraph(self, children: list[Node], frames: tuple[Frame, ...], depth: int) -> None:
        if all(is_inline(child) for child in children):
            pieces = pieces_of(children)
            if pieces or self._lead:
                self.emit("paragraph", pieces, frames)
        else:
            self.walk(children, frames, depth + 1)

    def _list(self, kind: str, node: Node, frames: tuple[Frame, ...], depth: int) -> None:
        start = data_of(node).get("start")
        number = start if isinstance(start, int) and 0 <= start < 10**9 else 1
        insides: dict[int, tuple[Frame, ...]] = {}
        for at, child in enumerate(nodes_of(node)):
            item = child if type_of(child) == "list-item" else {"type": "list-item", "nodes": [child]}
            checked = data_of(item).get("checked")
            if kind != "list-ordered" and (isinstance(checked, bool) or kind == "list-tasks"):
                lead = "☑" if checked is True else "☐"
            else:
                lead = f"{number + at}." if kind == "list-ordered" else "•"
            width = len(lead) + 1
            inside = insides.setdefault(width, (*frames, Frame("item", width=width)))
            self._item(item, lead, inside, depth, first=at == 0)

    def _item(self, item: Node, lead: str, frames: tuple[Frame, ...], depth: int, first: bool) -> None:
        if (key := key_of(item)) and key not in self._keys:
            self._keys.append(key)
        before = len(self.found)
        if self._lead:
            self.emit("paragraph", (), frames[:-1])
        self._lead, self._tight = lead, not first or bool(frames[:-1] and frames[-2].kind == "item")
        self.walk([*nodes_of(item), *fragments_of(item)], frames, depth + 1)
        if len(self.found) == before or self._lead:
            self.emit("paragraph", (), frames)
        self._tight = False

    def _code(self, node: Node, frames: tuple[Frame, ...]) -> None:
        self.group += 1
        group, key, data = self.group, key_of(node), data_of(node)
        words = [text for name in ("syntax", "title") if (text := word(data.get(name)).strip())]
        title = " · ".join(" ".join(text.split()) for text in words)
        self.emit("label", (Piece(title),) if title else (), frames, name="code", group=group)
        self._tight = True
        lines: list[str] = []
        for child in nodes_of(node):
            inner = key_of(child)
            if inner:
                self._keys.append(inner)
            lines.extend(words_of(runs_of(nodes_of(child) or [child])).split("\n"))
        self.lines("code", lines, frames, key, group)

    def _math(self, node: Node, frames: tuple[Frame, ...]) -> None:
        self.group += 1
        formula = word(data_of(node).get("formula")).replace("\r\n", "\n").translate(_BREAKS)
        self.lines("math", formula.split("\n"), frames, key_of(node), self.group)

    def _images(self, node: Node, frames: tuple[Frame, ...]) -> None:
        for image in [node] if type_of(node) == "image" else nodes_of(node):
            if (key := key_of(image)) and key not in self._keys:
                self._keys.append(key)
            if is_inline(image) or type_of(image) != "image":
                self._plain([image], frames)
                continue
            data = data_of(image)
            caption = " ".join(plain_lines([*fragments_of(image), *nodes_of(image)]))
            target = target_of(data.get("ref"))
            words = " — ".join(part for part in (word(data.get("alt")), caption) if part) or target
            self.emit("image", (Piece(words, "", target),), frames)

    def _table(self, node: Node, frames: tuple[Frame, ...], depth: int) -> None:
        table = table_of(node, blocks_of_nodes)
        if not table.columns:
            self._plain([node], frames)
            return
        self.group += 1
        group, key = self.group, key_of(node)
        titles = tuple(flow_of([Piece(title)]) if title else () for title in table.titles)
        shared: dict[str, object] = {"columns": table.columns, "group": group, "level": len(titles)}
        self.emit("row", (), frames, cell_flows=titles, header=True, **shared)
        for row in table.rows:
            self._tight = True
            names = (f"{key}/{row.record}", *row.nodes) if key else row.nodes
            flows = tuple(map(flow_of, row.cells))
            self.emit("row", (), frames, cell_flows=flows, nodes=names, key=key, **shared)
        self._tight = False
        self.walk([*nodes_of(node), *table.left_over], frames, depth + 1)

    def _tagged(self, kind: str, node: Node, frames: tuple[Frame, ...], depth: int) -> None:
        if tags.is_void(kind):
            self._object(kind, node, frames)
            self.walk(tags.body_of(node), frames, depth + 1)
            return
        inside = (*frames, Frame("hint", word(data_of(node).get("style"))) if kind == "hint" else Frame("part"))
        if kind in _QUIET:
            self._parts(node, frames, depth)
            return
        self._label(kind, node, inside if kind == "hint" else frames)
        self._tight = True
        self.walk(tags.body_of(node), inside, depth + 1)
        self._tight = False

    def _parts(self, node: Node, frames: tuple[Frame, ...], depth: int) -> None:
        number = 0
        for child in tags.body_of(node):
            if type_of(child) not in _LABELS:
                self._node(child, frames, depth + 1)
                continue
            number += 1
            if key := key_of(child):
                self._keys.append(key)
            self._label(type_of(child), child, frames, number)
            self._tight = True
            self.walk(tags.body_of(child), (*frames, Frame("part")), depth + 2)
            self._tight = False

    def _label(self, kind: str, node: Node, frames: tuple[Frame, ...], number: int = 0) -> None:
        data = data_of(node)
        if kind == "hint":
            words, name = [word(data.get("style")) or "info"], "hint"
        elif kind == "expandable":
            titles = [part for part in fragments_of(node) if part not in _bodies(node)]
            words, name = [" ".join(plain_lines(titles))], "expandable"
        elif kind in _LABELS:
            name = _LABELS[kind] + (f" {number}" if kind in _NUMBERED and number else "")
            words = [*words_of_data(node), *([word(data.get("date"))] if kind == "update" else [])]
        else:
            _, opening = tags.tag_of(node)
            words, name = [opening[3:-3], *_missing(words_of_data(node), opening)], "tag"
        text = " · ".join(" ".join(part.split()) for part in words if part.strip())
        self.emit("label", (Piece(text),) if text else (), frames, name=name)

    def _object(self, kind: str, node: Node, frames: tuple[Frame, ...]) -> None:
        target = target_of(data_of(node).get("ref"))
        _, opening = tags.tag_of(node)
        rest = opening[3:-3].removeprefix(kind).strip()
        texts = [rest, *_missing(words_of_data(node), rest)]
        texts.extend(tags.properties_lines(node) if kind == "integration" else [])
        text = "\n".join(part for part in texts if part)
        self.emit("object", (Piece(text, "", target),) if text else (), frames, name=kind)


def _bodies(node: Node) -> list[Node]:
    """The fragments of an expandable that are not its title."""
    return [part for part in fragments_of(node) if "expandable-title" not in (part.get("fragment"), part.get("type"))]


def _missing(words: Iterable[str], shown: str) -> list[str]:
    """Words that a tag does not already say as they stand."""
    return [text for text in words if text not in shown]
