"""The keys of a place, searchable; Enter runs the one under the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Container

from docdeck.deck.widgets.line_row import LineRow
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import FILL, Line, padded, span
from docdeck.deck.widgets.modal import Modal
from docdeck.deck.widgets.prompt_line import PromptLine
from docdeck.deck.widgets.sources import Item, SimpleSource
from docdeck.text import Safe

_KEY_CELLS = 16
_NOTHING = Safe("")
RUNS = Safe("run")
NO_KEY = Safe("No key here is called")


@dataclass(frozen=True, slots=True)
class HelpEntry:
    """One action: its keys as a person reads them, what it is called and does, and why it cannot act now (or "")."""

    action: str
    keys: Safe
    title: Safe
    help: Safe
    why_not: Safe = _NOTHING


class HelpPanel(Modal[str]):
    """Dismissed with the id of the action to run, or with None. Typing searches; entries are shown in their order."""

    DEFAULT_CSS = """
    HelpPanel { align: center middle; background: $background 40%; }
    HelpPanel > Container { width: 100; max-width: 100%; height: 90%; border: round $foreground 50%;
        background: $background; padding: 0 1; }
    """

    def __init__(
        self, title: Safe, entries: Sequence[HelpEntry], *, search: str = "", does: Safe = RUNS, nothing: Safe = NO_KEY
    ) -> None:
        """`does` is what Enter does with an entry; `nothing` begins the sentence for words that none of them has."""
        super().__init__()
        self._entries, self._nothing = tuple(entries), nothing
        self._title_row = LineRow(
            ((title, "title"), FILL, (Safe(f"type to search   enter {does}   esc close"), "dim"), (Safe(" "), ""))
        )
        self.prompt = PromptLine(Safe("?"), search)
        self.view = LineView()
        self.view.can_focus = False

    def compose(self) -> ComposeResult:
        yield Container(self._title_row, self.prompt, self.view)

    def on_mount(self) -> None:
        self.prompt.focus_text()
        self._search(self.prompt.text)

    def _search(self, text: str) -> None:
        words = text.casefold().split()
        found = [entry for entry in self._entries if all(word in _searched(entry) for word in words)]
        # What is called so comes before what only speaks of it: Enter runs the first.
        found.sort(key=lambda entry: any(word not in entry.title.casefold() for word in words))
        items = [Item(entry.action, _rows(entry)) for entry in found]
        if not items:
            items = [Item("", ((span(f"{self._nothing} “{text}”.", "dim"),),), selectable=False)]
        self.view.set_source(SimpleSource(items))
        if words:
            self.view.first()

    def on_prompt_line_changed(self, message: PromptLine.Changed) -> None:
        message.stop()
        self._search(message.text)

    def on_prompt_line_stepped(self, message: PromptLine.Stepped) -> None:
        message.stop()
        self.view.move(message.delta)

    def on_prompt_line_submitted(self, message: PromptLine.Submitted) -> None:
        message.stop()
        if self.view.cursor_key:
            self.dismiss(self.view.cursor_key)

    def on_prompt_line_left(self, message: PromptLine.Left) -> None:
        message.stop()
        self.dismiss(None)

    def on_line_view_opened(self, message: LineView.Opened) -> None:
        message.stop()
        self.dismiss(message.key)

    def on_key(self, event: events.Key) -> None:
        if event.key in ("pageup", "pagedown"):
            event.stop()
            self.view.page(1 if event.key == "pagedown" else -1)


def _searched(entry: HelpEntry) -> str:
    return f"{entry.keys} {entry.title} {entry.help}".casefold()


def _rows(entry: HelpEntry) -> tuple[Line, ...]:
    role = "dim" if entry.why_not else ""
    keys: Line = ()
    if entry.keys:
        keys = ((padded(entry.keys, _KEY_CELLS), "dim" if entry.why_not else "strong"), span("  "))
    first: Line = (
        *keys,
        span(entry.title, role),
        span("   "),
        span(entry.help, "dim"),
    )
    if not entry.why_not:
        return (first,)
    indent = " " * (_KEY_CELLS + 2 if entry.keys else 2)
    return (first, (span(indent), span(f"not now: {entry.why_not}", "warn")))
