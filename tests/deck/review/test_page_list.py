"""The page that is read, the list of pages and the threads beside it agree, whatever arrives when."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest

from docdeck.deck.painters.pages import OVERVIEW
from docdeck.deck.screens import request_marks, request_painting
from docdeck.deck.screens.change_request import ChangeRequestScreen
from docdeck.models.change_requests import UpdateAnswer
from docdeck.service.actions.spaces import edit_space
from docdeck.workspace.freshness import Freshness
from docdeck.workspace.review_bases import Base
from docdeck.workspace.writes import WriteChange
from tests.deck.review.running import Deck, deck_over
from tests.deck.review.test_reading import open_request
from tests.workspace.world import World, update_page


def marked(view: ChangeRequestScreen) -> str | None:
    return view.pages_pane.view.cursor_key


def edit_limits(world: World, request: str) -> None:
    world.edit("jonas", request, update_page(world.pages["limits"], "Twenty per second."))


async def test_a_hidden_page_that_is_gone_to_is_listed_and_marked(world: World, request_id: str) -> None:
    edit_limits(world, request_id)
    async with deck_over(world, size=(200, 50)) as deck:
        view = await open_request(deck, world, request_id)
        first = view.page
        await deck.press("v")
        await deck.until(lambda: view.page != first and first in view.viewed, "viewed")
        await deck.press("V")
        assert first not in [row.page for row in view.shown_rows]
        await deck.press("left_curly_bracket")
        view.show_page(first)
        await deck.pilot.pause()
        assert marked(view) == first == view.page


async def test_the_page_that_is_read_is_marked_again_when_the_list_of_pages_comes_back(
    world: World, request_id: str
) -> None:
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        page, state = view.page, view.state
        assert state is not None
        for pages in ((), state.pages):
            lost = dataclasses.replace(state, pages=pages, freshness=Freshness("failed"))
            view.post_message(view.Loaded(lost))
            await deck.until(lambda lost=lost: view.state is lost, "loaded")
            await deck.pilot.pause()
        assert (view.page, marked(view)) == (page, page)


async def test_a_page_that_is_not_changed_any_more_is_left_for_one_that_is(world: World, request_id: str) -> None:
    edit_limits(world, request_id)
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        state = view.state
        assert state is not None
        kept = next(row for row in state.pages if row.page != view.page)
        view.post_message(view.Loaded(dataclasses.replace(state, pages=(kept,))))
        await deck.until(lambda: view.page == kept.page == marked(view) and view.form is not None, "the other page")
        view.post_message(view.Loaded(dataclasses.replace(state, pages=())))
        await deck.until(lambda: view.page is None and marked(view) == OVERVIEW, "the overview")


async def test_a_page_that_could_not_be_read_is_read_again_when_the_server_answers(
    world: World, request_id: str
) -> None:
    edit_limits(world, request_id)
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        other = next(row.page for row in view.rows if row.page != view.page)
        world.wire.status["GET", other] = 500
        await deck.press("right_curly_bracket")
        await deck.until(lambda: view.page == other and view.reading._state.display, "it could not be read")
        world.wire.status.clear()
        await deck.press("ctrl+r")
        await deck.until(lambda: view.form is not None and not view.reading._state.display, "read")
        assert view.shown.state == "live"


async def test_the_threads_name_their_pages_as_soon_as_these_are_known(world: World, request_id: str) -> None:
    world.comment("sam", request_id, "Is it so?", page=world.pages["webhooks"])
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        state = view.state
        assert state is not None
        await deck.until(lambda: "Webhooks" in deck.shown("#thread-rows"), "its page")
        for pages in ((), state.pages):
            known = dataclasses.replace(state, pages=pages, freshness=Freshness("refreshing"))
            view.post_message(view.Loaded(known))
            await deck.until(lambda known=known: view.state is known, "loaded")
            await deck.pilot.pause()
        assert "Webhooks" in deck.shown("#thread-rows")


async def test_another_form_leaves_the_cursor_of_the_overview_where_it_is(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        view.show_page(None)
        await deck.until(lambda: view.reading.view.cursor_key is not None, "the overview")
        view.reading.view.last()
        before = view.reading.view.cursor_key
        await deck.press("d")
        view.paint_overview()
        assert view.reading.view.cursor_key == before


async def test_threads_that_arrive_do_not_end_the_reading_of_a_big_page(
    world: World, request_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The form is made anew beside the loop while the comparison with another head is still read."""
    monkeypatch.setattr(request_painting, "MADE_BESIDE", 0)
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        held = world.wire.hold["GET", view.page or ""] = asyncio.Event()
        edit = update_page(world.pages["webhooks"], "# Webhooks\n\nAll of it is new.")
        world.edit("jonas", request_id, edit)
        await deck.press("ctrl+r")
        await deck.until(world.wire.arrived.is_set, "the new comparison is read")
        view.paint_diff()
        held.set()
        world.wire.hold.clear()
        await deck.until(lambda: "All of it is new" in deck.shown("#lines"), "the new comparison")


