"""The second wall: whatever a widget was given, the bytes for the terminal act on nothing."""

from __future__ import annotations

import os
import pty
import re
import select
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.strip import Strip
from textual.widgets import Static

from docdeck.deck.widgets.guard import guarded_link, install_guard
from tests.deck.widgets.hostile import CONTROL

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_ACTS = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff\ud800-\udfff]"
)


@pytest.fixture(autouse=True)
def _guard() -> Iterator[None]:
    before = Strip.render, Strip.__dict__["render_style"]
    install_guard()
    install_guard()
    yield
    Strip.render, Strip.render_style = before  # type: ignore[method-assign,assignment]


class Careless(App[None]):
    """Hands raw text to a widget of Textual's, past the door."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        yield Static(self.text, markup=False)


@pytest.mark.parametrize("text", CONTROL, ids=range(len(CONTROL)))
async def test_raw_text_in_a_widget_reaches_the_terminal_without_what_acts(text: str) -> None:
    app = Careless(text)
    async with app.run_test(size=(60, 8)) as pilot:
        await pilot.pause()
        for strip in app.screen._compositor.render_strips():
            written = _COLOURS.sub("", strip.render(app.console))
            assert not _ACTS.search(written), ascii(written)


async def test_segments_without_a_style_are_guarded_too() -> None:
    app = Careless("")
    async with app.run_test(size=(20, 3)):
        written = Strip([Segment("a\x1b[6n\n\tb", None), Segment("c\x9b", Style())]).render(app.console)
        assert _COLOURS.sub("", written) == "a␛[6n� bc�"


async def test_only_web_links_leave() -> None:
    app = Careless("")
    async with app.run_test(size=(20, 3)):

        def written(link: str) -> str:
            return Strip([Segment("x", Style(bold=True, link=link))]).render(app.console)

        assert "]8;" in written("https://docs.acme.example/a?b=c")
        for link in (
            "file:///etc/passwd",
            "javascript:1",
            "https://a/\x1b]52;c;eA==\x07",
            "-h",
            "https://a b",
            "vscode://x",
        ):
            assert "]8;" not in written(link)
            assert "\x1b]52" not in written(link)
            assert "x" in written(link)


def test_web_addresses() -> None:
    assert guarded_link("HTTP://a.example") == "HTTP://a.example"
    assert guarded_link("https://") is None
    assert guarded_link(None) is None


def test_ordinary_text_is_left_as_it_is() -> None:
    from docdeck.deck.widgets.guard import guarded

    for text in ("plain", "日本語 naïve │▌›…", "👩‍👩‍👧 ❤️"):
        assert guarded(text) == text


_PROGRAM = """
from textual.app import App
from textual.widgets import Static
from docdeck.deck.widgets.guard import install_guard
install_guard()
class Careless(App):
    def compose(self):
        yield Static("nice \\x1b[>q\\x1b[4$p\\x1b]52;c;UFdO\\x1b\\\\ \\x9b2J end", markup=False)
Careless().run()
"""


@pytest.mark.slow
def test_in_a_real_terminal_no_query_is_written(tmp_path: Path) -> None:
    program = tmp_path / "careless.py"
    program.write_text(_PROGRAM)
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(sys.executable, [sys.executable, str(program)])
    written = b""
    until = time.monotonic() + 60
    try:
        while b" end" not in written and time.monotonic() < until:
            if select.select([terminal], [], [], 1)[0]:
                written += os.read(terminal, 65536)
        os.write(terminal, b"\x11")  # ctrl+q
        while time.monotonic() < until:
            try:
                if select.select([terminal], [], [], 1)[0]:
                    chunk = os.read(terminal, 65536)
                    if not chunk:
                        break
                    written += chunk
            except OSError:
                break
    finally:
        os.close(terminal)
        assert os.waitpid(pid, 0)[1] == 0
    assert b" end" in written
    for sequence in (b"\x1b[>q", b"\x1b[4$p", b"\x1b]52", b"\x9b2J"):
        assert sequence not in written
