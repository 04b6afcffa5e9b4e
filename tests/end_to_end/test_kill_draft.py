"""kill -9 while a comment is typed: what stood on the screen is there again, under the same key."""

from __future__ import annotations

import os
import random
import re
import signal
import sqlite3
import sys
from pathlib import Path

import pytest

from tests.end_to_end.on_service import DECK, Running, is_live
from tests.end_to_end.terminal import Terminal

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TITLE = "Comment on all of"

# Loads the deck once and forks it again each time it was killed and SIGUSR1 says that the terminal is cleared.
AGAIN_AND_AGAIN = """
import os, select, signal, sys, termios
import docdeck.deck.app, docdeck.deck.screens.inbox, docdeck.workspace.session, docdeck.workspace.review
import docdeck.api.connecting, docdeck.cli.launching, docdeck.deck.painters.overview
environment = dict(os.environ)
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
while True:
    while select.select([0], [], [], 0.05)[0]:  # on a busy machine it may still be on its way through the terminal
        termios.tcflush(0, termios.TCIFLUSH)  # what was typed and never read must not be keys of the next one
    pid = os.fork()
    if pid == 0:
        os.environ.update(environment)
        from docdeck.cli.launching import open_deck
        os._exit(open_deck())
    _, status = os.waitpid(pid, 0)
    if not os.WIFSIGNALED(status):
        sys.exit(os.WEXITSTATUS(status))
    signal.sigwait({signal.SIGUSR1})
"""


def written(deck: Terminal) -> str:
    """The text in the composer, as it stands on the screen."""
    lines = deck.lines
    at = next((index for index, line in enumerate(lines) if TITLE in line), None)
    if at is None:
        return ""
    return "".join(line.strip() for line in lines[at + 1 : -2]).strip()


def kept(home: dict[str, str]) -> str:
    """The draft on disk."""
    (desk,) = (Path(home["XDG_DATA_HOME"]) / "docdeck").glob("desk-*.sqlite")
    connection = sqlite3.connect(f"file:{desk}?mode=ro", uri=True)
    try:
        rows = connection.execute("SELECT text FROM drafts").fetchall()
    finally:
        connection.close()
    return rows[0][0] if rows else ""


def open_composer(deck: Terminal) -> None:
    """The key of the composer, once the request under the cursor is read."""
    deck.wait_for(lambda seen: "TO REVIEW" in seen.text and "CHANGED PAGES" in seen.text)
    deck.press("C").wait_for(TITLE)


def type_until(deck: Terminal, chance: random.Random) -> str:
    """Type letters at random speed, read for a random moment; returns the text that the screen has shown."""
    for _ in range(chance.randint(1, 6)):
        deck.type("".join(chance.choice(LETTERS) for _ in range(chance.randint(1, 5))))
        deck.settle(chance.uniform(0, 0.01), timeout=chance.uniform(0, 0.03))
    return written(deck)


@pytest.mark.parametrize("kills", [10, pytest.param(40, marks=[pytest.mark.slow, pytest.mark.timeout(600)])])
def test_no_kill_loses_what_was_shown(service: Running, home: dict[str, str], kills: int) -> None:
    chance = random.Random(kills)
    typed, shown = 0, ""
    with Terminal([sys.executable, "-c", AGAIN_AND_AGAIN], env={**home, **service.env}) as deck:
        for number in range(kills):
            (child,) = deck.wait_for(lambda seen: bool(children(seen))) and children(deck)
            open_composer(deck)
            deck.wait_for(lambda seen, wanted=shown: written(seen).startswith(wanted))
            if len(shown) > 60:  # emptied by hand, so that one line always shows all of it
                deck.type("\x7f" * len(shown)).wait_for(lambda seen: written(seen) == "")
                shown = ""
            before, shown = len(shown), type_until(deck, chance)
            os.kill(child, signal.SIGKILL)
            deck.settle(0.02)  # what the killed one had written
            deck.clear()
            os.kill(deck.process.pid, signal.SIGUSR1)
            deck.wait_for(lambda _, old=child: children(deck) not in ([old], []))
            after = kept(home)
            assert after.startswith(shown), f"kill {number}"
            typed, shown = typed + len(after) - before, after
    assert typed > 2 * kills


def children(deck: Terminal) -> list[int]:
    pid = deck.process.pid
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.slow
def test_a_kill_while_a_comment_is_sent_leaves_one_comment_or_its_draft(service: Running, home: dict[str, str]) -> None:
    """The answer never comes; the next start looks what became of it and says so."""
    service.fail("delay", "/comments$", method="POST", seconds=30, times=1)
    with Terminal(DECK, env={**home, **service.env}) as deck:
        deck.wait_for(is_live)
        open_composer(deck)
        deck.type("sent into the void").wait_for("into the void").press("ctrl+s")
        deck.wait_for(lambda _: service.count("POST", "/comments") == 1)
        deck.kill9()
    assert kept(home) == "sent into the void"
    with Terminal(DECK, env={**home, **service.env}) as deck:
        deck.wait_for(re.compile("From before"))
        open_composer(deck)
        deck.wait_for("sent into the void")
        deck.press("esc").settle().press("ctrl+q")
        assert deck.wait_exit() == 0
