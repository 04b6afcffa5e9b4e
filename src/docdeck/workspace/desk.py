"""The desk: drafts, the journal, what waits to be sent, viewed marks, saved filters, places; never deleted.

Design section 3.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docdeck.workspace.desk_file import DeskProblem, open_desk_file, without_surrogates
from docdeck.workspace.desk_table import UNREADABLE, DeskTable
from docdeck.workspace.drafts import Drafts
from docdeck.workspace.held import HeldTexts, Watched
from docdeck.workspace.saved_filters import SavedFilters

JOURNAL_DAYS = 30


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A write: on disk before its first byte left. `state` is `sending` or `unknown` while unsettled."""

    id: int
    kind: str
    target: str
    label: str
    identity: str
    evidence: dict[str, Any]
    state: str
    sentence: str
    started_at: float


class Journal(DeskTable):
    """Every write, on disk before its first byte; what is left unsettled is read back at the next start."""

    def begin(self, kind: str, target: str, label: str, identity: str, evidence: dict[str, Any]) -> int:
        """Note a write as `sending`. Raises DeskProblem, and then nothing may be sent."""
        with self._writing("The journal") as connection:
            cursor = connection.execute(
                "INSERT INTO journal (scope, kind, target, label, identity, evidence, state, sentence, started_at) "
                "VALUES (?, ?, ?, ?, ?, ?, 'sending', '', ?)",
                (self._scope, kind, target, without_surrogates(label), identity, json.dumps(evidence), self._clock()),
            )
            return int(cursor.lastrowid or 0)

    def settle(self, row: int, state: str, sentence: str) -> None:
        """Note what became of a write: `done`, `refused`, `not_sent`, `not_done` or (still) `unknown`."""
        with self._writing("The journal") as connection:
            connection.execute(
                "UPDATE journal SET state = ?, sentence = ?, ended_at = ? WHERE id = ?",
                (state, without_surrogates(sentence), self._clock(), row),
            )

    def unsettled(self) -> tuple[JournalRow, ...]:
        """Writes of which nobody knows yet what became of them, the oldest first."""
        return self._rows("state IN ('sending', 'unknown')")

    def recent(self, limit: int = 100) -> tuple[JournalRow, ...]:
        """The newest writes, newest first."""
        return self._rows("1 = 1", f"ORDER BY id DESC LIMIT {int(limit)}")

    def _rows(self, where: str, tail: str = "ORDER BY id") -> tuple[JournalRow, ...]:
        columns = "id, kind, target, label, identity, evidence, state, sentence, started_at"
        try:
            found = self._connection.execute(
                f"SELECT {columns} FROM journal WHERE scope = ? AND {where} {tail}",  # noqa: S608
                (self._scope,),
            ).fetchall()
            return tuple(
                JournalRow(row, kind, target, label, identity, json.loads(evidence), state, sentence, started_at)
                for row, kind, target, label, identity, evidence, state, sentence, started_at in found
            )
        except (sqlite3.Error, ValueError):
            return ()

    def forget_old(self) -> None:
        """Drop settled writes older than 30 days."""
        with self._writing("The journal") as connection:
            connection.execute(
                "DELETE FROM journal WHERE state NOT IN ('sending', 'unknown') AND started_at < ?",
                (self._clock() - JOURNAL_DAYS * 86400,),
            )


class Viewed(DeskTable):
    """Which page of which change request was looked at, at which revision."""

    def mark(self, change_request: str, page: str, revision: str) -> None:
        """The page was viewed at this revision. Raises DeskProblem."""
        with self._writing("The viewed mark") as connection:
            connection.execute(
                "INSERT OR REPLACE INTO viewed (scope, change_request, page, revision, viewed_at) "
                "VALUES (?, ?, ?, ?, ?)",
                (self._scope, change_request, page, revision, self._clock()),
            )

    def unmark(self, change_request: str, page: str) -> None:
        """The page counts as not viewed. Raises DeskProblem."""
        with self._writing("The viewed mark") as connection:
            connection.execute(
                "DELETE FROM viewed WHERE scope = ? AND change_request = ? AND page = ?",
                (self._scope, change_request, page),
            )

    def of(self, change_request: str) -> dict[str, str]:
        """The revision at which each viewed page was seen."""
        try:
            rows = self._connection.execute(
                "SELECT page, revision FROM viewed WHERE scope = ? AND change_request = ?",
                (self._scope, change_request),
            ).fetchall()
        except UNREADABLE:
            return {}
        return dict(rows)


class Places(DeskTable):
    """Where the person was, to come back there."""

    def save(self, name: str, value: str) -> None:
        """Remember a place under a name. Raises DeskProblem."""
        with self._writing("The place") as connection:
            connection.execute(
                "INSERT OR REPLACE INTO places (scope, name, value, saved_at) VALUES (?, ?, ?, ?)",
                (self._scope, name, without_surrogates(value), self._clock()),
            )

    def load(self, name: str) -> str | None:
        """A remembered place, or None."""
        try:
            row = self._connection.execute(
                "SELECT value FROM places WHERE scope = ? AND name = ?", (self._scope, name)
            ).fetchone()
        except UNREADABLE:
            return None
        return None if row is None else row[0]


class Desk:
    """The desk of one account (`scope`, such as the profile or the base URL and user) in one file.

    `notices` are sentences to show once; `writable` is False when a newer docdeck made the file.
    """

    def __init__(self, path: Path, scope: str = "", *, clock: Callable[[], float] = time.time) -> None:
        opened = open_desk_file(path, now=clock)
        self.path = path
        self.notices = opened.notices
        self.writable = opened.writable
        self._connection = opened.connection
        self.drafts = Drafts(opened, scope, clock)
        self.journal = Journal(opened, scope, clock)
        self.held = HeldTexts(opened, scope, clock)
        self.viewed = Viewed(opened, scope, clock)
        self.watched = Watched(opened, scope, clock)
        self.places = Places(opened, scope, clock)
        self.saved_filters = SavedFilters(opened, scope, clock)
        if opened.writable:
            try:
                self.drafts.forget_old_history()
                self.journal.forget_old()
            except DeskProblem as problem:
                self.notices = (*self.notices, problem.sentence)

    def close(self) -> None:
        """Close the file; everything answered is already on disk."""
        self._connection.close()
