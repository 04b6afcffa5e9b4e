"""`docdeck cache`: where things are kept; `clear` empties the stored answers and leaves every word on the desk."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from docdeck.api.cache import Cache
from docdeck.api.store_facts import StoreInUse, emptied, facts_of
from docdeck.workspace.desk import Desk
from tests.api.stored_rows import row
from tests.cli.served import docdeck


def kept(env: dict[str, str], *words: str) -> dict[str, list[dict[str, Any]]]:
    done = docdeck(env, "cache", "--json", *words)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def stored(home: dict[str, str], account: str, answers: int = 2) -> Path:
    """A store of answers as a docdeck left it."""
    file = Path(home["XDG_CACHE_HOME"]) / "docdeck" / f"answers-{account}.sqlite"
    cache = Cache(file)
    for number in range(answers):
        cache.put(row(f"k{number}"))
    cache.close()
    return file


def drafted(home: dict[str, str], account: str) -> Path:
    """A desk with one draft."""
    file = Path(home["XDG_DATA_HOME"]) / "docdeck" / f"desk-{account}.sqlite"
    desk = Desk(file, "scope")
    desk.drafts.save("comment:s:c:-:-", "words that must stay", "A comment")
    desk.close()
    return file


def test_nothing_is_kept_yet(home: dict[str, str]) -> None:
    assert kept(home) == {"answers": [], "desks": []}
    assert docdeck(home, "cache").stdout == ""
    assert not Path(home["XDG_CACHE_HOME"]).exists()


def test_what_is_kept_is_counted(home: dict[str, str]) -> None:
    store, desk = stored(home, "one"), drafted(home, "one")
    found = kept(home)
    assert [(one["account"], one["answers"], one["file"]) for one in found["answers"]] == [("one", 2, str(store))]
    assert [(one["account"], one["drafts"], one["file"]) for one in found["desks"]] == [("one", 1, str(desk))]
    assert found["answers"][0]["bytes"] >= store.stat().st_size
    lines = [line.split("\t") for line in docdeck(home, "cache").stdout.splitlines()]
    assert [line[:3] for line in lines] == [["answers", "one", "2 answers"], ["desk", "one", "1 draft"]]


def test_clear_drops_answers_and_no_draft(home: dict[str, str]) -> None:
    stored(home, "one")
    stored(home, "two", 1)
    desk = drafted(home, "one")
    before = desk.read_bytes()
    done = docdeck(home, "cache", "clear")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:2] == ["one: 2 stored answers dropped.", "two: 1 stored answer dropped."]
    assert "on the desk and stay" in done.stdout
    assert [one["answers"] for one in kept(home)["answers"]] == [0, 0]
    assert kept(home)["desks"][0]["drafts"] == 1
    assert desk.read_bytes() == before


def test_only_the_named_profile_is_cleared(home: dict[str, str]) -> None:
    from docdeck.cli.account import account_of
    from docdeck.settings import Profile

    file = Path(home["XDG_CONFIG_HOME"]) / "docdeck" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text('[profiles.work]\nbase_url = "https://a.example"\ntoken_command = ["true"]\n')
    file.chmod(0o600)
    mine = account_of(Profile("work", "https://a.example", ("true",), "command"), {})
    stored(home, mine)
    stored(home, "other")
    assert docdeck(home, "cache", "clear", "--profile", "work").returncode == 0
    assert {one["account"]: one["answers"] for one in kept(home)["answers"]} == {mine: 0, "other": 2}
    assert docdeck(home, "cache", "clear", "--profile", "nobody").returncode == 2


@pytest.mark.parametrize("damage", ["garbage", "newer"])
def test_a_store_that_cannot_be_read_is_told_and_cleared(home: dict[str, str], damage: str) -> None:
    file = stored(home, "one")
    if damage == "garbage":
        file.write_bytes(b"no database " * 500)
    else:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA user_version = 99")
    (found,) = kept(home)["answers"]
    assert found["answers"] is None
    assert "made anew" in found["problem"]
    assert docdeck(home, "cache", "clear").returncode == 0
    assert kept(home)["answers"] == []


def test_a_desk_that_cannot_be_read_is_told_and_left(home: dict[str, str]) -> None:
    file = drafted(home, "one")
    file.write_bytes(b"no database " * 500)
    assert "cannot be read" in kept(home)["desks"][0]["problem"]
    assert file.read_bytes().startswith(b"no database")


def test_a_store_in_use_goes_on_being_used(tmp_path: Path) -> None:
    file = tmp_path / "answers-x.sqlite"
    cache = Cache(file)
    cache.put(row("k1"))
    assert cache.flush(30)
    assert emptied(file) == 1
    cache.put(row("k2"))
    cache.close()
    assert facts_of(file).answers == 1


def test_a_store_that_is_locked_is_not_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "answers-x.sqlite"
    cache = Cache(file)
    cache.put(row("k1"))
    cache.close()
    monkeypatch.setattr("docdeck.api.store_facts._BUSY_SECONDS", 0.01)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreInUse, match="in use"):
            emptied(file)
        other.execute("ROLLBACK")
    assert facts_of(file).answers == 1
