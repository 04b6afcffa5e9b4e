"""Keys one after the other: a key goes on its way when what the one before it did is done.

A terminal may hand over many keys at once: typed ahead, or over a slow line. Each must find the view, the pane or the
field that the one before it opened; else the words meant for a comment would run as commands.
"""

from __future__ import annotations

from asyncio import TimerHandle
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.dom import DOMNode
from textual.message_pump import MessagePump
from textual.widget import Widget

from docdeck.deck.actions import BY_ID
from docdeck.deck.screens.base import DeckScreen
from docdeck.deck.widgets.turns import call_after

if TYPE_CHECKING:
    from docdeck.deck.shell import Shell

LOOK_SECONDS = 0.002
PATIENCE = 20
PATIENCE_SECONDS = 0.25
"""A key waits so many times so long at most: what is not done by then never will be.

Many short waits and not a long one, for a machine that pauses the deck lets one of them pass, however long it pauses.
"""
AT_ONCE = BY_ID["quit"].keys
Typed = events.Key | events.Paste
Stand = tuple[object, Widget | None]


@dataclass
class _Call:
    """A call that goes the way of a key: where it began, who comes next, and how often it goes yet."""

    number: int
    stand: Stand
    way: deque[DOMNode]
    rounds: int


class KeyTurns:
    """Keeps what was typed until its turn has come, and hands it on by `hand_on` in the order of typing.

    After each key a call goes the way of that key, from the field that had it up to the app, and then once more, as
    most keys do what they do when they have come to the app. Each on the way comes to the call when it is done with all
    that it got before. Has a view or a field opened meanwhile, the call goes its way too.
    """

    def __init__(self, app: Shell, hand_on: Callable[[Typed], Awaitable[None]]) -> None:
        self._app = app
        self._hand_on = hand_on
        self._waiting: deque[Typed] = deque()
        self._number = 0  # of the call sent last
        self._under_way = False
        self._settled: Stand | None = None
        self._patience: TimerHandle | None = None
        self.at: float | None = None
        """When the key was typed whose turn it is."""

    def holds(self, event: Typed) -> bool:
        """Whether this has to wait, and is handed on later; if not, it is the caller's."""
        if self._ending():
            return True
        at_once = isinstance(event, events.Key) and event.key in AT_ONCE
        if at_once or (not self._waiting and self._may_go()):
            self._goes(event)
            return False
        self._waiting.append(event)
        if len(self._waiting) == 1:
            self._wait(PATIENCE)
        if not self._under_way:
            self._send(2)
        return True

    def _ending(self) -> bool:
        """Whether the deck is being taken down, and its views with it."""
        return not (self._app.is_running and self._app.screen_stack)

    def _may_go(self) -> bool:
        """Whether the key before has come to its end, and what it opened has the keys."""
        screen = self._app.screen
        if getattr(screen, "KEYS_AT_ONCE", False):
            return screen.is_mounted
        return self._settled == self._stand() and not self._opening()

    def _goes(self, event: Typed) -> None:
        self.at = event.time
        self._settled = None
        self._send(2)

    async def _next(self) -> None:
        """Hand on what waited longest; who handed it on hears of it when it is done."""
        if self._patience is not None:
            self._patience.cancel()
        if not self._waiting or self._ending():
            return
        event = self._waiting.popleft()
        self._goes(event)
        if self._waiting:
            self._wait(PATIENCE)
        await self._hand_on(event)

    def _wait(self, times: int) -> None:
        again = self._next if times == 0 else partial(self._wait, times - 1)
        self._patience = call_after(self._app, PATIENCE_SECONDS, again)

    # The call that follows a key

    def _stand(self) -> Stand:
        return self._app.screen, self._app.focused

    def _opening(self) -> bool:
        """Whether a view or a field is there, or is about to be, that has not got the keys yet."""
        screen = self._app.screen
        return (
            not screen.is_mounted
            or bool(screen._callbacks)  # what waits for the next paint, as the focus of a field does
            or (isinstance(screen, DeckScreen) and screen.opening)
        )

    def _send(self, rounds: int) -> None:
        self._number += 1
        self._under_way = True
        # After what the app does now: it may be handing the key on.
        self._app.call_later(self._pass_on, _Call(self._number, self._stand(), self._way(), rounds))

    def _way(self) -> deque[DOMNode]:
        leaf = self._app.focused or self._app.screen
        return deque(node for node in leaf.ancestors_with_self if node is not self._app)

    def _pass_on(self, call: _Call) -> None:
        """To the next on the way that can still be called, at the end back to the app."""
        while call.way:
            if call.way[0].is_running and call.way[0].call_later(self._pass, call):
                return
            call.way.popleft()
        self._app.call_later(self._back, call)

    def _pass(self, call: _Call) -> None:
        if call.number != self._number:
            return  # two on one way would wait for each other
        if not _has_more(call.way[0]):  # else what it did brought it messages, its own among them: after those
            call.way.popleft()
        self._pass_on(call)

    async def _back(self, call: _Call) -> None:
        if call.number != self._number or self._ending():
            return  # a later key has sent a call of its own, or nothing is left to call
        if self._stand() != call.stand or self._opening() or any(_has_more(each) for each in (*self._way(), self._app)):
            self._under_way = bool(self._waiting)
            if self._under_way:
                call_after(self._app, LOOK_SECONDS, partial(self._again, call))
        elif call.rounds > 1:
            self._send(call.rounds - 1)
        else:
            self._under_way = False
            self._settled = call.stand
            await self._next()

    def _again(self, call: _Call) -> None:
        if call.number == self._number and not self._ending():
            self._send(1)


def _has_more(node: MessagePump) -> bool:
    """Whether messages wait for this one; one may be in its hand already, to see what it replaces."""
    return node.message_queue_size > 0 or node._pending_message is not None
