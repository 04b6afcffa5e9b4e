"""Time that a machine takes for itself: a test of quarter seconds says nothing when the machine slept meanwhile."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

LOOK_SECONDS = 0.01
PAUSE_SECONDS = 0.1
TIMES = 5


class Pauses:
    """Watches the clock from a thread of its own; `longest` is the longest time that nothing here ran, in seconds."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._done = threading.Event()
        self._watch = threading.Thread(target=self._look, daemon=True)

    def _look(self) -> None:
        last = time.monotonic()
        while not self._done.wait(LOOK_SECONDS):
            now = time.monotonic()
            self.longest, last = max(self.longest, now - last - LOOK_SECONDS), now

    def __enter__(self) -> Pauses:
        self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        time.sleep(2 * LOOK_SECONDS)  # a pause that ended just now is seen too
        self._done.set()
        self._watch.join()


def again_after_a_pause(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """The test, tried again when it failed while the machine paused; a failure without a pause stands."""

    @functools.wraps(test)
    async def tried(*args: Any, **kwargs: Any) -> None:
        for left in reversed(range(TIMES)):
            pauses = Pauses()
            try:
                with pauses:
                    await test(*args, **kwargs)
            except (Exception, pytest.fail.Exception):
                if pauses.longest < PAUSE_SECONDS or not left:
                    raise
            else:
                return

    return tried
