"""Where the reader was: a history of views, each kept as it was left, with browser rules for back and forward."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docdeck.deck.screens.base import DeckScreen
    from docdeck.deck.shell import Shell

KEPT_VIEWS = 24
"""Views kept alive; the oldest are let go beyond this."""


class Navigator:
    """The history of one run. Views stay mounted while they are in it, so filter, cursor and scroll come back."""

    def __init__(self, app: Shell, first: DeckScreen) -> None:
        self._app = app
        self._visits: list[DeckScreen] = [first]
        self._at = 0
        self._before = 0
        self._parked: dict[str, DeckScreen] = {}  # places that no step back or forward leads to any more

    @property
    def current(self) -> DeckScreen:
        return self._visits[self._at]

    @property
    def visits(self) -> tuple[DeckScreen, ...]:
        """Every view that is alive, oldest first."""
        return (*self._parked.values(), *self._visits)

    def find(self, location: str) -> DeckScreen | None:
        """The newest view of this location, if it is still alive."""
        return next((view for view in reversed(self.visits) if view.location == location), None)

    def go(self, view: DeckScreen) -> None:
        """Visit a view: what was ahead is forgotten, as in a browser; a place stays as it is for its own key."""
        if view is self.current:
            return
        gone = [ahead for ahead in self._visits[self._at + 1 :] if ahead is not view]
        kept = [earlier for earlier in self._visits[: self._at + 1] if earlier is not view]
        self._visits = [*kept, view]
        while len(self._visits) > KEPT_VIEWS:
            lists = {each.origin for each in self._visits}  # `J` and `K` go on in them
            gone.append(
                self._visits.pop(next((at for at, each in enumerate(self._visits[:-1]) if each not in lists), 0))
            )
        self._before = max(0, len(self._visits) - 2)
        self._at = len(self._visits) - 1
        self._parked |= {each.location: each for each in gone if each.is_place}
        self._parked.pop(view.location, None)
        self._app.show_view(view, [each for each in gone if not each.is_place])

    def back(self) -> bool:
        """One view back; False when there is none."""
        return self._move(self._at - 1)

    def forward(self) -> bool:
        """One view forward again; False when there is none."""
        return self._move(self._at + 1)

    def previous(self) -> bool:
        """Between this view and the one shown before it."""
        return self._move(self._before)

    def _move(self, to: int) -> bool:
        if not 0 <= to < len(self._visits) or to == self._at:
            return False
        self._before, self._at = self._at, to
        self._app.show_view(self.current, [])
        return True
