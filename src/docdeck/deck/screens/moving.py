"""Moving about in a view: the cursor of the pane that has the keys, and from pane to pane."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.widget import Widget

from docdeck.deck.screens.frame import Frame
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.pane import Pane
from docdeck.text import safe


class Moving(Frame):
    """The actions that move the cursor, and which pane has it."""

    def __init__(self, location: str) -> None:
        super().__init__(location)
        self._keys_were_in: Widget | None = None

    @property
    def active(self) -> LineView | None:
        """The line view that movement acts on: the focused one, else the first on the screen."""
        focused = self.focused
        if isinstance(focused, LineView):
            return focused
        return next((view for view in self.query(LineView) if view.display and view.region.width), None)

    def do_move_down(self) -> None:
        self._moved(lambda view: view.move(1))

    def do_move_up(self) -> None:
        self._moved(lambda view: view.move(-1))

    def do_move_top(self) -> None:
        self._moved(LineView.first)

    def do_move_bottom(self) -> None:
        self._moved(LineView.last)

    def do_move_half_down(self) -> None:
        self._moved(lambda view: view.page(0.5))

    def do_move_half_up(self) -> None:
        self._moved(lambda view: view.page(-0.5))

    def do_move_page_down(self) -> None:
        self._moved(lambda view: view.page(1))

    def do_move_page_up(self) -> None:
        self._moved(lambda view: view.page(-1))

    def _moved(self, move: Callable[[LineView], object]) -> None:
        view = self.active
        if view is not None:
            self.status.dismiss()
            move(view)

    def do_open(self) -> None:
        view = self.active
        if view is not None:
            view.open_current()

    def do_pane_next(self) -> None:
        self._turn(1)

    def do_pane_previous(self) -> None:
        self._turn(-1)

    def _turn(self, step: int) -> None:
        panes = self.reachable_panes()
        if len(panes) < 2:
            self.answer(safe("There is one pane here at this width."))
            return
        at = next((index for index, pane in enumerate(panes) if pane.has_focus_within), 0)
        self.focus_pane(panes[(at + step) % len(panes)])

    def reachable_panes(self) -> list[Pane]:
        """The panes that tab goes round."""
        return [pane for pane in self.query(Pane) if pane.display]

    def focus_pane(self, pane: Pane) -> None:
        """Give the keys to a pane; where only one pane fits, it is the one that is shown."""
        pane.content.focus()

    def restore_focus(self) -> None:
        """Give the keys back to the pane that had them before a field opened."""
        before = self._keys_were_in
        view = before if isinstance(before, LineView) and _is_shown(before) else self.active
        if view is not None:
            self.set_focus(view)  # at once: the next key is for it, not for what the field's going leaves the focus to

    def _keep_keys(self) -> None:
        """The pane that had the keys may be hidden now (a narrower screen, `p`): then another one has them."""
        if self.is_mounted and self.focused is None and self.app.app_focus:
            self.restore_focus()

    @property
    def main_view(self) -> LineView | None:
        """The line view that is shown first."""
        return next((view for view in self.query(LineView) if view.display), None)

    @property
    def standing(self) -> str:
        """The key of the row that the next start returns to, empty when there is none."""
        return (self.main_view.cursor_key or "") if self.main_view is not None else ""

    def return_to(self, key: str) -> bool:
        """Put the cursor where it stood when the deck was left; False while that row is not there."""
        return self.main_view is not None and self.main_view.move_to(key)

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        if isinstance(event.widget, LineView):
            self._keys_were_in = event.widget
            self.call_after_refresh(self._keep_keys)


def _is_shown(view: LineView) -> bool:
    return view.is_attached and all(each.display for each in view.ancestors_with_self if isinstance(each, Widget))
