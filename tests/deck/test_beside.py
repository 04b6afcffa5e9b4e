"""What stands beside a list or a tree is about what is under the cursor, however the reader comes and goes."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from docdeck.deck.screens import base
from tests.deck.company import Answer, Deck

NEVER = 60.0


def beside(deck: Deck) -> str:
    """What the pane beside the rows is about."""
    pane = deck.screen.query("#details, #preview").first()
    return pane._title.title


def reads_beside(deck: Deck) -> bool:
    return any(each.group in ("details", "preview") and not each.is_finished for each in deck.screen.workers)


@pytest.mark.parametrize(("answer", "says"), [(None, ""), (403, "view_content")], ids=["it can be read", "it cannot"])
@pytest.mark.parametrize(
    ("place", "first", "second", "path"),
    [
        ("place_spaces", "Acme", "Globex", r"GET /v1/orgs/{small}$"),
        ("place_change_requests", "Rewrite webhooks", "Second thoughts", r"change-requests/{second}$"),
    ],
    ids=["a tree", "a list"],
)
async def test_a_row_left_while_it_is_read_is_shown_when_the_cursor_comes_back_at_once(
    deck: Deck,
    monkeypatch: pytest.MonkeyPatch,
    place: str,
    first: str,
    second: str,
    path: str,
    answer: Answer,
    says: str,
) -> None:
    path = path.format(small=deck.company.world.small, second=deck.company["second"])
    await deck.open(place)
    await deck.until(lambda: beside(deck).endswith(first) and not reads_beside(deck))
    if answer is not None:
        deck.way.rule(path, answer)
    held = asyncio.Event()
    deck.way.rule(path, held)
    await deck.press("j")
    await deck.until(lambda: deck.way.count(path) and reads_beside(deck))

    monkeypatch.setattr(base, "REST_SECONDS", NEVER)
    await deck.press("k")
    held.set()
    await deck.until(lambda: not reads_beside(deck))
    await deck.pilot.pause()
    assert beside(deck).endswith(first)

    monkeypatch.setattr(base, "REST_SECONDS", 0.01)
    await deck.press("j")
    await deck.until(lambda: beside(deck).endswith(second) and deck.shows(says))


async def test_a_row_that_was_read_while_no_row_was_shown_is_shown_when_it_comes_back(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"change-requests/{deck.company['second']}$"
    await deck.open("place_change_requests")
    await deck.until(lambda: beside(deck).endswith("Rewrite webhooks") and not reads_beside(deck))
    held = asyncio.Event()
    deck.way.rule(path, held)
    await deck.press("j")
    await deck.until(lambda: deck.way.count(path) and reads_beside(deck))

    monkeypatch.setattr(base, "REST_SECONDS", NEVER)
    deck.screen.set_filter("nothing has these words")
    await deck.pilot.pause()
    held.set()
    await deck.until(lambda: not reads_beside(deck))
    await deck.pilot.pause()

    monkeypatch.setattr(base, "REST_SECONDS", 0.01)
    deck.screen.set_filter("second")
    await deck.until(lambda: beside(deck).endswith("Second thoughts") and deck.screen.target is not None)


async def test_facts_go_when_the_cursor_stands_on_no_node(deck: Deck) -> None:
    deck.way.rule(rf"/orgs/{deck.company.world.small}/(spaces|collections)", 403)
    await deck.open("place_spaces")
    await deck.until(lambda: deck.shows("▸ Globex") and deck.cursor)
    await deck.press("G", "l")
    await deck.until(lambda: beside(deck) == "Globex" and deck.screen.branches.rows[-1].failed)
    await deck.press("j")
    assert deck.screen.node is None
    await deck.until(lambda: beside(deck) == "Details")
    await deck.press("k")
    await deck.until(lambda: beside(deck) == "Globex")


async def test_the_pane_of_the_thread_has_no_name_when_there_is_no_thread(deck: Deck) -> None:
    await deck.open("place_threads")
    await deck.until(lambda: deck.screen.query_one("#threads")._title.title != "Thread")
    deck.screen.set_filter("nothing has these words")
    await deck.until(lambda: deck.screen.query_one("#threads")._title.title == "Thread")


async def test_a_preview_has_the_name_that_its_row_has_now(deck: Deck) -> None:
    inbox = deck.screen
    await deck.until(lambda: inbox.target is not None and not reads_beside(deck))
    await deck.pilot.pause()
    renamed = [replace(row, subject="Another name") for row in inbox.inbox.rows]
    inbox.post_message(inbox.Loaded(replace(inbox.inbox, rows=tuple(renamed))))
    await deck.until(lambda: beside(deck).endswith("Another name"))
