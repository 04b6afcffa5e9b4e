"""`F` keeps how a list is filtered, `f` shows it again: over starts, and with the rest as at the start."""

from __future__ import annotations

from docdeck.deck.widgets.prompt_line import PromptLine
from tests.deck.company import Deck


async def filtered(deck: Deck, words: str) -> None:
    await deck.press("slash", *("space" if each == " " else each for each in words), "enter")
    await deck.until(lambda: deck.screen.filter_text == words and not deck.screen.filtering)


async def saved(deck: Deck, name: str = "") -> None:
    """Press F and Enter, with another name than the one offered if one is given."""
    await deck.press("F")
    await deck.until(lambda: [each.has_focus_within for each in deck.screen.query(PromptLine)] == [True])
    if name:
        deck.screen.query_one(PromptLine).set_text(name)
    await deck.press("enter")
    await deck.until(lambda: not deck.screen.filtering)


async def picked(deck: Deck, *typed: str) -> None:
    await deck.press("f")
    await deck.until(lambda: deck.shows("saved"))
    await deck.press(*typed, "enter")


async def test_words_of_the_inbox_are_saved_and_shown_again(own_deck: Deck) -> None:
    deck = own_deck
    await deck.until(lambda: deck.screen.target is not None)
    await deck.press("f")
    await deck.until(lambda: deck.shows("No filter is saved here yet: / filters, then F saves."))
    await filtered(deck, "webhooks")
    await saved(deck)
    await deck.until(lambda: deck.shows("Saved: webhooks. f shows it again."))
    await deck.press("escape")
    assert deck.screen.filter_text == ""
    await picked(deck, "webhooks")
    await deck.until(lambda: deck.screen.filter_text == "webhooks")
    await saved(deck)
    await deck.until(lambda: deck.shows("Changed: webhooks."))
    await picked(deck, *"forget")
    await deck.until(lambda: deck.shows("Forgotten: webhooks."))
    assert deck.app.session is not None
    assert deck.app.session.desk.saved_filters.of("place.inbox") == ()


async def test_a_filter_of_change_requests_has_all_its_parts(own_deck: Deck) -> None:
    deck = own_deck
    await deck.open("place_change_requests")
    await deck.until(lambda: deck.screen.target is not None)
    await deck.press("f")
    await deck.until(lambda: deck.shows("Show change requests by"))
    await deck.press(*"merged", "enter")
    await deck.until(lambda: deck.screen.wanted.status == "merged")
    await deck.press("s", "S")
    await filtered(deck, "no such")
    before = deck.screen.filter_values()
    assert before.keys() == {"words", "status", "order", "reverse", "organization", "title"}
    await saved(deck, "odd ones")
    await deck.until(lambda: deck.shows("Saved: odd ones."))

    deck.screen.take_filter({})
    await deck.until(lambda: deck.screen.target is not None)
    assert (deck.screen.wanted.status, deck.screen.order, deck.screen.filter_text) == ("open", "updated", "")
    await picked(deck, *"odd")
    await deck.until(lambda: deck.screen.filter_values() == before)
    await deck.until(lambda: deck.shows("merged · sorted by created reversed · /no such"))


async def test_parts_that_a_later_docdeck_wrote_are_left(own_deck: Deck) -> None:
    deck = own_deck
    await deck.open("place_change_requests")
    await deck.until(lambda: deck.screen.target is not None)
    deck.screen.take_filter({"status": "lost", "order": "colour", "creator": "nobody-known", "new": "x"})
    await deck.until(lambda: deck.shows("open · by nobody-known"))
    assert deck.screen.order == "updated"


async def test_a_name_is_needed_and_escape_saves_nothing(own_deck: Deck) -> None:
    deck = own_deck
    await deck.open("place_threads")
    await deck.until(lambda: deck.screen.found.threads)
    await saved(deck)
    await deck.until(lambda: deck.shows("Nothing was saved: a filter needs a name."))
    await deck.press("F")
    await deck.until(lambda: [each.has_focus_within for each in deck.screen.query(PromptLine)] == [True])
    await deck.press("x", "escape")
    await deck.until(lambda: not deck.screen.filtering)
    assert deck.app.session is not None
    assert deck.app.session.desk.saved_filters.of("place.threads") == ()
    await deck.press("s")
    await saved(deck, "by page")
    await deck.press("s")
    assert not deck.screen.by_page
    await picked(deck, *"by")
    await deck.until(lambda: deck.screen.by_page)


async def test_the_name_of_a_filter_is_asked_for_with_the_keys_that_act_on_it(own_deck: Deck) -> None:
    deck = own_deck
    await deck.until(lambda: deck.screen.target is not None)

    async def footer(key: str, *words: str) -> str:
        await deck.press(key)
        await deck.until(lambda: deck.shows(*words))
        found = deck.text.rstrip().splitlines()[-1]
        await deck.press("escape")
        await deck.until(lambda: not deck.screen.filtering and deck.shows("open"))
        return found

    for _ in range(2):
        assert " ".join((await footer("F", "save filter as:", "enter save")).split()) == "enter save esc as before"
        assert "move" in await footer("slash", "enter keep")
