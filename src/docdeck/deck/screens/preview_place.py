"""Where the preview of a list or a tree stands: on its right, or below it. All of these views stand alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docdeck.deck.screens.frame import ONE_PANE, PREVIEW_BELOW
from docdeck.text import safe

if TYPE_CHECKING:
    from docdeck.deck.screens.base import DeckScreen


def place_preview(view: DeckScreen) -> None:
    """Put the preview where the reader last wanted it."""
    view.set_class(view.app.preview_below, PREVIEW_BELOW)


def toggle_preview(view: DeckScreen) -> None:
    """Show the preview, or hide it."""
    if not _one_pane(view):
        view.toggle_class("no-preview")


def _one_pane(view: DeckScreen) -> bool:
    """Whether there is no room for a preview; the reader is told so."""
    alone = view.has_class(ONE_PANE)
    if alone:
        view.answer(safe("There is one pane here at this width; enter opens what is under the cursor."))
    return alone


def turn_preview(view: DeckScreen) -> None:
    """From the right to below, or back, and show it."""
    if _one_pane(view):
        return
    view.app.preview_below = not view.app.preview_below
    view.remove_class("no-preview")
    place_preview(view)
