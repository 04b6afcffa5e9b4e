"""One call on the wire and its answer, as plain values: what the transport takes and gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

MiB = 1024 * 1024


class Secret(Protocol):
    """A token that does not show itself: pydantic's `SecretStr`, or anything that makes the token when asked."""

    def get_secret_value(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Call:
    """What goes on the wire. `path` begins with `/v1`, its ids already percent-encoded."""

    operation: str
    method: str
    path: str
    params: tuple[tuple[str, str], ...] = ()
    body: dict[str, Any] | list[Any] | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """A successful answer: its decoded bytes, and when the server says that it answered (epoch seconds)."""

    status: int
    data: bytes
    date: float | None = None
    attempts: int = 1


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds and bytes. `whole_*` bound a call with its repeats, waits for a rate limit not counted.

    Of the calls in flight some places are kept for writes, so that none waits behind a crowd of reads.
    """

    connect: float = 5.0
    read: float = 10.0
    write: float = 10.0
    pool: float = 5.0
    whole_read: float = 20.0
    whole_write: float = 30.0
    rate_limit_wait: float = 30.0
    body: int = 10 * MiB
    in_flight: int = 8
    kept_for_writes: int = 2
    attempts: int = 3


@dataclass(slots=True)
class Connection:
    """How the server can be reached just now; callbacks in `on_change` hear of every change.

    `offline_since` and `limited_until` are epoch seconds of this machine; `clock_skew` is how many seconds the
    server's clock is ahead of it, to the second, by the last answer.
    """

    offline_since: float | None = None
    limited_until: float | None = None
    clock_skew: float = 0.0
    on_change: list[Callable[[Connection], None]] = field(default_factory=list["Callable[[Connection], None]"])

    @property
    def online(self) -> bool:
        """Whether the last call reached the server."""
        return self.offline_since is None

    def reached(self) -> None:
        """An answer came that is no rate limit."""
        self._become(None, None)

    def lost(self, at: float) -> None:
        """The server could not be reached; the first such moment counts."""
        self._become(at if self.offline_since is None else self.offline_since, self.limited_until)

    def limited(self, until: float) -> None:
        """The server answered that it was asked too much."""
        self._become(None, until)

    def _become(self, offline_since: float | None, limited_until: float | None) -> None:
        if (offline_since, limited_until) == (self.offline_since, self.limited_until):
            return
        self.offline_since, self.limited_until = offline_since, limited_until
        for callback in tuple(self.on_change):
            callback(self)
