"""Several comments and a verdict are held, seen together and sent in order as one review."""

from __future__ import annotations

from docdeck.api.operations import reviews
from tests.deck.review.running import Deck, deck_over
from tests.deck.review.test_reading import open_request
from tests.deck.widgets.hostile import screen_text
from tests.workspace.asking import comments_of
from tests.workspace.world import World


async def write(deck: Deck, key: str, words: str) -> None:
    """Write something and hold it."""
    await deck.press(key)
    await deck.until(lambda: deck.view.writing is not None, "the composer")
    await deck.pilot.pause(0.05)
    await deck.pilot.press(*words)
    await deck.press("ctrl+t")
    await deck.until(lambda: deck.view.writing is None, "held")


async def test_held_texts_go_out_in_order_with_the_verdict_last(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        await open_request(deck, world, request_id)
        await write(deck, "c", "One")
        await deck.press("j")
        await write(deck, "c", "Two")
        await write(deck, "A", "Both")
        assert deck.said == "Held for one review: 3 texts. ctrl+t shows and sends them."
        session = deck.app.session
        assert session is not None
        assert not await comments_of(session, world, request_id)
        await deck.press("ctrl+t")
        await deck.until(lambda: deck.app.screen is not deck.app.view and deck.app.view is None, "the sheet")
        listed = "\n".join(str(line) for line in deck.app.screen._lines)  # type: ignore[attr-defined]
        assert "Comment on this block of Webhooks: One" in listed
        await deck.pilot.pause(0.6)
        await deck.press("y")
        await deck.until(lambda: deck.said == "Review: Comment sent. Comment sent. Asked for changes.", "sent")
        found = await comments_of(session, world, request_id)
        assert {each.body.markdown for each in found} >= {"One", "Two"}
        sent = [path.rpartition("/")[2] for method, path in world.wire.requests if method in ("POST", "PUT")]
        assert sent == ["comments", "comments", "reviews"]
        (verdict,) = await session.platform.all_items(reviews.list_reviews(world.space, request_id), max_age=-1)
        assert verdict.status == "changes-requested"
        await deck.press("ctrl+t")
        assert deck.said.startswith("Nothing is held")


async def test_what_is_held_is_there_after_a_restart(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        await open_request(deck, world, request_id)
        await write(deck, "c", "Kept")
    async with deck_over(world) as deck:
        await open_request(deck, world, request_id)
        await deck.press("ctrl+t")
        await deck.until(lambda: deck.app.view is None, "the sheet")
        assert any("Kept" in str(line) for line in deck.app.screen._lines)  # type: ignore[attr-defined]


async def test_the_key_that_holds_is_named_only_where_it_holds(world: World, request_id: str) -> None:
    world.comment("jonas", request_id, "**must**: why?")
    async with deck_over(world, size=(160, 40)) as deck:
        await open_request(deck, world, request_id)
        for key, holds in (("r", False), ("c", True), ("a", True)):
            if key == "r":
                await deck.press("t")
            await deck.press(key)
            await deck.until(lambda: deck.view.writing is not None and deck.view.query("#composer"), "the composer")
            assert deck.view.writing.title != "Reply: Jonas Weber, **must**: why?"
            assert ("hold for one review" in screen_text(deck.app)) is holds, key
            assert ("suggest" in screen_text(deck.app)) is (key == "c"), key
            await deck.press("escape")
            await deck.until(lambda: deck.view.writing is None, "closed")


async def test_a_verdict_from_a_list_says_that_it_cannot_be_held(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        deck.app.open_requests(world.space, "Handbook")
        await deck.until(lambda: "#1" in deck.shown("#rows"), "the requests")
        await deck.press("a")
        await deck.until(lambda: deck.view.writing is not None and deck.view.query("#composer"), "the composer")
        await deck.press("ctrl+t")
        await deck.until(lambda: "in the open request" in deck.said, "why not")


async def test_a_suggestion_begins_with_the_words_of_the_block(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        await open_request(deck, world, request_id)
        await deck.press("ctrl+g")
        await deck.until(lambda: deck.view.writing is not None, "the composer")
        wanted = "```suggestion\nEach delivery carries a SHA-256 signature in the header.\n```"
        await deck.until(lambda: any(each.text == wanted for each in deck.view.query("#composer")), "the template")


async def test_where_there_is_no_room_for_both_the_composer_says_what_it_is_about(
    world: World, request_id: str
) -> None:
    for width, beside in ((80, False), (120, True)):
        async with deck_over(world, size=(width, 24)) as deck:
            await open_request(deck, world, request_id)
            await deck.press("A")
            await deck.until(lambda: deck.view.writing is not None, "the composer")
            await deck.until(
                lambda: "Ask for changes to Handbook #" in screen_text(deck.app), "the composer is painted"
            )
            assert "say what to change" in screen_text(deck.app)
            title = next(row for row in screen_text(deck.app).splitlines() if "say what to change" in row)
            assert ("draft kept" in title) is beside
            await deck.press("escape")
