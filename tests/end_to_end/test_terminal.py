"""Terminals of every kind, and every way for the deck to end: it starts, it restores, it leaves no process behind."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.test_serve import OWNER, served
from tests.end_to_end.terminal import Terminal

DECK = [sys.executable, "-m", "docdeck"]


def is_live(terminal: Terminal) -> bool:
    return "TO REVIEW" in terminal.text and "live" in terminal.text


def restored(raw: bytes) -> bool:
    """The last word on the alternate screen, the cursor and the mouse is the ordinary one."""

    def last(mode: bytes) -> bytes:
        return re.findall(rb"\x1b\[\?" + mode + rb"([hl])", raw)[-1]

    return (last(b"1049"), last(b"25"), last(b"1003"), last(b"2004")) == (b"l", b"h", b"l", b"l")


def children_of(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def wait_gone(pids: list[int]) -> None:
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{pid}/exe").exists() and Path(f"/proc/{pid}/cmdline").read_bytes() for pid in pids):
        assert time.monotonic() < deadline, f"{pids} still run"
        time.sleep(0.02)


@pytest.mark.parametrize(
    "settings",
    [
        {"TERM": "dumb"}, {"TERM": "linux"}, {"TERM": "vt100"}, {"TERM": "xterm"}, {"NO_COLOR": "1"},
        {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
    ids=lambda settings: "-".join(settings.values()),
)  # fmt: skip
def test_it_runs_and_restores_in_every_kind_of_terminal(home: dict[str, str], settings: dict[str, str]) -> None:
    with Terminal(DECK, env={**home, **settings}) as deck:
        deck.wait_for(is_live)
        assert "─" in deck.text or "│" in deck.text
        deck.press("q")
        assert deck.wait_exit() == 0
        assert restored(deck.raw)


def test_every_size_from_one_cell_up(home: dict[str, str]) -> None:
    with Terminal(DECK, env=home) as deck:
        deck.wait_for(is_live)
        for columns, rows in ((1, 1), (500, 200), (20, 5), (80, 24), (3, 60), (160, 50), (60, 15), (120, 40)):
            deck.resize(columns, rows).settle(0.05)
        deck.wait_for(is_live)
        deck.press("q")
        assert deck.wait_exit() == 0


def test_it_starts_in_one_cell(home: dict[str, str]) -> None:
    with Terminal(DECK, env=home, columns=1, rows=1) as deck:
        deck.wait_for(lambda seen: b"\x1b[?1049h" in seen.raw).resize(120, 40)
        deck.wait_for(is_live)
        deck.press("ctrl+q")
        assert deck.wait_exit() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_it_in_order(home: dict[str, str], number: signal.Signals) -> None:
    with Terminal(DECK, env=home) as deck:
        deck.wait_for(is_live)
        children = children_of(deck.process.pid)
        assert children
        deck.process.send_signal(number)
        assert deck.wait_exit() == 128 + number
        assert restored(deck.raw)
        assert b"Traceback" not in deck.raw
        wait_gone(children)


def test_a_closed_terminal_ends_it_and_its_service(home: dict[str, str]) -> None:
    with Terminal(DECK, env=home) as deck:
        deck.wait_for(is_live)
        children = children_of(deck.process.pid)
        deck.hang_up()
        deck.wait_exit()
        wait_gone(children)


def test_a_kill_leaves_no_service_behind(home: dict[str, str]) -> None:
    with Terminal(DECK, env=home) as deck:
        deck.wait_for(is_live)
        children = children_of(deck.process.pid)
        deck.kill9()
        wait_gone(children)


def test_without_a_terminal_nothing_starts(home: dict[str, str]) -> None:
    done = subprocess.run(
        DECK, env=home, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr
    assert not (Path(home["XDG_DATA_HOME"]) / "docdeck" / "sample.sqlite").exists()


def test_the_token_is_nowhere_after_a_run(home: dict[str, str], tmp_path: Path) -> None:
    """In no file, on no screen, in no argument and in no environment but the one it was given in."""
    (tmp_path / "token").write_text(OWNER)
    canary = OWNER.encode()
    words = ("--sample", "--database", ":memory:", "--token-file", str(tmp_path / "token"))
    with (
        served(home, *words) as (_, base_url),
        Terminal(DECK, env={**home, "DOCDECK_BASE_URL": base_url, "DOCDECK_TOKEN": OWNER}) as deck,
    ):
        deck.wait_for(is_live)
        deck.press("L").settle()
        assert canary not in Path(f"/proc/{deck.process.pid}/cmdline").read_bytes()
        deck.press("ctrl+q")
        assert deck.wait_exit() == 0
        assert canary not in deck.raw
    left = [file for file in Path(home["HOME"]).rglob("*") if file.is_file()]
    assert left
    assert [file for file in left if canary in file.read_bytes()] == []
    assert {file.stat().st_mode & 0o077 for file in Path(home["HOME"]).rglob("*")} == {0}
