"""What a role looks like: one mapping from the names that rows are written in to styles of the current theme.

Roles are looked up here instead of in component classes, because a rule per role and widget would be parsed at every
start. Every role that carries meaning also has an attribute (bold, underline, strike, reverse), so it is told apart
on a terminal without colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, cast

from rich.style import Style
from textual.color import Color, ColorParseError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import App
    from textual.widget import Widget

Role = Literal[
    "",
    "dim",
    "strong",
    "title",
    "accent",
    "ok",
    "warn",
    "bad",
    "added",
    "removed",
    "added-word",
    "removed-word",
    "heading",
    "code",
    "link",
    "number",
    "mark",
]

_TINT = 0.16
_CURSOR_TINT = 0.30
_BLURRED_TINT = 0.12


@dataclass(frozen=True, slots=True)
class Palette:
    """The styles of one theme: `roles` by name (unknown ones are plain), `cursor` and `blurred` for the current row."""

    name: str
    roles: dict[str, Style]
    cursor: Style
    blurred: Style

    def style(self, role: str) -> Style:
        """The style of a role; an unknown one is plain, because a wrong word must not end the program."""
        return self.roles.get(role, _PLAIN)


_PLAIN = Style()


def palette_of(widget: Widget) -> Palette:
    """The palette of the theme the widget's app shows now; made once per theme."""
    app: App[Any] = cast("Any", widget).app
    found = _made.get(app.theme)
    if found is None:
        found = _made[app.theme] = _make(app.theme, app.get_css_variables())
    return found


_made: dict[str, Palette] = {}


@lru_cache(maxsize=256)
def _color(value: str) -> Color | None:
    try:
        return Color.parse(value)
    except ColorParseError:
        return None


def _make(name: str, variables: Mapping[str, str]) -> Palette:
    def pick(*names: str) -> Color | None:
        for each in names:
            color = _color(variables.get(each, ""))
            if color is not None and color.a > 0:
                return color
        return None

    background = pick("background")

    def fore(*names: str, bold: bool | None = None, underline: bool | None = None) -> Style:
        color = pick(*names)
        return Style(color=color.rich_color if color is not None else None, bold=bold, underline=underline)

    def tinted(factor: float, *names: str) -> Style:
        """A background of the colour's tint; nothing where the terminal owns the colours, so attributes must do."""
        color = pick(*names)
        if color is None or background is None or color.ansi is not None or background.ansi is not None:
            return _PLAIN
        return Style(bgcolor=background.blend(color, factor, alpha=1.0).rich_color)

    added, removed = fore("text-success", "success"), fore("text-error", "error")
    strong = Style(bold=True)
    cursor = tinted(_CURSOR_TINT, "primary") or Style(reverse=True)
    return Palette(
        name=name,
        roles={
            "": _PLAIN,
            "dim": Style(dim=True),
            "strong": strong,
            "title": strong,
            "accent": fore("text-accent", "accent"),
            "ok": fore("text-success", "success"),
            "warn": fore("text-warning", "warning"),
            "bad": fore("text-error", "error", bold=True),
            "added": added,
            "removed": removed,
            "added-word": added + Style(bold=True, underline=True) + tinted(_TINT, "success"),
            "removed-word": removed + Style(strike=True) + tinted(_TINT, "error"),
            "heading": fore("text-primary", "primary", bold=True),
            "code": tinted(0.10, "foreground") or fore("secondary"),
            "link": fore("text-primary", "primary", underline=True),
            "number": fore("text-primary", "primary"),
            "mark": Style(reverse=True),
        },
        cursor=cursor,
        blurred=tinted(_BLURRED_TINT, "foreground"),
    )
