"""The store of answers: keys, tags, ages, aliases, and its size."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from docdeck.api.cache import BIG, Cache, Row, cache_name, key_of
from docdeck.api.cache_file import CacheFile
from tests.api.stored_rows import reopened, row

CANARY = "canary-token-5d41402a"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "cache.sqlite"


def test_an_answer_survives_the_program(file: Path) -> None:
    cache = Cache(file)
    stored = row("GET /a", "s", "c", body=b'{"x": "\xc3\xa9"}')
    assert cache.put(stored) == stored
    assert cache.get("GET /a") == stored
    cache = reopened(cache, file)
    found = cache.get("GET /a")
    assert found is not None
    assert (found.body, found.fetched_at, found.asked_at) == (stored.body, 11.0, 10.0)
    assert set(found.tags) == {"s", "c"}
    assert cache.get("GET /b") is None
    assert cache.problem == ""
    cache.close()


def test_what_was_just_stored_is_there_at_once_and_without_a_file() -> None:
    cache = Cache(None)
    cache.put(row("k", "a"))
    assert cache.get("k") is not None
    cache.forget("k")
    assert cache.get("k") is None
    assert cache.flush()
    cache.put_glance("inbox", "[]", 1.0)
    assert cache.get_glance("inbox") is None


def test_marking_stale_reaches_memory_and_disk_but_no_revision(file: Path) -> None:
    cache = Cache(file)
    cache.put(row("list", "s", "c1", "c2"))
    cache.put(row("other", "s", "c3"))
    cache.put(row("revision", "s", "c1", immutable=True))
    cache.mark_stale(["c1", ""], at=20.0)
    for _ in range(2):
        states = {key: found.stale for key in ("list", "other", "revision") if (found := cache.get(key))}
        assert states == {"list": True, "other": False, "revision": False}
        cache = reopened(cache, file)
    cache.close()


def test_what_was_asked_after_the_mark_is_not_stale(file: Path) -> None:
    cache = Cache(file)
    cache.mark_stale(["c1"], at=20.0)
    cache.put(row("before", "c1", asked=19.0))
    cache.put(row("after", "c1", asked=21.0))
    before, after = cache.get("before"), cache.get("after")
    assert before is not None
    assert before.stale
    assert after is not None
    assert not after.stale
    assert cache.touched_since(["c1"], 19.0)
    assert not cache.touched_since(["c1"], 20.0)
    cache.close()


def test_a_mark_reaches_what_only_the_disk_holds(file: Path) -> None:
    cache = Cache(file)
    cache.put(row("list", "c1"))
    cache = reopened(cache, file)
    cache.mark_stale(["c1"], at=20.0)
    found = cache.get("list")  # read before or after the thread has written the mark
    assert found is not None
    assert found.stale
    cache.close()


async def test_a_big_answer_is_taken_from_its_file_in_another_thread(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = {"small": row("small", "s", body=b"x" * (BIG - 1)), "big": row("big", "s", body=b"x" * BIG)}
    cache = Cache(file)
    for each in stored.values():
        cache.put(each)
    cache = reopened(cache, file)
    took: dict[str, bool] = {}
    read = CacheFile.read

    def noted(self: CacheFile, key: str) -> Row | None:
        took[key] = threading.current_thread() is threading.main_thread()
        found = read(self, key)
        if key == "big":  # written while it was on its way
            loop.call_soon_threadsafe(cache.mark_stale, ["s"], 20.0)
        return found

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(CacheFile, "read", noted)
    assert await cache.recall("small") == stored["small"]
    found = await cache.recall("big")
    assert found is not None
    assert (found.body, found.stale) == (stored["big"].body, True)
    assert await cache.recall("absent") is None
    assert took == {"small": True, "big": False, "absent": True}
    cache.close()


def test_an_answer_is_found_by_the_ids_of_its_last_writing(file: Path) -> None:
    cache = Cache(file)
    for number, tags in enumerate((["c1"], ["c1"], ["c1", "c2"], ["c2"])):
        cache.put(row("list", *tags, asked=10.0 + number))
        cache = reopened(cache, file)
    for touched, stale in (("c1", False), ("c2", True)):
        cache.mark_stale([touched], at=20.0)
        cache = reopened(cache, file)
        found = cache.get("list")
        assert found is not None
        assert found.stale == stale
    cache.close()


def test_an_older_answer_never_replaces_a_newer_one(file: Path) -> None:
    cache = Cache(file, now=lambda: 100.0)
    newer = row("k", asked=50.0, body=b"new")
    cache.put(newer)
    assert cache.put(row("k", asked=49.0, body=b"old")).body == b"new"
    other = Cache(file, now=lambda: 100.0)  # another program, which has not seen the newer one in memory
    cache.flush()
    assert other.put(row("k", asked=49.0, body=b"old")).body == b"new"
    other.close()
    cache = reopened(cache, file)
    found = cache.get("k")
    assert found is not None
    assert found.body == b"new"
    cache.close()


def test_an_answer_from_the_future_does_not_stand_for_ever(file: Path) -> None:
    cache = Cache(file, now=lambda: 100.0)
    cache.put(row("k", asked=1e9, body=b"clock was wrong"))
    assert cache.put(row("k", asked=99.0, body=b"now")).body == b"now"
    cache = reopened(cache, file)
    found = cache.get("k")
    assert found is not None
    assert found.body == b"now"
    cache.close()


def test_aliases_replace_the_longest_known_beginning(file: Path) -> None:
    cache = Cache(file)
    cache.learn_alias("/v1/spaces/s/change-requests/42", "/v1/spaces/s/change-requests/abc")
    cache.learn_alias("/v1/spaces/s/change-requests/abc", "/v1/spaces/s/change-requests/abc")
    for _ in range(2):
        assert cache.canonical("/v1/spaces/s/change-requests/42") == "/v1/spaces/s/change-requests/abc"
        assert cache.canonical("/v1/spaces/s/change-requests/42/comments") == (
            "/v1/spaces/s/change-requests/abc/comments"
        )
        assert cache.canonical("/v1/spaces/s/change-requests/421") == "/v1/spaces/s/change-requests/421"
        assert cache.canonical("/v1/spaces/s") == "/v1/spaces/s"
        cache = reopened(cache, file)
    cache.close()


def test_glance_rows_are_one_text_a_place_and_readable_with_sqlite_alone(file: Path) -> None:
    cache = Cache(file)
    cache.put_glance("inbox", '[{"key": "a"}]', 5.0)
    cache.put_glance("inbox", '[{"key": "b"}]', 6.0)
    assert cache.get_glance("inbox") == ('[{"key": "b"}]', 6.0)
    assert cache.get_glance("sites") is None
    cache.close()
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    assert connection.execute("SELECT place, rows, at FROM glance").fetchall() == [("inbox", '[{"key": "b"}]', 6.0)]
    connection.close()


def test_only_the_owner_can_read_the_files(file: Path) -> None:
    before = os.umask(0o022)
    try:
        cache = Cache(file)
        cache.put(row("k", body=b"x" * 100_000))
        cache.flush()
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
        assert set(modes) >= {"cache.sqlite", "cache.sqlite-wal"}
        assert set(modes.values()) == {0o600}
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        cache.close()
    finally:
        os.umask(before)


def test_above_its_size_the_oldest_go_those_that_age_first(file: Path) -> None:
    cache = Cache(file, size_limit=10_000)
    cache.put(row("revision", body=b"r" * 3000, asked=1.0, immutable=True))
    for number in range(8):
        cache.put(row(f"list {number}", "t", body=b"l" * 1000, asked=10.0 + number))
    assert cache.flush()
    cache = reopened(cache, file)
    kept = [number for number in range(8) if cache.get(f"list {number}")]
    assert cache.get("revision") is not None
    assert kept == list(range(2, 8))
    assert cache.problem == ""
    cache.close()
    connection = sqlite3.connect(file)
    assert connection.execute("SELECT COUNT(*) FROM tags").fetchone()[0] == len(kept)
    connection.close()


# Names


def test_file_names_tell_accounts_apart_and_hold_no_token() -> None:
    names = {
        cache_name("https://a.example", profile="work", user="u1"),
        cache_name("https://a.example", profile="work", user="u2"),
        cache_name("https://b.example", profile="work", user="u1"),
        cache_name("https://a.example", profile="../../w\0rk", user="u1"),
        cache_name("https://a.example", token=CANARY),
        cache_name("https://b.example", token=CANARY),
        cache_name("https://a.example", token=CANARY + "x"),
    }
    assert len(names) == 7
    for name in names:
        assert CANARY not in name
        assert name == Path(name).name
        assert name.endswith(".sqlite")
        assert not name.startswith(".")
    assert cache_name("https://a.example", token=CANARY) == cache_name("https://a.example", token=CANARY)
    with pytest.raises(ValueError, match="token"):
        cache_name("https://a.example", profile="work")


def test_keys_do_not_depend_on_the_order_of_parameters() -> None:
    assert key_of("/p", [("b", "2"), ("a", "1")]) == key_of("/p", [("a", "1"), ("b", "2")])
    assert key_of("/p", []) != key_of("/p", [("a", "1")])
