"""Signing in and out: the token is checked before it is kept, and shows nowhere."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.served import TOKEN, Canned, docdeck
from tests.end_to_end.terminal import Terminal

USER = {"object": "user", "id": "u1", "displayName": "Mira \x1b[2JSolberg"}


@pytest.fixture
def welcoming(canned: Canned) -> Canned:
    canned.answer("GET /v1/user", USER)
    return canned


def login(home: dict[str, str], canned: Canned, *words: str, token: str = TOKEN):
    return docdeck(home, "login", "--base-url", f"{canned.base_url}/v1", *words, feed=f"{token}\n")


def test_login_checks_the_token_keeps_it_and_says_whose_it_is(home: dict[str, str], welcoming: Canned) -> None:
    done = login(home, welcoming, "--insecure-storage")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Signed in to {welcoming.base_url} as Mira ␛[2JSolberg; profile default" in done.stdout
    assert "a file that only you can read" in done.stdout
    assert welcoming.asked[0].authorization == f"Bearer {TOKEN}"
    called = docdeck(home, "api", "GET", "/user")
    assert json.loads(called.stdout) == USER
    holding = [file for file in Path(home["HOME"]).rglob("*") if file.is_file() and TOKEN.encode() in file.read_bytes()]
    assert [file.name for file in holding] == ["default"]
    assert {file.stat().st_mode & 0o077 for file in Path(home["HOME"]).rglob("*")} == {0}


def test_a_refused_token_is_not_kept(home: dict[str, str], canned: Canned) -> None:
    canned.fail("GET /v1/user", 401, "Who are you?")
    done = login(home, canned, "--insecure-storage")
    assert done.returncode == 4
    assert TOKEN not in done.stderr + done.stdout
    assert not [
        file for file in Path(home["HOME"]).rglob("*") if file.is_file() and TOKEN.encode() in file.read_bytes()
    ]
    assert docdeck(home, "profiles", "--json").stdout.strip() == "[]"


def test_without_a_keyring_nothing_is_asked_and_nothing_kept(home: dict[str, str], welcoming: Canned) -> None:
    done = login(home, welcoming)
    assert done.returncode == 4
    assert "--insecure-storage" in done.stderr
    assert welcoming.asked == []


def test_profiles_say_where_each_token_is(home: dict[str, str], welcoming: Canned) -> None:
    login(home, welcoming, "--insecure-storage", "--profile", "work")
    login(home, welcoming, "--insecure-storage", "--profile", "other")
    rows = json.loads(docdeck(home, "profiles", "--json").stdout)
    assert [(row["name"], row["default"], row["token"]) for row in rows] == [
        ("work", True, "file"), ("other", False, "file"),
    ]  # fmt: skip
    assert docdeck(home, "logout", "--profile", "work").returncode == 0
    done = docdeck(home, "api", "GET", "/user")
    assert done.returncode == 4
    assert "No token is kept for profile work" in done.stderr
    assert docdeck(home, "api", "GET", "/user", "--profile", "other").returncode == 0
    assert docdeck(home, "logout", "--profile", "work").returncode == 2


def test_a_profile_keeps_its_base_url(home: dict[str, str], welcoming: Canned) -> None:
    login(home, welcoming, "--insecure-storage")
    done = docdeck(home, "login", "--base-url", "http://127.0.0.1:9", "--insecure-storage", feed=f"{TOKEN}\n")
    assert done.returncode == 2
    assert "has the base URL" in done.stderr


def test_typed_in_a_terminal_the_token_is_not_shown(home: dict[str, str], welcoming: Canned) -> None:
    words = ["login", "--base-url", welcoming.base_url, "--insecure-storage"]
    with Terminal([sys.executable, "-m", "docdeck", *words], env=home) as terminal:
        terminal.wait_for("(not shown):")
        terminal.type(TOKEN).press("enter")
        assert terminal.wait_exit() == 0
        assert "Signed in" in terminal.text
        assert TOKEN.encode() not in terminal.raw
        assert b"\x1b[2J" not in terminal.raw
