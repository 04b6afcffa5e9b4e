"""What the parts of the desk share: the connection, the scope (server and account), the clock, and how one writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager

from docdeck.workspace.desk_file import DeskProblem, OpenedDesk

UNREADABLE = (sqlite3.Error, UnicodeError)
"""What a damaged file raises; the latter where Python cannot decode what SQLite says about it."""


class DeskTable:
    """One part of the desk, for one scope."""

    def __init__(self, opened: OpenedDesk, scope: str, clock: Callable[[], float]) -> None:
        self._connection = opened.connection
        self._writable = opened.writable
        self._scope = scope
        self._clock = clock

    @contextmanager
    def _writing(self, what: str) -> Generator[sqlite3.Connection]:
        """One committed transaction. Raises DeskProblem with what was not kept."""
        if not self._writable:
            raise DeskProblem(f"{what} was not saved: the desk was made by a newer docdeck.", "Update docdeck.")
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        except (sqlite3.Error, UnicodeError) as error:
            hint = "Free some space." if "full" in str(error) else "Copy the text before you leave."
            raise DeskProblem(f"{what} was not saved: the desk could not be written.", hint) from error
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
