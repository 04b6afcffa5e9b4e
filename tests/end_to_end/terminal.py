"""A real pseudo-terminal: runs a program in it, answers its questions like a modern xterm, and reads the screen.

Nothing here sleeps for a guess: `wait_for` reads until a condition holds. The raw bytes are kept, because what a
screen shows says nothing about which control bytes reached it.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pyte

from tests.end_to_end.frames import Frames
from tests.end_to_end.terminal_questions import QUESTION, answer_to

KEYS = {
    "enter": "\r", "esc": "\x1b", "tab": "\t", "shift+tab": "\x1b[Z", "space": " ", "backspace": "\x7f",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "delete": "\x1b[3~", "f5": "\x1b[15~",
}  # fmt: skip

DEADLINE = 60.0
BUSY = None


class _Screen(pyte.Screen):
    """pyte hands every number of a sequence to its handler; one with more numbers than it knows is no such sequence."""

    def set_margins(self, *numbers: int, **kept: bool) -> None:
        if len(numbers) <= 2:
            super().set_margins(*numbers, **kept)

    def cursor_position(self, *numbers: int, **kept: bool) -> None:
        if len(numbers) <= 2:
            super().cursor_position(*numbers, **kept)

    def report_device_status(self, *numbers: int, **kept: bool) -> None:
        """Nothing: the terminal answers what its program asks; pyte would take one number only."""


class Terminal:
    """One program in a pseudo-terminal. Use as a context manager: leaving it kills what is left of the program."""

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        env: Mapping[str, str] | None = None,
        columns: int = 120,
        rows: int = 40,
        cwd: Path | None = None,
        draws: bool = True,
    ) -> None:
        """`draws` False only keeps the bytes: for measuring, where reading the screen would take the time measured."""
        self.raw = bytearray()
        self.chunks: list[tuple[float, bytes]] = []
        self._pyte = _Screen(columns, rows)
        self._stream = pyte.ByteStream(self._pyte)
        self._frames = Frames()
        self._draws = draws
        self._answered = 0
        self._reports_size = False
        self._size = (columns, rows)
        self._open = True
        self._master, slave = pty.openpty()
        self._set_size(slave)
        self.started = time.perf_counter()
        # COLUMNS and LINES (a runner of tests may set them) would be believed before the terminal's own size.
        outer = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=slave, stdout=slave, stderr=slave, cwd=cwd,
            env={**outer, "TERM": "xterm-256color", "COLORTERM": "truecolor", **(env or {})},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 (no other thread runs here)
        )  # fmt: skip
        os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self._open:
            os.close(self._master)
            self._open = False

    # reading

    @property
    def lines(self) -> list[str]:
        """The rows of the screen as they stand."""
        return list(self._pyte.display)

    @property
    def text(self) -> str:
        """The screen as one string, rows without the blanks at their end."""
        return "\n".join(line.rstrip() for line in self.lines)

    @property
    def cursor(self) -> tuple[int, int]:
        """Row and column of the terminal's cursor, from 0."""
        return self._pyte.cursor.y, self._pyte.cursor.x

    def wait_for(
        self, condition: str | re.Pattern[str] | Callable[[Terminal], bool], timeout: float = DEADLINE
    ) -> Terminal:
        """Read until the screen holds the text (or pattern, or the predicate is true); fails with the screen."""
        deadline = time.monotonic() + timeout
        while not self._holds(condition):
            left = deadline - time.monotonic()
            if left <= 0:
                raise AssertionError(f"not on the screen after {timeout:.0f} s: {condition!r}\n{self.framed()}")
            if not self._read(min(left, 0.5)) and self.process.poll() is not None and not self._read(0):
                if self._holds(condition):
                    break
                raise AssertionError(
                    f"the program ended with {self.process.returncode} before: {condition!r}\n{self.framed()}"
                )
        return self

    def wait_gone(self, text: str, timeout: float = DEADLINE) -> Terminal:
        """Read until the screen no longer holds the text."""
        return self.wait_for(lambda terminal: text not in terminal.text, timeout)

    def settle(self, quiet: float = 0.15, timeout: float = DEADLINE) -> Terminal:
        """Read until nothing has come for `quiet` seconds: for looking at a whole screen, not for waiting.

        A program that computes, or waits for a processor, has not settled however quiet it is.
        """
        deadline, before = time.monotonic() + timeout, processor_time(self.process.pid)
        while time.monotonic() < deadline:
            quiet_now = not self._read(min(quiet, max(0.0, deadline - time.monotonic())))
            worked = processor_time(self.process.pid)
            if quiet_now and worked == before and worked is not BUSY:
                break
            before = worked
        return self

    def framed(self) -> str:
        """The screen with a frame, for messages."""
        width = self._size[0]
        return "\n".join(["┌" + "─" * width + "┐", *(f"│{line}│" for line in self.lines), "└" + "─" * width + "┘"])

    def clear(self) -> Terminal:
        """Forget the screen and what is unfinished, as a terminal does that a new program takes over."""
        self._pyte.reset()
        self._stream, self._frames = pyte.ByteStream(self._pyte), Frames()
        return self

    # acting

    def press(self, *keys: str) -> Terminal:
        """Press keys one after the other: a character, or a name such as enter, esc, ctrl+s, down."""
        for key in keys:
            self._write(_bytes_of(key))
        return self

    def type(self, text: str) -> Terminal:
        """Type a text as a person would, character by character in one burst."""
        self._write(text.encode())
        return self

    def paste(self, text: str) -> Terminal:
        """Paste a text as a terminal does that was asked for bracketed paste."""
        self._write(b"\x1b[200~" + text.encode() + b"\x1b[201~")
        return self

    def resize(self, columns: int, rows: int) -> Terminal:
        """Change the size of the terminal, as dragging its window does."""
        self._size = (columns, rows)
        self._pyte.resize(rows, columns)
        self._set_size(self._master)  # the system signals it
        if self._reports_size:
            self._write(self._size_report())
        return self

    def kill9(self) -> Terminal:
        """Kill the program as a crash of the machine would: no handler of it runs."""
        self.process.kill()
        self.process.wait()
        return self

    def terminate(self) -> Terminal:
        """Ask the program to end (SIGTERM)."""
        self._signal(signal.SIGTERM)
        return self

    def hang_up(self) -> Terminal:
        """Close the terminal under the program, as closing its window does."""
        os.close(self._master)
        self._open = False
        return self

    def wait_exit(self, timeout: float = DEADLINE) -> int:
        """Wait for the end of the program and return its exit status (negative: the signal that ended it)."""
        deadline = time.monotonic() + timeout
        while self.process.poll() is None:
            if time.monotonic() > deadline:
                raise AssertionError(f"the program still runs after {timeout:.0f} s\n{self.framed()}")
            if self._open:
                self._read(0.05)
            else:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(0.2)
        while self._open and self._read(0):
            pass
        return self.process.returncode

    # the wire

    def _holds(self, condition: str | re.Pattern[str] | Callable[[Terminal], bool]) -> bool:
        if isinstance(condition, str):
            return condition in self.text
        if isinstance(condition, re.Pattern):
            return condition.search(self.text) is not None
        return condition(self)

    def _read(self, seconds: float) -> bool:
        """Take what the program wrote, if anything comes within `seconds`."""
        if not self._open or not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # Linux: the last one on the other side closed it
            return False
        if not data:
            return False
        self.chunks.append((time.perf_counter(), data))
        self.raw += data
        if self._draws:
            self._stream.feed(self._frames.drawn(data))
        self._answer()  # after drawing, because writing may read on
        return True

    def _answer(self) -> None:
        """Answer what the program asked the terminal. Looks back a little: a question may come in two pieces."""
        unread = bytes(self.raw[self._answered :])
        questions = list(QUESTION.finditer(unread))
        seen_to = questions[-1].end() if questions else 0
        self._answered += max(seen_to, len(unread) - 64)  # before writing, which may read on
        for question in questions:
            answer = self._answer_to(question[0])
            if answer:
                self._write(answer)

    def _answer_to(self, question: bytes) -> bytes:
        if question in (b"\x1b[?2048h", b"\x1b[?2048l"):
            self._reports_size = question.endswith(b"h")
            return self._size_report() if self._reports_size else b""
        return answer_to(question, self._size, self.cursor)

    def _size_report(self) -> bytes:
        """The size as a terminal reports it in band, to a program that turned that on (mode 2048)."""
        columns, rows = self._size
        return b"\x1b[48;%d;%d;%d;%dt" % (rows, columns, rows * 20, columns * 10)

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            # a program that draws much and a person that types much must not wait for each other
            readable, writable, _ = select.select([self._master], [self._master], [], DEADLINE)
            if readable:
                self._read(0)
            if writable:
                view = view[os.write(self._master, view[:512]) :]
            elif not readable:
                raise AssertionError(f"the terminal takes no more keys\n{self.framed()}")

    def _set_size(self, descriptor: int) -> None:
        columns, rows = self._size
        fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, columns * 10, rows * 20))

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(number)


def processor_time(pid: int) -> int | None:
    """The processor time a program has had, in the system's ticks; None (`BUSY`) while it wants more of it."""
    ticks = 0
    for each in Path(f"/proc/{pid}/task").glob("*/stat"):
        with contextlib.suppress(OSError):  # a thread that has just ended
            words = each.read_text().rpartition(")")[2].split()
            if words[0] == "R":
                return BUSY
            ticks += int(words[11]) + int(words[12])
    return ticks


def _bytes_of(key: str) -> bytes:
    if key in KEYS:
        return KEYS[key].encode()
    if key.startswith("ctrl+") and len(key) == 6:
        return bytes([ord(key[-1].upper()) & 0x1F])
    if len(key) == 1:
        return key.encode()
    raise ValueError(f"no such key: {key}")
