"""Every place in every state, with no empty cell in the table: different states have different words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.deck.company import Answer, Clock, Company, Deck, deck_over
from tests.deck.widgets.hostile import assert_harmless
from tests.workspace.world import update_page

STATES = (
    "loading",
    "empty",
    "error",
    "forbidden",
    "offline, nothing stored",
    "offline, stored",
    "partial",
    "rate limited",
    "stale",
)


@dataclass(frozen=True)
class Place:
    """How to go there, which reads it is made of, what it shows when all is well, and its words when it is empty."""

    go: Callable[[Deck], None]
    reads: str
    well: str
    empty: tuple[tuple[str, Answer], ...]
    empty_words: tuple[str, ...]
    partial: tuple[tuple[str, Answer], ...]
    partial_words: tuple[str, ...]


def _key(name: str) -> Callable[[Deck], None]:
    return lambda deck: getattr(deck.app, f"do_place_{name}")()


def _request(deck: Deck) -> None:
    deck.app.open_change_request(deck.company.world.space, deck.company["request"], "Request")


def _page(deck: Deck) -> None:
    deck.app.open_page(deck.company["guide"], "start" + "0" * 15, "Start")


def _log(deck: Deck) -> None:
    deck.app.do_request_log()


NONE = {"items": []}
ORGS = r"GET /v1/orgs(\?|$)"


def broken_item(answer: Any) -> Any:
    """The list with one more item that cannot be read."""
    return {**answer, "items": [*answer["items"], {"object": "x", "id": ["no"]}]}


def cut(answer: Any) -> Any:
    """Changes of which the server left some out."""
    return {**answer, "more": 9}


def textless(answer: Any) -> Any:
    """A page whose text the server keeps back."""
    return {key: value for key, value in answer.items() if key not in ("document", "markdown")}


PLACES: dict[str, Place] = {
    "inbox": Place(
        _key("inbox"), r"GET ", "TO REVIEW",
        ((ORGS, NONE),), ("Nothing waits for you.", "Here would stand"),
        ((r"/orgs/[^/]+/change-requests", 500), (r"/orgs/(?!%ACME)[^/]+/change-requests", NONE)),
        ("partial 1 of 2", "The server failed"),
    ),
    "change requests": Place(
        _key("change_requests"), r"/change-requests|/orgs", "Rewrite webhooks",
        ((r"/orgs/[^/]+/change-requests", NONE),), ("No change request is open here.", "f picks another status"),
        ((r"/orgs/[^/]+/change-requests", broken_item),), ("partial 3 of 4", "could not be read"),
    ),
    "threads": Place(
        _key("threads"), r"/change-requests|/orgs|/user", "And this?",
        ((ORGS, NONE),), ("No thread is open.", "would stand here"),
        ((r"%MINE/comments", 500),), ("partial", "#3", "The server failed"),
    ),
    "sites": Place(
        _key("sites"), ORGS, "▸ Acme",
        ((ORGS, NONE),), ("You belong to no organization yet.", "Its sites"),
        ((ORGS, broken_item),), ("partial 2 of 3", "could not be read"),
    ),
    "spaces": Place(
        _key("spaces"), ORGS, "▸ Acme",
        ((ORGS, NONE),), ("You belong to no organization yet.", "Its spaces"),
        ((ORGS, broken_item),), ("partial 2 of 3", "could not be read"),
    ),
    "organizations": Place(
        _key("organizations"), ORGS, "▸ Acme",
        ((ORGS, NONE),), ("You belong to no organization yet.", "members and teams"),
        ((ORGS, broken_item),), ("partial 2 of 3", "could not be read"),
    ),
    "change request": Place(
        _request, r"/spaces/", "Each delivery carries",
        ((r"/changes", {"changes": []}),), ("CHANGED PAGES",),
        ((r"/changes", cut),), ("partial 1 of 10",),
    ),
    "page": Place(
        _page, r"/content/page/", "beta alpha",
        ((r"/content/page/", {"object": "page", "id": "start" + "0" * 15, "title": "Start", "markdown": ""}),),
        ("This page has no text.",),
        ((r"/content/page/", textless),), ("partial", "without its text"),
    ),
}  # fmt: skip


LOG: dict[str, tuple[Answer | None, tuple[str, ...]]] = {
    "loading": (asyncio.Event(), ("Request log", "0 calls", "No request was made yet.")),
    "empty": (asyncio.Event(), ("No request was made yet.",)),
    "error": (500, ("500", "/v1/orgs")),
    "forbidden": (403, ("403", "/v1/orgs")),
    "offline, nothing stored": (httpx.ConnectError, ("offline since 12:00", "could n")),
    "offline, stored": (httpx.ConnectError, ("offline since 12:00", "200", "/v1/orgs", "could n")),
    "partial": (None, ("live", "listCommentsIn")),
    "rate limited": (429, ("429", "/v1/orgs", "rate limited until 14:00")),
    "stale": (None, ("stored", "/v1/user")),
}
"""What the log shows of the calls of the inbox: it asks for nothing itself, so its states are those of the calls."""


@pytest.mark.parametrize("state", STATES)
async def test_the_request_log_in_a_state(company: Company, clock: Clock, tmp_path: Path, state: str) -> None:
    answer, words = LOG[state]
    later = state in ("offline, stored", "partial", "stale")
    rules = () if answer is None or later else ((r"GET ", answer),)
    async with deck_over(company, clock, folder=tmp_path, rules=rules) as deck:
        if later:
            await deck.live()
            if answer is not None:
                deck.way.rule(r"GET ", answer)
            await deck.press("ctrl+r")
            await deck.until(lambda: deck.screen.shown.state in ("live", "offline"))
        elif state not in ("loading", "empty"):
            await deck.until(lambda: deck.screen.shown.state not in ("loading", "refreshing"))
        deck.app.do_request_log()
        if state == "partial":
            await deck.press("slash", *"comments", "enter")
        await deck.until(lambda: deck.shows(*words) and (state != "partial" or _only_comments(deck)))
        assert_harmless(deck.app)
        await deck.press("ctrl+q")
        await deck.until(lambda: deck.app._exit)
        assert deck.app.return_code == 0


def _only_comments(deck: Deck) -> bool:
    """The log shows the calls about comments, fewer than there were calls, and says how many."""
    rows = deck.screen.log_pane.view.source.rows
    shown = all("comment" in entry.path for _, entry in rows)
    return shown and len(rows) < len(deck.app.session.platform.log) and deck.shows(f"{len(rows)} calls")


def filled(company: Company, rules: tuple[tuple[str, Answer], ...]) -> tuple[tuple[str, Answer], ...]:
    """The rules with the company's ids in their patterns."""
    names = {"%ACME": company.world.organization, "%MINE": company["mine"]}
    return tuple((_named(pattern, names), answer) for pattern, answer in rules)


