"""Trees in the deck: folding by keys, what is new after a refresh, facts beside them."""

from __future__ import annotations

from typing import Any

from docdeck.deck.painters.details import details_items
from docdeck.workspace.details import Details, facts
from tests.deck.company import Deck


async def unfolded(deck: Deck, *words: str) -> None:
    """Unfold what is under the cursor and wait for what is in it."""
    await deck.press("l")
    await deck.until(lambda: deck.shows(*words))


async def test_h_and_l_fold_unfold_and_go_to_parent_and_child(deck: Deck) -> None:
    await deck.open("place_sites")
    await deck.until(lambda: deck.shows("▸ Acme") and deck.cursor)
    top = deck.cursor
    await unfolded(deck, "▾ Acme", "▸ Acme Docs")
    await deck.press("l")
    assert deck.screen.node.title == "Acme Docs"
    await unfolded(deck, "▸ Start", "▸ Build", "Nothing yet")
    await deck.press("h")
    assert not deck.shows("▸ Start")
    await deck.press("h")
    assert deck.cursor == top
    await deck.press("h")
    assert deck.shows("▸ Acme")
    assert not deck.shows("▸ Acme Docs")


async def test_what_is_new_in_an_open_group_shows_after_a_refresh(deck: Deck) -> None:
    await deck.open("place_sites")
    await deck.until(lambda: deck.shows("▸ Acme") and deck.cursor)
    await unfolded(deck, "▸ Acme Docs")
    await deck.press("j")
    await unfolded(deck, "▸ Build")
    await deck.press("j", "j")
    await unfolded(deck, "▸ API")

    def renamed(answer: Any) -> Any:
        group = next(entry for entry in answer["structure"] if entry["title"] == "Build")
        group["children"][0]["title"] = "Interfaces"
        return answer

    deck.way.rule(r"/structure", renamed)
    cursor = deck.cursor
    await deck.press("ctrl+r")
    await deck.until(lambda: deck.shows("▸ Interfaces") and not deck.shows("▸ API"))
    assert deck.cursor == cursor


async def test_enter_on_a_page_reads_it_and_a_space_leads_to_its_requests_and_threads(deck: Deck) -> None:
    await deck.open("place_spaces")
    await deck.until(lambda: deck.shows("▸ Acme") and deck.cursor)
    await unfolded(deck, "Handbook")
    await deck.press("slash", *"handbook", "enter")
    await unfolded(deck, "Webhooks")
    await deck.press("j", "j")
    assert deck.screen.node.title == "Webhooks"
    await deck.press("full_stop")
    await deck.until(lambda: deck.shows("Handbook › Change requests", "Rewrite webhooks"))
    await deck.press("<", "comma")
    await deck.until(lambda: deck.shows("Handbook › Threads", "And this?"))
    await deck.press("<", "enter")
    await deck.until(lambda: deck.shows("Handbook › Webhooks", "Read the raw body"))


def test_long_labels_never_touch_their_values() -> None:
    details = Details("T", (("SPACES", facts(("Partner programme of a long name", "comment"), ("B", "read"))),))
    lines = ["".join(text for text, _ in row) for item in details_items(details)[3:] for row in item.lines(60)]
    assert all("comment" not in line or " comment" in line for line in lines)
    assert any(line.startswith("Partner program") for line in lines)
    assert len({line.index(word) for line, word in zip(lines, ("comment", "read"), strict=True)}) == 1


async def test_a_place_that_was_left_by_escape_is_as_it_was_when_its_key_comes_after_another(deck: Deck) -> None:
    inbox = deck.screen
    await deck.open("place_spaces")
    await deck.until(lambda: deck.shows("▸ Acme") and deck.cursor)
    await unfolded(deck, "Handbook")
    await deck.press("j")
    spaces, stood = deck.screen, deck.cursor
    await deck.press("escape")
    await deck.until(lambda: deck.screen is inbox)
    await deck.open("place_change_requests")
    await deck.press("<")
    await deck.until(lambda: deck.screen is inbox)
    assert not deck.app.navigator.back()  # it is no step of the way here
    await deck.open("place_threads")
    await deck.open("place_spaces")
    await deck.until(lambda: deck.screen is spaces and deck.shows("▾ Acme", "Handbook"))
    assert deck.cursor == stood
    await deck.press("<")
    await deck.until(lambda: deck.screen.location == "threads")
