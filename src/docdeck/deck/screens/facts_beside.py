"""Facts about the node under the cursor, beside the tree: read when the cursor rests, failing alone."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from textual import getters, on
from textual.message import Message
from textual.widget import Widget

from docdeck.api.errors import DocdeckError
from docdeck.deck.screens.finding import Finding
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import span
from docdeck.deck.widgets.pane import Pane
from docdeck.deck.widgets.sources import SimpleSource
from docdeck.text import safe, safe_line
from docdeck.workspace.freshness import freshness_after
from docdeck.workspace.tree import Node

if TYPE_CHECKING:
    from docdeck.workspace.details import Details
    from docdeck.workspace.session import Session

DETAIL_ACTIONS = frozenset({"link.copy", "link.open", "copy.menu", "details"})


@dataclass(frozen=True, slots=True)
class Wish:
    """What a key asked for while the facts of a node were still read, and which widget had the keys then."""

    key: str
    focused: Widget | None
    act: Callable[[], None]


class FactsBeside(Finding):
    """The pane beside a tree, and what `y`, `o` and `i` act on."""

    details_pane = getters.query_one("#details", Pane)

    @dataclass
    class DetailsRead(Message):
        """Facts about the node under the cursor."""

        key: str
        details: Details

    def __init__(self, location: str) -> None:
        super().__init__(location)
        self._detailed: str | None = None
        self._details: Details | None = None
        self._details_of: str | None = None
        self._wish: Wish | None = None

    @property
    def node(self) -> Node | None:
        """The node under the cursor."""
        return None

    def watch_details(self, session: Session, node: Node) -> AsyncIterator[Details]:
        """Facts about one node."""
        raise LookupError(f"{type(self).__name__} has no details")

    def forget_facts(self) -> None:
        """Read the facts again when the cursor rests next."""
        self._detailed = None

    @on(LineView.Moved, "#nodes")
    def _moved_to_node(self) -> None:
        self._take_wish()
        self.show_footer()
        self.rest()

    def rest(self) -> None:
        """Read the facts once the cursor has rested."""
        self.when_rested(self.rested)

    def rested(self) -> None:
        """The cursor rests: read what stands beside the tree."""
        node, session = self.node, self.app.session
        if node is None:
            self._show_no_facts()
        if node is None or session is None or node.key == self._detailed:
            return
        self._detailed = node.key
        self.read_stream(
            lambda: self.watch_details(session, node),
            lambda details: self.DetailsRead(node.key, details),
            "details",
            lambda error: self._details_failed(node, error),
        )

    def _show_no_facts(self) -> None:
        """The cursor stands on no node: on a line that says why there are none."""
        self._details = self._details_of = self._detailed = None
        self.details_pane.show_title(safe("Details"), safe(""))
        self.details_pane.show_state(None)
        self.details_pane.view.set_source(SimpleSource(()))

    def _passed_by(self, key: str) -> bool:
        """Whether the cursor has left the node that these facts are about; coming back to it reads them again."""
        if self.node is not None and self.node.key == key:
            return False
        if self._detailed == key:
            self._detailed = None
        return True

    def _details_failed(self, node: Node, error: DocdeckError) -> None:
        """Facts that cannot be read leave the tree as it is; their pane says why there are none."""
        if self._passed_by(node.key):
            return
        state = replace(freshness_after(error, None, time.time()), reason="")
        self._details = self._details_of = self._detailed = None
        self.details_pane.show_title(safe_line(node.title), safe_line(state.words(time.time())))
        self.details_pane.show_state(((span(safe(str(error)), "bad"),),))
        self.show_footer()
        if self._take_wish() is not None:
            self.say(safe_line(str(error)), failed=True)

    def on_facts_beside_details_read(self, message: DetailsRead) -> None:
        if self._passed_by(message.key):
            return
        from docdeck.deck.painters.details import details_items

        self._details, self._details_of = message.details, message.key
        details, state = message.details, replace(message.details.freshness, reason="")
        self.details_pane.show_title(safe_line(details.title), safe_line(state.words(time.time())))
        self.details_pane.show_state(None)
        self.details_pane.view.set_source(SimpleSource(details_items(details)))
        self.show_footer()
        self._grant()

    def address(self) -> str | None:
        """The address of the node under the cursor, once its details are read."""
        details = self.details()
        return details.url or None if details is not None else None

    def details(self) -> Details | None:
        """The facts that stand beside the tree where there is room; None while they are those of another node."""
        return self._details if self.node is not None and self.node.key == self._details_of else None

    def why_not(self, action_id: str) -> str | None:
        if action_id in DETAIL_ACTIONS and self.node is None:
            return "Nothing is under the cursor."
        return super().why_not(action_id)

    # Keys that act on facts wait for them

    def do_details(self) -> None:
        self._once_read(super().do_details)

    def do_link_copy(self) -> None:
        self._once_read(super().do_link_copy)

    def do_copy_menu(self) -> None:
        self._once_read(super().do_copy_menu)

    def do_link_open(self) -> None:
        self._once_read(super().do_link_open)

    def _once_read(self, act: Callable[[], None]) -> None:
        """Act on the facts of the node now, or as soon as they are in if the cursor and the keys stay here."""
        node = self.node
        if node is None or self.details() is not None:
            act()
            return
        self._wish = Wish(node.key, self.app.focused, act)
        self.say(safe("Reading what is under the cursor …"))
        self.rested()

    def _take_wish(self) -> Wish | None:
        """What was asked for, which is nobody's wish any more."""
        wish, self._wish = self._wish, None
        if wish is not None:
            self.say(safe(""))
        return wish

    def _grant(self) -> None:
        """The facts are in: do what was asked for meanwhile."""
        wish = self._take_wish()
        if wish is not None and (wish.key, wish.focused) == (self._details_of, self.app.focused):
            wish.act()
