"""The desk's file: opened with numbered migrations, never deleted; what cannot be read is set aside and said.

One SQLite file in the data folder, 0600 in a 0700 folder, WAL with synchronous FULL: what was answered is on disk.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from docdeck.api.errors import DocdeckError

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE drafts (
        scope TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, about TEXT NOT NULL,
        version INTEGER NOT NULL, saved_at REAL NOT NULL, PRIMARY KEY (scope, key)
    ) WITHOUT ROWID;
    CREATE TABLE draft_history (
        scope TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, about TEXT NOT NULL,
        saved_at REAL NOT NULL, kept_at REAL NOT NULL, why TEXT NOT NULL
    );
    CREATE INDEX draft_history_by_key ON draft_history (scope, key, kept_at);
    CREATE TABLE journal (
        id INTEGER PRIMARY KEY, scope TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL, label TEXT NOT NULL,
        identity TEXT NOT NULL, evidence TEXT NOT NULL, state TEXT NOT NULL, sentence TEXT NOT NULL,
        started_at REAL NOT NULL, ended_at REAL
    );
    CREATE INDEX journal_by_state ON journal (scope, state);
    CREATE TABLE viewed (
        scope TEXT NOT NULL, change_request TEXT NOT NULL, page TEXT NOT NULL, revision TEXT NOT NULL,
        viewed_at REAL NOT NULL, PRIMARY KEY (scope, change_request, page)
    ) WITHOUT ROWID;
    CREATE TABLE places (
        scope TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, saved_at REAL NOT NULL,
        PRIMARY KEY (scope, name)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE held (
        id INTEGER PRIMARY KEY, scope TEXT NOT NULL, acts TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL,
        held_at REAL NOT NULL, due_at REAL NOT NULL, owner INTEGER NOT NULL
    );
    CREATE TABLE watched (
        scope TEXT NOT NULL, thing TEXT NOT NULL, choice TEXT NOT NULL, chosen_at REAL NOT NULL,
        PRIMARY KEY (scope, thing)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE saved_filters (
        scope TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, saved_at REAL NOT NULL,
        PRIMARY KEY (scope, place, name)
    ) WITHOUT ROWID;
    """,
)
"""Each brings the file one version further; `user_version` counts them. Never edited once released."""

_TABLES = ("drafts", "draft_history", "journal", "viewed", "places", "held", "watched", "saved_filters")
_OPEN_TRIES = 40
_OPEN_WAIT = 0.05


class DeskProblem(DocdeckError):
    """The desk could not keep something: what was typed is still in the editor, and not on disk."""


@dataclass(frozen=True, slots=True)
class OpenedDesk:
    """The connection, whether it may be written, and sentences for the person about what was found."""

    connection: sqlite3.Connection
    writable: bool
    notices: tuple[str, ...]


def without_surrogates(text: str) -> str:
    """Text that SQLite can hold: lone surrogates, which no encoding takes, become a visible mark."""
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace") if not text.isascii() else text


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=5.0, isolation_level=None)
    try:
        connection.execute("PRAGMA busy_timeout = 5000")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection) -> bool:
    """Bring the file to the newest version; False when it is of a newer program."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version < 0:
            raise sqlite3.DatabaseError("a version that no docdeck wrote")
        if version > len(MIGRATIONS):
            connection.execute("ROLLBACK")
            return False
        for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
            for statement in filter(str.strip, script.split(";")):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return True


def _open_sound(path: Path) -> tuple[sqlite3.Connection, bool]:
    """Open and check the file. Raises sqlite3.DatabaseError when it is damaged."""
    try:
        connection = _connect(path)
    except UnicodeDecodeError:
        raise sqlite3.DatabaseError("unreadable text") from None
    try:
        (check,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if check != "ok":
            raise sqlite3.DatabaseError("quick_check failed")
        current = _migrate(connection)
        for table in _TABLES if current else ():
            connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchall()  # noqa: S608
        return connection, current
    except UnicodeDecodeError:  # a message about the damage quotes it, and Python cannot decode the quote
        connection.close()
        raise sqlite3.DatabaseError("unreadable text") from None
    except sqlite3.OperationalError as error:
        connection.close()
        if _is_busy(error):
            raise
        raise sqlite3.DatabaseError("a table is missing or unreadable") from error
    except BaseException:
        connection.close()
        raise


def _is_busy(error: sqlite3.Error) -> bool:
    return isinstance(error, sqlite3.OperationalError) and "locked" in str(error)


def _set_aside(path: Path, now: float) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    aside = path.with_name(f"{path.name}.damaged-{stamp}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.damaged-{stamp}-{number}")
    path.rename(aside)
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + ending))
    return aside


def _salvage(aside: Path, connection: sqlite3.Connection) -> int:
    """Bring over the drafts that can still be read, one by one, until the damage."""
    saved = 0
    try:
        with closing(sqlite3.connect(f"{aside.as_uri()}?mode=ro", uri=True)) as old:
            columns = "scope, key, text, about, version, saved_at"
            for row in old.execute(f"SELECT {columns} FROM drafts"):  # noqa: S608
                connection.execute(f"INSERT OR IGNORE INTO drafts ({columns}) VALUES (?, ?, ?, ?, ?, ?)", row)  # noqa: S608
                saved += 1
    except (sqlite3.Error, OSError, UnicodeError):
        return saved
    return saved


def _protect(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.parent.chmod(0o700)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    path.chmod(0o600)


def _replace_damaged(path: Path, now: float) -> OpenedDesk:
    aside = _set_aside(path, now)
    _protect(path)
    connection, _ = _open_sound(path)
    saved = _salvage(aside, connection)
    kept = f"{saved} draft{'' if saved == 1 else 's'} could be brought over" if saved else "no draft could be read"
    return OpenedDesk(connection, True, (f"The desk was damaged and is set aside as {aside}; {kept}.",))


def _in_memory(reason: str) -> OpenedDesk:
    connection = _connect(Path(":memory:"))
    _migrate(connection)
    return OpenedDesk(connection, True, (f"Drafts will not outlive this program: {reason}.",))


def open_desk_file(
    path: Path, *, now: Callable[[], float] = time.time, wait: Callable[[float], None] = time.sleep
) -> OpenedDesk:
    """Open or make the desk. Never raises: a damaged file is set aside, a newer one only read, none is memory."""
    try:
        _protect(path)
    except OSError as error:
        return _in_memory(f"{path.parent} cannot be written ({error.strerror})")
    for attempt in range(_OPEN_TRIES):
        try:
            connection, current = _open_sound(path)
        except sqlite3.OperationalError as error:
            if _is_busy(error) and attempt < _OPEN_TRIES - 1:
                wait(_OPEN_WAIT)
                continue
            return _in_memory(f"{path} cannot be opened now")
        except sqlite3.DatabaseError:
            try:
                return _replace_damaged(path, now())
            except (OSError, sqlite3.Error, UnicodeError):
                return _in_memory(f"{path} is damaged and cannot be set aside")
        if current:
            return OpenedDesk(connection, True, ())
        connection.execute("PRAGMA query_only = ON")
        return OpenedDesk(
            connection, False, (f"{path} was made by a newer docdeck: it is only read, nothing is kept.",)
        )
    return _in_memory(f"{path} is in use")
