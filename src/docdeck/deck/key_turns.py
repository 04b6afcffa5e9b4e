"""Keys one after the other: a key goes on its way when what the one before it did is done.

A terminal may hand over many keys at once: typed ahead, or over a slow line. Each must find the view, the pane or the
field that the one before it opened; else the words meant for a comment would run as commands.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from textual import events
from textual.dom import DOMNode
from textual.message_pump import MessagePump

from docdeck.deck.actions import BY_ID
from docdeck.deck.screens.base import DeckScreen
from docdeck.deck.widgets.turns import call_after

if TYPE_CHECKING:
    from docdeck.deck.shell import Shell

LOOK_SECONDS = 0.002
LONGEST = 1.0
"""How long a key waits at most; whatever keeps the deck busy then, keys go on."""
AT_ONCE = BY_ID["quit"].keys
Typed = events.Key | events.Paste


class KeyTurns:
    """Keeps what was typed until its turn has come, and hands it on by `hand_on` in the order of typing."""

    def __init__(self, app: Shell, hand_on: Callable[[Typed], Awaitable[None]]) -> None:
        self._app = app
        self._hand_on = hand_on
        self._waiting: deque[Typed] = deque()
        self._since = 0.0
        self._last: DOMNode | None = None
        self.at: float | None = None
        """When the key was typed whose turn it is."""

    def holds(self, event: Typed) -> bool:
        """Whether this has to wait, and is handed on later; if not, it is the caller's."""
        if (isinstance(event, events.Key) and event.key in AT_ONCE) or (not self._waiting and self._settled()):
            self._goes(event)
            return False
        self._waiting.append(event)
        if len(self._waiting) == 1:
            self._since = time.monotonic()
            self._look_later()
        return True

    def _look_later(self) -> None:
        call_after(self._app, LOOK_SECONDS, self._look)

    async def _look(self) -> None:
        while self._waiting and (self._settled() or time.monotonic() - self._since > LONGEST):
            self._since = time.monotonic()
            event = self._waiting.popleft()
            self._goes(event)
            await self._hand_on(event)
        if self._waiting:
            self._look_later()

    def _goes(self, event: Typed) -> None:
        self.at = event.time
        self._last = self._app.focused or self._app.screen

    def _settled(self) -> bool:
        """Whether the key before has come to its end, and what it opened has the keys."""
        screen = self._app.screen
        if not screen.is_mounted:
            return False
        if getattr(screen, "KEYS_AT_ONCE", False):
            return True
        if isinstance(screen, DeckScreen) and screen.opening:
            return False
        ways = [self._app.focused or screen, *([self._last] if self._last is not None else [])]
        return not any(_busy(each) for way in ways for each in way.ancestors_with_self)


def _busy(node: MessagePump) -> bool:
    return node.message_queue_size > 0
