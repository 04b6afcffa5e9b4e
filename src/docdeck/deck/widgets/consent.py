"""The third wall: a key counts only when a person pressed it. A terminal that answers a query types whole bursts.

Times are seconds of one monotonic clock; a key's time is when it was read, not when it was handled.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Literal

STILL = 0.300
"""How long a sheet must have stood unchanged."""
ALONE = 0.050
"""How long before and after the letter no other key may come."""
FRESH = 5.0
"""How old the reads behind a sheet may be."""
BURST = 0.030
"""Two keys closer than this were not typed one by one."""
_LATE = 0.020
_REMEMBERED = 64

Refusal = Literal["not ready", "not still", "burst", "stale"]
Clock = Callable[[], float]
Later = Callable[[float, Callable[[], None]], object]


class Consent:
    """Whether the consent letter counts. Pure: the caller gives the times and asks `ripe` after `ALONE`."""

    def __init__(self, letter: str = "y", fresh: float = FRESH) -> None:
        self.letter = letter
        self._fresh = fresh
        self._since: float | None = None
        self._read_at: float | None = None
        self._last_key = float("-inf")
        self._pressed: float | None = None
        self._asked_again = False

    def changed(self, at: float) -> None:
        """The sheet was painted, resized or its content changed: it has to stand still again."""
        self._since = at
        self._pressed = None

    def arm(self, read_at: float) -> None:
        """The fresh reads are in, answered at this time."""
        self._read_at = read_at

    def disarm(self) -> None:
        """Nothing can be consented to until the next `arm`."""
        self._read_at = None
        self._pressed = None

    @property
    def armed(self) -> bool:
        """Whether the reads are in."""
        return self._read_at is not None

    def fresh(self, at: float) -> bool:
        """Whether the reads are young enough."""
        return self._read_at is not None and at - self._read_at <= self._fresh

    def key(self, key: str, at: float) -> Refusal | Literal["pending", "other"]:
        """Any key that reaches the sheet. `pending`: ask `ripe` when `ALONE` has passed."""
        gap, self._last_key = at - self._last_key, at
        pending, self._pressed = self._pressed, None
        if key != self.letter:
            return "burst" if pending is not None and gap < ALONE else "other"
        if gap < ALONE:
            return "burst"
        refusal = self._refusal(at)
        if refusal is None:
            self._pressed, self._asked_again = at, False
            return "pending"
        return refusal

    def ripe(self, at: float) -> Refusal | Literal["yes", "wait", "no"]:
        """Whether the pending letter counts now; `wait` when this was asked too early or far too late to be sure."""
        if self._pressed is None:
            return "no"
        waited = at - self._pressed
        if waited < ALONE:
            return "wait"
        if waited > ALONE + _LATE and not self._asked_again:
            # The program was busy: keys read meanwhile may still be on their way here.
            self._asked_again = True
            return "wait"
        self._pressed = None
        return self._refusal(at, still=False) or "yes"

    def _refusal(self, at: float, *, still: bool = True) -> Refusal | None:
        if self._read_at is None:
            return "not ready"
        if still and (self._since is None or at - self._since < STILL):
            return "not still"
        return None if self.fresh(at) else "stale"


class KeyBurst:
    """For keys that act at once: tell it every key; an action asked for by one runs only when that key stood alone.

    `later(seconds, call)` calls back in time (`call_after` of a widget); `ignored(count)` is told once per burst.
    """

    def __init__(self, later: Later, ignored: Callable[[int], None], *, clock: Clock = time.monotonic) -> None:
        self._later, self._ignored, self._clock = later, ignored, clock
        self._last = float("-inf")
        self._times: deque[float] = deque(maxlen=_REMEMBERED)
        self._keys = 0
        self._waiting: Callable[[], None] | None = None
        self._turn = 0
        self._dropped = 0

    def key(self, at: float | None = None) -> None:
        """A key came, whichever it is. Call it before the key acts."""
        now = self._clock() if at is None else at
        self._keys = self._keys + 1 if now - self._last < BURST else 1
        if self._keys == 1:
            self._tell()
            self._run_waiting()  # it stood alone, and comes before whatever this key does
        elif self._waiting is not None:
            self._waiting = None
            self._dropped += 1
            self._turn += 1
            self._later(BURST, self._closing(self._turn))
        self._last = now
        self._times.append(now)

    def run(self, act: Callable[[], None], at: float | None = None) -> None:
        """The key just told asks for this action: it runs after `BURST`, unless another key comes before.

        `at` is the time of the key when others may have come since: it acts only if it stood alone then.
        """
        self._turn += 1
        near = 0 if at is None else sum(abs(other - at) < BURST for other in self._times)
        if self._keys > 1 or near > 1:
            self._dropped += 1
            self._later(BURST, self._closing(self._turn))
            return
        self._waiting = act
        self._later(BURST, self._ripening(self._turn, self._clock()))

    def _ripening(self, turn: int, asked_at: float, *, again: bool = False) -> Callable[[], None]:
        def ripe() -> None:
            if self._turn != turn or self._waiting is None:
                return
            if not again and self._clock() - asked_at > BURST + _LATE:
                # The program was busy: keys read meanwhile may still be on their way here.
                self._later(BURST, self._ripening(turn, asked_at, again=True))
                return
            self._run_waiting()

        return ripe

    def _run_waiting(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting()

    def _closing(self, turn: int) -> Callable[[], None]:
        def close() -> None:
            if self._turn == turn:
                self._tell()

        return close

    def _tell(self) -> None:
        if self._dropped:
            dropped, self._dropped = self._dropped, 0
            self._ignored(dropped)
