"""Panes that a narrower screen or a key hides, and what stands in them when they are shown again."""

from __future__ import annotations

import pytest

from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.pane import Pane
from tests.deck.company import Deck


async def at_width(deck: Deck, columns: int) -> None:
    await deck.pilot.resize_terminal(columns, 40)
    await deck.pilot.pause()


def about(deck: Deck, pane: str) -> str:
    """The title of a pane."""
    return deck.screen.query_one(f"#{pane}", Pane)._title.title


def keys(deck: Deck, pane: str) -> list[str]:
    """The keys of what a pane shows."""
    source = deck.screen.query_one(f"#{pane}", Pane).view.source
    return [source.key(at) for at in range(source.count)]


@pytest.mark.parametrize("hide", ["p", "narrow"])
@pytest.mark.parametrize("place", ["place_inbox", "place_spaces"])
async def test_the_keys_go_on_in_a_pane_that_is_shown_when_theirs_is_hidden(deck: Deck, place: str, hide: str) -> None:
    await deck.open(place)
    rows = deck.screen.query("#rows, #nodes").first(LineView)
    await deck.until(lambda: deck.screen.focused is rows and rows.cursor_key)
    await deck.press("tab")
    await deck.until(lambda: deck.screen.focused not in (None, rows))
    if hide == "p":
        await deck.press("p")
    else:
        await at_width(deck, 80)
    await deck.until(lambda: deck.screen.focused is rows)
    before = rows.cursor_key
    await deck.press("j")
    assert rows.cursor_key != before


async def test_a_field_gives_the_keys_back_to_a_pane_that_is_shown(deck: Deck) -> None:
    rows = deck.screen.query_one("#rows", LineView)
    await deck.press("tab")
    await deck.until(lambda: deck.screen.focused not in (None, rows))
    await deck.press("slash")
    await deck.until(lambda: not isinstance(deck.screen.focused, LineView))
    await at_width(deck, 80)
    await deck.press("escape")
    await deck.until(lambda: deck.screen.focused is rows)


async def test_the_threads_of_a_request_stand_in_one_pane_at_every_width(deck: Deck) -> None:
    await deck.until(lambda: "threads" in keys(deck, "preview"))
    await at_width(deck, 200)
    await deck.until(lambda: "threads" not in keys(deck, "preview") and keys(deck, "threads"))
    await at_width(deck, 120)
    await deck.until(lambda: "threads" in keys(deck, "preview"))


async def test_the_page_beside_a_tree_is_the_one_under_the_cursor_when_its_pane_comes_back(deck: Deck) -> None:
    await at_width(deck, 200)
    await deck.open("place_spaces")
    await deck.until(lambda: deck.shows("▸ Acme") and deck.cursor)
    for words in ("Handbook", "Webhooks"):
        await deck.press("l")
        await deck.until(lambda words=words: deck.shows(words))
        if words == "Handbook":
            await deck.press("slash", *"handbook", "enter")
    await deck.press("j", "j")
    await deck.until(lambda: about(deck, "page") == "Webhooks" == deck.screen.node.title)
    await at_width(deck, 120)
    await deck.press("k")
    title = deck.screen.node.title
    assert title != "Webhooks"
    await deck.until(lambda: about(deck, "details") == title)
    await at_width(deck, 200)
    await deck.until(lambda: about(deck, "page") == (title if deck.screen.node.kind == "page" else "Page"))


async def test_a_page_beside_a_tree_that_cannot_be_read_fails_under_its_own_name(deck: Deck) -> None:
    await at_width(deck, 200)
    await deck.open("place_spaces")
    await deck.until(lambda: deck.shows("▸ Acme") and deck.cursor)
    for words in ("Handbook", "Webhooks"):
        await deck.press("l")
        await deck.until(lambda words=words: deck.shows(words))
        if words == "Handbook":
            await deck.press("slash", *"handbook", "enter")
    deck.way.rule(rf"/content/page/{deck.company.world.pages['webhooks']}", 403)
    await deck.press("j", "j")
    assert deck.screen.node.title == "Webhooks"
    await deck.until(lambda: about(deck, "page") == "Webhooks")
    await deck.until(lambda: deck.screen.query_one("#page", Pane)._state.display and deck.shows("view_content"))
