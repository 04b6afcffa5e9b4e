"""A start as a person sees it: the sample for a newcomer, a server of one's own, and hostile text on the wire."""

from __future__ import annotations

import json
import re
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.cli.test_serve import OWNER, get, served
from tests.end_to_end.terminal import Terminal

DECK = [sys.executable, "-m", "docdeck"]

HOSTILE = (
    "\x1b]52;c;UFdORUQ=\x07A\x1b]8;;https://evil.example/\x1b\\B\x1b]0;PWNED\x07\x1b[31;45mC\x1b[2J\x1b[6n\x1b[>q\x1b[4$p"
    '\x1b[?1049l\x1b[?1003l\x1bc\x1bP$q"p\x1b\\\x9b2J\x9d52;c;aGk=\x9c\x08\x0c\x0e\x05\x7f\x18'
    "\u202e\u2067\u200b\ufeff[/][@click=app.quit]x[/][link=https://evil.example/]y[/link]" + "e" + "\u0301" * 400
)


@pytest.fixture
def owner(home: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The newcomer's environment with the owner's token in a file for `serve`."""
    (tmp_path / "token").write_text(OWNER)
    return home


def post(url: str, body: object, method: str = "POST") -> dict[str, object]:
    request = urllib.request.Request(
        url, json.dumps(body).encode(), method=method,
        headers={"Authorization": f"Bearer {OWNER}", "Content-Type": "application/json"},
    )  # fmt: skip
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def own_controls(raw: bytes) -> set[bytes]:
    """The kinds of control sequences in the bytes for a terminal: what begins one, without its numbers and colours."""
    found = set(
        re.findall(rb"\x1b\[[<-?]?[0-9;:]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[^\[\]PX^_]", raw)
    )
    shapes = {re.sub(rb"[0-9;:]+", b"#", sequence) if sequence.startswith(b"\x1b[") else sequence for sequence in found}
    rest = re.sub(
        rb"\x1b\[[<-?]?[0-9;:]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[^\[\]PX^_]", b"", raw
    )
    loose = {bytes([byte]) for byte in rest if byte < 0x20 or byte == 0x7F} - {b"\r", b"\n"}
    c1 = {sign.encode() for sign in rest.decode("utf-8", "replace") if "\x80" <= sign <= "\x9f"}
    return shapes | loose | c1


def test_a_newcomer_sees_the_samples_inbox_and_leaves(home: dict[str, str]) -> None:
    with Terminal(DECK, env=home) as deck:
        deck.wait_for(lambda seen: "TO REVIEW" in seen.text and "live" in seen.text)
        assert "sample" in deck.lines[0]
        deck.press("q")
        assert deck.wait_exit() == 0
    assert b"\x1b[?1049l" in deck.raw[-400:]


def test_the_second_start_shows_rows_before_any_answer(
    home: dict[str, str], tmp_path: Path, owner: dict[str, str]
) -> None:
    with served(home, "--sample", "--database", ":memory:", "--token-file", str(tmp_path / "token")) as (_, base_url):
        env = {**owner, "DOCDECK_BASE_URL": f"{base_url}/v1", "DOCDECK_TOKEN": OWNER}
        with Terminal(DECK, env=env) as deck:
            deck.wait_for(lambda seen: "TO REVIEW" in seen.text and "live" in seen.text)
            row = next(line for line in deck.lines if re.search(r"#\d+ ", line))[:30]
            deck.press("q")
            assert deck.wait_exit() == 0
    with Terminal(DECK, env=env) as deck:  # nobody serves any more
        deck.wait_for(row)
        deck.wait_for("offline")
        assert row in deck.text
        deck.press("q")
        assert deck.wait_exit() == 0


def test_hostile_text_reaches_the_screen_and_no_control_of_it_the_terminal(
    home: dict[str, str], tmp_path: Path, owner: dict[str, str]
) -> None:
    """The same walk with and without hostile text: the terminal gets the same kinds of sequences."""
    with served(home, "--sample", "--database", ":memory:", "--token-file", str(tmp_path / "token")) as (_, base_url):
        env = {**owner, "DOCDECK_BASE_URL": base_url, "DOCDECK_TOKEN": OWNER}
        before = own_controls(walked(env))
        spoil(f"{base_url}/v1")
        for file in (Path(home["XDG_CACHE_HOME"]) / "docdeck").iterdir():
            file.unlink()
        raw = walked(env, expects="␛")
        after = own_controls(raw)
    assert len(own_controls(HOSTILE.encode()) - before) > 10, "the text would be seen if it got through"
    assert after - before == set()
    for sign in ("\u202e", "\u2067", "\u200b", "\ufeff", "e" + "\u0301" * 9):
        assert sign.encode() not in raw


def walked(env: dict[str, str], expects: str = "TO REVIEW") -> bytes:
    """Open the first request of the inbox and its threads, come back and leave; gives all bytes for the terminal."""
    with Terminal(DECK, env=env) as deck:
        deck.wait_for(lambda seen: "TO REVIEW" in seen.text and "live" in seen.text and expects in seen.text)
        deck.press("j", "enter").wait_gone("TO REVIEW").settle()
        deck.press("esc").wait_for("TO REVIEW")
        deck.press("q")
        assert deck.wait_exit() == 0
        return bytes(deck.raw)


def spoil(api: str) -> None:
    """Write hostile text into every change request's subject and its threads."""
    (status, answer) = get(f"{api}/orgs", OWNER)
    assert status == 200
    for organization in answer["items"]:  # type: ignore[attr-defined]
        _, found = get(f"{api}/orgs/{organization['id']}/change-requests?status=open", OWNER)
        for request in found["items"]:  # type: ignore[attr-defined]
            one = f"{api}/spaces/{request['space']}/change-requests/{request['id']}"
            post(one, {"subject": HOSTILE[:100]}, "PATCH")
            post(f"{one}/comments", {"body": {"markdown": HOSTILE}})
