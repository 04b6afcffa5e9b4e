"""Quick find in the deck: typing filters, Enter goes to where a thing lives, and every failure has its words."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import httpx
import pytest

from docdeck.deck.painters.quick_find import hits_source
from docdeck.deck.screens.quick_find import QuickFind
from docdeck.workspace.search_index import Entry, SearchIndex
from docdeck.workspace.search_sources import Found
from tests.deck.company import Clock, Company, Deck, deck_over
from tests.deck.widgets.hostile import HOSTILE, assert_harmless


async def found(deck: Deck, *typed: str) -> QuickFind:
    """Quick find over all that was read, with these letters typed."""
    await deck.press("ctrl+k")
    panel = deck.app.screen
    assert isinstance(panel, QuickFind)
    await deck.until(lambda: panel.found.freshness.state == "live")
    await deck.press(*typed)
    await deck.until(lambda: panel.shown_for == "".join(typed))
    return panel


async def test_a_page_of_any_space_is_read_after_three_letters(deck: Deck) -> None:
    panel = await found(deck, *"dee")
    assert panel.entry is not None
    assert (panel.entry.title, panel.entry.place) == ("Deep", "Acme › Guide › Parts")
    assert deck.shows("PAGES", "Acme › Guide › Parts")
    await deck.press("enter")
    await deck.until(lambda: deck.app.view is not None and deck.app.view.location.startswith("page:"))
    await deck.until(lambda: deck.shows("Deep", "alpha"))


@pytest.mark.parametrize(
    ("typed", "title", "place"),
    [
        ("guide", "Guide", "spaces"),
        ("acme docs", "Acme Docs", "sites"),
        ("jonas", "Jonas Weber", "organizations"),
        ("globex", "Globex", "organizations"),
    ],
)
async def test_what_lives_in_a_tree_is_stood_on_there(deck: Deck, typed: str, title: str, place: str) -> None:
    await found(deck, *(" " if letter == " " else letter for letter in typed))
    await deck.press("enter")
    await deck.until(lambda: deck.app.view is not None and deck.app.view.location == place)
    await deck.until(lambda: deck.screen.node is not None and deck.screen.node.title.endswith(title))


async def test_a_node_is_revealed_in_a_place_that_was_seen_before(deck: Deck) -> None:
    await deck.open("place_spaces")
    await deck.until(lambda: deck.shows("▸ Acme") and deck.cursor)
    await found(deck, *"guide")
    await deck.press("enter")
    await deck.until(
        lambda: deck.screen is deck.app.view and deck.screen.node and deck.screen.node.title.endswith("Guide")
    )
    assert deck.shows("▾ Public", "▾ Guides")


async def test_a_change_request_is_found_by_its_number_and_opened(deck: Deck, company: Company) -> None:
    panel = await found(deck, *"#1")
    assert panel.entry is not None
    assert panel.entry.kind == "change_request"
    await deck.press("enter")
    location = f"change_request:{company.world.space}:{panel.entry.id}"
    await deck.until(lambda: deck.app.view is not None and deck.app.view.location == location)


async def test_ctrl_y_copies_the_link_and_says_so(deck: Deck) -> None:
    panel = await found(deck, *"deep")
    assert panel.entry is not None
    await deck.press("ctrl+y")
    assert panel.entry.url.startswith("http")
    assert deck.app.clipboard == panel.entry.url
    assert deck.shows("Sent to the terminal's clipboard")
    await deck.press("escape")
    assert deck.app.screen is deck.app.view


async def test_a_person_has_no_address_to_copy(deck: Deck) -> None:
    await found(deck, *"jonas")
    await deck.press("ctrl+y")
    await deck.until(lambda: deck.shows("This has no address."))
    assert not deck.app.clipboard


async def test_up_and_down_move_and_headings_are_passed_over(deck: Deck) -> None:
    panel = await found(deck, *"e")
    keys = [panel.source.key(at) for at in range(panel.source.count) if panel.source.selectable(at)]
    assert len(keys) > 4
    assert panel.view.cursor_key == keys[0]
    for key in keys[1:4]:
        await deck.press("down")
        assert panel.view.cursor_key == key


async def test_words_in_a_page_are_found_by_the_platform(deck: Deck) -> None:
    panel = await found(deck, *"welcome")
    await deck.until(lambda: panel.entry is not None and panel.entry.title == "Intro")
    assert deck.way.count(r"/search\?query=welcome")


async def test_nothing_found_says_so(deck: Deck) -> None:
    await found(deck, *"qqqqqq")
    await deck.until(lambda: deck.shows("Nothing is called “qqqqqq”."))
    await deck.press("enter")
    assert isinstance(deck.app.screen, QuickFind)


async def test_without_a_network_what_was_read_is_found_and_the_foot_says_it(
    company: Company, clock: Clock, tmp_path: Path
) -> None:
    async with deck_over(company, clock, folder=tmp_path) as deck:
        await deck.live()
        await found(deck, *"deep")
    clock.now += 3600
    async with deck_over(company, clock, folder=tmp_path, rules=(("/v1/", httpx.ConnectError),)) as deck:
        await deck.until(lambda: deck.app.session is not None)
        await deck.press("ctrl+k", *"deep")
        await deck.until(lambda: deck.shows("Acme › Guide › Parts", "offline"))


async def test_without_anything_it_says_what_failed(company: Company, clock: Clock) -> None:
    async with deck_over(company, clock, rules=(("/v1/", httpx.ConnectError),)) as deck:
        await deck.press("ctrl+k")
        panel = deck.app.screen
        assert isinstance(panel, QuickFind)
        await deck.until(lambda: panel.found.freshness.state == "offline")
        assert deck.shows("offline since", "0 names")


async def test_what_is_forbidden_leaves_the_rest_and_is_said(company: Company, clock: Clock) -> None:
    async with deck_over(company, clock, rules=((r"/members\?", 403),)) as deck:
        await deck.press("ctrl+k", *"guide")
        panel = deck.app.screen
        assert isinstance(panel, QuickFind)
        await deck.until(lambda: panel.found.freshness.state == "partial")
        assert panel.entry is not None
        assert panel.entry.title == "Guide"
        assert deck.shows("People of")


async def test_before_the_first_answer_it_says_that_it_reads(company: Company, clock: Clock) -> None:
    answered = asyncio.Event()
    async with deck_over(company, clock, rules=((r"GET /v1/orgs\b", answered),)) as deck:
        await deck.press("ctrl+k")
        assert deck.shows("Reading what there is …")
        answered.set()
        panel = deck.app.screen
        assert isinstance(panel, QuickFind)
        await deck.until(lambda: panel.found.freshness.state == "live")


def many(count: int) -> tuple[Entry, ...]:
    return tuple(Entry("page", f"p{at}", f"Guide {at}", "Acme › Handbook", "o", "s") for at in range(count))


class SlowIndex(SearchIndex):
    """Waits with its answers for some words until it is told."""

    def __init__(self, entries: tuple[Entry, ...], slow: str) -> None:
        super().__init__(entries)
        self.slow, self.go, self.done = slow, threading.Event(), threading.Event()

    def find(self, text: str) -> tuple[Entry, ...]:
        if text == self.slow:
            self.go.wait(20)
            hits = super().find(text)
            self.done.set()
            return hits
        return super().find(text)


async def test_an_old_search_is_never_painted_over_a_newer_one(deck: Deck) -> None:
    panel = await found(deck)
    panel.found, panel.index = Found(many(5_000)), SlowIndex(many(5_000), "guide")
    await deck.press(*"guide", *" 4999")
    await deck.until(lambda: panel.entry is not None and panel.entry.id == "p4999")
    panel.index.go.set()
    await asyncio.to_thread(panel.index.done.wait, 20)
    await deck.pilot.pause()
    assert panel.shown_for == "guide 4999"
    assert panel.entry is not None
    assert panel.entry.id == "p4999"


async def test_enter_before_the_search_ended_opens_what_it_finds(deck: Deck) -> None:
    panel = await found(deck)
    entry = next(each for each in panel.found.entries if each.title == "Deep")
    index = SlowIndex((*many(5_000), entry), "deep")
    panel.index = index
    await deck.press(*"deep", "enter")
    assert deck.app.screen is panel
    index.go.set()
    await deck.until(lambda: deck.app.view is not None and deck.app.view.location == f"page:{entry.space}:{entry.id}")


async def test_hostile_titles_are_only_text(deck: Deck) -> None:
    panel = await found(deck)
    hostile = tuple(
        Entry("page", str(at), title, title, "o", "s", note=title, url=title) for at, title in enumerate(HOSTILE)
    )
    panel.index = SearchIndex(hostile)
    for typed in ("b", "backspace"):
        await deck.press(typed)
        await deck.pilot.pause()
        assert_harmless(deck.app)
    await deck.press("ctrl+y")
    assert_harmless(deck.app)


def test_only_what_is_seen_of_many_hits_is_painted() -> None:
    source = hits_source(SearchIndex(many(100_000)).find("guide"))
    assert source.uniform
    assert source.count <= 201
    assert len(source.lines(1, 80)) == 1
