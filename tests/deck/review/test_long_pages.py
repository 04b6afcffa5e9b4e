"""A long page is shown from its beginning while the rest is still compared; nothing moves when the rest arrives."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from docdeck.deck.painters.rendered import REST
from docdeck.service.actions.change_requests import merge
from docdeck.workspace import page_comparisons
from tests.deck.review.running import Deck, deck_over
from tests.deck.review.test_reading import open_request
from tests.workspace.world import World, update_page

WORDS = [f"Paragraph {number} stays as it is." for number in range(500)]
CHANGED = (5, 30, 480)


@pytest.fixture
def rest(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """What the comparison of the rest of a page waits for."""
    let_go, compared = threading.Event(), page_comparisons.compared

    def held(*args: Any) -> page_comparisons.PageComparison:
        if len(args) == 6 and args[-1] is not None:
            assert let_go.wait(60)
        return compared(*args)

    monkeypatch.setattr(page_comparisons, "compared", held)
    yield let_go
    let_go.set()


@pytest.fixture
def long_request(world: World) -> str:
    """A request that changes a long page at its beginning and near its end, and a short page after it."""
    world.wait(1)
    world.do(merge, "jonas", world.request("jonas", "Long", text="\n\n".join(WORDS)))
    after = [text.replace("stays", "goes") if at in CHANGED else text for at, text in enumerate(WORDS)]
    request = world.request("jonas", "Longer", text="\n\n".join(after))
    world.edit("jonas", request, update_page(world.pages["limits"], "Twenty per second."))
    return request


def stands(deck: Deck) -> tuple[str | None, float]:
    """Where the cursor and the screen are."""
    view = deck.view.reading.view
    return view.cursor_key, view.scroll_y


async def test_the_beginning_is_read_while_the_rest_is_compared(
    world: World, long_request: str, rest: threading.Event
) -> None:
    async with deck_over(world, size=(120, 24)) as deck:
        view = await open_request(deck, world, long_request)
        await deck.until(lambda: len(view.rows) == 2, "both pages")
        assert not view.wholly_compared
        shown = deck.shown("#lines")
        assert "Paragraph 5 stays goes as it is." in shown
        assert REST in shown
        assert "comparing the rest …" in shown
        assert "edited" not in shown
        assert view.reading._title.right == ""
        await deck.press("]")
        assert view.reading.view.cursor_key == "block 30"
        await deck.press("]")
        assert view.page == world.pages["webhooks"], "not on to the next page"
        assert deck.said.startswith("The rest of this page is still being compared")
        before = stands(deck)
        rest.set()
        await deck.until(lambda: REST not in deck.shown("#lines"), "the rest")
        assert stands(deck) == before
        assert view.reading._title.right == "+3 -3"
        assert "3 blocks edited" in deck.shown("#lines")
        await deck.press("]")
        assert view.reading.view.cursor_key == "block 480"
        await deck.press("]")
        await deck.until(lambda: view.page == world.pages["limits"], "on to the next page")


async def test_going_back_to_the_last_change_waits_for_the_whole(
    world: World, long_request: str, rest: threading.Event
) -> None:
    async with deck_over(world, size=(120, 24)) as deck:
        view = await open_request(deck, world, long_request)
        await deck.until(lambda: len(view.rows) == 2, "both pages")
        await deck.press("}")
        await deck.until(lambda: view.page == world.pages["limits"] and view.form is not None, "the next page")
        await deck.press("[")
        assert view.page == world.pages["webhooks"]
        rest.set()
        await deck.until(lambda: view.form is not None, "compared")
        assert view.wholly_compared
        assert view.reading.view.cursor_key == "block 480"


async def test_a_thread_in_the_rest_is_gone_to_when_it_is_there(
    world: World, long_request: str, rest: threading.Event
) -> None:
    async with deck_over(world, size=(120, 24)) as deck:
        view = await open_request(deck, world, long_request)
        rest.set()
        await deck.until(lambda: view.wholly_compared and REST not in deck.shown("#lines"), "compared")
        assert view.form is not None
        node = view.form.node_of("block 480")
        assert node is not None
    rest.clear()
    world.comment("sam", long_request, "Why?", page=world.pages["webhooks"], node=node)
    async with deck_over(world, size=(120, 24)) as deck:
        view = await open_request(deck, world, long_request)
        await deck.until(lambda: view.thread is not None, "the thread")
        assert not view.wholly_compared
        await deck.press("t")
        assert view.reading.view.cursor_key == "block 5", "not there yet"
        rest.set()
        await deck.until(lambda: view.reading.view.cursor_key == "block 480", "at the thread")
