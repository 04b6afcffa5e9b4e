"""The disposable store of answers: SQLite, by key, tag and age. Anyone may delete its file at any time.

Reads happen where they are asked for (0.03 ms each); writes go to one thread that owns a connection of its own and
puts all that waits into one transaction. What was stored in this process is also held in memory, so the program
goes on when the file is corrupt, locked, full, or made by a newer program; `problem` then says so, once.

Tables: `answers(key, body, fetched_at, asked_at, stale, immutable, bytes, tags)`; `tags(id, key)`: the ids an answer
carries, to find it by; `aliases(path, canonical)`: paths under which the same thing is known;
`glance(place TEXT PRIMARY KEY, rows TEXT, at REAL)`: rows ready to paint as one JSON text, read before anything of
this package is imported.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from docdeck.api.cache_file import CacheFile, Row
from docdeck.api.exchange import MiB

__all__ = ["Cache", "Row", "cache_name", "key_of"]

BIG: Final = 128 * 1024
"""Bytes from which an answer is read beside the event loop."""
_MEMORY_LIMIT: Final = 24 * MiB
_ALIAS_LIMIT: Final = 20_000
_STALE_LIMIT: Final = 5_000
_FUTURE: Final = 1.0
"""Seconds ahead of the clock after which a stored moment is a wrong clock's and counts for nothing."""


def cache_name(base_url: str, *, profile: str | None = None, user: str | None = None, token: str | None = None) -> str:
    """The file name for a profile and the user recorded at login, or for a base URL and the SHA-256 of its token.

    The token itself cannot be read from the name. Raises ValueError when neither is given.
    """
    if profile is not None and user is not None:
        readable = re.sub(r"[^A-Za-z0-9_-]+", "-", profile)[:40].strip("-") or "profile"
        digest = hashlib.sha256("\0".join((profile, user, base_url)).encode()).hexdigest()[:16]
        return f"{readable}-{digest}.sqlite"
    if token is None:
        raise ValueError("a cache file is named after a profile and its user, or after a token")
    digest = hashlib.sha256(token.encode()).hexdigest()
    return "token-" + hashlib.sha256("\0".join((base_url, digest)).encode()).hexdigest()[:24] + ".sqlite"


def key_of(path: str, params: Iterable[tuple[str, str]]) -> str:
    """The key of an answer: its path and its parameters in one order."""
    return "\n".join([path, *(f"{name}={value}" for name, value in sorted(params))])


@dataclass(slots=True)
class _Memory:
    """Rows of this process, the most recently used last, bounded by bytes."""

    rows: OrderedDict[str, Row]
    size: int = 0

    def get(self, key: str) -> Row | None:
        row = self.rows.get(key)
        if row is not None:
            self.rows.move_to_end(key)
        return row

    def put(self, row: Row) -> None:
        self.forget(row.key)
        self.rows[row.key] = row
        self.size += len(row.body)
        while self.size > _MEMORY_LIMIT and len(self.rows) > 1:
            self.forget(next(iter(self.rows)))

    def forget(self, key: str) -> None:
        old = self.rows.pop(key, None)
        if old is not None:
            self.size -= len(old.body)


class Cache:
    """Answers by key. With no file, memory only. `now` is the clock in epoch seconds."""

    def __init__(
        self, file: Path | None = None, *, size_limit: int = 200 * MiB, now: Callable[[], float] = time.time
    ) -> None:
        self._memory = _Memory(OrderedDict())
        self._file = CacheFile(file, size_limit) if file is not None else None
        self._aliases: dict[str, str] | None = None
        self._stale: OrderedDict[str, float] = OrderedDict()
        self._now = now

    @property
    def problem(self) -> str:
        """A sentence when the file cannot be used, else empty."""
        return self._file.problem if self._file else ""

    def get(self, key: str) -> Row | None:
        """The stored answer, marked stale when something that it carries was touched after it was asked for."""
        row = self._memory.get(key)
        if row is None and self._file is not None:
            row = self._file.read(key)
            if row is not None:
                self._memory.put(row)
        if row is None or row.immutable or row.stale:
            return row
        return replace(row, stale=True) if self.touched_since(row.tags, row.asked_at) else row

    async def recall(self, key: str) -> Row | None:
        """As `get`; a big answer is taken from its file beside the event loop."""
        if self._file is not None and key not in self._memory.rows and self._file.size(key) >= BIG:
            row = await asyncio.to_thread(self._file.read, key)
            if row is not None and key not in self._memory.rows:
                self._memory.put(row)
        return self.get(key)

    def put(self, row: Row) -> Row:
        """Store an answer, unless a newer one is there; returns the one that stands."""
        held = self.get(row.key)
        if held is not None and row.asked_at < held.asked_at <= self._now() + _FUTURE:
            return held
        self._memory.put(row)
        if self._file is not None:
            self._file.put(row)
        return self.get(row.key) or row

    def forget(self, key: str) -> None:
        """Drop one answer, for example because it cannot be read any more."""
        self._memory.forget(key)
        if self._file is not None:
            self._file.forget(key)

    def mark_stale(self, ids: Iterable[str], at: float) -> None:
        """Mark every answer that carries one of these ids and was asked for before `at`. Revisions never age."""
        touched = {identifier for identifier in ids if identifier}
        if not touched:
            return
        for identifier in touched:
            self._stale[identifier] = at
            self._stale.move_to_end(identifier)
        while len(self._stale) > _STALE_LIMIT:
            self._stale.popitem(last=False)
        for key, row in self._memory.rows.items():
            if not row.stale and not row.immutable and row.asked_at < at and not touched.isdisjoint(row.tags):
                self._memory.rows[key] = replace(row, stale=True)
        if self._file is not None:
            self._file.mark_stale(touched, at)

    def touched_since(self, ids: Iterable[str], moment: float) -> bool:
        """Whether a write of this process touched one of these ids after that moment."""
        return bool(self._stale) and any(self._stale.get(identifier, 0.0) > moment for identifier in ids)

    def learn_alias(self, path: str, canonical: str) -> None:
        """From now on, what lies under `path` is known under `canonical`."""
        known = self._known_aliases()
        if path == canonical or known.get(path) == canonical or len(known) >= _ALIAS_LIMIT:
            return
        known[path] = canonical
        if self._file is not None:
            self._file.put_alias(path, canonical)

    def canonical(self, path: str) -> str:
        """The path under which a thing is stored: the longest known beginning of the path replaced."""
        known = self._known_aliases()
        if not known:
            return path
        end = len(path)
        while end > 0:
            if (better := known.get(path[:end])) is not None:
                return better + path[end:]
            end = path.rfind("/", 0, end)
        return path

    def put_glance(self, place: str, rows: str, at: float) -> None:
        """Keep the rows of a place, as one JSON text, for the first frame of the next start."""
        if self._file is not None:
            self._file.put_glance(place, rows, at)

    def get_glance(self, place: str) -> tuple[str, float] | None:
        """The kept rows of a place and when they were true."""
        return self._file.get_glance(place) if self._file is not None else None

    def flush(self, timeout: float = 2.0) -> bool:
        """Wait until everything is on disk. False when that took longer than `timeout` seconds."""
        return self._file.flush(timeout) if self._file is not None else True

    def close(self) -> None:
        """Write what waits and close the file."""
        if self._file is not None:
            self._file.close()

    def _known_aliases(self) -> dict[str, str]:
        if self._aliases is None:
            self._aliases = self._file.aliases(_ALIAS_LIMIT) if self._file is not None else {}
        return self._aliases
