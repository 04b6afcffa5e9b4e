"""Coming back where the reader was: kept at the end, painted at the next start, opened when the client is there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from docdeck.deck.navigation import Navigator
from docdeck.deck.places import Places
from docdeck.deck.screens.base import DeckScreen
from docdeck.deck.screens.inbox import InboxScreen
from docdeck.deck.widgets.turns import call_after
from docdeck.text import safe_line
from docdeck.workspace.glance import Glance

if TYPE_CHECKING:
    from docdeck.deck.widgets.line_view import LineView
    from docdeck.workspace.last_seen import LastSeen, Words

KEPT_LINES = 100
TRIES, TRY_SECONDS = 30, 0.1
"""How long a row of last time is waited for, while it is read."""


class Returning(Places):
    """Keeps the last view in the cache, and opens it again."""

    glance: Glance | None = None

    def last_seen_view(self) -> DeckScreen | None:
        """The first frame of the place that was left last; None when that was the inbox, which has its own."""
        from docdeck.workspace.last_seen import read_last_seen

        seen = read_last_seen(self.launch.cache_file)
        if seen is None or seen.way == ("place", "inbox"):
            return None
        from docdeck.deck.screens.last_seen import LastSeenScreen

        self.who = seen.who
        return LastSeenScreen(seen)

    def come_back(self) -> None:
        """Open the view that the first frame showed, with the inbox beneath it; called once the session is there."""
        first = self.screen_stack[0]
        seen: LastSeen | None = getattr(first, "seen", None)
        if seen is None or self.navigator is None or self.navigator.current is not first:
            return
        inbox = InboxScreen(self.glance)
        self.navigator = Navigator(self, inbox)
        self.open_way(seen.way)
        view = self.view
        if view is first:
            self.show_view(inbox, [])
            return
        if view is not None:
            branches = getattr(view, "branches", None)
            if branches is not None:
                branches.open_keys(seen.opened)
            if seen.cursor:
                view.call_after_refresh(_put_back, view, seen.cursor, TRIES)

    def open_way(self, way: tuple[str, ...]) -> None:
        """Open the view that these words name, as `DeckScreen.way` gave them; unknown ones open nothing."""
        match way:
            case ("change_request", space, request, label):
                self.open_change_request(space, request, safe_line(label))
            case ("page", space, page, label, *title):
                self.open_page(space, page, safe_line(label), *title[:1])
            case ("requests", space, title):
                self.open_requests(space, title)
            case ("threads", space, title):
                self.open_threads(space, title)
            case ("place", name) if hasattr(self, f"do_place_{name}"):
                getattr(self, f"do_place_{name}")()
            case _:
                return

    def exit(self, result: None = None, return_code: int = 0, message: Any = None) -> None:
        self.keep_last_seen()
        super().exit(result, return_code, message)

    def keep_last_seen(self) -> None:
        """Keep what the view on top shows; a view that cannot be opened again leaves the inbox."""
        from docdeck.workspace.last_seen import PLACE, LastSeen, encoded

        view, session = (self.navigator.current if self.navigator else None), self.session
        if view is None or session is None or view.location == "last seen":
            return
        main = view.main_view
        opened = tuple(sorted(getattr(getattr(view, "branches", None), "opened", ())))
        seen = LastSeen(
            view.way or ("place", "inbox"),
            view.PLACE,
            main_title(view),
            self.who,
            _rows(main) if main is not None else (),
            view.standing,
            opened,
            view.shown.at or time.time(),
        )
        session.platform.cache.put_glance(PLACE, encoded(seen), seen.at)


def main_title(view: DeckScreen) -> str:
    """What the view is called above its main list."""
    words = "".join(text for text, _ in view.path())
    return words or str(getattr(view, "TITLE_WORDS", "") or "")


def _rows(view: LineView) -> tuple[tuple[str, Words], ...]:
    """The lines of the items around the cursor, as their painter makes them now."""
    source, width = view.source, max(20, view.size.width - 2)
    start = max(0, (view.cursor_index or 0) - KEPT_LINES // 2)
    rows: list[tuple[str, Words]] = []
    for index in range(start, min(source.count, start + KEPT_LINES)):
        lines = source.lines(index, width)
        if lines:
            rows.append((source.key(index), tuple((str(text), role) for text, role in lines[0])))
    return tuple(rows)


def _put_back(view: DeckScreen, cursor: str, tries: int) -> None:
    """Put the cursor where it was as soon as its row is there; not if the reader has moved it meanwhile."""
    if tries == 0 or view.app.keys_pressed:
        return
    if not view.return_to(cursor):
        call_after(view, TRY_SECONDS, lambda: _put_back(view, cursor, tries - 1))
