"""A key that changes something at once counts only when no other key came within 30 ms before or after it."""

from __future__ import annotations

import time

import pytest
from textual import events

from docdeck.deck.widgets.consent import BURST
from docdeck.text import Safe
from tests.deck.review.running import Deck, deck_over
from tests.workspace.asking import comments_of
from tests.workspace.world import World

FASTER = "Keys came faster than a hand types; what they would have changed was left."


def typed(deck: Deck, keys: str, gap: float, after: float = 0.0) -> None:
    """Keys as a terminal sends them, so many seconds apart by the clock of the reading."""
    at = time.monotonic() + after
    for number, key in enumerate(keys):
        event = events.Key(key, key)
        event.time = at + number * gap
        deck.app.post_message(event)


async def on_a_thread(deck: Deck, world: World, request: str) -> None:
    """The change request, with the cursor on its open thread."""
    deck.app.open_change_request(world.space, request, Safe("Request"))
    await deck.live()
    await deck.press("t")
    await deck.until(lambda: deck.view.thread is not None, "the thread")
    world.wire.requests.clear()


def writes(world: World) -> list[tuple[str, str]]:
    return [each for each in world.wire.requests if each[0] != "GET"]


@pytest.mark.parametrize("keys", ["xj", "jx", "xx", "]x[", "1x"])
async def test_a_burst_changes_nothing_and_says_so(world: World, request_id: str, keys: str) -> None:
    world.comment("jonas", request_id, "Is it so?")
    async with deck_over(world, size=(160, 50)) as deck:
        await on_a_thread(deck, world, request_id)
        typed(deck, keys, BURST / 3)
        await deck.until(lambda: deck.said == FASTER, "said")
        assert writes(world) == []
        assert deck.app.pending_writes == set()


async def test_a_key_alone_changes_what_was_under_the_cursor(world: World, request_id: str) -> None:
    comment = world.comment("jonas", request_id, "Is it so?")
    async with deck_over(world, size=(160, 50)) as deck:
        await on_a_thread(deck, world, request_id)
        typed(deck, "x", 0)
        await deck.until(lambda: deck.app._burst._waiting or writes(world), "heard")
        typed(deck, "]", 0, after=BURST * 2)
        await deck.until(lambda: "resolved" in deck.said.lower(), "resolved")
        session = deck.app.session
        assert session is not None
        assert {one.id: one.status for one in await comments_of(session, world, request_id)} == {comment: "resolved"}


async def test_what_the_cursor_left_meanwhile_is_not_changed(world: World, request_id: str) -> None:
    world.comment("jonas", request_id, "Is it so?")
    world.comment("jonas", request_id, "And this?")
    async with deck_over(world, size=(160, 50)) as deck:
        await on_a_thread(deck, world, request_id)
        deck.view.focus_pane(deck.view.threads_pane)
        await deck.pilot.pause()
        deck.app.action_act("close")
        deck.view.threads_pane.view.move(1)
        await deck.until(lambda: "What is under the cursor has just changed; resolve was left." in deck.said, "said")
        assert writes(world) == []


async def test_a_click_in_the_footer_is_no_key(world: World, request_id: str) -> None:
    world.comment("jonas", request_id, "Is it so?")
    async with deck_over(world, size=(160, 50)) as deck:
        await on_a_thread(deck, world, request_id)
        typed(deck, "]]", BURST / 3)
        await deck.pilot.pause()
        footer = "".join(text for text, _ in deck.view.footer.line(160))
        await deck.pilot.click("Footer", offset=(footer.index("resolve"), 0))
        await deck.until(lambda: writes(world), "resolved")
