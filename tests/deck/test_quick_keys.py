"""Keys that come quicker than what the one before them does: all of a terminal's keys may be there at once."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

import pytest
from textual import events
from textual.screen import ModalScreen

from docdeck.deck import key_turns
from docdeck.deck.screens.base import DeckScreen
from docdeck.deck.screens.quick_find import QuickFind
from docdeck.deck.widgets.composer import Composer
from tests.deck.company import Deck


@pytest.mark.parametrize("key", ["?", ":", "ctrl+k", "i"])
async def test_what_stands_over_a_view_is_left_once(deck: Deck, key: str) -> None:
    await deck.open("place_spaces")
    await deck.until(lambda: deck.screen.details() is not None)
    view = deck.screen
    await deck.press(key)
    await deck.until(lambda: isinstance(deck.screen, ModalScreen) and deck.screen.is_mounted)
    over = deck.screen
    over.dismiss(None)
    over.dismiss(None)
    await deck.pilot.pause()
    assert deck.screen is view
    assert deck.app.navigator is not None
    assert deck.app.navigator.current is view


@pytest.mark.parametrize("key", ["j", "t", "d", "/", "2", "m", "escape", "p", "i", "c", "tab"])
async def test_keys_that_follow_the_one_that_opens_a_view_find_it_there(deck: Deck, key: str) -> None:
    for opening in ("3", "enter"):
        await deck.open("place_inbox")
        deck.hand(opening, key, key)
        await deck.pilot.pause()
        await deck.until(lambda: deck.screen.is_mounted)
        await deck.pilot.pause()
        deck.hand("escape")
        await deck.pilot.pause()
    assert deck.app.is_running


async def test_words_typed_at_once_after_the_key_of_a_field_are_its_words(deck: Deck) -> None:
    deck.hand("/", *"xcaj 2", "enter")
    await deck.until(lambda: not deck.screen.filtering and deck.screen.filter_text)
    assert deck.screen.filter_text == "xcaj 2"
    assert deck.screen.location == "inbox"
    assert deck.screen.writing is None


async def test_a_comment_typed_at_once_is_whole(own_deck: Deck) -> None:
    words = "Quick as 1, 2, 3: a x q!"
    await own_deck.until(lambda: own_deck.screen.target is not None)
    own_deck.hand("C", *("space" if each == " " else each for each in words))
    await own_deck.until(lambda: [each.text for each in own_deck.screen.query(Composer)] == [words])


async def test_letters_typed_at_once_into_quick_find_are_all_there(deck: Deck) -> None:
    deck.hand("ctrl+k", *"webhooks")
    await deck.until(lambda: getattr(deck.screen, "prompt", None) is not None and deck.screen.prompt.text == "webhooks")


async def test_a_key_typed_at_once_after_another_pane_moves_in_that_pane(deck: Deck) -> None:
    await deck.open("place_change_requests")
    await deck.until(lambda: deck.cursor == deck.company["request"] and deck.screen.target is not None)
    deck.hand("tab", "j")
    await deck.until(lambda: deck.screen.preview.has_focus_within)
    await deck.pilot.pause()
    assert deck.screen.rows.view.cursor_key == deck.company["request"]


async def test_what_is_pasted_after_the_key_of_a_field_goes_into_it(deck: Deck) -> None:
    deck.hand("/")
    deck.app.post_message(events.Paste("pasted words"))
    deck.hand("enter")
    await deck.until(lambda: deck.screen.filter_text == "pasted words")


async def test_two_quick_escapes_leave_the_help_and_then_the_view(deck: Deck) -> None:
    inbox = deck.screen
    await deck.open("place_spaces")
    deck.hand("?", "escape", "escape")
    await deck.until(lambda: deck.screen is inbox)
    await deck.pilot.pause()
    assert deck.app.navigator is not None
    assert deck.app.navigator.current is inbox


@pytest.mark.parametrize("key", ["tab", "shift+tab"])
async def test_no_pane_takes_the_keys_from_a_field_of_one_line(deck: Deck, key: str) -> None:
    deck.hand("/", key, *"web", "enter")
    await deck.until(lambda: deck.screen.filter_text == "web" and not deck.screen.filtering)


@pytest.mark.parametrize(
    "keys",
    [
        ["g", "/", "enter", "j", "j"],
        ["G", "/", "w", "x", "escape", "g", "j", "j"],
        ["/", "enter", "g", "j", "/", "x", "escape", "j"],
    ],
)
async def test_what_follows_enter_or_escape_in_a_filter_moves_in_the_list(deck: Deck, keys: list[str]) -> None:
    await deck.open("place_change_requests")
    await deck.until(lambda: deck.shows("My own words") and deck.screen.target is not None)
    view = deck.screen
    rows = [each.id for each in view._source.rows]
    view.rows.view.move_to(rows[1])
    deck.hand(*keys)
    await deck.until(lambda: deck.cursor == rows[2] and not view.query("#filter"))
    assert view.filter_text == ""


async def test_a_pause_of_the_machine_while_a_field_opens_costs_no_letter(own_deck: Deck, monkeypatch: Any) -> None:
    real = DeckScreen.open_field

    def slow(view: DeckScreen, field: Any) -> None:
        time.sleep(1.3)
        real(view, field)

    monkeypatch.setattr(DeckScreen, "open_field", slow)
    await own_deck.until(lambda: own_deck.screen.target is not None)
    own_deck.hand("C", *"xjq")
    await own_deck.until(lambda: [each.text for each in own_deck.screen.query(Composer)] == ["xjq"])


async def test_a_pause_of_the_machine_while_a_sheet_opens_costs_no_letter(deck: Deck, monkeypatch: Any) -> None:
    real = QuickFind.compose

    def slow(sheet: QuickFind) -> Any:
        time.sleep(1.3)
        return real(sheet)

    monkeypatch.setattr(QuickFind, "compose", slow)
    deck.hand("ctrl+k", *"wj")
    await deck.until(lambda: isinstance(deck.screen, QuickFind) and deck.screen.prompt.text == "wj")


async def test_a_key_goes_on_in_the_end_when_a_view_never_stops_opening(deck: Deck, monkeypatch: Any) -> None:
    monkeypatch.setattr(key_turns, "PATIENCE_SECONDS", 0.001)
    before = deck.screen
    deck.screen.opening = True
    deck.hand("?")
    await deck.until(lambda: deck.screen is not before)


async def test_keys_that_come_while_the_deck_is_taken_down_end_nothing_else(own_deck: Deck, monkeypatch: Any) -> None:
    turns = own_deck.app._turns
    monkeypatch.setattr(type(own_deck.app), "screen_stack", [])
    assert turns.holds(events.Key("j", "j"))
    await turns._next()
    await turns._back(key_turns._Call(turns._number, (None, None), deque(), 1))
    assert own_deck.app.top is None
    assert own_deck.app.view is None