async def test_a_mark_that_is_set_while_marks_are_read_stays(
    world: World, request_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_limits(world, request_id)
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        page, state, goes_on, read = view.page, view.state, asyncio.Event(), request_marks.viewed_pages
        assert state is not None
        begun = asyncio.Event()

        async def slowly(*of: object) -> frozenset[str]:
            found = await read(*of)  # type: ignore[arg-type]
            begun.set()
            await goes_on.wait()
            return found

        monkeypatch.setattr(request_marks, "viewed_pages", slowly)
        view.run_read(lambda: view._find_viewed(state), "viewed")
        await begun.wait()
        await deck.press("v")
        goes_on.set()
        await deck.until(lambda: not [each for each in view.workers if each.group == "viewed"], "read")
        await deck.pilot.pause()
        assert page in view.viewed


async def test_pages_of_an_older_head_are_read_again(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        view = await open_request(deck, world, request_id)
        state = view.state
        assert state is not None
        since = Base("last seen", state.base)
        view.bases = (Base("main", state.base), since)
        view.post_message(view.Based(since, (), False, "an older head"))
        await deck.until(lambda: view.base == since and view.base_rows, "the pages since then")


def main_edits(world: World, *pages: str) -> None:
    with world.store.write() as tx:
        edits = [update_page(world.pages[page], "All new on main.") for page in pages]
        edit_space(tx, world.people["mira"], world.space, edits)


async def update(deck: Deck) -> None:
    await deck.press("u")
    await deck.until(lambda: deck.said.startswith("Updated, with conflicts."), "updated")
    await deck.until(lambda: not deck.app.pending_writes, "nothing on its way")


async def test_pages_that_an_update_left_in_conflict_are_marked(world: World, request_id: str) -> None:
    edit_limits(world, request_id)
    main_edits(world, "webhooks")
    async with deck_over(world, size=(200, 50)) as deck:
        view = await open_request(deck, world, request_id)
        assert "conflict" not in deck.shown("#page-rows")
        await update(deck)

        def rows() -> list[str]:
            return deck.shown("#page-rows").splitlines()

        def marks() -> dict[str, bool]:
            return {row.replace("conflict", "").strip(): "conflict" in row for row in rows()}

        await deck.until(lambda: any(marks().values()), "marked")
        assert marks() == {"Overview": False, "~ Webhooks": True, "~ Limits": False}
        view.show_page(None)
        await deck.until(lambda: "in conflict with main" in deck.shown("#lines"), "on the overview too")
        await deck.press("m")
        await deck.until(lambda: getattr(deck.view, "found", None) is not None, "the sheet")
        assert "! the update from main left conflicts: Webhooks" in deck.shown()
        await deck.press("escape")
        edit_limits(world, request_id)
        await deck.press("ctrl+r")
        await deck.until(lambda: not any(marks().values()), "another revision")


async def test_where_no_page_in_conflict_is_told_the_request_is_marked(world: World, request_id: str) -> None:
    main_edits(world, "webhooks")
    async with deck_over(world, size=(200, 50)) as deck:
        view = await open_request(deck, world, request_id)
        session = deck.app.session
        assert session is not None
        heard = session.conflicts.heard

        def without_pages(change: WriteChange) -> None:
            outcome = change.outcome
            if outcome is not None and isinstance(outcome.value, UpdateAnswer):
                answer = UpdateAnswer(revision=outcome.value.revision, result=outcome.value.result)
                change = dataclasses.replace(change, outcome=dataclasses.replace(outcome, value=answer))
            heard(change)

        session.writes.on_change[session.writes.on_change.index(heard)] = without_pages
        await update(deck)
        await deck.until(lambda: "conflict" in deck.shown("#page-rows").splitlines()[0], "marked")
        assert deck.shown("#page-rows").count("conflict") == 1
        await deck.press("m")
        await deck.until(lambda: getattr(deck.view, "found", None) is not None, "the sheet")
        assert "! the update from main left conflicts\n" in deck.shown()
        assert view.conflict is not None
