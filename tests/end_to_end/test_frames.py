"""The terminal of these tests draws what a real one shows: whole frames, however the bytes arrive."""

from __future__ import annotations

import sys

import pytest

from tests.end_to_end.frames import BEGIN, END, Frames
from tests.end_to_end.terminal import Terminal

PROGRAM = """
import sys, termios, tty
tty.setraw(0)
for words in ("plain ", "\\x1b[?2026hfirst half ", "second half\\x1b[?2026l", "\\x1b[?2026hgone"):
    sys.stdout.write(words)
    sys.stdout.flush()
    sys.stdin.read(1)
"""


def test_half_a_frame_is_not_on_the_screen() -> None:
    with Terminal([sys.executable, "-c", PROGRAM]) as terminal:
        terminal.wait_for("plain").press("x").wait_for(lambda seen: b"first half" in seen.raw)
        assert "first half" not in terminal.text
        terminal.press("x").wait_for("plain first half second half")
        terminal.press("x").wait_for(lambda seen: b"gone" in seen.raw)
        assert "gone" not in terminal.text


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_however_it_is_cut_what_is_drawn_is_the_same(size: int) -> None:
    written = b"a\x1b[>4;1mb" + BEGIN + b"c\x1b[?2026$pd" + END + b"\x1b]0;title\x07e\x1b[1;2Hf" + BEGIN + b"g"
    frames = Frames()
    drawn = b"".join(frames.drawn(written[at : at + size]) for at in range(0, len(written), size))
    assert drawn == b"a\x1b[>4;1mb" + BEGIN + b"cd" + END + b"e\x1b[1;2Hf"
