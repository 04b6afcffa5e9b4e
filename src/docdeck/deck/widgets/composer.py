"""The composer: a docked field for comments and descriptions. What is typed is handed on before it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.document._document import EditResult
from textual.document._edit import Edit
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widgets import TextArea

from docdeck.deck.widgets.held import Held
from docdeck.deck.widgets.line_row import LineRow
from docdeck.deck.widgets.lines import FILL, Line
from docdeck.text import Safe, hidden_characters

ComposerKey = Literal["submit", "leave", "hold", "outside"]
KEYS: Mapping[str, ComposerKey] = {"ctrl+s": "submit", "escape": "leave", "ctrl+t": "hold", "ctrl+o": "outside"}


class ComposerText(TextArea):
    """The text field: soft wrap, plain text, no colours of its own. Its document holds marks for what acts."""

    DEFAULT_CSS = "ComposerText { border: none; padding: 0 1; &:focus { border: none; } }"

    def __init__(self, raw: str, on_change: Callable[[], None]) -> None:
        self.held = Held()
        self._on_change = on_change
        super().__init__(self.held.start(raw), soft_wrap=True, show_line_numbers=False, tab_behavior="focus")
        self.cursor_blink = False

    @property
    def raw(self) -> str:
        """The text as it would be sent."""
        return self.held.release(self.text)

    def edit(self, edit: Edit) -> EditResult:
        """Every change by keys, paste and program comes here; it is handed on before anything is drawn."""
        edit.text = self.held.hold(edit.text)
        result = super().edit(edit)
        self._on_change()
        return result

    def undo(self) -> None:
        super().undo()
        self._on_change()

    def redo(self) -> None:
        super().redo()
        self._on_change()

    def get_line(self, line_index: int) -> Text:
        return Text(self.held.visible(self.document.get_line(line_index)), end="", no_wrap=True)

    def render_lines(self, crop: Region) -> list[Strip]:
        # A removed widget loses its styles before the screen is laid out without it, and a repaint may come between.
        return super().render_lines(crop) if self.is_attached else [Strip.blank(crop.width)] * crop.height


class Composer(Container):
    """Title line and text field. `on_text` gets the raw text inside the change itself: save the draft there."""

    DEFAULT_CSS = """
    Composer { dock: bottom; height: 12; max-height: 60%; border-top: solid $foreground 25%; background: $background; }
    """

    @dataclass
    class Submitted(Message):
        """The reader sends the text. `text` is raw."""

        composer: Composer
        text: str

    @dataclass
    class HoldAsked(Message):
        """The reader keeps the text for one review."""

        composer: Composer
        text: str

    @dataclass
    class OutsideAsked(Message):
        """The reader wants to go on in an editor of their own; give the result to `replace_text`."""

        composer: Composer
        text: str

    @dataclass
    class Left(Message):
        """The reader leaves; the draft stays."""

        composer: Composer
        text: str

    def __init__(
        self,
        title: Safe,
        *,
        text: str = "",
        note: Safe | None = None,
        on_text: Callable[[str], None] | None = None,
        keys: Mapping[str, ComposerKey] = KEYS,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._title, self._note = title, note or Safe("")
        self._on_text = on_text
        self._keys = keys
        self._hidden = hidden_characters(text)
        self.area = ComposerText(text, self._changed)
        self._bar = LineRow(self._title_line())

    def compose(self) -> ComposeResult:
        yield self._bar
        yield self.area

    @property
    def text(self) -> str:
        """The raw text, as it would be sent."""
        return self.area.raw

    def replace_text(self, raw: str) -> None:
        """Put this text in place of all (from an editor); it can be undone, and counts as a change."""
        self.area.replace(raw, (0, 0), self.area.document.end)

    def focus_text(self) -> None:
        """Put the cursor into the text, at its end."""
        self.area.focus()
        self.area.move_cursor(self.area.document.end)

    def _title_line(self) -> Line:
        hidden = f"{self._hidden} hidden characters stand as marks  " if self._hidden else ""
        return (
            (Safe("▪"), "accent"),
            (self._title, "title"),
            FILL,
            (Safe(hidden), "warn"),
            (self._note, "dim"),
            (Safe(" "), ""),
        )

    def _changed(self) -> None:
        if self._on_text is not None:
            self._on_text(self.area.raw)

    def key_pressed(self, key: str) -> bool:
        """What a key of the composer asks for; False when it is an editing key."""
        asked = self._keys.get(key)
        if asked is None:
            return False
        made = {
            "submit": self.Submitted,
            "leave": self.Left,
            "hold": self.HoldAsked,
            "outside": self.OutsideAsked,
        }[asked]
        self.post_message(made(self, self.text))
        return True

    def on_key(self, event: events.Key) -> None:
        if self.key_pressed(event.key):
            event.stop()
            event.prevent_default()
