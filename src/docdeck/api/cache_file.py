"""The file behind the cache: one connection for reading, one thread with its own for writing, and what can go wrong.

Every failure ends in `problem` and in a program that goes on; a file that is corrupt or newer is made anew, once.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

SCHEMA_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS answers(
    key TEXT PRIMARY KEY, body BLOB NOT NULL, fetched_at REAL NOT NULL, asked_at REAL NOT NULL,
    stale INTEGER NOT NULL, immutable INTEGER NOT NULL, bytes INTEGER NOT NULL, tags TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS tags(id TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY(id, key)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tags_by_key ON tags(key);
CREATE INDEX IF NOT EXISTS answers_by_age ON answers(immutable, fetched_at);
CREATE TABLE IF NOT EXISTS aliases(path TEXT PRIMARY KEY, canonical TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS glance(place TEXT PRIMARY KEY, rows TEXT NOT NULL, at REAL NOT NULL) WITHOUT ROWID;
"""
_GOES_ON: Final = "docdeck goes on without it"
_TRANSIENT: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_SWEEP_EVERY: Final = 200
_OPENINGS: Final = 4

Job = Callable[[sqlite3.Connection], None]


@dataclass(frozen=True, slots=True)
class Row:
    """A stored answer. Times are epoch seconds: when it was asked for, and when the server had answered."""

    key: str
    body: bytes
    fetched_at: float
    asked_at: float
    tags: tuple[str, ...] = ()
    stale: bool = False
    immutable: bool = False


