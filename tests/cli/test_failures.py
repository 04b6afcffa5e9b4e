"""How verbs fail: one sentence on stderr, the promised exit code, no traceback and no control character."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.served import TOKEN, Canned, docdeck, signed_in

VERBS = (
    "demo", "serve", "login", "logout", "profiles", "api", "inbox", "orgs", "spaces", "cr", "keys", "config", "cache",
    "doctor", "sites", "threads", "completion",
)  # fmt: skip


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The only line on stderr; nothing on stdout, no traceback, no token, nothing that acts on a terminal."""
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert TOKEN not in done.stderr
    (line,) = done.stderr.splitlines()
    assert line.isprintable()
    assert line.startswith("docdeck: ")
    return line


@pytest.mark.parametrize(
    ("status", "code"),
    [(400, 1), (401, 4), (403, 4), (404, 3), (405, 1), (409, 5), (413, 1), (422, 1), (500, 6), (503, 6)],
)
def test_a_refusal_of_the_server(canned: Canned, home: dict[str, str], status: int, code: int) -> None:
    canned.fail("POST /v1/spaces/s/change-requests", status, "No \x1b[2J\x9b2J because \u202e of it.")
    done = docdeck(signed_in(home, canned), "api", "POST", "/spaces/s/change-requests")
    one_sentence(done)
    assert done.returncode == code


def test_a_base_url_that_answers_html(canned: Canned, home: dict[str, str]) -> None:
    canned.answers["GET /v1/user"] = (200, "text/html", b"<html><title>\x1b]0;x\x07Welcome</title></html>")
    done = docdeck(signed_in(home, canned), "api", "GET", "/user")
    assert "Welcome" not in one_sentence(done)
    assert done.returncode == 6


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "https://no-such-host.invalid"])
def test_nobody_answers(home: dict[str, str], url: str) -> None:
    done = docdeck({**home, "DOCDECK_BASE_URL": url, "DOCDECK_TOKEN": TOKEN}, "api", "POST", "/user")
    one_sentence(done)
    assert done.returncode == 6


@pytest.mark.parametrize(
    ("env", "says"),
    [
        ({"DOCDECK_BASE_URL": "http://docs.example.com", "DOCDECK_TOKEN": TOKEN}, "DOCDECK_BASE_URL"),
        ({"DOCDECK_BASE_URL": "https://docs.example.com"}, "no token"),
        ({"DOCDECK_PROFILE": "work"}, "No profile is called 'work'"),
    ],
)
def test_settings_that_cannot_be_used(home: dict[str, str], env: dict[str, str], says: str) -> None:
    done = docdeck({**home, **env}, "api", "GET", "/user")
    assert says in one_sentence(done)
    assert done.returncode == 2


@pytest.mark.parametrize("words", [("--profile", "work"), ("--profile", "nobody"), ("--profile=",)])
def test_a_profile_beside_a_token_of_the_environment_sends_nothing(
    canned: Canned, home: dict[str, str], words: tuple[str, ...]
) -> None:
    file = Path(home["XDG_CONFIG_HOME"]) / "docdeck" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text('[profiles.work]\nbase_url = "https://api.example.com"\n')
    file.chmod(0o600)
    merge = ("cr", "merge", "s", "1", "--yes")
    for call in ((*merge, *words), (*words, *merge)):
        done = docdeck(signed_in(home, canned), *call)
        assert (done.returncode, done.stdout) == (2, ""), call
        assert "profile" in done.stderr
    assert canned.asked == []


def test_wrong_use_is_2(home: dict[str, str]) -> None:
    for words in (["api", "BREW", "/user"], ["api"], ["no-such-verb"], ["serve", "--port", "99999"], ["--vers"]):
        done = docdeck(home, *words)
        assert done.returncode == 2, words
        assert "Traceback" not in done.stderr


def test_the_deck_without_a_terminal_says_so(home: dict[str, str]) -> None:
    done = docdeck(home)
    assert "needs a terminal" in one_sentence(done)
    assert done.returncode == 2


def test_a_reader_that_goes_away_is_no_fault(canned: Canned, home: dict[str, str]) -> None:
    canned.answer("GET /v1/orgs", {"items": ["x" * 1000] * 500})
    program = subprocess.Popen(
        [sys.executable, "-m", "docdeck", "api", "GET", "/orgs"],
        env=signed_in(home, canned), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.close()
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait(30) == 1


def test_the_version_and_the_help(home: dict[str, str]) -> None:
    from docdeck import __version__

    for word in ("--version", "-V"):
        assert docdeck(home, word).stdout == f"docdeck {__version__}\n"
    help_text = docdeck(home, "--help").stdout
    for verb in VERBS:
        assert f"\n    {verb} " in help_text
    assert "--owned" not in docdeck(home, "serve", "--help").stdout
