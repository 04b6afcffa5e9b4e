"""A tree that is read as it is unfolded: what is open, what was read of each branch, and the rows to show. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from docdeck.workspace.freshness import LOADING, Freshness

NodeKind = Literal[
    "organization",
    "collection",
    "space",
    "page",
    "page_group",
    "page_link",
    "site",
    "section_group",
    "section",
    "site_space",
    "external_link",
    "heading",
    "member",
    "team",
]


@dataclass(frozen=True, slots=True)
class Node:
    """One node. All strings are raw.

    `key` is the same wherever and whenever this thing is shown at this place of the tree; `path` is its address
    within the site or space; `marks` are words such as `hidden`, `default` or `if visitor.claims.isDeveloper`;
    `about` is the model it was made of; `ids` are the ids it takes to ask for its children and details.
    """

    key: str
    kind: NodeKind
    title: str
    branch: bool = False
    path: str = ""
    marks: tuple[str, ...] = ()
    about: Any = None
    ids: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Children:
    """What was read of a branch; `problem` is a raw sentence about what could not be."""

    nodes: tuple[Node, ...] = ()
    freshness: Freshness = LOADING
    problem: str = ""


@dataclass(frozen=True, slots=True)
class TreeRow:
    """A visible row: a node at its depth, or (node None) a line that says something about its parent's children."""

    key: str
    depth: int
    node: Node | None
    open: bool = False
    words: str = ""
    failed: bool = False


class Tree:
    """The unfolded part of a tree, flattened. Folding and unfolding touch only the rows of that branch."""

    def __init__(self) -> None:
        self.rows: list[TreeRow] = []
        self._read: dict[str, Children] = {}
        self._open: set[str] = set()
        self._roots = Children()

    @property
    def roots(self) -> Children:
        """The top of the tree, with its age."""
        return self._roots

    @property
    def opened(self) -> frozenset[str]:
        """The keys of the branches that are open, for coming back to them."""
        return frozenset(self._open)

    def set_roots(self, roots: Children) -> None:
        """The top was read (again); what is open below stays open."""
        self._roots = roots
        self.rows = list(self._flat(roots.nodes, 0))
        if roots.problem:
            self.rows.append(TreeRow("problem of the top", 0, None, words=roots.problem, failed=True))

    def open_keys(self, keys: Sequence[str]) -> None:
        """Branches to be open when they come into sight."""
        self._open.update(keys)

    def children_of(self, key: str) -> Children | None:
        """What was read of a branch, None when nothing was yet."""
        return self._read.get(key)

    def set_children(self, key: str, children: Children) -> None:
        """A branch was read (again)."""
        self._read[key] = children
        if key in self._open:
            at = self.index_of(key)
            if at is not None:
                self._replace_below(at)

    def unfold(self, key: str) -> bool:
        """Open a branch. False when it is open already, is no branch or is not visible."""
        at = self.index_of(key)
        if at is None or key in self._open:
            return False
        node = self.rows[at].node
        if node is None or not node.branch:
            return False
        self._open.add(key)
        self._replace_below(at)
        return True

    def fold(self, key: str) -> bool:
        """Close a branch. False when it is not open."""
        at = self.index_of(key)
        if at is None or key not in self._open:
            return False
        self._open.discard(key)
        self._replace_below(at)
        return True

    def forget(self, key: str) -> None:
        """What was read of a branch no longer holds; if it is open it says that it is being read."""
        self._read.pop(key, None)
        at = self.index_of(key)
        if at is not None:
            self._replace_below(at)

    def parent_of(self, index: int) -> int | None:
        """The row of the branch that this row stands in."""
        depth = self.rows[index].depth
        return next((at for at in range(index - 1, -1, -1) if self.rows[at].depth < depth), None)

    def index_of(self, key: str) -> int | None:
        """Where a row is, None when it is folded away."""
        return next((at for at, row in enumerate(self.rows) if row.key == key), None)

    def _end_below(self, index: int) -> int:
        depth, at = self.rows[index].depth, index + 1
        while at < len(self.rows) and self.rows[at].depth > depth:
            at += 1
        return at

    def _replace_below(self, index: int) -> None:
        row = self.rows[index]
        if row.node is not None:
            self.rows[index : self._end_below(index)] = list(self._flat((row.node,), row.depth))

    def _flat(self, nodes: Sequence[Node], depth: int) -> Iterator[TreeRow]:
        """Rows of these nodes and of what is open below them; a stack instead of recursion, for any depth."""
        stack: list[tuple[Node | TreeRow, int]] = [(node, depth) for node in reversed(nodes)]
        above: list[tuple[int, str]] = []
        while stack:
            item, level = stack.pop()
            if isinstance(item, TreeRow):
                yield item
                continue
            while above and above[-1][0] >= level:
                above.pop()
            circular = any(key == item.key for _, key in above)
            is_open = item.branch and item.key in self._open and not circular
            yield TreeRow(item.key, level, item, is_open)
            if is_open:
                above.append((level, item.key))
                stack.extend(reversed(list(self._below(item.key, level + 1))))

    def _below(self, key: str, level: int) -> Iterator[tuple[Node | TreeRow, int]]:
        children = self._read.get(key)
        if children is None:
            yield TreeRow(f"{key} loading", level, None, words="reading …"), level
            return
        for node in children.nodes:
            yield node, level
        if children.problem:
            yield TreeRow(f"{key} problem", level, None, words=children.problem, failed=True), level
        elif not children.nodes:
            words = "reading …" if children.freshness.state == "loading" else "nothing in here"
            yield TreeRow(f"{key} empty", level, None, words=words), level
