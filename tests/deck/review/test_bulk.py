"""Marks, and many at once by the typed count, from the deck."""

from __future__ import annotations

import pytest
from textual import events

from tests.deck.review.running import Deck, deck_over
from tests.deck.widgets.hostile import screen_text
from tests.workspace.asking import comments_of, read
from tests.workspace.world import World


async def plan_stands(deck: Deck, count: int) -> None:
    """Until the plan is there and has stood still."""
    await deck.until(lambda: getattr(deck.view, "state", "") == "asking", "the plan")
    assert len(deck.view.todo) == count
    await deck.pilot.pause(0.4)  # a sheet has to stand still before what is typed counts


async def test_marked_threads_are_resolved_by_the_typed_count_and_undone(world: World, request_id: str) -> None:
    asked = [world.comment("jonas", request_id, f"Question {number}?") for number in range(3)]
    async with deck_over(world) as deck:
        await deck.press("3")
        await deck.until(lambda: deck.shown("#rows").count("Question") == 3, "the threads")
        await deck.press("space")
        assert deck.shown("#rows").count("✱") == 1
        await deck.press("*")
        assert deck.shown("#rows").count("✱") == 3
        await deck.press("x")
        await plan_stands(deck, 3)
        await deck.press("2", "enter")
        await deck.until(lambda: "Resolve: 3 of 3" in deck.view._title_text, "still asking")
        session = deck.app.session
        assert session is not None
        assert {one.status for one in await comments_of(session, world, request_id)} == {"open"}
        await deck.press("3", "enter")
        await deck.until(lambda: deck.view.state == "over", "over")
        assert deck.shown().count("✓") == 3
        await deck.press("escape")
        await deck.until(lambda: "Resolve: 3 of 3 done. z takes it back." in deck.said, "said")
        assert {one.status for one in await comments_of(session, world, request_id)} == {"resolved"}
        await deck.press("z")
        await deck.until(lambda: deck.said == "Resolve: 3 taken back; Z does it again.", "undone")
        assert {(one.id, one.status) for one in await comments_of(session, world, request_id)} == {
            (each, "open") for each in asked
        }


async def test_a_plan_names_threads_in_plain_words_and_enter_as_what_it_does(world: World, request_id: str) -> None:
    world.comment("jonas", request_id, "**must**: say " + "when " * 30)
    async with deck_over(world) as deck:
        await deck.press("3")
        await deck.until(lambda: "must" in deck.shown("#rows"), "the thread")
        await deck.press("*", "x")
        await plan_stands(deck, 1)
        (item,) = deck.view.plan
        assert item.name.startswith("Handbook #1 · must: say when")
        assert item.name.endswith("…")
        assert "[ Cancel ] esc" in screen_text(deck.app)
        await deck.press("1", "enter")
        await deck.until(lambda: deck.view.state == "over", "over")
        await deck.until(lambda: "[ Close ] enter" in screen_text(deck.app), "closes")
        await deck.press("enter")
        await deck.until(lambda: deck.app.view is not None, "closed")


async def test_marks_that_were_taken_off_are_not_told_of_any_more(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        deck.app.open_requests(world.space, "Handbook")
        await deck.until(lambda: "#1" in deck.shown("#rows"), "the requests")
        await deck.press("*")
        assert deck.said.startswith("1 marked")
        await deck.press("escape")
        assert deck.said == "No row is marked."


async def test_a_plan_is_in_the_order_of_the_list(world: World, request_id: str) -> None:
    for number in range(5):
        world.comment("jonas", request_id, f"Question {number}?")
    async with deck_over(world) as deck:
        await deck.press("3")
        await deck.until(lambda: deck.shown("#rows").count("Question") == 5, "the threads")
        listed = [number for line in deck.shown("#rows").splitlines() for number in range(5) if f"n {number}?" in line]
        await deck.press("*", "x")
        await plan_stands(deck, 5)
        planned = [
            number for line in deck.shown().splitlines() for number in range(5) if f"· Question {number}?" in line
        ]
        assert planned == listed


@pytest.mark.parametrize("width", [80, 110, 200])
async def test_numbers_of_several_spaces_are_named_with_their_space(world: World, request_id: str, width: int) -> None:
    world.comment("jonas", request_id, "Here?")
    world.elsewhere("mira", "A guide with a long title", "Elsewhere", "There?")
    async with deck_over(world, size=(width, 24)) as deck:
        await deck.press("3")
        await deck.until(lambda: "There?" in deck.shown("#rows"), "the threads")
        screen = screen_text(deck.app)
        here = next(line for line in screen.splitlines() if "Here?" in line)
        there = next(line for line in screen.splitlines() if "There?" in line)
        assert "● #1    Handbook     Jonas" in here
        assert "● #1    A guide wit… Mira" in there
        await deck.press("*", "x")
        await plan_stands(deck, 2)
        assert "  Handbook #1 · Here?" in deck.shown()
        assert "  A guide with a long title #1 · There?" in deck.shown()
        await deck.press("escape")
        await deck.press("escape", "2")
        await deck.until(lambda: "Elsewhere" in deck.shown("#rows"), "the requests")
        await deck.press("*", "u")
        await deck.until(lambda: getattr(deck.view, "state", "") == "nothing", "the plan")
        assert "Handbook #1 Rewrite webhooks" in deck.shown()
        assert "A guide with a long title #1 Elsewhere" in deck.shown()


async def test_one_space_is_not_named_in_each_row(world: World, request_id: str) -> None:
    world.comment("jonas", request_id, "Here?")
    async with deck_over(world, size=(80, 24)) as deck:
        await deck.press("3")
        await deck.until(lambda: "Here?" in deck.shown("#rows"), "the threads")
        assert "#1    Jonas" in deck.shown("#rows")


async def test_marked_requests_are_archived_and_one_failure_hides_nothing(world: World, request_id: str) -> None:
    other = world.request("jonas", "Another")
    async with deck_over(world) as deck:
        deck.app.open_requests(world.space, "Handbook")
        await deck.until(lambda: "Another" in deck.shown("#rows"), "the requests")
        world.wire.status["PATCH", other] = 403
        world.wire.status["PUT", other] = 403
        await deck.press("*", "x")
        await plan_stands(deck, 2)
        await deck.press("2", "enter")
        await deck.until(lambda: deck.view.state == "over", "over")
        shown = deck.shown()
        assert (shown.count("✓ "), shown.count("✗ ")) == (1, 1)
        assert "refused" in shown
        await deck.press("escape")
        session = deck.app.session
        assert session is not None
        world.wire.status.clear()
        assert (await read(session, world, request_id)).status == "archived"
        assert (await read(session, world, other)).status == "open"
        assert deck.app.view is not None
        assert len(deck.app.view.marked) == 1


async def test_a_burst_of_typed_keys_consents_to_nothing(world: World, request_id: str) -> None:
    world.request("jonas", "Another")
    async with deck_over(world) as deck:
        deck.app.open_requests(world.space, "Handbook")
        await deck.until(lambda: "Another" in deck.shown("#rows"), "the requests")
        await deck.press("*", "x")
        await plan_stands(deck, 2)
        world.wire.requests.clear()
        for key in (events.Key("2", "2"), events.Key("enter", "\r")):
            deck.app.screen.post_message(key)
        await deck.pilot.pause(0.2)
        assert deck.view.state == "asking"
        assert [each for each in world.wire.requests if each[0] != "GET"] == []
