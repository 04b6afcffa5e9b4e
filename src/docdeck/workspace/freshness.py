"""How old what a pane shows is, and in which state: different states, different words. Design section 3.

Imports nothing heavy: the first frame shows these words too.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Literal

from docdeck.api import errors

State = Literal[
    "loading",
    "refreshing",
    "live",
    "stored",
    "offline",
    "partial",
    "not_signed_in",
    "forbidden",
    "rate_limited",
    "failed",
]


def age_words(seconds: float) -> str:
    """An age as `4 s`, `3 min`, `5 h` or `6 d`; a clock that went back counts as 0."""
    seconds = max(0.0, seconds)
    if seconds < 60:
        return f"{int(seconds)} s"
    if seconds < 3600:
        return f"{int(seconds // 60)} min"
    if seconds < 2 * 86400:
        return f"{int(seconds // 3600)} h"
    return f"{int(seconds // 86400)} d"


def clock_words(at: float) -> str:
    """A time of day on this machine's clock, as `14:02`."""
    return time.strftime("%H:%M", time.localtime(at))


@dataclass(frozen=True, slots=True)
class Freshness:
    """The state of shown data. Times are epoch seconds of this machine; `reason` is a raw sentence.

    `at` is when the shown data was answered, `since` when the server was lost, `until` when a rate limit ends;
    `shown` of `total` counts what a partial answer holds.
    """

    state: State
    at: float | None = None
    until: float | None = None
    shown: int | None = None
    total: int | None = None
    reason: str = ""
    since: float | None = None

    def words(self, now: float) -> str:
        """The words of the header line, such as `live, 4 s` or `offline since 14:02, data 5 min old`."""
        age = "" if self.at is None else age_words(now - self.at)
        match self.state:
            case "loading":
                return "loading"
            case "refreshing":
                return f"refreshing, {age} old" if age else "refreshing"
            case "live":
                return f"live, {age}" if age else "live"
            case "stored":
                return f"stored, {age} old" if age else "stored"
            case "offline":
                lost = "offline" if self.since is None else f"offline since {clock_words(self.since)}"
                return f"{lost}, data {age} old" if age else f"{lost}, nothing stored"
            case "partial":
                return (
                    "partial" if self.shown is None or self.total is None else f"partial {self.shown} of {self.total}"
                )
            case "not_signed_in":
                return f"not signed in: {self.reason}" if self.reason else "not signed in"
            case "forbidden":
                return f"forbidden: {self.reason}" if self.reason else "forbidden"
            case "rate_limited":
                return "rate limited" if self.until is None else f"rate limited until {clock_words(self.until)}"
            case "failed":
                old = f", data {age} old" if age else ""
                return f"failed{old}: {self.reason}" if self.reason else f"failed{old}"

    def older(self, at: float | None) -> Freshness:
        """The same state for data answered at `at`."""
        return replace(self, at=at)


LOADING = Freshness("loading")


def freshness_after(error: BaseException, at: float | None, since: float | None) -> Freshness:
    """The state of a pane after a read failed: `at` is the age of what it still shows, `since` when it was lost."""
    reason = str(error)
    match error:
        case errors.Offline() | errors.TimedOut() | errors.ConnectionLost():
            return Freshness("offline", at=at, since=since, reason=reason)
        case errors.RateLimited():
            return Freshness("rate_limited", at=at, until=error.until, reason=reason)
        case errors.NotSignedIn():
            return Freshness("not_signed_in", at=at, reason=reason)
        case errors.Forbidden():
            return Freshness("forbidden", at=at, reason=reason)
        case _:
            return Freshness("failed", at=at, reason=reason)
