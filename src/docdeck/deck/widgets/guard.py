"""The second wall: nothing that acts on a terminal leaves in a strip, whichever widget it came from.

Textual 8.2.8 turns every cell into bytes in `Strip.render`, through `Strip.render_style`. Both are wrapped here, so
text that missed the door (`docdeck.text.safe`) is made visible, and a link that is not http or https is dropped. The
wrapped methods are private: the Textual version is pinned, and tests read the bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from docdeck.text import REPLACEMENT, Safe, safe

_MARK = "_docdeck_guard"
_LINK = re.compile(r"https?://[\x21-\x7e]+", re.IGNORECASE)


def guarded(text: str) -> Safe:
    """What may go to the terminal of one segment: as `safe`, and no newline or tab, which would move the cursor."""
    if text.isascii() and text.isprintable():
        return Safe(text)
    cleaned = safe(text)
    if "\n" in cleaned or "\t" in cleaned:
        cleaned = Safe(cleaned.replace("\n", REPLACEMENT).replace("\t", " "))
    return cleaned


def guarded_link(link: str | None) -> str | None:
    """The address if it is http or https in printable ASCII, else None."""
    return link if link and _LINK.fullmatch(link) else None


def install_guard() -> None:
    """Wrap the place where strips become bytes; calling it again does nothing."""
    if getattr(Strip.render, _MARK, False):
        return
    original: Callable[..., str] = Strip.render_style

    def render_style(cls: type[Strip], style: Style, text: str, color_system: ColorSystem) -> str:
        if style.link and guarded_link(style.link) is None:
            style = style.update_link(None)
        return original(style, guarded(text), color_system=color_system)

    render_strip = Strip.render

    def render(self: Strip, console: Console) -> str:
        # Segments without a style go past render_style.
        if any(style is None and not text.isprintable() for text, style, _ in self):
            return render_strip(
                Strip([Segment(guarded(text) if style is None else text, style) for text, style, _ in self]), console
            )
        return render_strip(self, console)

    setattr(render, _MARK, True)
    methods: dict[str, Any] = {"render_style": classmethod(render_style), "render": render}
    for name, method in methods.items():
        setattr(Strip, name, method)
