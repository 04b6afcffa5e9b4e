"""What the deck answers to a key that leads nowhere, and how it says where the reader is."""

from __future__ import annotations

import pytest

from tests.deck.company import Clock, Company, Deck, deck_over
from tests.deck.test_moving_about import requests


async def test_nothing_is_before_the_overview(deck: Deck) -> None:
    await requests(deck)
    await deck.press("g", "enter")
    await deck.until(lambda: deck.shows("▪Webhooks"))
    await deck.press("{")
    await deck.until(lambda: deck.shows("▪Overview"))
    await deck.press("{")
    await deck.until(lambda: deck.shows("Nothing is before the overview."))
    await deck.press("}")
    await deck.until(lambda: deck.shows("▪Webhooks") and not deck.shows("Nothing is before"))


async def test_a_request_says_from_which_place_it_was_opened(deck: Deck) -> None:
    await requests(deck)
    await deck.press("g", "enter")
    await deck.until(lambda: deck.shows("Change requests › Handbook › #1"))
    await deck.press("J")
    await deck.until(lambda: deck.shows("Change requests › Handbook › #2"))
    await deck.press("3")
    await deck.until(lambda: deck.shows("▪Threads", "And this?") and deck.cursor)
    await deck.press("enter")
    await deck.until(lambda: deck.shows("Threads › Handbook › #3"))


async def test_what_answered_a_key_goes_with_the_next(deck: Deck) -> None:
    await deck.live()
    await deck.press("escape")
    await deck.until(lambda: deck.shows("This is the first view. q quits."))
    await deck.press("j")
    await deck.until(lambda: not deck.shows("This is the first view."))
    await requests(deck)
    await deck.until(lambda: deck.screen.target is not None)
    await deck.press("X")
    await deck.until(lambda: deck.shows("It is not archived."))
    await deck.press("j")
    await deck.until(lambda: not deck.shows("It is not archived."))


@pytest.mark.parametrize("key", ["p", "P"])
async def test_where_one_pane_fits_the_keys_of_the_preview_say_so(company: Company, clock: Clock, key: str) -> None:
    async with deck_over(company, clock, size=(80, 24)) as deck:
        await deck.live()
        for place in ("place_change_requests", "place_sites"):
            await deck.open(place)
            await deck.press(key)
            await deck.until(lambda: deck.shows("There is one pane here at this width"))
            assert not deck.screen.has_class("no-preview")
