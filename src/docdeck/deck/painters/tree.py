"""Rows of a tree: depth, whether a branch is open, the title, its path, and words such as hidden or default."""

from __future__ import annotations

from collections.abc import Sequence

from docdeck.deck.widgets.lines import FILL, Line, span
from docdeck.text import safe_line
from docdeck.workspace.tree import NodeKind, Tree, TreeRow

KIND_WORDS: dict[NodeKind, str] = {
    "section_group": "group",
    "section": "section",
    "site_space": "site space",
    "page_group": "group",
    "page_link": "link",
    "external_link": "link",
    "collection": "collection",
}
STRONG: frozenset[NodeKind] = frozenset({"organization", "site", "heading"})
INDENT = "  "
DEEPEST = 24
"""Levels that are indented; deeper ones say their depth instead, so that the title stays on the screen."""


class TreeSource:
    """An item source over the visible rows of a tree, as they are at the moment it is made."""

    def __init__(self, tree: Tree) -> None:
        self.rows: Sequence[TreeRow] = tuple(tree.rows)
        self.uniform: bool = True
        self._places: dict[str, int] | None = None

    @property
    def count(self) -> int:
        return len(self.rows)

    def key(self, index: int) -> str:
        return self.rows[index].key

    def height(self, index: int, width: int) -> int:
        return 1

    def lines(self, index: int, width: int) -> Sequence[Line]:
        return (tree_line(self.rows[index], width),)

    def selectable(self, index: int) -> bool:
        return True

    def index_of(self, key: str) -> int | None:
        """Where this key is among the visible rows."""
        if self._places is None:
            self._places = {row.key: at for at, row in reversed(list(enumerate(self.rows)))}
        return self._places.get(key)


def tree_line(row: TreeRow, width: int) -> Line:
    """`▾ API reference   /api   section · default`."""
    depth = f"{INDENT * min(row.depth, DEEPEST)}{f'({row.depth}) ' if row.depth > DEEPEST else ''}"
    node = row.node
    if node is None:
        return (span(depth + "  "), span(safe_line(row.words), "bad" if row.failed else "dim"))
    sign = ("▾ " if row.open else "▸ ") if node.branch else "  "
    role = "strong" if node.kind in STRONG else ""
    words = " · ".join(word for word in (KIND_WORDS.get(node.kind, ""), *node.marks) if word)
    faded = "dim" if "hidden" in node.marks else role
    title = span(safe_line(node.title) or "(no title)", faded)
    path = span(f"  {node.path}" if node.path and width >= 50 else "", "number")
    return (span(depth), span(sign, "accent"), title, path, FILL, span(f" {words}", "dim"))
