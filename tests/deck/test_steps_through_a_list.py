"""`J` and `K`: the next item of the list that a change request was opened from, however the reader got there."""

from __future__ import annotations

import pytest

from docdeck.deck import navigation
from docdeck.deck.screens.change_request import ChangeRequestScreen
from docdeck.text import safe
from tests.deck.company import Deck


async def opened_from_list(deck: Deck, space: str | None = None) -> ChangeRequestScreen:
    """The request under the cursor of the list of a space, or of the place that has them all."""
    if space is None:
        await deck.open("place_change_requests")
    else:
        deck.app.open_requests(space, "Handbook")
    await deck.until(lambda: deck.cursor == deck.company["request"])
    await deck.press("enter")
    await deck.until(lambda: isinstance(deck.screen, ChangeRequestScreen))
    return deck.screen


async def test_the_next_item_is_the_one_after_this_also_when_the_cursor_of_the_list_is_elsewhere(deck: Deck) -> None:
    first = await opened_from_list(deck)
    await deck.press("J")
    await deck.until(lambda: deck.screen.request_id == deck.company["second"])
    await deck.press("<")
    await deck.until(lambda: deck.screen is first)
    await deck.press("J")
    await deck.until(lambda: deck.screen is not first)
    assert deck.screen.request_id == deck.company["second"]


async def test_a_list_that_is_gone_is_said_to_be(deck: Deck) -> None:
    view = await opened_from_list(deck, deck.company.world.space)
    await deck.press("<", "<")
    await deck.open("place_threads")
    request = view.request_id
    deck.app.open_change_request(deck.company.world.space, request, safe("it"))
    await deck.until(lambda: isinstance(deck.screen, ChangeRequestScreen))
    deck.screen.came_from(view, None)
    await deck.until(lambda: not view.is_attached)
    await deck.press("J")
    await deck.until(lambda: deck.shows("is closed"))


async def test_the_list_of_a_place_goes_on_also_when_no_step_leads_back_to_it(deck: Deck) -> None:
    view = await opened_from_list(deck)
    await deck.press("<", "<")
    await deck.open("place_threads")
    deck.app.open_change_request(deck.company.world.space, view.request_id, safe("it"))
    await deck.until(lambda: isinstance(deck.screen, ChangeRequestScreen))
    deck.screen.came_from(view.origin, None)
    await deck.press("J")
    await deck.until(lambda: deck.screen.request_id == deck.company["second"])


async def test_the_list_stays_alive_for_as_long_as_its_items_are_gone_through(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(navigation, "KEPT_VIEWS", 2)
    await opened_from_list(deck)
    for name in ("second", "mine"):
        await deck.press("J")
        await deck.until(lambda name=name: deck.screen.request_id == deck.company[name])
        await deck.live()
    await deck.press("K")
    await deck.until(lambda: deck.screen.request_id == deck.company["second"])
