"""Finding words in the page of a change request: `/`, `n` and `N`, in every form of the comparison."""

from __future__ import annotations

import pytest

from docdeck.service.actions.change_requests import merge
from tests.deck.review.running import deck_over
from tests.deck.review.test_reading import LONG, open_request, rows
from tests.workspace.world import World


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_words_are_found_in_the_page_and_n_goes_on(world: World, request_id: str, size: tuple[int, int]) -> None:
    async with deck_over(world, size=size) as deck:
        view = await open_request(deck, world, request_id)

        def at_cursor() -> str:
            at = view.reading.view.cursor_index
            assert at is not None
            return "".join(text for line in view.reading.view.source.lines(at, 100) for text, _ in line)

        await deck.press("shift+tab")
        await deck.press("slash", *"body", "enter")
        await deck.until(lambda: "Read the raw body" in at_cursor(), "found")
        assert view.reading.has_focus_within
        await deck.press("n")
        await deck.until(lambda: "Nothing else here has “body”." in deck.said, "only one")
        await deck.press("slash", *["backspace"] * 4, *"secrets", "enter")
        await deck.until(lambda: "Old paragraph about secrets" in at_cursor(), "found")
        await deck.press("d")
        await deck.until(lambda: "- Each delivery carries a SHA-1 signature" in "\n".join(rows(deck)), "the source")
        await deck.press("g", "n")
        await deck.until(lambda: "Old paragraph about secrets" in at_cursor(), "found in the source")


async def test_without_a_match_the_cursor_stays_and_the_next_search_begins_empty(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        lines = view.reading.view
        before = lines.cursor_key
        await deck.press("slash", *"se")
        await deck.until(lambda: lines.cursor_key != before, "the first letters are found")
        found = lines.cursor_key
        await deck.press(*"zz")
        await deck.until(lambda: "Nothing here has “sezz”." in deck.said, "said")
        assert lines.cursor_key == before
        await deck.press("backspace", "backspace")
        await deck.until(lambda: lines.cursor_key == found, "found again")
        assert deck.said == ""
        await deck.press("escape")
        await deck.until(lambda: not view.filtering, "closed")
        assert lines.cursor_key == before
        await deck.press("slash", *"se", "enter")
        await deck.until(lambda: not view.filtering, "closed")
        await deck.press("slash", *"raw")
        await deck.until(lambda: view.filter_text == "raw", "in its place")


async def test_what_is_folded_is_found_at_its_fold(world: World) -> None:
    before = f"{LONG}\n\nThe end."
    world.wait(1)
    world.do(merge, "jonas", world.request("jonas", "Long", text=before))
    request = world.request("jonas", "Longer", text=before.replace("The end.", "The very end."))
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request)
        assert "Paragraph 3" not in deck.shown("#lines")
        await deck.press("slash", *"Paragraph", "space", "3", "enter")
        await deck.until(lambda: (view.reading.view.cursor_key or "").startswith("gap "), "at the fold")
        await deck.press("enter")
        await deck.until(lambda: "Paragraph 3" in deck.shown("#lines"), "unfolded")
        await deck.press("g", "n")
        await deck.until(lambda: view.block[1] is not None and "gap" not in str(view.reading.view.cursor_key), "found")


async def test_enter_on_a_block_says_what_can_be_done(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        await open_request(deck, world, request_id)
        await deck.press("enter")
        await deck.until(lambda: "c comments on this block." in deck.said, "said")
