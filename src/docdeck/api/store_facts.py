"""What a store of answers holds, and emptying it, without opening it as a cache: nothing is made, mended or swept."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from docdeck.api.cache_file import SCHEMA_VERSION, with_side_files
from docdeck.api.errors import DocdeckError

_TABLES: Final = ("answers", "tags", "aliases", "glance")
_BUSY_SECONDS: Final = 5.0


class StoreInUse(DocdeckError):
    """The store could not be emptied because another program writes to it."""


@dataclass(frozen=True, slots=True)
class StoreFacts:
    """The file, its bytes with what SQLite keeps beside it, its answers, and a sentence when it cannot be read."""

    file: Path
    bytes: int
    answers: int | None = None
    problem: str = ""


def facts_of(file: Path) -> StoreFacts:
    """Look at a store of answers that may be in use, damaged or of a newer program. Never raises."""
    size = size_with_side_files(file)
    try:
        with looked_into(file) as (connection, version):
            if version > SCHEMA_VERSION:
                return StoreFacts(file, size, None, "made by a newer docdeck; it is made anew when it is used")
            if version < SCHEMA_VERSION:
                return StoreFacts(file, size, 0)
            (answers,) = connection.execute("SELECT COUNT(*) FROM answers").fetchone()
            return StoreFacts(file, size, int(answers))
    except (sqlite3.Error, OSError, UnicodeError):
        return StoreFacts(file, size, None, "it cannot be read; it is made anew when it is used")


@contextmanager
def looked_into(file: Path) -> Generator[tuple[sqlite3.Connection, int]]:
    """A database file that is only read, and its version. Raises sqlite3.Error."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=1.0)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        yield connection, int(version)


def emptied(file: Path) -> int:
    """Drop all that a store holds, also while a deck uses it; how many answers that were. Raises StoreInUse.

    It is emptied and not removed: SQLite of a program that has it open would take away a newer file's journal.
    """
    try:
        place = f"{file.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(place, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version != SCHEMA_VERSION:
                raise sqlite3.DatabaseError("another version")
            connection.execute("BEGIN IMMEDIATE")
            (answers,) = connection.execute("SELECT COUNT(*) FROM answers").fetchone()
            for table in _TABLES:
                connection.execute(f"DELETE FROM {table}")  # noqa: S608
            connection.execute("COMMIT")
            with contextlib.suppress(sqlite3.OperationalError):  # a deck that reads just now keeps the file its size
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return int(answers)
    except (sqlite3.DatabaseError, UnicodeError) as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreInUse(f"{file} is in use by another program.", "Close that docdeck and try again.") from None
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_PERM):
            raise StoreInUse(f"{file} cannot be written.", "Check who owns it, and whether the disk is full.") from None
    for one in with_side_files(file):  # nobody can read it, so nobody misses it
        one.unlink(missing_ok=True)
    return 0


def size_with_side_files(file: Path) -> int:
    """Their bytes; what is not there counts nothing."""
    size = 0
    for one in with_side_files(file):
        with contextlib.suppress(OSError):
            size += one.stat().st_size
    return size
