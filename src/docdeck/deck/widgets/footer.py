"""The one line at the bottom: the keys of this place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from docdeck.deck.widgets.lines import Line, Span, strip_of, width_of
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
