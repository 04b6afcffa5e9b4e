"""A terminal that answers whatever it is asked types nothing into the deck; and if it did, nothing would be written."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end import on_service
from tests.end_to_end.hostile_answers import TEXTS, rewritten
from tests.end_to_end.on_service import Running
from tests.end_to_end.xterm import Xterm

LENS = [sys.executable, Path(__file__).with_name("odd_deck.py")]
QUESTIONS = "\x1b[>q\x1b[4$p\x1bP$qm\x1b\\\x1b[c\x1b[>c\x1b[=c\x1b[18t\x1b]11;?\x1b\\\x9b>q\x9b4$p"
ASKS_Y = "\x1b[4$p"
REPAINTED = 20.0


def asking(value: Any, payload: str, key: str = "") -> Any:
    """The answer with questions to the terminal in each text."""
    if isinstance(value, dict):
        return {name: asking(inner, payload, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [asking(inner, payload, key) for inner in value]
    return payload + value if isinstance(value, str) and key in TEXTS and key not in ("app", "location") else value


def served(built: Path, folder: Path, payload: str) -> Any:
    """The sample with questions to the terminal everywhere."""
    return rewritten(on_service.copied(built, folder), lambda _path, _status, answer: asking(answer, payload))


@pytest.fixture
def service(built_sample: Path, tmp_path: Path) -> Iterator[Running]:
    with served(built_sample, tmp_path, QUESTIONS) as (running, _):
        yield running


def keys_of(log: Path) -> list[str]:
    """The key events that reached the deck."""
    return re.findall(r"'(.*)'", log.read_text()) if log.exists() else []


def test_with_the_walls_no_key_arrives_that_nobody_pressed(
    service: Running, home: dict[str, str], tmp_path: Path
) -> None:
    log = tmp_path / "keys"
    pressed = ["j", "enter", "t", "m", "esc", "2", "3", "4", "5", "6"]
    with Xterm([*LENS, "--repaint", "0.1", log], env={**home, **service.env}) as deck:
        deck.wait_for(lambda seen: "TO REVIEW" in seen.text and "live" in seen.lines[0]).settle()
        for key in pressed:
            count = len(keys_of(log))
            deck.press(key).wait_for(lambda _, count=count: len(keys_of(log)) > count).settle(0.3, timeout=1.5)
        assert len(keys_of(log)) == len(deck.pressed) == len(pressed), keys_of(log)
        assert not deck.answers, "nothing was asked that the deck does not ask"
        deck.press("ctrl+q")
        assert deck.wait_exit() == 0
    assert not [call for call in service.calls if call[0] != "GET"]


@pytest.mark.slow
@pytest.mark.parametrize("payload", [QUESTIONS, ASKS_Y], ids=["all questions", "only y"])
def test_without_walls_the_key_filter_lets_nothing_be_written(
    built_sample: Path, tmp_path: Path, home: dict[str, str], payload: str
) -> None:
    """The merge sheet is drawn again and again with hostile text in it: `y` arrives, and never consents."""
    log = tmp_path / "keys"
    with served(built_sample, tmp_path, "") as (service, between):
        command = [*LENS, "--no-walls", "--repaint", "0.4", log]
        with Xterm(command, env={**home, **service.env}) as deck:
            on_service.open_first(deck)
            between.rewrite = lambda _path, _status, answer: asking(answer, payload)
            deck._draws = False
            deck.press("m").wait_for(lambda seen: ASKS_Y.encode() in seen.raw)
            before = len(deck.pressed)
            deadline = time.monotonic() + REPAINTED
            deck.wait_for(lambda _: time.monotonic() > deadline, timeout=REPAINTED + 10)
            typed = keys_of(log)[before:]
            assert typed.count("y") >= 10, "the terminal did type"
            assert deck.process.poll() is None
    assert not [call for call in service.calls if call[0] != "GET"]
