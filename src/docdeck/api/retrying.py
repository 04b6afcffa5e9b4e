"""When a read is asked again, and how long to wait first: pure rules over numbers and headers."""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parsedate_to_datetime

RETRIED_STATUSES = frozenset({408, 429, 500, 502, 503, 504})
_LONGEST_LIMIT = 24 * 3600.0
_EPOCH_LIKE = 100_000_000.0
"""Above this an `X-RateLimit-Reset` is an epoch second, below it a number of seconds from now."""


def retried(status: int) -> bool:
    """Whether a read that got this failing status may be asked again."""
    return status in RETRIED_STATUSES or status >= 520


def backoff(retry: int, uniform: float) -> float:
    """Seconds before the retry numbered from 0: `min(8, 0.5 * 2^n)` times 0.5 to 1; `uniform` is in 0..1."""
    return min(8.0, 0.5 * 2**retry) * (0.5 + 0.5 * uniform)


class Quota:
    """How many repeats a profile has left, so that a dead server is not hammered.

    20 at most; a repeat costs 1, after a time-out 2; every success gives 1 back.
    """

    def __init__(self, most: int = 20) -> None:
        self._most = most
        self.left = most

    def spend(self, *, timed_out: bool) -> bool:
        """Take what one repeat costs. False, and nothing taken, when that is not left."""
        cost = 2 if timed_out else 1
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def succeeded(self) -> None:
        """A call came back whole."""
        self.left = min(self._most, self.left + 1)


def http_date(text: str | None) -> float | None:
    """An HTTP date as epoch seconds; None for none and for garbage."""
    if not text:
        return None
    try:
        return parsedate_to_datetime(text).timestamp()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _number(text: str | None) -> float | None:
    try:
        number = float(text) if text else None
    except ValueError:
        return None
    return number if number is not None and abs(number) < 1e15 else None


def rate_limit_wait(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds that a 429 asks to wait: `Retry-After`, else `X-RateLimit-Reset` against the answer's own `Date`.

    The clock of this machine (`now`) counts only when the answer has no date. None when the server says nothing
    usable; never negative, never more than a day.
    """
    date = http_date(headers.get("date"))
    here = date if date is not None else now
    after = headers.get("retry-after")
    seconds = _number(after)
    if seconds is None and (moment := http_date(after)) is not None:
        seconds = moment - here
    if seconds is None:
        reset = _number(headers.get("x-ratelimit-reset"))
        if reset is not None:
            seconds = reset - here if reset > _EPOCH_LIKE else reset
    return None if seconds is None else min(max(seconds, 0.0), _LONGEST_LIMIT)
