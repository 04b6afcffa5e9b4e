"""How many requests the deck makes: only for what is not known, and not twice for one thing."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from docdeck.deck.app import DeckApp
from docdeck.workspace.believing import MARGIN
from tests.deck.company import Clock, Company, Deck, deck_over

ORGANIZATIONS = 2
REPLIES = r"/replies\?"
MOMENT = MARGIN + 30
"""Seconds after which what the company did is so long ago that it was surely read."""


async def at_rest(deck: Deck) -> None:
    """Until the view and the request beside it are live, and nothing more is read."""
    await deck.live()
    await deck.until(lambda: deck.screen._state is not None and deck.screen._state.freshness.state == "live")
    await nothing_more(deck.app)


async def nothing_more(app: DeckApp) -> None:
    """Until no view reads any more."""
    await app.workers.wait_for_complete([worker for worker in app.workers if worker.group != "outbox"])


def asked(deck: Deck) -> list[str]:
    """What was asked since this was last called: the last part of each path, sorted."""
    found = sorted(re.sub(r"\?.*", "", line).rpartition("/")[2] for line in deck.way.asked)
    deck.way.asked.clear()
    return found


async def test_a_first_start_asks_two_things_before_rows_and_nothing_twice(
    company: Company, clock: Clock, tmp_path: Path
) -> None:
    clock.now += MOMENT
    async with deck_over(company, clock, folder=tmp_path) as deck:
        await at_rest(deck)
        assert sorted(deck.way.asked[:2]) == ["GET /v1/orgs?limit=100", "GET /v1/user"]
        lists = {"change-requests": 3 * ORGANIZATIONS, "spaces": ORGANIZATIONS}
        # No list tells of verdicts on what I was asked about or opened, nor of the words in a thread.
        told_one_by_one = {"reviews": 2, "comments": 2}
        beside = [deck.screen.row.change_request, company.world.space, "changes", "requested-reviewers"]
        once = dict.fromkeys(("user", "orgs", *beside, "pages", "replies"), 1)
        assert len(set(deck.way.asked)) == len(deck.way.asked)
        assert Counter(asked(deck)) == {**once, **lists, **told_one_by_one}


async def test_a_start_a_moment_later_asks_three_things_of_each_organization_and_one_of_the_request_beside(
    company: Company, clock: Clock, tmp_path: Path
) -> None:
    clock.now += MOMENT
    async with deck_over(company, clock, folder=tmp_path) as deck:
        await at_rest(deck)
        beside = deck.screen.row.change_request
    clock.now += 1
    async with deck_over(company, clock, folder=tmp_path) as deck:
        await at_rest(deck)
        assert asked(deck) == sorted(["orgs", *["change-requests"] * 3 * ORGANIZATIONS, beside])


class Rests:
    """The waiting of a cursor that rests, which ends when a test says so and not by a clock."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def __call__(self, node: object, seconds: float, rested: Callable[[], None]) -> Rests:
        self.waiting.append(rested)
        return self

    def cancel(self) -> None:
        self.waiting.clear()

    def end(self) -> None:
        """Nobody moves any more."""
        (rested,) = self.waiting
        self.waiting.clear()
        rested()


