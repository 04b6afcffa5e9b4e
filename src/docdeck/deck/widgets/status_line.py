"""What just happened, above the keys: one sentence, whole."""

from __future__ import annotations

from typing import Literal

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from docdeck.deck.widgets.lines import EMPTY, FILL, Line, strip_of, width_of, wrap_spans
from docdeck.deck.widgets.palette import palette_of
from docdeck.text import Safe

_MOST_ROWS = 3
Tone = Literal["info", "done", "warning", "failure"]
_TONES: dict[str, tuple[str, str]] = {
    "info": ("", ""),
    "done": ("✓", "ok"),
    "warning": ("!", "warn"),
    "failure": ("✗", "bad"),
}

_SPACE = (Safe(" "), "")


class StatusLine(Widget):
    """What happened, in one sentence. The newest shows; a failure waits behind it until it is `dismiss`ed.

    It has one row, and more only while the sentence needs them: its end is often what to do now.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = "StatusLine { height: 1; width: 1fr; background: $background; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._failures: list[tuple[Safe, Safe]] = []
        self._newer = False  # what was said last is newer than the failures, which wait behind it
        self._passing = False  # what was said last answers a key, and goes with the next one
        self._now: tuple[Safe, Tone, Safe] = (Safe(""), "info", Safe(""))
        self._rows = 1

    @property
    def text(self) -> Safe:
        """The sentence that is shown now."""
        return self._failures[0][0] if self._failures and not self._newer else self._now[0]

    def say(
        self, text: Safe, tone: Tone = "info", *, hint: Safe | None = None, passing: bool = False, first: bool = False
    ) -> None:
        """Tell what happened; `hint` stands on the right (the key that helps). `passing`: until `pass_by`.

        A failure stands behind those that nobody has read yet, or `first`, before them.
        """
        if tone == "failure":
            failure = (text, hint or Safe(""))
            if first and failure in self._failures:
                self._failures.remove(failure)
            if failure not in self._failures:
                self._failures.insert(0 if first else len(self._failures), failure)
        else:
            self._now = (text, tone, hint or Safe(""))
            self._passing = passing
        self._newer = tone != "failure" and bool(text)
        self._fit()

    def done(self, about: Safe) -> None:
        """What was told as a failure with these first words has been done since: it is no failure any more."""
        kept = [failure for failure in self._failures if not failure[0].startswith(about)]
        if len(kept) != len(self._failures):
            self._failures = kept
            self._fit()

    def dismiss(self) -> bool:
        """The reader has seen the oldest failure (a key was pressed on it); False when there was none."""
        if not self._failures:
            return False
        if self._newer:
            self._newer = False
        else:
            del self._failures[0]
        self._fit()
        return True

    def pass_by(self) -> None:
        """The reader goes on: a sentence that only answered the key before is over."""
        if self._passing:
            self.clear()

    def clear(self) -> None:
        """Nothing to say any more; failures stay."""
        self._now = (Safe(""), "info", Safe(""))
        self._newer = self._passing = False
        self._fit()

    def lines(self, width: int) -> list[Line]:
        """The status as rows: the sentence, and in the last row on the right what helps."""
        if self._failures and not self._newer:
            (text, hint), tone = self._failures[0], "failure"
            if len(self._failures) > 1:
                more = f"+{len(self._failures) - 1} more, j"
                hint = Safe(f"{hint}  {more}" if hint else more)
        else:
            text, tone, hint = self._now
            if self._failures:
                waiting = f"✗ {len(self._failures)} before"
                hint = Safe(f"{hint}  {waiting}" if hint else waiting)
        if not text:
            return [()]
        mark, role = _TONES[tone]
        begin: Line = ((Safe(f" {mark} "), role),) if mark else ((Safe(" "), ""),)
        lead = sum(width_of(piece) for piece, _ in begin)
        taken = width_of(hint) + 2 if hint else 1
        rows = wrap_spans(((text, "strong" if tone == "failure" else ""),), max(8, width - lead - taken)) or [EMPTY]
        if len(rows) > _MOST_ROWS:  # the rest is cut, as in any row
            rows = [*rows[: _MOST_ROWS - 1], tuple(part for row in rows[_MOST_ROWS - 1 :] for part in (*row, _SPACE))]
        found: list[Line] = [((Safe(" " * lead), ""), *row) for row in rows]
        found[0] = (*begin, *rows[0])
        found[-1] = (*found[-1], FILL, (hint, "dim"), (Safe(" "), ""))
        return found

    def _fit(self) -> None:
        """As many rows as the sentence needs at this width."""
        rows = len(self.lines(self.size.width)) if self.size.width else 1
        if rows != self._rows:
            self._rows = rows
            self.styles.height = rows
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        self._fit()

    def render_line(self, y: int) -> Strip:
        rows = self.lines(self.size.width)
        return strip_of(rows[y] if y < len(rows) else (), self.size.width, palette_of(self), self.rich_style)