class CacheFile:
    """One cache file. Nothing here raises; what fails becomes `problem`."""

    def __init__(self, path: Path, size_limit: int) -> None:
        self.problem = ""
        self._path = path
        self._size_limit = size_limit
        self._reader: sqlite3.Connection | None = None
        self._reading = threading.Lock()
        self._jobs: queue.SimpleQueue[Job | threading.Event | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._usable = True
        self._rebuilt = False
        self._lock = threading.Lock()
        self._generation = 0
        self._reader_generation = -1

    # -- reading, where it is asked for -----------------------------------------------------------------------------

    def read(self, key: str) -> Row | None:
        """One answer by its key; None when it is not there or the file cannot be read."""
        found = self._query("SELECT body, fetched_at, asked_at, stale, immutable, tags FROM answers WHERE key = ?", key)
        if not found:
            return None
        body, fetched_at, asked_at, stale, immutable, joined = found[0]
        if not isinstance(body, bytes) or not isinstance(fetched_at, float) or not isinstance(asked_at, float):
            return None
        tags = tuple(str(joined).split("\n")) if joined else ()
        return Row(key, body, fetched_at, asked_at, tags, bool(stale), bool(immutable))

    def size(self, key: str) -> int:
        """How many bytes an answer has; 0 when it is not there."""
        found = self._query("SELECT bytes FROM answers WHERE key = ?", key)
        return found[0][0] if found and isinstance(found[0][0], int) else 0

    def aliases(self, most: int) -> dict[str, str]:
        """The known aliases."""
        return {str(path): str(canonical) for path, canonical in self._query("SELECT * FROM aliases LIMIT ?", most)}

    def get_glance(self, place: str) -> tuple[str, float] | None:
        """The kept rows of a place."""
        self.flush(2.0)
        found = self._query("SELECT rows, at FROM glance WHERE place = ?", place)
        return (str(found[0][0]), float(found[0][1])) if found else None

    def _query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with self._reading:
            try:
                connection = self._for_reading()
                return connection.execute(sql, values).fetchall() if connection else []
            except sqlite3.Error as error:
                self._failed(error, self._reader_generation)
                return []

    def _for_reading(self) -> sqlite3.Connection | None:
        if not self._usable:
            return None
        if self._reader is None or self._reader_generation != self._generation:
            if self._reader is not None:
                self._reader.close()
                self._reader = None
            with self._lock:
                self._reader = self._connected()
                self._reader_generation = self._generation
        return self._reader

    # -- writing, in the thread -------------------------------------------------------------------------------------

    def put(self, row: Row) -> None:
        """Store an answer unless a newer one is there."""
        tags = [tag for tag in row.tags if "\n" not in tag]
        joined = "\n".join(tags)
        values = (row.key, row.body, row.fetched_at, row.asked_at, row.stale, row.immutable, len(row.body), joined)

        def job(connection: sqlite3.Connection) -> None:
            before = connection.execute("SELECT tags FROM answers WHERE key = ?", (row.key,)).fetchone()
            changed = connection.execute(
                "INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(key) DO UPDATE SET"
                " body = excluded.body, fetched_at = excluded.fetched_at, asked_at = excluded.asked_at,"
                " stale = excluded.stale, immutable = excluded.immutable, bytes = excluded.bytes, tags = excluded.tags"
                " WHERE excluded.asked_at >= asked_at OR asked_at > excluded.fetched_at + 1",
                values,
            ).rowcount
            if changed and before != (joined,):  # most answers carry the ids that they carried before
                connection.execute("DELETE FROM tags WHERE key = ?", (row.key,))
                connection.executemany("INSERT OR IGNORE INTO tags VALUES (?, ?)", [(tag, row.key) for tag in tags])

        self._do(job)

    def forget(self, key: str) -> None:
        """Drop one answer."""
        self._do(lambda connection: _drop(connection, [key]))

    def mark_stale(self, ids: Iterable[str], at: float) -> None:
        """Mark every answer that carries one of these ids and was asked for before `at`."""
        marks = [(at, identifier) for identifier in ids]

        def job(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "UPDATE answers SET stale = 1 WHERE immutable = 0 AND asked_at < ?"
                " AND key IN (SELECT key FROM tags WHERE id = ?)",
                marks,
            )

        self._do(job)

    def put_alias(self, path: str, canonical: str) -> None:
        """Remember an alias."""
        self._do(lambda connection: _run(connection, "INSERT OR REPLACE INTO aliases VALUES (?, ?)", path, canonical))

    def put_glance(self, place: str, rows: str, at: float) -> None:
        """Keep the rows of a place."""
        self._do(lambda connection: _run(connection, "INSERT OR REPLACE INTO glance VALUES (?, ?, ?)", place, rows, at))

    def flush(self, timeout: float) -> bool:
        """Wait until everything is on disk."""
        if self._thread is None or not self._thread.is_alive():
            return True
        done = threading.Event()
        self._jobs.put(done)
        return done.wait(timeout)

    def close(self) -> None:
        """Write what waits, end the thread, close the connections."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join(2.0)
            self._thread = None
        with self._reading:
            if self._reader is not None:
                self._reader.close()
                self._reader = None
            self._usable = False

    def _do(self, job: Job) -> None:
        if not self._usable:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._write_for_ever, name="docdeck-cache", daemon=True)
            self._thread.start()
        self._jobs.put(job)

    def _write_for_ever(self) -> None:
        connection: sqlite3.Connection | None = None
        generation, unswept = -1, _SWEEP_EVERY
        ending = False
        while not ending:
            jobs, waiting, ending = self._take()
            try:
                if self._usable and jobs and (connection is None or generation != self._generation):
                    _close(connection)
                    connection = None
                    with self._lock:
                        generation = self._generation
                        connection = self._connected()
                if self._usable and connection is not None:
                    unswept += len(jobs)
                    _in_one_transaction(connection, jobs)
                    if unswept >= _SWEEP_EVERY or (ending and unswept):
                        unswept = 0
                        _sweep(connection, self._size_limit)
            except sqlite3.Error as error:
                _roll_back(connection)
                self._failed(error, generation)
            for event in waiting:
                event.set()
        _close(connection)

    def _take(self) -> tuple[list[Job], list[threading.Event], bool]:
        """Everything that waits, at least one thing."""
        jobs: list[Job] = []
        waiting: list[threading.Event] = []
        item = self._jobs.get()
        while True:
            if item is None:
                return jobs, waiting, True
            if isinstance(item, threading.Event):
                waiting.append(item)
            else:
                jobs.append(item)
            try:
                item = self._jobs.get_nowait()
            except queue.Empty:
                return jobs, waiting, False

    # -- opening, and what goes wrong -------------------------------------------------------------------------------

    def _connected(self) -> sqlite3.Connection | None:
        """A connection with the schema in place. Called with the lock held. Raises `sqlite3.Error`."""
        try:
            _make_private(self._path)
        except OSError:
            self._give_up("The cache file cannot be made here")
            return None
        for attempt in range(_OPENINGS):
            try:
                return self._opened()
            except sqlite3.OperationalError as error:
                # Two programs that make the file at once: changing the journal mode does not wait for the lock.
                if error.sqlite_errorcode & 0xFF not in _TRANSIENT or attempt + 1 == _OPENINGS:
                    raise
                time.sleep(0.02 * (attempt + 1))
        return None

    def _opened(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=0.25, isolation_level=None, check_same_thread=False)
        try:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if version > SCHEMA_VERSION:
                raise sqlite3.DatabaseError("made by a newer program")
            connection.execute("PRAGMA synchronous = OFF")
            if version < SCHEMA_VERSION:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("BEGIN IMMEDIATE")
                for statement in _SCHEMA.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
                connection.execute("COMMIT")
        except BaseException:
            connection.close()
            raise
        return connection

    def _failed(self, error: sqlite3.Error, generation: int) -> None:
        """Say what went wrong, once; make a bad file anew, once; then go on in memory. The error is never quoted."""
        with self._lock:
            code = getattr(error, "sqlite_errorcode", None)
            if code is not None and code & 0xFF in _TRANSIENT:
                self.problem = self.problem or f"The cache is locked by another program; {_GOES_ON} until it is free."
            elif isinstance(error, sqlite3.OperationalError) and code is not None and not _means_bad_file(code):
                self._give_up("The cache cannot be written (a full or read-only disk?)")
            elif generation != self._generation:
                return  # the other thread has made the file anew already
            elif self._rebuilt:
                self._give_up("The cache file cannot be read")
            else:
                self._rebuilt = True
                self.problem = "The cache file could not be read; it was made anew."
                _remove(self._path)
                self._generation += 1

    def _give_up(self, what: str) -> None:
        self._usable = False
        self.problem = f"{what}; {_GOES_ON}."


def _means_bad_file(code: int) -> bool:
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def _make_private(path: Path) -> None:
    """The folder 0700 and the file 0600 before SQLite opens it, so that its side files are private too.

    A file that is there is never opened: closing it again would drop the locks that this process's connections
    hold on it, and another program could then throw away the journal that they write to.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        if not path.is_file():
            raise


def with_side_files(file: Path) -> tuple[Path, ...]:
    """A database file and what SQLite keeps beside it."""
    return (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm"))


def _remove(path: Path) -> None:
    for name in with_side_files(path):
        with contextlib.suppress(OSError):
            name.unlink()


def _run(connection: sqlite3.Connection, sql: str, *values: object) -> None:
    connection.execute(sql, values)


def _drop(connection: sqlite3.Connection, keys: list[str]) -> None:
    connection.executemany("DELETE FROM answers WHERE key = ?", [(key,) for key in keys])
    connection.executemany("DELETE FROM tags WHERE key = ?", [(key,) for key in keys])


def _in_one_transaction(connection: sqlite3.Connection, jobs: list[Job]) -> None:
    if not jobs:
        return
    connection.execute("BEGIN IMMEDIATE")
    for job in jobs:
        job(connection)
    connection.execute("COMMIT")


def _roll_back(connection: sqlite3.Connection | None) -> None:
    if connection is not None and connection.in_transaction:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")


def _close(connection: sqlite3.Connection | None) -> None:
    if connection is not None:
        with contextlib.suppress(sqlite3.Error):
            connection.close()


def _sweep(connection: sqlite3.Connection, limit: int) -> None:
    """Above the size limit, drop the oldest answers, those that age before revisions, down to nine tenths."""
    size = int(connection.execute("SELECT COALESCE(SUM(bytes), 0) FROM answers").fetchone()[0])
    if size <= limit:
        return
    doomed: list[str] = []
    for key, weight in connection.execute("SELECT key, bytes FROM answers ORDER BY immutable, fetched_at"):
        if size <= limit * 0.9:
            break
        doomed.append(str(key))
        size -= int(weight)
    _in_one_transaction(connection, [lambda held: _drop(held, doomed)])
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
