"""What is wrong with an account or a server is one sentence on the screen: no traceback, an orderly end."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from docdeck.service.store import Store
from tests.end_to_end.on_service import DECK, OWNER, Running, is_live, running
from tests.end_to_end.terminal import Terminal
from tests.end_to_end.test_terminal import restored

CRASHING = """
import sys
import docdeck.deck.screens.inbox as inbox
def broken(self):
    canary = "local-" + "value-canary"
    raise RuntimeError("words of a server " + canary)
inbox.InboxScreen.do_refresh = broken
from docdeck.cli.launching import open_deck
sys.exit(open_deck())
"""


def leaves(deck: Terminal) -> None:
    assert b"Traceback" not in deck.raw
    deck.press("ctrl+q")
    assert deck.wait_exit() == 0
    assert restored(deck.raw)


def shows(home: Mapping[str, str], env: dict[str, str], *words: str) -> None:
    """The deck, started with these settings, says these words."""
    with Terminal(DECK, env={**home, **env}) as deck:
        deck.wait_for(lambda seen: all(word in " ".join(seen.text.split()) for word in words))
        leaves(deck)


def test_a_wrong_token(service: Running, home: dict[str, str]) -> None:
    shows(home, {**service.env, "DOCDECK_TOKEN": "a-wrong-one"}, "token")


def test_an_address_that_answers_html(service: Running, home: dict[str, str]) -> None:
    service.fail("status", "", status=200, body="<html><title>Sign in</title></html>")
    shows(home, service.env, "sign-in page")


def test_a_host_that_nobody_knows(home: dict[str, str]) -> None:
    shows(home, {"DOCDECK_BASE_URL": "https://docs.invalid", "DOCDECK_TOKEN": OWNER}, "could not be reached")


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/"])
def test_the_address_with_and_without_its_version(service: Running, home: dict[str, str], ending: str) -> None:
    with Terminal(DECK, env={**home, **service.env, "DOCDECK_BASE_URL": service.base_url + ending}) as deck:
        deck.wait_for(is_live)
        leaves(deck)
    assert all(path.startswith("/v1/") and "/v1/v1" not in path for _, path in service.calls)


def test_an_account_in_no_organization(home: dict[str, str], tmp_path: Path) -> None:
    from docdeck.service.store import people, schema

    file = tmp_path / "empty.sqlite"
    store = Store.open(file)
    with store.write() as tx:
        tx.run(schema.users.insert().values(id="u" * 20, display_name="Ada Newcomer", email="ada@example.org"))
        people.insert_token(tx, "u" * 20, OWNER)
    store.close()
    with running(file) as service:
        shows(home, service.env, "Ada Newcomer", "live")


def test_a_crash_leaves_a_report_without_values_and_the_terminal_as_it_was(
    service: Running, home: dict[str, str]
) -> None:
    with Terminal([sys.executable, "-c", CRASHING], env={**home, **service.env}) as deck:
        deck.wait_for(is_live).press("ctrl+r")
        assert deck.wait_exit() == 1
        assert restored(deck.raw)
        assert b"Traceback" not in deck.raw
        assert b"value-canary" not in deck.raw
        assert "docdeck stopped because of a fault of its own" in " ".join(deck.text.split())
    (report,) = (Path(home["XDG_STATE_HOME"]) / "docdeck" / "crashes").iterdir()
    text = report.read_text()
    assert "in broken" in text
    assert "RuntimeError" in text
    assert not any(word in text for word in ("value-canary", "words of a server", OWNER))
    assert report.stat().st_mode & 0o777 == 0o600


def test_quitting_before_the_first_answer_is_no_crash(service: Running, home: dict[str, str]) -> None:
    """The key waits in the terminal before the deck reads it: it is there with the first frame."""
    for _ in range(3):
        with Terminal(DECK, env={**home, **service.env}) as deck:
            deck.wait_for(lambda seen: b"\x1b[?1049h" in seen.raw).press("q")
            assert deck.wait_exit() == 0
            assert b"docdeck stopped" not in deck.raw
