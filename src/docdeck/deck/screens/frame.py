"""What stands around every view: the header line, the message line, the footer line, and the keys they tell of."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Self

from textual import getters
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen

from docdeck.deck.actions import ACTIONS, BY_ID, method_name, shown_key
from docdeck.deck.widgets.footer import Footer, Hint
from docdeck.deck.widgets.header import Header, PlaceName
from docdeck.deck.widgets.lines import Span
from docdeck.deck.widgets.status_line import StatusLine
from docdeck.text import Safe, safe, safe_line
from docdeck.workspace.freshness import Freshness

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docdeck.deck.app import DeckApp

PLACES = tuple(PlaceName(action.id, safe_line(action.title)) for action in ACTIONS if action.id.startswith("place."))
SHORT_LABELS = {"quick_find": "find"}
"""What the footer calls an action, where its title is longer than it has room for."""
ONE_PANE, TWO_PANES, THREE_PANES = "one-pane", "two-panes", "three-panes"
PREVIEW_BELOW = "preview-below"
_visit_numbers = itertools.count(1)
OLD_SECONDS = 60.0
"""Data of a view that is older than this is read again when the view is shown again."""


class Frame(Screen[None], inherit_bindings=False):
    """What stands around the panes of every view.

    `location` names what it shows, so that going there again finds it; `PLACE` is the place of the header it
    belongs to; `FOOTER` are the actions to show, the most important first; quick find is behind them unless among
    them, and help is always last.
    """

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, ONE_PANE),
        (110, TWO_PANES),
        (160, THREE_PANES),
    ]
    DEFAULT_CSS = """
    Frame { layout: vertical; background: $background; }
    Frame #panes { height: 1fr; width: 1fr; }
    Frame Composer { dock: none; }
    Frame.preview-below #panes { layout: vertical; }
    Frame.preview-below #panes > Pane { width: 1fr; height: 1fr; }
    Frame.preview-below #panes > Pane.rule { border-left: none; border-top: solid $foreground 25%; }
    """
    AUTO_FOCUS = None
    PLACE: ClassVar[str] = ""
    FOOTER: ClassVar[tuple[str, ...]] = ()

    header = getters.query_one(Header)
    footer = getters.query_one(Footer)
    status = getters.query_one(StatusLine)
    app: DeckApp  # pyright: ignore[reportIncompatibleMethodOverride]

    def __init__(self, location: str) -> None:
        super().__init__()
        self.location = location
        self.visit_name = f"visit {next(_visit_numbers)}"
        self.shown: Freshness = Freshness("loading")

    # Composition

    def compose(self) -> ComposeResult:
        # Known before the first layout, so that the first resize event finds nothing to change.
        fitting = [name for width, name in self.HORIZONTAL_BREAKPOINTS or [] if self.app.size.width >= width]
        self.add_class(fitting[-1])
        yield Header()
        with Horizontal(id="panes"):
            yield from self.panes()
        yield StatusLine()
        yield Footer()

    def panes(self) -> ComposeResult:
        """The panes, from left to right."""
        raise LookupError(f"{type(self).__name__} has no panes")

    def on_mount(self) -> None:
        self.show_header()
        self.show_footer()
        self.begin()

    def begin(self) -> None:
        """The panes are there: show what is known and read the rest.

        Views extend this and not `on_mount`, which Textual calls of each class that has one.
        """

    def on_screen_resume(self) -> None:
        """Shown again: the age is painted, and what has grown old meanwhile is read again behind it."""
        self.show_age()
        at = self.shown.at
        if at is not None and self.app.session is not None and time.time() - at > OLD_SECONDS:
            self.look_again()

    def look_again(self) -> None:
        """Read again what is shown, without the reader's asking for it."""
        refresh = getattr(self, "do_refresh", None)
        if refresh is not None:
            refresh()

    def update_classes(self, classes: Mapping[str, bool], update: bool = True, animate: bool = True) -> Self:
        """Called with each size: only where it changes which panes there are is anything painted anew.

        A handler of the resize event would be called over and over in a terminal that does not tell its size.
        """
        before = self.classes
        super().update_classes(classes, update, animate)
        if self.is_mounted and self.classes != before:
            self.call_later(self.resized)
        return self

    def resized(self) -> None:
        """At this width there are other panes than before; what depends on it is painted anew."""

    def on_screen_suspend(self) -> None:
        """Something else is shown now: what answered a key here is not about that."""
        self.status.pass_by()

    @property
    def place_shown(self) -> str:
        """The place that the header marks."""
        return self.PLACE

    @property
    def is_place(self) -> bool:
        """Whether this is what the key of a place opens."""
        return f"place.{self.location}" == self.PLACE

    @property
    def way(self) -> tuple[str, ...]:
        """The words that open this view again at the next start; none when it cannot be."""
        return ("place", self.location) if self.is_place else ()

    def path(self) -> tuple[Span, ...]:
        """The breadcrumb that stands in the header; empty for a place, whose name is marked there."""
        return ()

    def show_header(self) -> None:
        """Paint the header: where I am, who I am, how fresh the data is."""
        self.header.show(PLACES, self.place_shown, self._right(), path=self.path())

    def show_age(self) -> None:
        """Paint the age of the data anew."""
        if self.is_mounted:
            self.header.show_right(self._right())

    def _right(self) -> Safe:
        # the reason has the message line and the pane
        words = replace(self.by_all_known(), reason="").words(time.time())
        profile = "sample workspace" if self.app.launch.sample else self.app.launch.profile_name
        return safe_line(" · ".join(part for part in (profile, self.app.who, words) if part))

    def by_all_known(self) -> Freshness:
        """How fresh this is, by all that is known: nothing is live while another view has found the server gone."""
        session = self.app.session
        since = session.platform.state.offline_since if session is not None else None
        if since is None or self.shown.state != "live":
            return self.shown
        return Freshness("offline", at=self.shown.at, since=since)

    def show_freshness(self, freshness: Freshness) -> None:
        """Keep and paint the state of what this view shows; what went wrong is said once."""
        before, self.shown = self.shown, freshness
        self.show_age()
        if freshness.reason and (freshness.state, freshness.reason) != (before.state, before.reason):
            self.say(safe_line(freshness.reason), failed=True)

    def why_nothing(self, reading: str, empty: str) -> Safe:
        """Why nothing is shown, as far as it was read: it is being read, it could not be, or there is nothing."""
        match self.shown.state:
            case "loading":
                return safe(reading)
            case "failed" | "forbidden" | "not_signed_in" | "offline" | "rate_limited":
                return safe(self.shown.reason or self.shown.words(time.time()))
            case _:
                return safe(empty)

    def show_footer(self) -> None:
        """Paint the keys of this place; the ones that cannot act are dimmed."""
        find = () if "quick_find" in self.FOOTER else ("quick_find",)
        hints = [
            Hint(
                action_id,
                safe_line(shown_key(BY_ID[action_id].keys[0])),
                safe_line(SHORT_LABELS.get(action_id) or self.label_of(action_id)),
                self.why_not(action_id) is None,
            )
            for action_id in (*self.FOOTER, *find, "help")
        ]
        self.footer.show(self.writing_hints() or hints)

    def writing_hints(self) -> list[Hint]:
        """The keys of a field that is open at the foot; none while nothing is written."""
        return []

    def label_of(self, action_id: str) -> str:
        """What an action is called here."""
        return BY_ID[action_id].title

    # Keys

    def why_not(self, action_id: str) -> str | None:
        """Why an action cannot act now, as a sentence; None when it can."""
        return None

    def acting(self, action_id: str) -> None:
        """The reader is about to do this, with what is on the screen now in view."""

    def offers(self, action_id: str) -> bool:
        """Whether this view performs the action at all."""
        return hasattr(self, method_name(action_id))

    def on_header_chosen(self, message: Header.Chosen) -> None:
        self.app.act(message.place)

    def on_footer_chosen(self, message: Footer.Chosen) -> None:
        if message.action:
            self.app.act(message.action)

    def say(self, text: Safe, failed: bool = False, hint: Safe | None = None, *, first: bool = False) -> None:
        """One sentence in the message line; `hint` stands at its right end also where the sentence is cut.

        A failure that is told `first` stands before those that nobody has read yet.
        """
        self.status.say(text, "failure" if failed else "info", hint=hint, first=first)

    def answer(self, text: Safe) -> None:
        """One sentence about the key just pressed: it goes with the next action, and under what opens over it."""
        self.status.say(text, passing=True)
