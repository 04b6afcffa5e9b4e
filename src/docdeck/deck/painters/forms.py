"""What every form of a comparison can be asked, so that keys work the same in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from docdeck.deck.widgets.sources import ItemSource

FORMS = ("rendered", "side by side", "source")
SIDE_BY_SIDE_FROM = 96
"""Columns of the reading pane from which two versions fit beside each other."""


class Form(ItemSource, Protocol):
    """An item source over a comparison of one page."""

    starts: Sequence[int]
    """The items where a run of changes begins."""
    whole: bool
    """Whether this is all of the page, and not its beginning while the rest is compared."""

    def measure(self, width: int) -> None:
        """Work out all heights for a width, so that showing it costs nothing."""
        ...

    def key_of(self, node: str) -> str | None:
        """The item that holds a node."""
        ...

    def node_of(self, key: str | None) -> str | None:
        """The node of the new page that a comment at this item targets."""
        ...

    def folded_words(self, index: int) -> str:
        """The words that the item stands for without showing them (raw): those of a fold."""
        ...

    def words_of(self, key: str | None) -> str:
        """The words of the item as they will read (raw)."""
        ...
