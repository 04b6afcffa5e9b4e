"""Hostile words in every text field of every answer, seen through every place of the deck in a real terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end_to_end import on_service
from tests.end_to_end.control_grammar import findings
from tests.end_to_end.hostile_answers import SHORT, Rewrite, Rewriting, rewritten, spoil, spoil_words
from tests.end_to_end.on_service import DECK, Running, is_live
from tests.end_to_end.terminal import Terminal
from tests.end_to_end.xterm import Xterm

COLUMNS, ROWS = 150, 40  # room for two panes, and for both versions of a page beside each other
LENS = [sys.executable, Path(__file__).with_name("odd_deck.py")]
Check = Callable[[Terminal], bool]
Step = tuple[str, str | Check]


def at(place: str) -> Check:
    """The list in front is that of this place."""
    return lambda seen: seen.lines[1].lstrip("▪ ").startswith(place)


def under(place: str) -> Check:
    """Something below that place is on top, and has been read."""
    return lambda seen: f"{place} ›" in seen.lines[0] and "next change" in seen.text


def sheet(word: str) -> Check:
    """A panel with this word lies over the view."""
    return lambda seen: word in seen.text and "╭" in seen.text


def bare(seen: Terminal) -> bool:
    """No panel lies over the view."""
    return "╭" not in seen.text


INBOX: list[Step] = [("p", bare), ("p", "│"), ("j", "│")]
REQUEST: list[Step] = [
    ("enter", under("Inbox")), ("}", "edited"), ("d", "side by side"), ("d", "source"), ("d", bare), ("]", bare),
    ("t", bare), ("i", sheet("Status")), ("esc", bare), ("c", "ctrl+s"), ("esc", bare), ("a", "ctrl+s"),
    ("esc", bare), ("m", sheet("[ Cancel ]")), ("esc", bare), ("?", "Keys of this place"), ("esc", bare),
    ("L", at("Request log")), ("esc", under("Inbox")), ("esc", at("Inbox")),
]  # fmt: skip
LISTS: list[Step] = [
    ("2", at("Change requests")), ("f", sheet("Show change requests")), ("esc", bare),
    ("3", at("Threads")), ("G", bare), ("g", bare), ("enter", "Pages "), ("esc", at("Threads")),
]  # fmt: skip


def tree(key: str, place: str) -> list[Step]:
    """Down the tree: each branch unfolded and its facts read beside it."""
    steps: list[Step] = [(key, at(place)), ("l", "▾")]
    return [*steps, *[("j", bare), ("l", bare)] * 3, ("j", bare)]


PLACES: list[Step] = [*tree("4", "Sites"), *tree("6", "Organizations"), *tree("5", "Spaces")]


@pytest.fixture(params=[spoil, spoil_words], ids=["words", "choices"])
def hostile(request: pytest.FixtureRequest, built_sample: Path, tmp_path: Path) -> Iterator[tuple[Running, Rewriting]]:
    """The sample, hostile: every text, and then every word of a fixed choice as well."""
    rewrite: Rewrite = request.param
    with rewritten(on_service.copied(built_sample, tmp_path), rewrite) as served:
        yield served


def walk(deck: Terminal, steps: list[Step]) -> None:
    """Press each key and look at what it opens."""
    for key, expected in steps:
        deck.press(key).wait_for(expected).settle(0.12, timeout=3)


def assert_own(deck: Terminal) -> None:
    """All bytes that reached the terminal are the deck's own."""
    found = findings(bytes(deck.raw), COLUMNS, ROWS)
    assert not found, f"{len(found)} foreign, such as {found[:5]}"


def test_no_place_lets_a_payload_through(hostile: tuple[Running, Rewriting], home: dict[str, str]) -> None:
    with Xterm(DECK, env={**home, **hostile[0].env}, columns=COLUMNS, rows=ROWS) as deck:
        deck.wait_for(is_live).wait_for("␛").settle()
        walk(deck, [*INBOX, *REQUEST, *LISTS, *PLACES])
        deck.press("l").settle(0.3).press("j").settle(0.3).press("enter")
        deck.wait_for(lambda seen: not at("Spaces")(seen)).settle()
        deck.press("G").settle().press("esc").wait_for(at("Spaces"))
        hostile[0].fail("status", "/sites$", status=403, message="no")
        deck.press("4").wait_for(at("Sites")).press("ctrl+r").wait_for("(403)").settle()
        deck.press("ctrl+q")
        assert deck.wait_exit() == 0
        assert_own(deck)
    assert not [call for call in hostile[0].calls if call[0] != "GET"], "nobody consented to anything"


def test_the_detector_sees_what_comes_out_without_walls(
    built_sample: Path, tmp_path: Path, home: dict[str, str]
) -> None:
    """The same answers, with the door and the guard patched out in a child: the payloads are in the bytes."""
    with rewritten(on_service.copied(built_sample, tmp_path), spoil) as (service, _):
        command = [*LENS, "--no-walls", tmp_path / "keys"]
        env = {**home, **service.env}
        with Terminal(command, env=env, columns=COLUMNS, rows=ROWS, draws=False) as deck:
            wanted = [b"\x1b]52;c;", b"\x1b[>q", b"\x1b[5;8;31m", b"\x1b[?69h", "\u202e".encode()]
            deck.wait_for(lambda seen: all(each in seen.raw for each in wanted))
            found = findings(bytes(deck.raw), COLUMNS, ROWS)
    assert {"sequence", "control", "invisible"} <= {finding.kind for finding in found}
    seen = b"|".join(finding.what for finding in found)
    for part in wanted:
        assert part in seen, part


@pytest.mark.parametrize("payload", [payload for payload in SHORT if not payload.isprintable()], ids=ascii)
def test_the_detector_knows_each_payload(payload: str) -> None:
    own = b"\x1b[?1049h\x1b[1;31mname \x1b[0m\x1b[40;120H"
    assert not findings(own + "name ▌é".encode(), COLUMNS, ROWS)
    assert findings(own + payload.encode() + b"name", COLUMNS, ROWS)


@pytest.mark.parametrize(
    "payload",
    [
        b"\x1b]0;t\x07", b"\x1b]22;$(x)\x07", b"\x1b_Gq\x1b\\", b"\x1b[41;1H", b"\x1b[?1048h", b"\x1b[38;2;256;0;0m",
        b"\x1b]8;;vscode://x\x1b\\", b"\x1b7", b"\x1b", b"\x9b2J", ("e" + "\u0301" * 9).encode(), b"\xed\xa0\x80",
    ],
    ids=ascii,
)  # fmt: skip
def test_the_detector_knows_forged_sequences(payload: bytes) -> None:
    assert findings(b"name " + payload + b" name", COLUMNS, ROWS)
