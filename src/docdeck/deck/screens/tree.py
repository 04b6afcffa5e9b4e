"""A place that is a tree: branches are read as they are unfolded, and what is under the cursor is shown beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.message import Message

from docdeck.api.errors import DocdeckError
from docdeck.deck.filtering import matches
from docdeck.deck.painters.tree import TreeSource
from docdeck.deck.screens.facts_beside import FactsBeside
from docdeck.deck.screens.preview_place import place_preview, toggle_preview, turn_preview
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import span
from docdeck.deck.widgets.pane import Pane
from docdeck.text import Safe, safe
from docdeck.workspace.freshness import freshness_after
from docdeck.workspace.tree import Children, Node, Tree

if TYPE_CHECKING:
    from docdeck.workspace.session import Session


CARRIED = frozenset({"section", "section_group"})
"""Nodes whose children came with the answer that they came with."""


class TreeScreen(FactsBeside):
    """The tree on the left, facts about the node under the cursor on the right."""

    DEFAULT_CSS = """
    TreeScreen #tree { width: 1fr; }
    TreeScreen #details { width: 1fr; }
    TreeScreen.one-pane #details, TreeScreen.no-preview #details { display: none; }
    """
    FOOTER: ClassVar[tuple[str, ...]] = (
        "open",
        "tree.unfold",
        "tree.fold",
        "filter",
        "quick_find",
        "link.copy",
        "refresh",
    )
    TITLE_WORDS: ClassVar[str] = ""
    EMPTY_WORDS: ClassVar[str] = ""

    tree_pane = getters.query_one("#tree", Pane)

    @dataclass
    class RootsRead(Message):
        """The top of the tree as far as it is known."""

        children: Children

    @dataclass
    class BranchRead(Message):
        """The children of one branch as far as they are known."""

        key: str
        children: Children

    def __init__(self, location: str) -> None:
        super().__init__(location)
        self.branches = Tree()
        self._asked: set[str] = set()
        self._wanted: tuple[str, ...] = ()

    # What a place says

    def watch_roots(self, session: Session) -> AsyncIterator[Children]:
        """The top of this place's tree."""
        raise LookupError(f"{type(self).__name__} has no roots")

    def watch_branch(self, session: Session, node: Node) -> AsyncIterator[Children]:
        """The children of one branch."""
        raise LookupError(f"{type(self).__name__} has no branches")

    def open_node(self, node: Node) -> None:
        """What Enter does on a node; on a branch it folds and unfolds unless a place knows better."""
        if node.branch:
            self.toggle(node.key)

    # Composition

    def panes(self) -> ComposeResult:
        yield Pane(safe(self.TITLE_WORDS), LineView(id="nodes"), id="tree")
        yield Pane(safe("Details"), LineView(), rule=True, id="details")

    def begin(self) -> None:
        self.tree_pane.content.focus()
        self.paint()
        super().begin()

    def session_ready(self, session: Session) -> None:
        self.read_stream(lambda: self.watch_roots(session), self.RootsRead, "roots")
        for key in self.branches.opened:
            node = self.node_of(key)
            if node is not None:
                self._read_branch(node)
        self.forget_facts()
        self.rest()

    def session_failed(self, error: DocdeckError) -> None:
        super().session_failed(error)
        self.paint()

    # Reading

    def on_tree_screen_roots_read(self, message: RootsRead) -> None:
        self.branches.set_roots(message.children)
        self._read_open()
        self.show_freshness(message.children.freshness)
        self.paint()

    def on_tree_screen_branch_read(self, message: BranchRead) -> None:
        before = self.branches.children_of(message.key)
        self.branches.set_children(message.key, message.children)
        if before is not None and before.nodes != message.children.nodes:
            # What lies in sections and groups came with them: the open ones show what is new.
            for node in message.children.nodes:
                if node.kind in CARRIED and node.key in self.branches.opened:
                    self._read_branch(node)
        self._read_open()
        self.paint()

    def reread(self, key: str) -> None:
        """Read a branch anew when it is in sight, or as soon as it comes into sight."""
        self.branches.forget(key)
        self._asked.discard(key)
        self.paint()
        self._read_open()

    def _read_open(self) -> None:
        """Branches that are open from last time are read when they come into sight."""
        for row in tuple(self.branches.rows):
            if row.open and row.node is not None and row.key not in self._asked:
                self._read_branch(row.node)

    def _read_branch(self, node: Node) -> None:
        session = self.app.session
        if session is None:
            return
        self._asked.add(node.key)

        async def read() -> None:
            try:
                async for children in self.watch_branch(session, node):
                    self.post_message(self.BranchRead(node.key, children))
            except DocdeckError as error:
                before = self.branches.children_of(node.key) or Children()
                state = freshness_after(error, before.freshness.at, None)
                self.post_message(self.BranchRead(node.key, Children(before.nodes, state, str(error))))

        self.run_read(read, f"branch {node.key}")

    def node_of(self, key: str | None) -> Node | None:
        """The visible node with this key."""
        at = self.branches.index_of(key) if key is not None else None
        return self.branches.rows[at].node if at is not None else None

    @property
    def node(self) -> Node | None:
        """The node under the cursor."""
        return self.node_of(self.tree_pane.view.cursor_key)

    # Painting

    def paint(self) -> None:
        """Paint the rows, or why there are none."""
        self.tree_pane.view.set_source(TreeSource(self.branches))
        self.tree_pane.show_state(None if self.branches.rows else ((span(self._why_empty(), "dim"),),))
        self._go_on_way()
        self.show_footer()

    def _why_empty(self) -> Safe:
        reading = "Reading …"
        return self.why_nothing(reading, reading if self.shown.state == "refreshing" else self.EMPTY_WORDS)

    # Going to a node that may not be read yet

    def reveal(self, way: Sequence[str]) -> None:
        """Unfold the way to a node; the cursor goes along as it is read, until the reader moves it."""
        self._wanted = tuple(way)
        self.branches.open_keys(self._wanted[:-1])
        self.branches.set_roots(self.branches.roots)
        self._read_open()
        if self.is_mounted:
            self.paint()

    def _go_on_way(self) -> None:
        for key in reversed(self._wanted):
            if self.branches.index_of(key) is not None:
                self.tree_pane.view.move_to(key)
                if key == self._wanted[-1]:
                    self._wanted = ()
                return

    def _moved(self, move: Callable[[LineView], object]) -> None:
        self._wanted = ()
        super()._moved(move)

    # Actions

    def toggle(self, key: str) -> None:
        """Fold an open branch, unfold a folded one and read it."""
        if self.branches.fold(key):
            self.paint()
        else:
            self.unfold(key)

    def unfold(self, key: str) -> None:
        """Open a branch and read its children."""
        node = self.node_of(key)
        if node is None or not self.branches.unfold(key):
            return
        self.paint()
        self._read_branch(node)

    def do_tree_unfold(self) -> None:
        node = self.node
        if node is None:
            return
        if node.branch and node.key not in self.branches.opened:
            self.unfold(node.key)
        elif node.branch:
            self.tree_pane.view.move(1)
        else:
            self.answer(safe("Nothing is below this."))

    def do_tree_fold(self) -> None:
        view = self.tree_pane.view
        key, index = view.cursor_key, view.cursor_index
        if key is None or index is None:
            return
        if self.branches.fold(key):
            self.paint()
            return
        parent = self.branches.parent_of(index)
        if parent is not None:
            view.move_to(self.branches.rows[parent].key)

    def do_open(self) -> None:
        if self.node is not None:
            self.open_node(self.node)

    @on(LineView.Opened, "#nodes")
    def _opened(self) -> None:
        self.do_open()

    def do_preview(self) -> None:
        toggle_preview(self)
        self.rest()

    def do_preview_turn(self) -> None:
        turn_preview(self)
        self.rest()

    def on_screen_resume(self) -> None:
        place_preview(self)
        super().on_screen_resume()

    @property
    def searched(self) -> LineView:
        return self.tree_pane.view

    def matches_at(self, index: int) -> bool:
        node = self.branches.rows[index].node
        return node is not None and bool(self.filter_text) and matches(self.filter_text, node.title, node.path)
