"""The one line at the bottom: the keys of this place; and above it what just happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from docdeck.deck.widgets.lines import FILL, Line, Span, strip_of, width_of
from docdeck.deck.widgets.palette import palette_of
from docdeck.text import Safe, safe_line

_BETWEEN = 2


@dataclass(frozen=True, slots=True)
class Hint:
    """One key of the footer: what it runs, its name as a person reads it, and whether it can act now."""

    action: str
    key: Safe
    label: Safe
    enabled: bool = True


class Footer(Widget):
    """Key hints that run their action when clicked; those that cannot act stay, dimmed."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Footer { height: 1; width: 1fr; background: $background; }"

    @dataclass
    class Chosen(Message):
        """A hint was clicked; also a dimmed one, so that its reason can be shown."""

        action: str

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints: tuple[Hint, ...] = ()

    def show(self, hints: Sequence[Hint]) -> None:
        """Draw these hints, the most important first; at a narrow width the last ones fall away, whole."""
        if tuple(hints) != self._hints:
            self._hints = tuple(hints)
            self.refresh()

    def _fitting(self, width: int) -> list[tuple[int, Hint]]:
        """The hints that fit, with the column each begins at. The last one (help) is kept as long as it fits."""
        room, at = width, 1
        placed: list[tuple[int, Hint]] = []
        if not self._hints:
            return placed
        last = self._hints[-1]
        for hint in self._hints:
            rest = 0 if hint is last else _cells(last) + _BETWEEN
            if at + _cells(hint) + rest > room:
                break
            placed.append((at, hint))
            at += _cells(hint) + _BETWEEN
        if placed and placed[-1][1] is not last and at + _cells(last) <= room:
            placed.append((at, last))
        return placed

    def line(self, width: int) -> Line:
        """The footer as one line."""
        spans: list[Span] = []
        at = 0
        for start, hint in self._fitting(width):
            if start > at:
                spans.append((Safe(" " * (start - at)), ""))
            spans += [
                (safe_line(hint.key), "strong" if hint.enabled else "dim"),
                (Safe(" "), ""),
                (safe_line(hint.label), "" if hint.enabled else "dim"),
            ]
            at = start + _cells(hint)
        return tuple(spans)

    def render_line(self, y: int) -> Strip:
        return strip_of(self.line(self.size.width), self.size.width, palette_of(self), self.rich_style)

    def on_click(self, event: events.Click) -> None:
        for start, hint in self._fitting(self.size.width):
            if start <= event.x < start + _cells(hint):
                event.stop()
                self.post_message(self.Chosen(hint.action))
                return


def _cells(hint: Hint) -> int:
    return width_of(safe_line(hint.key)) + 1 + width_of(safe_line(hint.label))


Tone = Literal["info", "done", "warning", "failure"]
_TONES: dict[str, tuple[str, str]] = {
    "info": ("", ""),
    "done": ("✓", "ok"),
    "warning": ("!", "warn"),
    "failure": ("✗", "bad"),
}


class StatusLine(Widget):
    """What happened, in one sentence. The newest shows; a failure waits behind it until it is `dismiss`ed."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "StatusLine { height: 1; width: 1fr; background: $background; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._failures: list[tuple[Safe, Safe]] = []
        self._newer = False  # what was said last is newer than the failures, which wait behind it
        self._passing = False  # what was said last answers a key, and goes with the next one
        self._now: tuple[Safe, Tone, Safe] = (Safe(""), "info", Safe(""))

    @property
    def text(self) -> Safe:
        """The sentence that is shown now."""
        return self._failures[0][0] if self._failures and not self._newer else self._now[0]

    def say(self, text: Safe, tone: Tone = "info", *, hint: Safe | None = None, passing: bool = False) -> None:
        """Tell what happened; `hint` stands on the right (the key that helps). `passing`: until `pass_by`."""
        if tone == "failure":
            if (text, hint or Safe("")) not in self._failures:
                self._failures.append((text, hint or Safe("")))
        else:
            self._now = (text, tone, hint or Safe(""))
            self._passing = passing
        self._newer = tone != "failure" and bool(text)
        self.refresh()

    def done(self, about: Safe) -> None:
        """What was told as a failure with these first words has been done since: it is no failure any more."""
        kept = [failure for failure in self._failures if not failure[0].startswith(about)]
        if len(kept) != len(self._failures):
            self._failures = kept
            self.refresh()

    def dismiss(self) -> bool:
        """The reader has seen the oldest failure (a key was pressed on it); False when there was none."""
        if not self._failures:
            return False
        if self._newer:
            self._newer = False
        else:
            del self._failures[0]
        self.refresh()
        return True

    def pass_by(self) -> None:
        """The reader goes on: a sentence that only answered the key before is over."""
        if self._passing:
            self.clear()

    def clear(self) -> None:
        """Nothing to say any more; failures stay."""
        self._now = (Safe(""), "info", Safe(""))
        self._newer = self._passing = False
        self.refresh()

    def line(self, width: int) -> Line:
        """The status as one line."""
        if self._failures and not self._newer:
            (text, hint), tone = self._failures[0], "failure"
            if len(self._failures) > 1:
                hint = Safe(f"{hint}  +{len(self._failures) - 1} more" if hint else f"+{len(self._failures) - 1} more")
        else:
            text, tone, hint = self._now
            if self._failures:
                waiting = f"✗ {len(self._failures)} before"
                hint = Safe(f"{hint}  {waiting}" if hint else waiting)
        if not text:
            return ()
        mark, role = _TONES[tone]
        begin: Line = ((Safe(f" {mark} "), role),) if mark else ((Safe(" "), ""),)
        return (*begin, (text, "strong" if tone == "failure" else ""), FILL, (hint, "dim"), (Safe(" "), ""))

    def render_line(self, y: int) -> Strip:
        return strip_of(self.line(self.size.width), self.size.width, palette_of(self), self.rich_style)
