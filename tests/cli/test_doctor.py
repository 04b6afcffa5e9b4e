"""`docdeck doctor`: each line says how it stands; the exit code is that of the worst; no token is ever shown."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from docdeck.cli.checks import _holds
from docdeck.workspace.desk import Desk
from tests.cli.served import TOKEN, Canned, docdeck, signed_in
from tests.end_to_end.terminal import Terminal

USER = {"object": "user", "id": "u1", "displayName": "Mira \x1b[2JSolberg"}


def looked(env: dict[str, str], *words: str) -> tuple[int, dict[str, dict[str, str]]]:
    """The exit code, and the lines by their names."""
    done = docdeck(env, "doctor", "--json", *words)
    assert done.stderr == ""
    assert TOKEN not in done.stdout
    return done.returncode, {line["check"]: line for line in json.loads(done.stdout)}


def test_a_newcomer_is_well(home: dict[str, str]) -> None:
    code, lines = looked(home)
    assert code == 0
    assert {line["state"] for line in lines.values()} == {"ok", "warning"}
    assert lines["packages"]["says"].startswith("textual 8.2.8")
    assert "sample workspace" in lines["profile"]["says"]
    assert "--insecure-storage" in lines["keyring"]["hint"]
    assert not Path(home["XDG_DATA_HOME"]).exists(), "a look makes nothing"


def test_with_an_account_the_server_the_token_and_the_clock_are_checked(home: dict[str, str], canned: Canned) -> None:
    canned.answer("GET /v1/user", USER)
    code, lines = looked(signed_in(home, canned))
    assert code == 0
    assert lines["server"]["says"].startswith(f"{canned.base_url} answers in")
    assert lines["token"]["says"] == "of Mira \x1b[2JSolberg, kept in: DOCDECK_TOKEN"
    assert lines["clock"] == {
        "check": "clock",
        "state": "ok",
        "says": "the server's clock agrees with this one",
        "hint": "",
    }
    assert lines["keyring"]["state"] == "ok"


def test_a_server_that_refuses_the_token_is_reached_and_the_exit_code_is_4(
    home: dict[str, str], canned: Canned
) -> None:
    canned.fail("GET /v1/user", 401, "Who are you?")
    code, lines = looked(signed_in(home, canned))
    assert (code, lines["server"]["state"], lines["token"]["state"]) == (4, "ok", "failed")
    assert "docdeck login" in lines["token"]["hint"]


def test_no_token_is_4_and_the_server_is_still_looked_at(home: dict[str, str], canned: Canned) -> None:
    canned.fail("GET /v1/user", 401, "Who are you?")
    file = Path(home["XDG_CONFIG_HOME"]) / "docdeck" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text(f'[profiles.work]\nbase_url = "{canned.base_url}"\n')
    file.chmod(0o600)
    code, lines = looked(home)
    assert (code, lines["server"]["state"], lines["token"]["state"]) == (4, "ok", "failed")
    assert "docdeck login --profile work" in lines["token"]["hint"]
    assert [asked.authorization for asked in canned.asked] == [""]


@pytest.mark.parametrize(("answer", "code"), [("html", 6), ("nobody", 6), ("503", 6), ("404", 3)])
def test_a_server_that_is_none(home: dict[str, str], canned: Canned, answer: str, code: int) -> None:
    env = signed_in(home, canned)
    if answer == "html":
        canned.answers["GET /v1/user"] = (200, "text/html", b"<html>Welcome</html>")
    elif answer == "nobody":
        env["DOCDECK_BASE_URL"] = "http://127.0.0.1:9"
    elif answer == "503":
        canned.fail("GET /v1/user", 503, "Soon.")
    found, lines = looked(env)
    assert (found, lines["server"]["state"]) == (code, "failed")
    assert lines["server"]["hint"]


def test_settings_that_cannot_be_used_are_2(home: dict[str, str]) -> None:
    file = Path(home["XDG_CONFIG_HOME"]) / "docdeck" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text("default_profile = 'nobody'\n")
    file.chmod(0o600)
    code, lines = looked(home)
    assert (code, lines["settings"]["state"]) == (2, "failed")
    assert "profile" not in lines
    code, lines = looked({**home, "XDG_CONFIG_HOME": "/no/such"}, "--profile", "nobody")
    assert (code, lines["profile"]["state"]) == (2, "failed")


def test_a_file_where_a_folder_belongs_and_a_folder_that_is_open(home: dict[str, str]) -> None:
    Path(home["XDG_CACHE_HOME"]).write_text("")
    data = Path(home["XDG_DATA_HOME"]) / "docdeck"
    data.mkdir(parents=True)
    data.chmod(0o755)
    code, lines = looked(home)
    assert (code, lines["cache folder"]["state"], lines["data folder"]["state"]) == (1, "failed", "warning")
    assert lines["data folder"]["hint"] == f"Run chmod 700 {data}."


def test_the_desk_is_looked_at_and_left(home: dict[str, str]) -> None:
    file = Path(home["XDG_DATA_HOME"]) / "docdeck" / "desk-sample.sqlite"
    desk = Desk(file, "scope")
    desk.drafts.save("comment:s:c:-:-", "words", "A comment")
    desk.journal.begin("comment", "t", "Comment", "i", {})
    desk.close()
    code, lines = looked(home)
    assert (code, lines["desk"]["state"]) == (0, "warning")
    assert "1 of unknown outcome, 1 drafts" in lines["desk"]["says"]
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 99")
    newer = looked(home)[1]["desk"]
    assert (newer["state"], newer["hint"]) == ("failed", "Update docdeck.")
    assert file.exists()


def test_on_a_terminal_nothing_of_it_acts(home: dict[str, str], canned: Canned) -> None:
    canned.answer("GET /v1/user", USER)
    with Terminal(
        [sys.executable, "-m", "docdeck", "doctor"], env={**signed_in(home, canned)}, columns=120
    ) as terminal:
        assert terminal.wait_exit() == 0
        assert any(line.startswith("ok       terminal") and "120 columns" in line for line in terminal.lines)
        assert b"\x1b[2J" not in terminal.raw
        assert TOKEN.encode() not in terminal.raw


def test_an_output_that_is_not_utf_8_is_a_warning(home: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "docdeck", "doctor", "--json"], env={**home, "PYTHONIOENCODING": "latin-1"},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert {line["check"]: line["state"] for line in json.loads(done.stdout)}["text"] == "warning"


def test_versions_are_compared_by_number() -> None:
    assert _holds("8.10", ">=", "8.9")
    assert not _holds("8.2.9", "==", "8.2.8")
    assert _holds("1.0", "==", "1.0.0")
    assert not _holds("3.0.0", "<", "3")
