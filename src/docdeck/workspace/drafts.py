"""Drafts: text that a person typed and that no server has confirmed, and what it was before. Design section 3.

Two docdecks may write the same text: the one that finds words it has never seen goes on in a draft of its own
beside it, under `<key>#2`, `<key>#3` and so on. Text that is sent without having been a draft is `<key>~<identity>`.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from docdeck.workspace.desk_file import OpenedDesk, without_surrogates
from docdeck.workspace.desk_table import UNREADABLE, DeskTable

HISTORY_DAYS = 30
_HISTORY_VERSIONS = 20
_HISTORY_SECONDS = 30.0
_BESIDE = re.compile(r"(#\d+|~[0-9a-f]{8})\Z")


@dataclass(frozen=True, slots=True)
class Draft:
    """A text under its key. `saved_at` is epoch seconds; `ended` says how it ceased to be a draft (`sent`, ...)."""

    key: str
    text: str
    about: str
    saved_at: float
    ended: str = ""

    @property
    def thing(self) -> str:
        """The key of what it is about, the same for all texts beside each other."""
        return _BESIDE.sub("", self.key)


class Drafts(DeskTable):
    """Drafts by key. Every call is synchronous and on disk when it returns (about 0.6 ms)."""

    def __init__(self, opened: OpenedDesk, scope: str, clock: Callable[[], float]) -> None:
        super().__init__(opened, scope, clock)
        self._own: dict[str, str] = {}
        self._seen: dict[str, str] = {}
        self._wanted: dict[str, str] = {}
        self._written: set[str] = set()

    # Writing

    def save(self, key: str, text: str, about: str = "") -> str | None:
        """Keep the text; empty text ends the draft. Words that this docdeck has not loaded are never replaced.

        Returns those words when they were found: this text is kept beside them from now on. Raises DeskProblem
        when nothing could be kept.
        """
        text, about = without_surrogates(text), without_surrogates(about)
        now, other = self._clock(), None
        with self._writing("The text") as connection:
            own = self._own.get(key, key)
            before = self._row(connection, own)
            if before is not None and before.text not in (text, self._seen.get(own)):
                other, before, own = before.text, None, self._free(connection, key)
            opened = own not in self._written  # the words as they were found can always be read again
            if before is not None and (not text or opened or self._history_is_due(connection, own, now)):
                self._keep(connection, before, now, "edit" if text else "emptied")
            if text:
                connection.execute(
                    "INSERT INTO drafts (scope, key, text, about, version, saved_at) VALUES (?, ?, ?, ?, 1, ?) "
                    "ON CONFLICT (scope, key) DO UPDATE SET text = excluded.text, about = excluded.about, "
                    "version = version + 1, saved_at = excluded.saved_at",
                    (self._scope, own, text, about, now),
                )
            elif before is not None:
                self._delete(connection, own)
        self._own[key], self._seen[own] = own, text
        self._written.add(own)
        return other

    def discard(self, key: str, *, sent: str | None = None) -> None:
        """End a draft because its sending was confirmed; with `sent`, only texts that are just these words."""
        now = self._clock()
        with self._writing("The end of a draft") as connection:
            if sent is None:
                row = self._row(connection, self._own.get(key, key))
                ended = [row] if row is not None else []
            else:
                words = without_surrogates(sent)
                ended = [row for row in self._beside_each_other(connection, key) if row.text == words]
            for row in ended:
                self._keep(connection, row, now, "sent")
                self._delete(connection, row.key)
        if self._own.get(key) in [row.key for row in ended]:
            del self._own[key]

    def forget_old_history(self) -> None:
        """Drop texts that were sent or replaced longer than 30 days ago."""
        with self._writing("The history") as connection:
            connection.execute("DELETE FROM draft_history WHERE kept_at < ?", (self._clock() - HISTORY_DAYS * 86400,))

    # Reading

    def load(self, key: str) -> str | None:
        """The text to go on with, None when there is none: the newest, or the one that `prefer` named.

        From here on this docdeck writes it; others beside it stay.
        """
        wanted = self._wanted.pop(key, None)
        try:
            rows = self._beside_each_other(self._connection, key)
            row = self._row(self._connection, wanted) if wanted is not None else None
        except UNREADABLE:
            return None
        row = row or (rows[0] if rows else None)
        own = row.key if row is not None else key
        self._own[key], self._seen[own] = own, row.text if row is not None else ""
        self._written.discard(own)
        return row.text if row is not None else None

    def read(self, key: str) -> str | None:
        """The text that this docdeck writes, else the newest; unlike `load` it says nothing about who goes on."""
        try:
            row = self._row(self._connection, self._own.get(key, key))
            rows = self._beside_each_other(self._connection, key) if row is None else [row]
        except UNREADABLE:
            return None
        return rows[0].text if rows else None

    def prefer(self, draft: Draft) -> None:
        """The next `load` of what this draft is about takes just this one."""
        self._wanted[draft.thing] = draft.key

    def forget_preference(self, draft: Draft) -> None:
        """It was not taken up after all."""
        self._wanted.pop(draft.thing, None)

    def beside(self, key: str) -> tuple[Draft, ...]:
        """Texts for the same thing that this docdeck does not write, the newest first."""
        try:
            rows = self._beside_each_other(self._connection, key)
        except UNREADABLE:
            return ()
        return tuple(row for row in rows if row.key != self._own.get(key, key))

    def all(self) -> tuple[Draft, ...]:
        """Every draft, the newest first."""
        return self._drafts(
            "SELECT key, text, about, saved_at FROM drafts WHERE scope = ? ORDER BY saved_at DESC, key DESC"
        )

    def ended(self) -> tuple[Draft, ...]:
        """The last text of what is no draft any more (sent or emptied in the last 30 days), the newest first."""
        found = self._drafts(
            "SELECT key, text, about, kept_at, why FROM draft_history AS old WHERE scope = ? AND NOT EXISTS "
            "(SELECT 1 FROM drafts WHERE drafts.scope = old.scope AND drafts.key = old.key) "
            "ORDER BY kept_at DESC, rowid DESC"
        )
        newest: dict[str, Draft] = {}
        for draft in found:
            newest.setdefault(draft.key, draft)
        return tuple(newest.values())

    def earlier(self, key: str) -> tuple[Draft, ...]:
        """Earlier texts with the times when each ceased to be the draft, the newest first, also after it ended."""
        return self._drafts(
            "SELECT key, text, about, kept_at, why FROM draft_history WHERE scope = ? AND key = ? "
            "ORDER BY kept_at DESC, rowid DESC",
            key,
        )

    # Rows

    def _drafts(self, query: str, *more: str) -> tuple[Draft, ...]:
        try:
            return tuple(Draft(*row) for row in self._connection.execute(query, (self._scope, *more)).fetchall())
        except UNREADABLE:
            return ()

    def _row(self, connection: sqlite3.Connection, key: str) -> Draft | None:
        row = connection.execute(
            "SELECT key, text, about, saved_at FROM drafts WHERE scope = ? AND key = ?", (self._scope, key)
        ).fetchone()
        return Draft(*row) if row is not None else None

    def _beside_each_other(self, connection: sqlite3.Connection, key: str) -> list[Draft]:
        """The draft and those of other docdecks beside it, the newest first."""
        rows = connection.execute(
            "SELECT key, text, about, saved_at FROM drafts WHERE scope = ? AND (key = ? OR substr(key, 1, ?) = ?) "
            "ORDER BY saved_at DESC, length(key) DESC, key DESC",
            (self._scope, key, len(key) + 1, f"{key}#"),
        ).fetchall()
        return [draft for draft in (Draft(*row) for row in rows) if draft.key == key or draft.thing == key]

    def _free(self, connection: sqlite3.Connection, key: str) -> str:
        number = 2
        while self._row(connection, f"{key}#{number}") is not None:
            number += 1
        return f"{key}#{number}"

    def _delete(self, connection: sqlite3.Connection, key: str) -> None:
        connection.execute("DELETE FROM drafts WHERE scope = ? AND key = ?", (self._scope, key))

    def _history_is_due(self, connection: sqlite3.Connection, key: str, now: float) -> bool:
        (newest,) = connection.execute(
            "SELECT max(kept_at) FROM draft_history WHERE scope = ? AND key = ?", (self._scope, key)
        ).fetchone()
        return newest is None or now - newest >= _HISTORY_SECONDS

    def _keep(self, connection: sqlite3.Connection, draft: Draft, now: float, why: str) -> None:
        connection.execute(
            "INSERT INTO draft_history (scope, key, text, about, saved_at, kept_at, why) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (self._scope, draft.key, draft.text, draft.about, draft.saved_at, now, why),
        )
        connection.execute(
            "DELETE FROM draft_history WHERE scope = ? AND key = ? AND rowid NOT IN ("
            "SELECT rowid FROM draft_history WHERE scope = ? AND key = ? ORDER BY kept_at DESC, rowid DESC LIMIT ?)",
            (self._scope, draft.key, self._scope, draft.key, _HISTORY_VERSIONS),
        )
