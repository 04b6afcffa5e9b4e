"""A pane: one title line over its content, and a short text in the middle when there is nothing to show."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.strip import Strip
from textual.widget import Widget

from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import FILL, Line, Span, strip_of, width_of, wrap_text
from docdeck.deck.widgets.palette import palette_of
from docdeck.text import Safe


class PaneTitle(Widget):
    """The title line of a pane: strong and marked when the pane has the focus, dim when not."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "PaneTitle { height: 1; width: 1fr; }"

    def __init__(self, title: Safe) -> None:
        super().__init__()
        self.title = title
        self.right = Safe("")
        self.extra: tuple[Span, ...] = ()
        self.active = False

    def line(self) -> Line:
        """The title as one line."""
        title: Span = (self.title, "title" if self.active else "dim")
        return (
            (Safe("▪" if self.active else " "), "accent"),
            title,
            *self.extra,
            FILL,
            (self.right, "dim"),
            (Safe(" "), ""),
        )

    def render_line(self, y: int) -> Strip:
        return strip_of(self.line(), self.size.width, palette_of(self), self.rich_style)


class PaneState(Widget):
    """The text of a pane without content: loading, empty, failed, forbidden. Wrapped and in the middle."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "PaneState { height: 1fr; width: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.display = False
        self.lines: tuple[Line, ...] = ()

    def rows(self, width: int) -> list[Line]:
        """The text at this width, every line centred."""
        room = max(1, min(width - 4, 64))
        rows: list[Line] = []
        for line in self.lines:
            for text, role in line:
                for row in wrap_text(text, room, role):
                    used = sum(width_of(piece) for piece, _ in row)
                    rows.append(((Safe(" " * max(0, (width - used) // 2)), ""), *row))
            if not line:
                rows.append(())
        return rows

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        rows = self.rows(width)
        at = y - max(0, (height - len(rows)) // 3)
        line = rows[at] if 0 <= at < len(rows) else ()
        return strip_of(line, width, palette_of(self), self.rich_style)


class Pane(Container):
    """Title, content and the text that stands in for it. `rule=True` draws the thin rule to its left."""

    DEFAULT_CSS = """
    Pane { width: 1fr; height: 1fr; layout: vertical; }
    Pane.rule { border-left: solid $foreground 25%; }
    """

    def __init__(
        self,
        title: Safe,
        content: Widget | None = None,
        *,
        rule: bool = False,
        later: bool = False,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.content: Widget = content if content is not None else LineView()
        self._title = PaneTitle(title)
        self._state = PaneState()
        self._later = later
        self.set_class(rule, "rule")

    def compose(self) -> ComposeResult:
        if not self._later:
            yield self._title
            yield self.content
            # Seldom needed, and every widget that is mounted costs the first frame.
            if self._state.display:
                yield self._state

    def fill(self) -> None:
        """Mount what a pane made with `later=True` holds; its place was kept free from the first frame on."""
        if self._later and self.is_mounted and self.is_attached:  # not attached: the reader quits already
            self._later = False
            self.mount(self._title, self.content, *((self._state,) if self._state.display else ()))

    @property
    def view(self) -> LineView:
        """The content, where it is a line view."""
        if not isinstance(self.content, LineView):
            raise TypeError("this pane does not hold a line view")
        return self.content

    def show_title(self, title: Safe, right: Safe | None = None, *, extra: Sequence[Span] = ()) -> None:
        """Change the title line: the title, more spans after it, and the words on the right (how fresh)."""
        bar = self._title
        bar.title, bar.extra = title, tuple(extra)
        if right is not None:
            bar.right = right
        bar.refresh()

    def show_right(self, right: Safe) -> None:
        """Change only the words on the right."""
        if right != self._title.right:
            self._title.right = right
            self._title.refresh()

    def show_state(self, lines: Sequence[Line] | None) -> None:
        """Put this text in place of the content (empty, loading, error, forbidden); None shows the content."""
        self._state.lines = tuple(lines or ())
        self._state.display = lines is not None
        # A view without rows stays on the page with no height, so that it can hold the focus.
        self.content.styles.height = 0 if lines is not None else None
        if lines is not None and not self._later and self.is_mounted and self._state.parent is None:
            self.mount(self._state)
        self._state.refresh()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self._title.active = True
        self._title.refresh()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        self._title.active = False
        self._title.refresh()
