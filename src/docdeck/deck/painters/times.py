"""Times as people read them: relative in rows, exact in the details."""

from __future__ import annotations

from datetime import datetime

from docdeck.text import Safe

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def ago(at: float | datetime | None, now: float) -> Safe:
    """How long ago, in at most four cells: `now`, `4m`, `3h`, `6d`, `5w`, `2y`. Empty when unknown."""
    if at is None:
        return Safe("")
    seconds = now - (at.timestamp() if isinstance(at, datetime) else at)
    if seconds < MINUTE:
        return Safe("now")
    if seconds < HOUR:
        return Safe(f"{int(seconds // MINUTE)}m")
    if seconds < DAY:
        return Safe(f"{int(seconds // HOUR)}h")
    if seconds < 21 * DAY:
        return Safe(f"{int(seconds // DAY)}d")
    if seconds < 365 * DAY:
        return Safe(f"{int(seconds // (7 * DAY))}w")
    return Safe(f"{int(seconds // (365 * DAY))}y")


def exact(at: float | datetime | None) -> Safe:
    """Date and time of day in the reader's own time zone."""
    if at is None:
        return Safe("unknown")
    moment = datetime.fromtimestamp(at).astimezone() if isinstance(at, float | int) else at.astimezone()
    return Safe(moment.strftime("%Y-%m-%d %H:%M:%S %z"))


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 page`, `5 pages`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
