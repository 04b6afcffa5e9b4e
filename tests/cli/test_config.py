"""`docdeck config`: what counts, where it came from, and never a token."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.served import TOKEN, Canned, docdeck

FILE = """
default_profile = "work"
outbox_seconds = 5

[profiles.work]
base_url = "https://api.example.com"
token_command = ["pass", "show", "very-secret-place"]

[profiles.home]
base_url = "https://home.example.com"
"""


def config(env: dict[str, str], *words: str) -> dict[str, tuple[str, str]]:
    done = docdeck(env, "config", "--json", *words)
    assert (done.returncode, done.stderr) == (0, "")
    return {row["name"]: (row["value"], row["source"]) for row in json.loads(done.stdout)}


def settled(home: dict[str, str], text: str = FILE) -> tuple[dict[str, str], str]:
    """The environment with a settings file and no DOCDECK_ variable, and the file."""
    file = Path(home["XDG_CONFIG_HOME"]) / "docdeck" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    file.chmod(0o600)
    return {name: value for name, value in home.items() if not name.startswith("DOCDECK_")}, str(file)


def test_a_newcomer_has_defaults(home: dict[str, str]) -> None:
    env = {name: value for name, value in home.items() if not name.startswith(("DOCDECK_", "XDG_DATA"))}
    found = config(env)
    assert found["profile"] == ("none: the sample workspace", "default")
    assert found["settings file"][0].endswith("config.toml (absent)")
    assert found["outbox_seconds"] == ("5", "default")
    assert found["data folder"] == (f"{home['HOME']}/.local/share/docdeck", "default")
    assert found["cache folder"] == (f"{home['XDG_CACHE_HOME']}/docdeck", "XDG_CACHE_HOME")
    assert "token" not in found


def test_the_settings_file_is_named_for_what_it_says(home: dict[str, str]) -> None:
    env, file = settled(home)
    found = config(env)
    assert found["profile"] == ("work", file)
    assert found["base_url"] == ("https://api.example.com", file)
    assert found["outbox_seconds"] == ("5", file)
    assert found["token"] == ("not shown", "token_command pass")
    assert "very-secret-place" not in str(found)
    assert config(env, "--profile", "home")["profile"] == ("home", "--profile")
    assert config(env, "--profile", "home")["token"] == ("none", "docdeck login keeps one")
    assert config({**env, "DOCDECK_PROFILE": "home"})["profile"] == ("home", "DOCDECK_PROFILE")


def test_the_environment_wins_and_is_named(home: dict[str, str]) -> None:
    env, _ = settled(home)
    env |= {"DOCDECK_BASE_URL": "https://other.example/v1", "DOCDECK_TOKEN": TOKEN, "DOCDECK_OUTBOX_SECONDS": "2.5"}
    found = config({**env, "EDITOR": "ed", "VISUAL": "vi -e"})
    assert found["base_url"] == ("https://other.example", "DOCDECK_BASE_URL")
    assert found["token"] == ("not shown", "DOCDECK_TOKEN")
    assert found["outbox_seconds"] == ("2.5", "DOCDECK_OUTBOX_SECONDS")
    assert found["editor"] == ("vi -e", "VISUAL")
    assert TOKEN not in docdeck(env, "config").stdout


def test_a_kept_token_is_not_shown(home: dict[str, str], canned: Canned) -> None:
    canned.answer("GET /v1/user", {"object": "user", "id": "u1", "displayName": "Mira"})
    words = ("login", "--base-url", canned.base_url, "--insecure-storage")
    assert docdeck(home, *words, feed=f"{TOKEN}\n").returncode == 0
    told = docdeck(home, "config").stdout
    assert TOKEN not in told
    assert "token\tnot shown\tfile" in told.splitlines()


def test_settings_that_cannot_be_used_are_told_and_not_shown(home: dict[str, str]) -> None:
    env, file = settled(home, "outbox_secnods = 5\n")
    done = docdeck(env, "config")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{file}: outbox_secnods is no setting of docdeck. Did you mean outbox_seconds?" in done.stderr
