"""Payloads that act on a terminal or on Textual's markup, and what a test reads from a screen."""

from __future__ import annotations

import re

from rich.cells import cell_len
from textual.app import App

CONTROL = [
    "A\x1b]52;c;UFdORUQ=\x1b\\B",
    "\x1b]8;;https://evil/\x1b\\B\x1b]8;;\x1b\\",
    "\x1b]0;PWN\x1b\\",
    "\x1b[2J\x1b[H",
    "\x1b[6n",
    "nice \x1b[>q\x1b[4$p",
    "\x1b[?1049l",
    "\x1bc",
    '\x1bP$q"p\x1b\\',
    "\x9b2J",
    "\x9d52;c;..\x9c",
    "a\x07b\x08c\rd\x0be\x0cf\x0eg\x05h\x00i\x7fj\x18k",
    "a\tb\nc\r\nd",
    "a\x85b\u2028c",
    "a\u202eb\u2067c\u200bd\u200de\ufefff\U000e0041g\u00adh",
    "Z" + "\u0301" * 400,
    "lone \ud800 surrogate",
    "",
    "\n",
    " ",
    "x" * 100_000,
    "👩‍👩‍👧‍👦 🇩🇪 ❤️ 日本語の文章 한국어",
]
MARKUP = [
    "A[bold]B[/bold]C",
    "A[/]B",
    "A[/bold]B",
    "A[bold",
    "see [1] and [x] [ ] list[int]",
    "[a-z]+ [^/]* [/path/to]",
    "A[$nope]B[/]",
    "A[#zzzzzz]B",
    "A[@click=app.pwn]B[/]C",
    "A[@click=1/0(]B[/]C",
    "A[link=https://e/]B[/link]C",
    'A[link="file:///etc/passwd"]B[/link]C',
    '{"a": ["b", {"c": [1,2]}], "d": "[/x]"}',
    "A\\[bold]B\\",
    "[日本]x[/日本]",
    "[a='b]c",
    ":smiley:",
]
HOSTILE = CONTROL + MARKUP

_ACTS = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff\ud800-\udfff]"
)


def assert_harmless(app: App[object]) -> str:
    """No cell of the screen acts on a terminal, runs an action or links, and every row is as wide as the screen."""
    strips = app.screen._compositor.render_strips()
    for strip in strips:
        for segment in strip:
            assert not _ACTS.search(segment.text), ascii(segment.text)
            if segment.style is not None:
                assert "@click" not in (segment.style.meta or {})
                assert segment.style.link is None
        assert sum(cell_len(segment.text) for segment in strip) == app.size.width
    return "\n".join(strip.text for strip in strips)


def screen_text(app: App[object]) -> str:
    """What the screen shows, row by row."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())
