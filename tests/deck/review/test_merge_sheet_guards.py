"""What keeps a merge sheet from sending what nobody consented to: seen, unhindered, wholly read, and only once."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from docdeck.deck.screens import base
from docdeck.deck.screens.change_request import ChangeRequestScreen
from docdeck.deck.screens.merge import MergeScreen
from docdeck.deck.widgets.consent import FRESH, STILL
from docdeck.deck.widgets.sheet import Sheet
from docdeck.service.actions.spaces import edit_space
from docdeck.text import Safe, safe
from docdeck.workspace.acts import Act
from docdeck.workspace.review_bases import last_read
from tests.deck.review.running import Deck, deck_over
from tests.deck.review.test_merge_sheet import set_rules, sheet_of
from tests.workspace.asking import read
from tests.workspace.world import World, update_page

IN_THE_WAY = "What is marked ✗ stands in the way."
MOVED = "This request moved since you read it:"
NOT_STILL = "The sheet has just changed"


@pytest.fixture
def rows_stay_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """No row is read by itself: a sheet would share an answer that was asked for before the world moved."""
    monkeypatch.setattr(base, "REST_SECONDS", 3600.0)


def merges(world: World) -> int:
    """How many merges reached the service."""
    return world.wire.count("POST", "/merge")


def sheet_on(deck: Deck) -> MergeScreen:
    """The merge sheet that is on top."""
    assert isinstance(deck.view, MergeScreen)
    return deck.view


async def opened_and_read(deck: Deck, world: World, request: str) -> Any:
    """Open a request, and wait until what it shows counts as read; its view."""
    deck.app.open_change_request(world.space, request, Safe("Request"))
    await deck.live()
    view = deck.view
    await deck.until(lambda: view.read_revision, "read")
    return view


async def ask_to_merge(deck: Deck) -> MergeScreen:
    """Press m, and wait until the sheet has read everything."""
    await deck.press("m")
    await deck.until(lambda: getattr(deck.view, "found", None) is not None, "the sheet")
    return sheet_on(deck)


async def consent(deck: Deck) -> None:
    """Press the letter on a sheet that stands still, and wait until it has answered: by a sentence, or by leaving."""
    sheet = sheet_on(deck)
    answer = NOT_STILL
    while answer.startswith(NOT_STILL):
        sheet.say(safe(""))
        await deck.pilot.pause(STILL + 0.1)
        await deck.press("y")
        await deck.until(lambda: sheet._said or deck.view is not sheet, "an answer to the letter")
        answer = sheet._said


async def consent_in_spite(deck: Deck) -> None:
    """Let the sheet be told of a consent that its letter would not have given; it has been handled then."""
    sheet = sheet_on(deck)
    before = sheet.found
    sheet.post_message(Sheet.Consented(sheet, None))
    sheet.post_message(Sheet.RereadAsked(sheet, None))
    await deck.until(lambda: sheet.found is not before or deck.view is not sheet, "read again")


async def merged(deck: Deck, world: World, request: str) -> None:
    """Until no write is on its way; the request is merged then, by one call."""
    await deck.until(lambda: deck.said.startswith("Merged"), "merged")
    await deck.until(lambda: not deck.app.pending_writes, "nothing on its way")
    session = deck.app.session
    assert session is not None
    assert (await read(session, world, request)).status == "merged"
    assert merges(world) == 1


def move(world: World, request: str) -> None:
    """Its author edits two pages of it."""
    pages = [update_page(world.pages[name], "Said anew.") for name in ("webhooks", "limits")]
    world.edit("jonas", request, *pages)


@pytest.mark.usefixtures("rows_stay_unread")
async def test_what_moved_since_it_was_read_is_named_and_asked_for(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        deck.app.open_change_request(world.space, request_id, Safe("Request"))
        await deck.live()
        await deck.until(lambda: deck.view.read_revision, "read")
        move(world, request_id)
        await ask_to_merge(deck)
        shown = deck.shown()
        assert MOVED in shown
        assert "edited Webhooks" in shown
        assert "edited Limits" in shown
        assert "y now means: merge what it is today." in shown
        assert merges(world) == 0
        await consent(deck)
        await merged(deck, world, request_id)


@pytest.mark.usefixtures("rows_stay_unread")
async def test_the_letter_for_what_moved_under_the_sheet_only_asks_again(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        await sheet_of(deck, world, request_id)
        sheet = sheet_on(deck)
        await deck.until(lambda: sheet.armed, "armed")
        assert "is the one you read." in deck.shown()
        move(world, request_id)
        sheet.arm(time.monotonic() - FRESH - 1)
        await consent(deck)
        assert deck.view is sheet
        await deck.until(lambda: sheet.armed and MOVED in deck.shown(), "what moved")
        assert "edited Limits" in deck.shown()
        assert merges(world) == 0
        await consent(deck)
        await merged(deck, world, request_id)


async def test_a_blocked_sheet_takes_no_letter_and_says_why(world: World, request_id: str) -> None:
    set_rules(world, [{"rule": "require_change_request_subject"}, {"rule": "require_at_least_one_approved_review"}])
    async with deck_over(world) as deck:
        await sheet_of(deck, world, request_id)
        sheet = sheet_on(deck)
        await consent(deck)
        assert deck.view is sheet
        assert sheet._said == IN_THE_WAY
        await consent_in_spite(deck)
        assert deck.view is sheet
        assert merges(world) == 0


async def test_two_consents_hand_one_merge_over(world: World, request_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with deck_over(world) as deck:
        handed: list[Act] = []
        submit = deck.app.submit

        def noted(*acts: Act, **how: Any) -> None:
            handed.extend(acts)
            submit(*acts, **how)

        monkeypatch.setattr(deck.app, "submit", noted)
        await sheet_of(deck, world, request_id)
        sheet = sheet_on(deck)
        await deck.until(lambda: sheet.armed, "armed")
        for _ in range(2):
            sheet.post_message(Sheet.Consented(sheet, None))
        await merged(deck, world, request_id)
        assert [act.kind for act in handed] == ["merge"]


async def test_consent_on_another_sheet_while_the_merge_is_on_its_way_sends_nothing(
    world: World, request_id: str
) -> None:
    answer = world.wire.hold["POST", "/merge"] = asyncio.Event()
    async with deck_over(world) as deck:
        await sheet_of(deck, world, request_id)
        await consent(deck)
        await deck.until(world.wire.arrived.is_set, "the merge is on its way")
        await ask_to_merge(deck)
        await consent(deck)
        await deck.until(lambda: deck.said.endswith("already on its way."), "the second is refused")
        answer.set()
        await merged(deck, world, request_id)


@pytest.mark.usefixtures("rows_stay_unread")
@pytest.mark.parametrize(
    ("what", "failed"), [("reviews", "The reviews could not be read."), ("space", "The space could not be read.")]
)
async def test_a_sheet_that_could_not_be_read_takes_no_letter(
    world: World, request_id: str, what: str, failed: str
) -> None:
    async with deck_over(world) as deck:
        deck.app.open_change_request(world.space, request_id, Safe("Request"))
        await deck.live()
        world.wire.status["GET", {"reviews": "/reviews", "space": f"/spaces/{world.space}"}[what]] = 500
        sheet = await ask_to_merge(deck)
        assert sheet._said.startswith(failed)
        await consent(deck)
        assert deck.view is sheet
        assert sheet._said.startswith(failed)
        await consent_in_spite(deck)
        assert deck.view is sheet
        assert merges(world) == 0


async def test_a_request_that_was_never_opened_says_so(world: World, request_id: str) -> None:
    session = world.session("jonas")
    revision = (await read(session, world, request_id)).revision[:8]
    async with deck_over(world) as deck:
        await deck.press("2")
        await deck.until(lambda: "Rewrite webhooks" in deck.shown("#rows"), "the list")
        await deck.until(lambda: deck.view.target is not None, "the row is read")
        await ask_to_merge(deck)
        assert f"You have not read this request; it is at revision {revision}." in deck.shown()
        await deck.press("escape", "enter")
        await deck.until(lambda: isinstance(deck.view, ChangeRequestScreen), "opened")
        await deck.live()
        await deck.until(lambda: deck.view.read_revision, "read")
        await ask_to_merge(deck)
        assert f"Revision {revision} is the one you read." in deck.shown()
        assert "not read" not in deck.shown()
        await deck.press("escape", "escape")
        await deck.until(lambda: deck.view.target is not None, "the list again")
        await ask_to_merge(deck)
        assert f"Revision {revision} is the one you read." in deck.shown()
        await deck.press("escape")
        world.edit("jonas", request_id, update_page(world.pages["limits"], "New limits."))
        await deck.press("ctrl+r")
        await deck.until(lambda: deck.view.target is not None and deck.view.target.revision[:8] != revision, "moved")
        await ask_to_merge(deck)
        assert "This request moved since you read it:" in deck.shown()


@pytest.mark.usefixtures("rows_stay_unread")
@pytest.mark.parametrize("where", ["in the view", "on the sheet"])
async def test_what_an_update_made_was_not_read_until_the_reader_goes_on_in_it(
    world: World, request_id: str, where: str
) -> None:
    with world.store.write() as tx:
        edit_space(tx, world.people["mira"], world.space, [update_page(world.pages["limits"], "Main moved.")])
    async with deck_over(world) as deck:
        view = await opened_and_read(deck, world, request_id)
        read_at = view.read_revision
        if where == "on the sheet":
            await ask_to_merge(deck)
        await deck.press("u")
        await deck.until(lambda: view.state.head != read_at and view.shown.state == "live", "updated")
        await deck.until(lambda: view._painted_revision == view.state.head, "painted by itself")
        await deck.until(lambda: not deck.app.pending_writes, "nothing on its way")
        if where == "on the sheet":
            sheet = sheet_on(deck)
            for _ in range(2):
                before = sheet.found
                sheet.read_again()
                await deck.until(lambda before=before: sheet.found is not before, "read again")
                assert "This request moved since you read it" in deck.shown()
            await deck.press("escape")
        await ask_to_merge(deck)
        assert "This request moved since you read it" in deck.shown()
        assert "is the one you read" not in deck.shown()
        await deck.press("escape", "j")
        assert view.read_revision == view.state.head
        await ask_to_merge(deck)
        assert "is the one you read" in deck.shown()


@pytest.mark.usefixtures("rows_stay_unread")
async def test_from_the_list_an_update_that_nobody_read_is_not_the_one_that_was_read(
    world: World, request_id: str
) -> None:
    async with deck_over(world) as deck:
        view = await opened_and_read(deck, world, request_id)
        session = deck.app.session
        assert session is not None
        first = view.read_revision
        move(world, request_id)
        view.do_refresh()
        await deck.until(lambda: view._painted_revision not in ("", first), "painted by itself")
        assert last_read(session, request_id) == first
        await deck.press("j")
        assert last_read(session, request_id) == view.state.head != first


async def test_before_a_comparison_is_painted_nothing_was_read(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        view = await opened_and_read(deck, world, request_id)
        view.read_revision = view._painted_revision = ""
        session = deck.app.session
        assert session is not None
        session.desk.places.save(f"seen:{request_id}", "")
        await ask_to_merge(deck)
        assert "You have not read this request;" in deck.shown()
        sheet = sheet_on(deck)
        await deck.until(lambda: sheet.armed, "armed")
        move(world, request_id)
        sheet.read_again()
        await deck.until(lambda: "This request moved since it was shown:" in deck.shown(), "what moved")


async def test_the_overview_of_a_request_whose_pages_are_not_compared_is_not_read(
    world: World, request_id: str
) -> None:
    async with deck_over(world) as deck:
        view = await opened_and_read(deck, world, request_id)
        view.read_revision = view._painted_revision = ""
        view.show_page(None)
        assert view.read_revision == ""
