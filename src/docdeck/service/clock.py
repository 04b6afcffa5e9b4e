"""One clock and one id maker for everything the service stores; tests and the sample set both."""

from __future__ import annotations

import hashlib
import secrets
import threading
from datetime import UTC, datetime, timedelta

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ID_LENGTH = 20


def stored(moment: datetime) -> str:
    """The stored form of a time: UTC text with microseconds, so that text order is time order."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def moment(text: str) -> datetime:
    """The time behind its stored form."""
    return datetime.fromisoformat(text)


class Clock:
    """The time now. Never the same twice unless it was set, so that order of time is order of writing."""

    def __init__(self) -> None:
        self._set: datetime | None = None
        self._last = datetime.min.replace(tzinfo=UTC)
        self._lock = threading.Lock()

    def set(self, moment: datetime | None) -> None:
        """Stop the clock at a time with a zone, or with None let it run again."""
        self._set = moment

    def now(self) -> datetime:
        """The time now, in UTC."""
        if self._set is not None:
            return self._set.astimezone(UTC)
        with self._lock:
            self._last = max(datetime.now(UTC), self._last + timedelta(microseconds=1))
            return self._last

    def text(self, moment: datetime | None = None) -> str:
        """The stored form of the time now, or of the time given."""
        return stored(self.now() if moment is None else moment)


class IdMaker:
    """Ids of 20 letters and digits; with a seed, the same ids in the same order."""

    def __init__(self, seed: str | None = None) -> None:
        self._seed = seed
        self._count = 0
        self._lock = threading.Lock()

    def __call__(self) -> str:
        number = int.from_bytes(self._bytes(), "big")
        letters: list[str] = []
        for _ in range(_ID_LENGTH):
            number, digit = divmod(number, len(_ALPHABET))
            letters.append(_ALPHABET[digit])
        return "".join(letters)

    def _bytes(self) -> bytes:
        if self._seed is None:
            return secrets.token_bytes(16)
        with self._lock:
            self._count += 1
            return hashlib.sha256(f"{self._seed}/{self._count}".encode()).digest()[:16]
