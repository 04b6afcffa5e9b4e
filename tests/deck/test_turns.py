"""What comes after a while comes, however long the machine pauses the deck meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from textual.message_pump import MessagePump
from textual.timer import Timer

from docdeck.deck.widgets.turns import call_after
from tests.deck.company import Deck


@pytest.fixture
def paused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine pauses the deck whenever a timer of Textual starts that would tick once: it does not tick."""
    set_timer = MessagePump.set_timer

    def dropped(node: MessagePump, delay: float, *_: object, **named: Any) -> Timer:
        return set_timer(node, delay, pause=True)

    monkeypatch.setattr(MessagePump, "set_timer", dropped)


async def test_keys_typed_at_once_all_come(paused: None, deck: Deck) -> None:
    deck.hand("/", *"webhooks", "enter")
    await deck.until(lambda: deck.screen.filter_text == "webhooks" and not deck.screen.filtering)


async def test_a_preview_is_read_when_the_cursor_has_rested(paused: None, deck: Deck) -> None:
    await deck.open("place_change_requests")
    await deck.until(lambda: deck.screen.target is not None)
    first = deck.screen.target
    await deck.press("j")
    await deck.until(lambda: deck.screen.target not in (None, first))


async def posted(node: Any, waiting: asyncio.TimerHandle) -> Callable[[], Awaitable[None]]:
    """The message with the call, once its time has passed."""
    await node.posted.wait()
    assert not waiting.cancelled()
    return node.messages.pop()


@pytest.mark.parametrize(("ended", "calls"), [(False, ["called"]), (True, [])])
async def test_a_wait_may_be_ended_until_the_turn_has_come(ended: bool, calls: list[str]) -> None:
    node: Any = SimpleNamespace(messages=[], posted=asyncio.Event())
    node.call_later = lambda turn: (node.messages.append(turn), node.posted.set())
    called: list[str] = []
    waiting = call_after(node, 0, lambda: called.append("called"))
    turn = await posted(node, waiting)
    if ended:
        waiting.cancel()
    await turn()
    assert called == calls
