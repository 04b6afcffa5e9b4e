"""Signals end the deck in order: the terminal is restored, and a stalled terminal cannot keep the process alive."""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType
from typing import Protocol

WATCHDOG_SECONDS = 3.0


class Leaves(Protocol):
    """What can be asked, from a signal handler, to leave with an exit status."""

    def leave_from_signal(self, status: int) -> None: ...


def install(app: Leaves) -> None:
    """End on TERM, HUP and INT with status 128 + n.

    Plain `signal.signal`, because a loop handler never runs while the loop is blocked on a terminal that stopped
    reading; the watchdog ends the process then.
    """

    def handle(number: int, _frame: FrameType | None) -> None:
        status = 128 + number
        watchdog = threading.Timer(WATCHDOG_SECONDS, os._exit, args=(status,))
        watchdog.daemon = True
        watchdog.start()
        app.leave_from_signal(status)

    for name in ("SIGTERM", "SIGHUP", "SIGINT"):
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, handle)
