"""Choosing from a list, and what is said at a glance beside a list: each in words that are about it."""

from __future__ import annotations

from tests.deck.review.running import deck_over
from tests.deck.review.test_reading import open_request
from tests.deck.widgets.hostile import screen_text
from tests.workspace.world import World


async def test_a_person_who_cannot_be_asked_is_named_with_the_reason(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        await open_request(deck, world, request_id)
        await deck.press("@")
        await deck.until(lambda: "not now: the author" in screen_text(deck.app), "the people")
        assert "enter choose" in screen_text(deck.app)
        rows = screen_text(deck.app).splitlines()
        named = next(at for at, row in enumerate(rows) if "Jonas Weber" in row)
        assert rows[named].index("Jonas") <= rows[named + 1].index("not now") <= rows[named].index("Jonas") + 4
        await deck.press(*"zzz")
        await deck.until(lambda: "Nothing here is called “zzz”." in screen_text(deck.app), "nothing")
        await deck.press(*["backspace"] * 3, *"jonas", "enter")
        await deck.until(lambda: deck.said == "Jonas Weber: the author.", "why not")


async def test_the_head_of_a_preview_is_shown_whole(world: World, request_id: str) -> None:
    async with deck_over(world, size=(120, 40)) as deck:
        await deck.press("2")
        await deck.until(lambda: deck.view.target is not None, "the row is read")
        await deck.until(lambda: "updated" in screen_text(deck.app), "who and when")
        await deck.until(lambda: "threads open" in screen_text(deck.app), "what stands in the way")
