"""The help: every action with its keys, and for those that cannot act now the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docdeck.deck.actions import ACTIONS, Action, method_name, shown_key
from docdeck.deck.widgets.help_panel import HelpEntry, HelpPanel
from docdeck.text import safe_line

if TYPE_CHECKING:
    from docdeck.deck.app import DeckApp
    from docdeck.deck.screens.base import DeckScreen


def help_panel(app: DeckApp, view: DeckScreen, everything: bool) -> HelpPanel:
    """The actions of this place, or (for `:`) of the whole deck."""
    entries: list[HelpEntry] = []
    for action in ACTIONS:
        offered = view.offers(action.id) or hasattr(app, method_name(action.id))
        if offered or everything:
            entries.append(_entry(action, view, offered))
    return HelpPanel(safe_line("Every command" if everything else "Keys of this place"), entries)


def _entry(action: Action, view: DeckScreen, offered: bool) -> HelpEntry:
    reason = (view.why_not(action.id) if view.offers(action.id) else None) if offered else "not in this place"
    return HelpEntry(
        action.id,
        safe_line("  ".join(shown_key(key) for key in action.keys)),
        safe_line(view.label_of(action.id)),
        safe_line(action.help),
        safe_line(reason or ""),
    )
