"""A pseudo-terminal that answers as xterm 379 with its default settings does, also what the deck never asks.

The answers are those measured there: of the version (`m` in its name), of ANSI mode 4 (`y` at its end), of the current
style (`r`, `m`), of the three device attributes, colours and sizes; asked in 7 bits or with C1 signs.
"""

from __future__ import annotations

import re

import pyte
from wcwidth import wcwidth

from tests.end_to_end.terminal import Terminal

CSI, OSC, DCS = rb"(?:\x1b\[|\xc2\x9b)", rb"(?:\x1b\]|\xc2\x9d)", rb"(?:\x1bP|\xc2\x90)"
ST = rb"(?:\x1b\\|\xc2\x9c|\x07)"
_ASKED = {
    CSI + rb">0?q": b"\x1bP>|XTerm(379)\x1b\\",
    CSI + rb"4\$p": b"\x1b[4;2$y",
    CSI + rb"0?c": b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c",
    CSI + rb">0?c": b"\x1b[>64;379;0c",
    CSI + rb"=0?c": b"\x1bP!|00000000\x1b\\",
    CSI + rb"18t": b"\x1b[8;40;120t",
    CSI + rb"6n": b"\x1b[1;1R",
    CSI + rb"\?(?:2026|2048)\$p": b"",
    OSC + rb"11;\?" + ST: b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
    DCS + rb"\$qm" + ST: b"\x1bP1$r0;97;40m\x1b\\",
}
_QUESTION = re.compile(b"|".join(_ASKED))


class Xterm(Terminal):
    """A terminal that can be made to type; `pressed` is what its person typed, `answers` what it said itself."""

    def __init__(self, *args: object, **options: object) -> None:
        self.answers: list[bytes] = []
        self.pressed: list[str] = []
        super().__init__(*args, **options)  # type: ignore[arg-type]

    def press(self, *keys: str) -> Xterm:
        self.pressed += keys
        super().press(*keys)
        return self

    @property
    def lines(self) -> list[str]:
        """The rows of the screen; unlike pyte's own reading, also where a wide sign was half overwritten."""
        screen = self._pyte
        return [_row(screen, row) for row in range(screen.lines)]

    def _answer(self) -> None:
        unread = bytes(self.raw[self._answered :])
        questions = list(_QUESTION.finditer(unread))
        seen_to = questions[-1].end() if questions else 0
        self._answered += max(seen_to, len(unread) - 64)
        for question in questions:
            answer = next(said for asked, said in _ASKED.items() if re.fullmatch(asked, question[0]))
            if answer:
                self.answers.append(answer)
                self._write(answer)


def _row(screen: pyte.Screen, row: int) -> str:
    signs: list[str] = []
    hidden = False
    for column in range(screen.columns):
        if hidden:
            hidden = False
            continue
        sign = screen.buffer[row][column].data or " "
        hidden = wcwidth(sign[0]) == 2
        signs.append(sign)
    return "".join(signs)
