"""What became of one attempt to make a call, and whether it may have left this machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from docdeck.api.errors import BadAnswer, ConnectionLost, DocdeckError, Offline, ServerFailed, TimedOut
from docdeck.api.exchange import Answered

_LOST_STATUSES = frozenset({500, 502, 504})


@dataclass(slots=True)
class Attempt:
    """An answer or an error. `again` says that a read may be repeated, `limited_for` how long a rate limit lasts."""

    answer: Answered | None = None
    error: DocdeckError | None = None
    sent: bool = True
    again: bool = False
    timed_out: bool = False
    limited_for: float | None = None


class Departure:
    """Whether a request may have left. Where the wire tells (`certain`), not before its headers are being sent."""

    def __init__(self, *, certain: bool) -> None:
        self._certain = certain
        self.sent = False

    def handed_over(self) -> None:
        """The request was given to the wire; one that tells nothing more counts as having sent it."""
        self.sent = not self._certain

    async def note(self, event: str, info: Any) -> None:
        """An event of the connection pool."""
        del info
        if event.endswith(("send_request_headers.started", "send_request_body.started")):
            self.sent = True


def unreached(error: DocdeckError | None) -> bool:
    """Whether this error means that the server is out of reach, rather than that it said no."""
    return isinstance(error, (Offline, TimedOut, ConnectionLost))


def leaves_open(error: DocdeckError) -> bool:
    """Whether a write that was sent and ended so may have been done: a lost or unreadable answer, a failed gateway."""
    if isinstance(error, ServerFailed):
        return error.status in _LOST_STATUSES or error.status >= 520
    return isinstance(error, (BadAnswer, ConnectionLost, TimedOut))