async def test_quick_moves_ask_only_for_the_request_where_they_end(
    company: Company, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.now += MOMENT
    async with deck_over(company, clock, folder=tmp_path) as deck:
        await at_rest(deck)
        first = deck.screen.row.change_request
        await deck.press("j")
        await deck.until(lambda: deck.screen.target is not None and deck.screen.row.change_request != first)
        await at_rest(deck)
        asked(deck)
        monkeypatch.setattr("docdeck.deck.screens.base.call_after", rests := Rests())
        await deck.press(*"kj" * 4, "k")
        rests.end()
        await deck.until(lambda: deck.way.asked)
        await at_rest(deck)
        assert asked(deck) == [first]
        await deck.press("ctrl+r")  # who asks for all of it gets all of it
        rests.end()
        await deck.until(lambda: deck.way.count("requested-reviewers"))
        await at_rest(deck)
        assert {"changes", "comments", "requested-reviewers", "reviews"} < set(asked(deck))


async def test_a_place_that_was_seen_asks_nothing_and_change_requests_only_their_list(
    company: Company, clock: Clock, tmp_path: Path
) -> None:
    clock.now += MOMENT
    async with deck_over(company, clock, folder=tmp_path) as deck:
        await at_rest(deck)
        first = deck.screen.row.change_request
        asked(deck)
        await deck.open("place_change_requests")
        await at_rest(deck)
        assert deck.screen.row.change_request == first
        assert asked(deck) == sorted(["change-requests", first])
        for place in ("place_inbox", "place_change_requests"):
            await deck.open(place)
            await at_rest(deck)
        assert asked(deck) == []


async def test_threads_ask_once_for_comments_and_then_for_what_is_looked_at(
    own_company: Company, clock: Clock, tmp_path: Path
) -> None:
    world, second = own_company.world, own_company["second"]
    comment = world.comment("jonas", second, "Is this so?", page=world.pages["webhooks"])
    world.reply("sam", second, comment, "It surely is.")
    clock.now += MOMENT
    async with deck_over(own_company, clock, folder=tmp_path) as deck:
        await at_rest(deck)
        asked(deck)
        deck.way.rule(REPLIES, read := asyncio.Event())
        await deck.open("place_threads")
        await deck.live()
        await deck.until(lambda: deck.way.count(REPLIES))
        deck.screen.complete()  # a cursor that rests meanwhile asks for nothing that is on its way
        await deck.pilot.pause()
        # The lists and the threads of the other requests were just read by the inbox.
        assert asked(deck) == ["comments", "replies"]
        assert deck.shows("Is this so?")
        deck.screen.rows.view.move_to(comment)
        assert deck.screen.why_not("edit") == "Still reading the replies of this thread."
        read.set()
        await deck.until(lambda: deck.shows("It surely is.", "Webhooks"))
        await nothing_more(deck.app)
        assert set(asked(deck)) <= {"pages", "replies"}
        assert deck.screen.why_not("edit") != "Still reading the replies of this thread."
    async with deck_over(own_company, clock, folder=tmp_path) as deck:
        await at_rest(deck)
        await deck.open("place_threads")
        await deck.until(lambda: deck.shows("It surely is."))
        await deck.live()
        await nothing_more(deck.app)
        assert deck.way.count(REPLIES) == 0


async def test_a_filter_looks_into_replies_that_were_not_in_sight(own_company: Company, clock: Clock) -> None:
    await _many_threads(own_company, clock, "Only here: heliotrope.")
    async with deck_over(own_company, clock, size=(80, 12)) as deck:
        await deck.live()
        await deck.open("place_threads")
        await deck.live()
        deck.screen.set_filter("heliotrope")
        await deck.until(lambda: deck.shows("Only here: heliotrope."))


async def test_who_is_mentioned_in_a_reply_out_of_sight_has_the_turn(own_company: Company, clock: Clock) -> None:
    await _many_threads(own_company, clock, "What does @Mira say?")
    async with deck_over(own_company, clock, size=(80, 12)) as deck:
        await deck.live()
        await deck.open("place_threads")
        await deck.until(lambda: deck.shows("YOUR TURN  2", "What does @Mira say?"))


async def _many_threads(company: Company, clock: Clock, words: str) -> None:
    """More threads with replies than a small screen shows; the first one, at the list's end, has these in its reply."""
    world, second = company.world, company["second"]
    for number in range(14):
        comment = world.comment("jonas", second, f"Number {number}")
        world.reply("sam", second, comment, f"Reply {number}" if number else words)
        world.wait(1)
    clock.now = world.clock() + MOMENT
