"""The verbs over a hostile platform: tables made safe on a terminal, JSON in ASCII wherever it goes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end import on_service
from tests.end_to_end.hostile_answers import rewritten, spoil_words
from tests.end_to_end.on_service import DECK, Api, Running
from tests.end_to_end.terminal import Terminal

HIDDEN = ("\u202e", "\u2066", "\u200b", "\ufeff", "\u00ad", "\U000e0041", "e" + "\u0301" * 9)


@pytest.fixture
def hostile(built_sample: Path, tmp_path: Path) -> Iterator[Running]:
    """The sample with payloads in all texts and choices."""
    with rewritten(on_service.copied(built_sample, tmp_path), spoil_words) as (running, _):
        yield running


def request_of(service: Running) -> tuple[str, str]:
    """The space and number of a change request."""
    (request, *_) = Api(service.base_url).requests(status="open")
    return request["space"], str(request["number"])


def commands(service: Running) -> list[list[str]]:
    """Every verb that shows what the platform says."""
    space, number = request_of(service)
    return [
        ["inbox"], ["orgs"], ["spaces"], ["cr", "list"], ["cr", "view", space, number],
        ["sites"], ["threads"], ["threads", "list", "--space", space, "--status", "resolved"],
        ["cr", "diff", space, number], ["cr", "review", space, number, "--approve"], ["cr", "update", space, number],
        ["threads", "resolve", space, number, "nobody"], ["cr", "merge", space, number, "--dry-run"],
        ["doctor"], ["config"], ["cache"],
        ["api", "GET", f"/spaces/{space}/change-requests/{number}"], ["api", "GET", "/orgs/nobody"],
    ]  # fmt: skip


def test_no_verb_writes_a_control_byte_on_a_terminal(hostile: Running, home: dict[str, str]) -> None:
    for words in commands(hostile):
        with Terminal([*DECK, *words], env={**home, **hostile.env}) as terminal:
            status = terminal.wait_exit()
            raw = bytes(terminal.raw)
        text = raw.decode()
        assert status in (0, 3, 5), (words, text[-500:])
        assert "Traceback" not in text
        acting = {sign for sign in text if sign not in "\r\n\t" and (sign < " " or "\x7f" <= sign <= "\x9f")}
        assert not acting, (words, acting)
        assert not [sign for sign in HIDDEN if sign in text], words


def test_json_in_a_pipe_is_ascii_and_whole(hostile: Running, home: dict[str, str]) -> None:
    for words in commands(hostile):
        env = {**home, **hostile.env}
        told = subprocess.run([*DECK, *words], env=env, capture_output=True, timeout=60, check=False)
        assert told.returncode in (0, 3, 5), (words, told.stderr[-500:])
        assert b"Traceback" not in told.stderr
        if words[0] == "api" and told.returncode == 0:
            assert told.stdout.isascii()
            assert not set(told.stdout) & {*range(0x20), 0x7F} - {0x0A}
            assert "\x1b" in "".join(map(str, json.loads(told.stdout).values())) or b"\\u" in told.stdout
