"""Calls that come after a while, in a node's own turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual.message_pump import MessagePump


def call_after(node: MessagePump, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
    """Call once the time has passed, among the node's messages; not if it is gone by then. `cancel()` ends the wait.

    Textual's own timer drops its only tick when the machine pauses the program in the instant the timer starts.
    """

    async def turn() -> None:
        if waiting.cancelled():  # after the time had passed, before the turn had come
            return
        result = call()
        if asyncio.iscoroutine(result):
            await result

    waiting = asyncio.get_running_loop().call_later(seconds, node.call_later, turn)
    return waiting
