"""Every way in which the file of the store of answers can be bad, and many programs on one file."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from docdeck.api.cache import Cache
from tests.api.stored_rows import reopened, row


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "cache.sqlite"


def damaged(file: Path, how: str) -> None:
    cache = Cache(file)
    for number in range(200):
        cache.put(row(f"k{number}", "t", body=b"x" * 2000))
    cache.close()
    data = file.read_bytes()
    if how == "garbage":
        file.write_bytes(b"this is no database, though it is long enough to be one" * 1000)
    elif how == "header":
        file.write_bytes(b"\0" * 100 + data[100:])
    elif how == "pages":
        file.write_bytes(data[:100] + os.urandom(len(data) - 100))
    elif how == "cut":
        file.write_bytes(data[: len(data) // 2])
    elif how == "other tables":
        file.unlink()
        connection = sqlite3.connect(file)
        connection.execute("CREATE TABLE answers(other TEXT)")
        connection.execute("PRAGMA user_version = 1")
        connection.close()
    elif how == "newer":
        connection = sqlite3.connect(file)
        connection.execute("PRAGMA user_version = 99")
        connection.close()


@pytest.mark.parametrize("how", ["garbage", "header", "pages", "cut", "other tables", "newer"])
def test_a_bad_file_is_made_anew_and_said_once(file: Path, how: str) -> None:
    damaged(file, how)
    cache = Cache(file)
    for number in range(200):
        cache.get(f"k{number}")
    cache.put(row("new", "t"))
    cache.mark_stale(["t"], at=5.0)
    assert cache.get("new") is not None
    cache.flush()
    assert cache.problem == "The cache file could not be read; it was made anew."
    cache.put(row("later", "t"))
    cache = reopened(cache, file)
    assert cache.get("later") is not None
    assert cache.problem == ""
    cache.close()


def test_a_file_that_goes_bad_under_the_program(file: Path) -> None:
    cache = Cache(file)
    cache.put(row("k", body=b"x" * 5000))
    cache.flush()
    for path in file.parent.iterdir():
        path.write_bytes(b"garbage" * 5000)
    cache.put(row("k2"))
    cache.get("k3")
    cache.flush()
    assert cache.get("k") is not None  # from memory
    cache.put(row("k4"))
    cache.close()
    again = Cache(file)
    assert again.get("k4") is not None
    again.close()


def test_a_row_of_wrong_types_is_not_there(file: Path) -> None:
    cache = Cache(file)
    cache.put(row("k"))
    cache.close()
    connection = sqlite3.connect(file)
    connection.execute("UPDATE answers SET body = 'text', fetched_at = 'never'")
    connection.commit()
    connection.close()
    cache = Cache(file)
    assert cache.get("k") is None
    cache.close()


def test_a_locked_file_is_done_without(file: Path) -> None:
    cache = Cache(file)
    cache.put(row("k"))
    cache.flush()
    lock = sqlite3.connect(file, isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    cache.put(row("k2"))
    assert cache.flush(5.0)
    assert "locked by another program" in cache.problem
    assert cache.get("k2") is not None
    lock.execute("ROLLBACK")
    lock.close()
    cache.put(row("k3"))
    cache = reopened(cache, file)
    assert cache.get("k3") is not None
    cache.close()


@pytest.mark.parametrize("how", ["folder is a file", "file is a folder"])
def test_a_place_that_cannot_be_written_is_done_without(tmp_path: Path, how: str) -> None:
    file = tmp_path / "x" / "cache.sqlite"
    if how == "folder is a file":
        (tmp_path / "x").write_text("")
    else:
        file.mkdir(parents=True)
    cache = Cache(file)
    assert cache.get("k") is None
    cache.put(row("k"))
    cache.flush()
    assert cache.get("k") is not None
    assert cache.problem == "The cache file cannot be made here; docdeck goes on without it."
    cache.close()


def test_a_full_disk_is_done_without(file: Path) -> None:
    cache = Cache(file)
    cache.put(row("k"))
    cache.flush()
    pages = sqlite3.connect(file)
    count = pages.execute("PRAGMA page_count").fetchone()[0]
    pages.close()
    full = Cache(file)
    full.put(row("first"))
    full.flush()
    full._file._do(lambda connection: limit_pages(connection, count))  # pyright: ignore[reportPrivateUsage]
    full.put(row("big", body=b"x" * 1_000_000))
    full.flush()
    assert "cannot be written" in full.problem
    assert full.get("big") is not None
    full.close()
    cache.close()


def limit_pages(connection: sqlite3.Connection, count: int) -> None:
    connection.execute(f"PRAGMA max_page_count = {count}")


WRITER = """
import sys
from pathlib import Path
from docdeck.api.cache import Cache, Row
name = sys.argv[2]
cache = Cache(Path(sys.argv[1]))
for number in range(200):
    cache.put(Row(f"{name} {number}", name.encode() * 50, 2.0, 1.0, (name, "all")))
    if number % 20 == 0:
        cache.flush(); cache.mark_stale([name], 0.5)
cache.close()
print(cache.problem)
"""


def test_four_programs_share_one_file(file: Path) -> None:
    programs = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(file), name], stdout=subprocess.PIPE, text=True)
        for name in ("one", "two", "three", "four")
    ]
    assert [program.communicate(timeout=60)[0] for program in programs] == ["\n"] * 4
    cache = Cache(file)
    for name in ("one", "two", "three", "four"):
        assert all(cache.get(f"{name} {number}") for number in range(200))
    cache.close()
