"""A field of one line: filters (`/`), commands (`:`), subjects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input
from textual.widgets.input import Selection

from docdeck.deck.widgets.held import Held
from docdeck.deck.widgets.line_row import LineRow
from docdeck.deck.widgets.lines import width_of
from docdeck.text import Safe, safe_line


class PromptField(Input):
    """The field itself; its value holds marks for characters that act."""

    DEFAULT_CSS = """
    PromptField.-textual-compact { background: $background; width: 1fr; }
    """

    def __init__(self, raw: str, on_change: Callable[[], None]) -> None:
        self.held = Held(one_line=True)
        self._on_change: Callable[[], None] | None = None
        super().__init__(self.held.start(raw), compact=True, select_on_focus=False)
        self.cursor_blink = False
        self._on_change = on_change

    @property
    def raw(self) -> str:
        """The text as it would be sent."""
        return self.held.release(self.value)

    @property
    def _value(self) -> Text:
        return Text(self.held.visible(self.value), no_wrap=True, overflow="ignore", end="")

    def validate_value(self, value: str) -> str:
        """Whatever gets in, typed or pasted, is held."""
        return self.held.hold(value)

    def _watch_value(self, value: str) -> None:
        super()._watch_value(value)
        if self._on_change is not None:
            self._on_change()

    def render_lines(self, crop: Region) -> list[Strip]:
        # A removed widget loses its styles before the screen is laid out without it, and a repaint may come between.
        return super().render_lines(crop) if self.is_attached else [Strip.blank(crop.width)] * crop.height


class PromptLine(Horizontal):
    """A sign and a field. `on_text` is called with the raw text inside each change; Enter submits, Escape leaves."""

    DEFAULT_CSS = """
    PromptLine { height: 1; width: 1fr; background: $background; }
    PromptLine > LineRow { width: auto; }
    """

    @dataclass
    class Changed(Message):
        """The text changed."""

        prompt: PromptLine
        text: str

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, PromptLine.Changed) and message.prompt is self.prompt

    @dataclass
    class Submitted(Message):
        """Enter was pressed."""

        prompt: PromptLine
        text: str

    @dataclass
    class Left(Message):
        """Escape was pressed."""

        prompt: PromptLine
        text: str

    @dataclass
    class Stepped(Message):
        """Up (-1) or down (1) was pressed: move in the list under the prompt."""

        prompt: PromptLine
        delta: int

    def __init__(
        self,
        sign: Safe,
        text: str = "",
        *,
        on_text: Callable[[str], None] | None = None,
        saves: bool = False,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._on_text = on_text
        self._saves = saves  # what is written here is sent, so the key that sends a longer text sends it too
        sign = safe_line(sign)
        self._sign = LineRow(((Safe(f" {sign} "), "accent"),))
        self._sign.styles.width = width_of(sign) + 2
        self.field = PromptField(text, self._changed)

    def compose(self) -> ComposeResult:
        yield self._sign
        yield self.field

    @property
    def text(self) -> str:
        """The raw text."""
        return self.field.raw

    def set_text(self, raw: str) -> None:
        """Put this text into the field, the cursor at its end."""
        self.field.value = raw
        self.field.cursor_position = len(self.field.value)

    def select_text(self) -> None:
        """Select all of the text: the next letter takes its place, an arrow keeps it."""
        self.field.selection = Selection(0, len(self.field.value))

    def focus_text(self) -> None:
        """Put the cursor into the field."""
        self.field.focus()

    def _changed(self) -> None:
        if self._on_text is not None:
            self._on_text(self.text)
        self.post_message(self.Changed(self, self.text))

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            self.post_message(self.Left(self, self.text))
        elif event.key == "ctrl+s" and self._saves:
            self.post_message(self.Submitted(self, self.text))
        elif event.key in ("up", "down"):
            self.post_message(self.Stepped(self, 1 if event.key == "down" else -1))
        elif event.key not in ("tab", "shift+tab"):  # which stay here: no other pane takes the keys away
            return
        event.stop()
        event.prevent_default()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Submitted(self, self.text))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
