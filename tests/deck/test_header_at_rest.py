"""What the header says once all has been read, whichever view was on top meanwhile."""

from __future__ import annotations

import asyncio

import httpx

from tests.deck.company import Clock, Company, Deck, deck_over


def header(deck: Deck) -> str:
    return deck.text.split("\n", 1)[0]


async def test_who_i_am_stands_in_the_view_on_top_as_soon_as_it_is_known(company: Company, clock: Clock) -> None:
    held = asyncio.Event()
    async with deck_over(company, clock, rules=((r"GET /v1/user$", held),)) as deck:
        await deck.until(lambda: deck.app.session is not None and deck.way.count(r"GET /v1/user$"))
        await deck.open("place_spaces")
        await deck.live()
        assert "Mira Koch" not in header(deck)
        held.set()
        await deck.until(lambda: "Mira Koch" in header(deck))


async def test_the_drafts_of_this_machine_are_never_being_read(deck: Deck) -> None:
    await deck.open("outbox")
    await deck.until(lambda: deck.shows("no draft lies on the desk"))
    assert "live" in header(deck)
    deck.way.rule("GET", httpx.ConnectError)
    await deck.open("place_spaces")
    await deck.until(lambda: "offline since" in header(deck))
    await deck.open("outbox")
    await deck.until(lambda: "offline since" in header(deck))
