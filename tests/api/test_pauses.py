"""What is tried again, and what is not."""

from __future__ import annotations

import sys
import time

import pytest

from .pauses import TIMES, Pauses, again_after_a_pause


async def test_a_failure_in_a_pause_is_tried_again() -> None:
    lasted: list[float] = []

    @again_after_a_pause
    async def hasty(seconds: float) -> None:
        lasted.append(seconds)
        if len(lasted) == 1:
            _pause(seconds)
            raise AssertionError("too late")

    await hasty(0.3)
    assert lasted == [0.3, 0.3]


async def test_a_failure_of_its_own_stands() -> None:
    tried: list[int] = []

    @again_after_a_pause
    async def wrong() -> None:
        tried.append(1)
        raise AssertionError("wrong")

    for _ in range(20):  # the machine may pause once while it fails, not each time
        tried.clear()
        with pytest.raises(AssertionError, match="wrong"):
            await wrong()
        if len(tried) == 1:
            return
    raise AssertionError(f"tried {len(tried)} times, with {TIMES} at most")


async def test_a_failure_in_every_pause_is_a_failure() -> None:
    @again_after_a_pause
    async def late() -> None:
        _pause(0.15)
        raise AssertionError("late")

    with pytest.raises(AssertionError, match="late"):
        await late()


def _pause(seconds: float) -> None:
    """Nothing else of this process runs: what the machine does when it pauses it."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(100)
    try:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            pass
    finally:
        sys.setswitchinterval(before)


def test_a_quiet_time_has_no_pause_worth_naming() -> None:
    least = 1.0
    for _ in range(20):
        with Pauses() as pauses:
            time.sleep(0.05)
        least = min(least, pauses.longest)
    assert least < 0.1
