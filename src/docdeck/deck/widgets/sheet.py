"""The sheet before something final: what will happen, what stands in the way, consent last. Enter means Cancel."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.message import Message

from docdeck.deck.widgets.consent import ALONE, FRESH, Clock, Consent, KeyBurst, Later, Refusal
from docdeck.deck.widgets.line_row import LineRow
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import FILL, Line, Span, width_of, wrap_spans
from docdeck.deck.widgets.modal import Modal
from docdeck.deck.widgets.sources import Item, SimpleSource
from docdeck.deck.widgets.turns import call_after
from docdeck.text import Safe, safe_line

_WIDTH = 76
_BODY, _AROUND = 24, 5
"""Rows of the content at most, and rows around it: the frame, the title, the sentence and the keys."""
CANCEL = Safe("[ Cancel ]")
CLOSE = Safe("[ Close ]")
"""What leaves a sheet that only tells something: there is nothing to cancel in it."""
_REFUSALS: dict[Refusal, Safe] = {
    "not ready": Safe("Still reading; the letter counts when everything is in."),
    "not still": Safe("The sheet has just changed; look again, then press the letter."),
    "burst": Safe("That key came in a burst and was ignored; press it alone."),
    "stale": Safe("Reading again, because this is older than 5 seconds."),
}
_READ_AGAIN = Safe("Read again just now; look, then press the letter once more.")
_SCROLL = {"up": -1, "down": 1, "k": -1, "j": 1, "pageup": -8, "pagedown": 8}


class Sheet(Modal[None]):
    """A modal sheet. Its messages are handled in a subclass, or by the app; `about` tells which act they are for.

    Give `consent=None` for a sheet that only tells something, and `fresh` as how many seconds its reads hold: for one
    that reads nothing, infinitely long. It is dismissed with None by Cancel, and otherwise stays
    until the caller dismisses it.
    """

    AUTO_FOCUS = ""
    KEYS_AT_ONCE = True  # the time between keys decides here, so each is needed as soon as it is typed
    DEFAULT_CSS = """
    Sheet { align: center middle; background: $background 40%; }
    Sheet > Container { height: auto; max-height: 90%; max-width: 100%; border: round $foreground 50%;
        background: $background; padding: 0 1; }
    Sheet LineView { height: auto; }
    """

    @dataclass
    class Consented(Message):
        """The letter was pressed, alone, on a sheet that stood still with fresh reads behind it."""

        sheet: Sheet
        about: object

    @dataclass
    class RereadAsked(Message):
        """The letter was pressed, but the reads are too old: read again, `show`, then `arm`."""

        sheet: Sheet
        about: object

    @dataclass
    class RepairAsked(Message):
        """The key of a repair was pressed."""

        sheet: Sheet
        about: object
        key: str

    def __init__(
        self,
        title: Safe,
        lines: Sequence[Line],
        *,
        consent: tuple[str, Safe] | None = ("y", Safe("yes")),
        repairs: Sequence[tuple[str, Safe]] = (),
        leave: Safe = CANCEL,
        about: object = None,
        fresh: float = FRESH,
        clock: Clock | None = None,
        later: Later | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.about = about
        self._leave, self._leave_key = leave, Safe("enter")
        self._title_text, self._lines = safe_line(title), tuple(lines)
        self._letter, self._repairs = consent, tuple(repairs)
        self._filter = Consent(consent[0] if consent is not None else "", fresh)
        self._clock: Clock = clock or time.monotonic
        self._own_clock = clock is not None
        self._later: Later = later or partial(call_after, self)
        self._burst = KeyBurst(self._later, lambda _: self._refuse("burst"), clock=self._clock)
        self.in_the_way: Safe | None = None  # why nothing can be consented to although all reads are in
        self._drawn = False
        self._said = Safe("")
        self._title_row = LineRow()
        self._body = LineView()
        self._body.can_focus = False
        self._buttons = _Buttons(self._cancel, len(leave))
        self._message = LineRow()

    def compose(self) -> ComposeResult:
        box = Container(self._title_row, self._body, self._message, self._buttons)
        box.styles.width = _WIDTH
        yield box

    # for the caller

    def show(
        self,
        lines: Sequence[Line],
        *,
        title: Safe | None = None,
        repairs: Sequence[tuple[str, Safe]] | None = None,
    ) -> None:
        """Show other content; the sheet has to stand still again before the letter counts."""
        self._lines = tuple(lines)
        if title is not None:
            self._title_text = safe_line(title)
        if repairs is not None:
            self._repairs = tuple(repairs)
        self._draw()

    def arm(self, read_at: float | None = None) -> None:
        """The fresh reads are in (`read_at` by `time.monotonic`, now if not given): from here the letter counts."""
        self._filter.arm(self._clock() if read_at is None else read_at)
        if self._said == _REFUSALS["stale"]:
            self.say(_READ_AGAIN)
        self._draw()

    def leave_by(self, leave: Safe, key: Safe) -> None:
        """What leaves is called this from here, and this key is named for it; the next `show` draws it."""
        self._leave, self._leave_key = safe_line(leave), safe_line(key)
        self._buttons.cells = len(self._leave)

    def disarm(self) -> None:
        """Nothing can be consented to (blocked, or reads under way)."""
        self._filter.disarm()
        self._draw()

    @property
    def armed(self) -> bool:
        """Whether the letter can count."""
        return self._filter.armed

    @property
    def said(self) -> Safe:
        """The sentence above the buttons."""
        return self._said

    def say(self, text: Safe, role: str = "warn") -> None:
        """One sentence above the buttons."""
        self._said = safe_line(text)
        self._message.show(((Safe(" "), ""), (self._said, role)))

    # the inside

    def on_mount(self) -> None:
        self._drawn = True
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        """The content moved under the reader's eyes. What has no room scrolls; the sentence and the keys stay."""
        self._body.styles.max_height = max(1, min(_BODY, event.size.height * 9 // 10 - _AROUND))
        self._filter.changed(self._clock())

    def _draw(self) -> None:
        if not self._drawn:
            return
        self._filter.changed(self._clock())
        self._title_row.show(((self._title_text, "title"),))

        def rows(line: Line) -> Item:
            if FILL in line or not line:
                return Item("", (line,), selectable=False)
            return Item("", lambda width: wrap_spans(line, width), selectable=False)

        self._body.set_source(SimpleSource(rows(line) for line in self._lines))
        self._buttons.show(self._button_line())
        # The frame with this content is what has to stand still.
        self.call_after_refresh(lambda: self._filter.changed(self._clock()))

    def _button_line(self) -> Line:
        spans: list[Span] = []
        for key, label in self._repairs:
            spans += [(safe_line(key), "strong"), (Safe(" "), ""), (safe_line(label), ""), (Safe("   "), "")]
        if self._letter is not None:
            letter, label = self._letter
            if self._filter.armed:
                spans += [(safe_line(letter), "strong"), (Safe("  "), ""), (safe_line(label), "")]
            else:
                # A dimmed key alone would tell of itself by colour only.
                label = f"{label} (blocked)" if self.in_the_way is not None else label
                spans += [(safe_line(letter), "dim"), (Safe("  "), ""), (safe_line(label), "dim")]
        enter = safe_line(f" {self._leave_key}")
        used = sum(width_of(text) for text, _ in (*spans, (self._leave, ""), (enter, "")))
        # Where not all has room, the key is what is known without being named.
        leave: Line = ((self._leave, "mark"), (enter if used + 2 <= _WIDTH - 4 else Safe(""), "dim"))
        return (*leave, FILL, *spans)

    def on_key(self, event: events.Key) -> None:
        """Every key of the sheet; only the letter, alone, consents."""
        event.stop()
        event.prevent_default()
        at = self._clock() if self._own_clock else event.time
        key = event.character if event.character and event.is_printable else event.key
        decision = self._filter.key(key, at)
        self._burst.key(at)
        if self._letter is not None and key == self._letter[0]:
            if decision == "pending":
                self._later(ALONE, self._ripen)
            elif decision != "other":
                self._refuse(decision)
        elif decision == "burst":
            self._refuse("burst")
        elif event.key in ("enter", "escape", "q"):
            self._cancel()
        elif event.key in _SCROLL:
            self._body.scroll_rows(_SCROLL[event.key])
        elif any(key == repair for repair, _ in self._repairs):
            self._burst.run(lambda: self._repair(key))

    def _repair(self, key: str) -> None:
        self.post_message(self.RepairAsked(self, self.about, key))

    def _ripen(self) -> None:
        answer = self._filter.ripe(self._clock())
        if answer == "wait":
            self._later(ALONE, self._ripen)
        elif answer == "yes":
            self.post_message(self.Consented(self, self.about))
        elif answer != "no":
            self._refuse(answer)

    def _refuse(self, why: Refusal) -> None:
        self.say(self.in_the_way if why == "not ready" and self.in_the_way is not None else _REFUSALS[why])
        if why == "stale":
            self.disarm()
            self.post_message(self.RereadAsked(self, self.about))

    def _cancel(self) -> None:
        self.dismiss(None)


class _Buttons(LineRow):
    """The last row. A click on Cancel cancels; no click consents."""

    def __init__(self, cancel: Callable[[], None], cells: int) -> None:
        super().__init__()
        self._cancel, self.cells = cancel, cells

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if event.x < self.cells:
            self._cancel()
