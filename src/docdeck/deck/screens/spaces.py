"""Spaces: organizations, their nested collections, the spaces in them, and the pages of those."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, ClassVar

from docdeck.deck.screens.page_beside import PageBeside
from docdeck.text import safe_line
from docdeck.workspace import node_details, space_tree
from docdeck.workspace.tree import Children, Node

if TYPE_CHECKING:
    from docdeck.workspace.details import Details
    from docdeck.workspace.session import Session

PAGE_KINDS = frozenset({"page", "page_group", "page_link"})


class SpacesScreen(PageBeside):
    """Enter on a page reads it; on anything else it folds and unfolds."""

    PLACE = "place.spaces"
    TITLE_WORDS = "Spaces"
    EMPTY_WORDS: ClassVar[str] = "You belong to no organization yet. Its spaces would stand here."
    FOOTER: ClassVar[tuple[str, ...]] = (
        "open",
        "tree.unfold",
        "tree.fold",
        "space.requests",
        "space.threads",
        "filter",
        "link.copy",
        "refresh",
    )

    def __init__(self) -> None:
        super().__init__("spaces")

    def watch_roots(self, session: Session) -> AsyncIterator[Children]:
        return space_tree.watch_roots(session)

    def watch_branch(self, session: Session, node: Node) -> AsyncIterator[Children]:
        return space_tree.watch_branch(session, node)

    def watch_details(self, session: Session, node: Node) -> AsyncIterator[Details]:
        return node_details.watch_details(session, node)

    def open_node(self, node: Node) -> None:
        if node.kind == "page":
            title = self.space[1] if self.space is not None else ""
            self.app.open_page(node.ids["space"], node.ids["page"], safe_line(node.title), title)
        else:
            super().open_node(node)

    # The space under the cursor

    @property
    def space(self) -> tuple[str, str] | None:
        """Id and title of the space that the cursor stands on or in."""
        node = self.node
        if node is None or "space" not in node.ids:
            return None
        at = self.branches.index_of(node.key)
        while at is not None:
            row = self.branches.rows[at].node
            if row is not None and row.kind in ("space", "site_space"):
                return row.ids["space"], row.title
            at = self.branches.parent_of(at)
        return node.ids["space"], node.title

    def why_not(self, action_id: str) -> str | None:
        if action_id in ("space.requests", "space.threads") and self.space is None:
            return "No space is under the cursor."
        return super().why_not(action_id)

    def do_space_requests(self) -> None:
        if self.space is not None:
            self.app.open_requests(*self.space)

    def do_space_threads(self) -> None:
        if self.space is not None:
            self.app.open_threads(*self.space)