def _named(pattern: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        pattern = pattern.replace(name, value)
    return pattern


async def _fails(deck: Deck, place: Place, answer: Answer) -> None:
    """Every read of the place fails, with nothing stored."""
    deck.way.rule(place.reads, answer)
    place.go(deck)


async def _read_then(deck: Deck, place: Place, answer: Answer, minutes: int) -> None:
    """The place is read well; minutes later its reads fail."""
    place.go(deck)
    await deck.until(lambda: deck.shows(place.well) and deck.screen.shown.state == "live")
    await deck.until(lambda: not any(not each.is_finished for each in deck.app.workers))
    deck.clock.now += minutes * 60
    deck.way.rule(place.reads, answer)
    await deck.press("ctrl+r")


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", PLACES)
async def test_a_place_in_a_state(company: Company, clock: Clock, tmp_path: Path, name: str, state: str) -> None:
    place = PLACES[name]
    start: tuple[tuple[str, Answer], ...] = ()
    if name == "inbox":
        start = {
            "loading": ((r"GET ", asyncio.Event()),),
            "empty": place.empty,
            "error": ((r"GET ", 500),),
            "forbidden": ((r"GET ", 403),),
            "offline, nothing stored": ((r"GET ", httpx.ConnectError),),
            "partial": place.partial,
            "rate limited": ((r"GET ", 429),),
        }.get(state, ())
    async with deck_over(company, clock, folder=tmp_path, rules=filled(company, start)) as deck:
        words = await STEPS[state](deck, place)
        await deck.until(lambda: deck.shows(*words))
        assert_harmless(deck.app)
        painted = [line for line in deck.text.splitlines() if line.strip()]
        assert len(painted) <= deck.app.size.height
        await deck.press("ctrl+q")
        await deck.until(lambda: deck.app._exit)
        assert deck.app.return_code == 0


async def loading(deck: Deck, place: Place) -> tuple[str, ...]:
    await _fails(deck, place, asyncio.Event())
    return ("Reading", "loading")


async def empty(deck: Deck, place: Place) -> tuple[str, ...]:
    for pattern, answer in filled(deck.company, place.empty):
        deck.way.rule(pattern, answer)
    place.go(deck)
    return (*place.empty_words, "live, 0 s")


async def error(deck: Deck, place: Place) -> tuple[str, ...]:
    await _fails(deck, place, 500)
    return ("failed", "The server failed (500): On demand.", "Try again in a moment.")


async def forbidden(deck: Deck, place: Place) -> tuple[str, ...]:
    await _fails(deck, place, 403)
    return ("forbidden", "view_content", "Ask an admin")


async def offline(deck: Deck, place: Place) -> tuple[str, ...]:
    await _fails(deck, place, httpx.ConnectError)
    return ("offline since 12:00, nothing stored", "could not be reached")


async def offline_stored(deck: Deck, place: Place) -> tuple[str, ...]:
    await _read_then(deck, place, httpx.ConnectError, 7)
    return (place.well, "offline since 12:07, data 7 min old")


async def partial(deck: Deck, place: Place) -> tuple[str, ...]:
    for pattern, answer in filled(deck.company, place.partial):
        deck.way.rule(pattern, answer)
    place.go(deck)
    return place.partial_words


async def rate_limited(deck: Deck, place: Place) -> tuple[str, ...]:
    await _fails(deck, place, 429)
    return ("rate limited until 14:00", "wants a pause")


async def stale(deck: Deck, place: Place) -> tuple[str, ...]:
    await _read_then(deck, place, asyncio.Event(), 180)
    return (place.well, "refreshing, 3 h old")


STEPS = {
    "loading": loading,
    "empty": empty,
    "error": error,
    "forbidden": forbidden,
    "offline, nothing stored": offline,
    "offline, stored": offline_stored,
    "partial": partial,
    "rate limited": rate_limited,
    "stale": stale,
}


def test_the_table_has_no_empty_cell() -> None:
    assert set(STEPS) == set(STATES)
    assert all(place.well and place.empty_words and place.partial_words for place in PLACES.values())


async def test_no_place_calls_itself_live_once_another_has_found_the_server_gone(deck: Deck) -> None:
    await deck.live()
    inbox = deck.screen
    await deck.open("place_change_requests")
    await deck.live()
    deck.way.rule(r"GET ", httpx.ConnectError)
    await deck.press("ctrl+r")
    await deck.until(lambda: deck.shows("offline since"))
    await deck.open("place_inbox")
    await deck.until(lambda: deck.screen is inbox and "offline since" in deck.text.splitlines()[0])
    deck.way.rules.clear()
    await deck.open("place_change_requests")
    await deck.press("ctrl+r")
    await deck.live()
    await deck.open("place_inbox")
    await deck.until(lambda: deck.screen is inbox and " live, " in deck.text.splitlines()[0])


async def test_a_page_that_cannot_be_read_fails_under_its_own_name(own_company: Company, clock: Clock) -> None:
    world = own_company.world
    world.edit("jonas", own_company["request"], update_page(world.pages["limits"], "Twelve calls a second."))
    async with deck_over(own_company, clock) as deck:
        deck.app.open_change_request(world.space, own_company["request"], "Request")
        await deck.until(lambda: deck.shows("▪Webhooks", "+1 -"))
        deck.way.rule(rf"GET .*{world.pages['limits']}", 500)
        await deck.press("right_curly_bracket")
        await deck.until(lambda: deck.shows("▪Limits", "(500)"))
        assert not deck.shows("+1 -")
