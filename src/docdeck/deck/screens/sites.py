"""Sites: organizations, sites, section groups (nested), sections, site spaces, and the pages of those."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, ClassVar

from docdeck.deck.screens.spaces import SpacesScreen
from docdeck.workspace import site_tree
from docdeck.workspace.tree import Children, Node

if TYPE_CHECKING:
    from docdeck.workspace.session import Session


class SitesScreen(SpacesScreen):
    """As a site is built; from a site space to its space and what waits in it as in the spaces."""

    PLACE = "place.sites"
    TITLE_WORDS = "Sites"
    EMPTY_WORDS: ClassVar[str] = "You belong to no organization yet. Its sites would stand here."

    def __init__(self) -> None:
        super().__init__()
        self.location = "sites"

    def watch_branch(self, session: Session, node: Node) -> AsyncIterator[Children]:
        return site_tree.watch_branch(session, node)
