"""Filters saved under a name stay on the desk, each with its account and its place."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from docdeck.workspace.desk import Desk
from docdeck.workspace.desk_file import MIGRATIONS, DeskProblem
from docdeck.workspace.saved_filters import SavedFilter


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "desk.sqlite3"


def test_they_outlive_the_program_by_account_and_place(path: Path) -> None:
    desk = Desk(path, "acme")
    desk.saved_filters.save("inbox", "mine", {"words": "a"})
    desk.saved_filters.save("inbox", "mine", {"words": "b", "odd": "\ud800"})
    desk.saved_filters.save("threads", "mine", {"words": "c"})
    desk.close()
    again = Desk(path, "acme")
    assert again.saved_filters.of("inbox") == (SavedFilter("mine", {"words": "b", "odd": "\ufffd\ufffd\ufffd"}),)
    assert [each.values for each in again.saved_filters.of("threads")] == [{"words": "c"}]
    assert Desk(path, "other").saved_filters.of("inbox") == ()
    again.saved_filters.forget("inbox", "mine")
    again.saved_filters.forget("inbox", "never there")
    assert again.saved_filters.of("inbox") == ()


def test_what_cannot_be_read_is_left_out(path: Path) -> None:
    desk = Desk(path)
    for name, value in (("a", "{"), ("b", "[]"), ("c", '{"words": "x", "order": 3}')):
        with closing(sqlite3.connect(path)) as other:
            other.execute("INSERT INTO saved_filters VALUES ('', 'inbox', ?, ?, 0)", (name, value))
            other.commit()
    assert desk.saved_filters.of("inbox") == (SavedFilter("c", {"words": "x"}),)


def test_a_desk_of_the_version_before_is_brought_further(path: Path) -> None:
    with closing(sqlite3.connect(path)) as old:
        for script in MIGRATIONS[:2]:
            old.executescript(script)
        old.execute("PRAGMA user_version = 2")
        old.execute("INSERT INTO places VALUES ('', 'last', 'inbox', 0)")
        old.commit()
    desk = Desk(path)
    assert (desk.writable, desk.notices) == (True, ())
    assert desk.places.load("last") == "inbox"
    desk.saved_filters.save("inbox", "mine", {})
    assert [each.name for each in desk.saved_filters.of("inbox")] == ["mine"]


def test_a_newer_desk_keeps_no_filter_and_says_so(path: Path) -> None:
    Desk(path).close()
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(DeskProblem, match=r"The filter was not saved"):
        Desk(path).saved_filters.save("inbox", "mine", {})
