"""Undo, redo and the outbox: what waits is taken back into its composer, what was done is undone by its inverse."""

from __future__ import annotations

import asyncio

from docdeck.deck.undoing import UndoLog, instead
from docdeck.text import Safe
from docdeck.workspace import acts, request_acts
from docdeck.workspace.acts import Where
from tests.deck.review.running import Deck, deck_over
from tests.workspace.asking import comments_of, read
from tests.workspace.world import World


async def open_request(deck: Deck, world: World, request: str) -> None:
    deck.app.open_change_request(world.space, request, Safe("Request"))
    await deck.live()


async def test_a_resolved_thread_is_pending_settles_and_is_undone_and_redone(world: World, request_id: str) -> None:
    asked = world.comment("jonas", request_id, "Is it so?")
    async with deck_over(world) as deck:
        await deck.press("3")
        await deck.until(lambda: "Is it so?" in deck.shown("#rows"), "the thread")
        gate = world.wire.hold["PUT", asked] = asyncio.Event()
        await deck.press("x")
        await deck.until(lambda: "⋯" in deck.shown("#rows"), "the pending mark")
        gate.set()
        await deck.until(lambda: deck.said == "Thread resolved.", "resolved")
        await deck.until(lambda: "⋯" not in deck.shown("#rows"), "settled")
        await deck.press("z")
        await deck.until(lambda: deck.said == "Thread reopened. Taken back: Resolve a thread of Handbook #1.", "undone")
        session = deck.app.session
        assert session is not None
        assert [one.status for one in await comments_of(session, world, request_id)] == ["open"]
        await deck.press("Z")
        await deck.until(
            lambda: deck.said == "Thread resolved. Done again: Resolve a thread of Handbook #1.", "done again"
        )
        await deck.press("z")
        await deck.until(
            lambda: deck.said == "Thread reopened. Taken back: Resolve a thread of Handbook #1.", "undone again"
        )
        assert [one.status for one in await comments_of(session, world, request_id)] == ["open"]


async def test_a_refused_act_rolls_back_and_says_why(world: World, request_id: str) -> None:
    asked = world.comment("jonas", request_id, "Is it so?")
    async with deck_over(world) as deck:
        await deck.press("3")
        await deck.until(lambda: "Is it so?" in deck.shown("#rows"), "the thread")
        world.wire.status["PUT", asked] = 403
        await deck.press("x")
        await deck.until(lambda: "refused" in deck.said, "refused")
        assert "⋯" not in deck.shown("#rows")
        assert "●" in deck.shown("#rows")
        await deck.press("j", "z")
        await deck.until(lambda: deck.said.startswith("Nothing to undo"), "nothing to undo")


async def test_z_takes_a_comment_back_into_its_composer(world: World, request_id: str) -> None:
    async with deck_over(world, outbox_seconds=30.0) as deck:
        await open_request(deck, world, request_id)
        await deck.press("C")
        await deck.until(lambda: deck.view.query("#composer"), "a composer")
        await deck.press(*"Hasty", "ctrl+s")
        await deck.until(lambda: "goes out in" in deck.said, "the countdown")
        assert "z takes it back" in deck.said
        session = deck.app.session
        assert session is not None
        assert len(session.desk.held.all()) == 1
        await deck.press("z")
        await deck.until(lambda: deck.view.query("#composer"), "the composer again")
        assert deck.view.query_one("#composer").text == "Hasty"
        assert session.outbox.entries == ()
        assert session.desk.held.all() == ()
        await deck.press("escape")
        assert await comments_of(session, world, request_id) == []


async def test_the_countdown_ends_by_sending(world: World, request_id: str) -> None:
    async with deck_over(world, outbox_seconds=0.4) as deck:
        await open_request(deck, world, request_id)
        await deck.press("C")
        await deck.until(lambda: deck.view.query("#composer"), "a composer")
        await deck.press(*"Well", "ctrl+s")
        await deck.until(lambda: deck.said == "Comment sent.", "sent")
        session = deck.app.session
        assert session is not None
        assert [one.body.markdown for one in await comments_of(session, world, request_id)] == ["Well"]
        await deck.press("z")
        assert "cannot be unsent" in deck.said


async def test_what_a_killed_deck_held_is_asked_about(world: World, request_id: str) -> None:
    async with deck_over(world, outbox_seconds=30.0) as deck:
        await open_request(deck, world, request_id)
        await deck.press("C")
        await deck.until(lambda: deck.view.query("#composer"), "a composer")
        await deck.press(*"Kept", "ctrl+s")
        session = deck.app.session
        assert session is not None
        await deck.until(lambda: session.outbox.waiting, "held")
        for timer in session.outbox._timers.values():  # what a kill ends
            timer.cancel()
        session.outbox._entries.clear()
    async with deck_over(world, outbox_seconds=30.0) as deck:
        await deck.until(lambda: "Kept" in deck.shown(), "the sheet")
        assert "docdeck ended before it was sent." in deck.shown()
        await deck.until(lambda: deck.view.armed, "armed")
        session = deck.app.session
        assert session is not None
        await deck.pilot.pause(0.35)  # a sheet has to stand still before its letter counts
        await deck.press("y")
        await deck.until(lambda: deck.said == "Comment sent.", "sent")
        assert [one.body.markdown for one in await comments_of(session, world, request_id)] == ["Kept"]


async def test_an_approval_of_what_moved_is_held_and_says_so(world: World, request_id: str) -> None:
    async with deck_over(world, outbox_seconds=30.0) as deck:
        await open_request(deck, world, request_id)
        await deck.press("a")
        await deck.until(lambda: deck.view.query("#composer"), "a composer")
        await deck.press("ctrl+s")
        await deck.until(lambda: "goes out in" in deck.said, "the countdown")
        world.edit("jonas", request_id)
        session = deck.app.session
        assert session is not None
        from tests.workspace.world import update_page

        world.edit("jonas", request_id, update_page(world.pages["limits"], "Moved."))
        (entry,) = session.outbox.waiting
        session.outbox.release(entry.id)
        await deck.until(lambda: "moved since you read it" in deck.said, "held")
        assert (await read(session, world, request_id)).revision
        assert [entry.state for entry in session.outbox.kept] == ["held"]


# The log


WHERE = Where("s", "r", "Handbook #1")


def test_a_step_without_a_way_back_names_what_can_be_done() -> None:
    log = UndoLog()
    log.did([acts.resolve(WHERE, "c")])
    log.did([request_acts.merge(WHERE, "rev")])
    step = log.take()
    assert step is not None
    assert step.inverses == ()
    assert instead(step, log.next_label()) == (
        "A merge cannot be undone; a new change request (ctrl+n) can put the old text back. "
        "z again: Reopen a thread of Handbook #1."
    )


def test_something_new_ends_what_could_be_done_again() -> None:
    log = UndoLog()
    log.did([acts.resolve(WHERE, "c")])
    step = log.take()
    assert step is not None
    log.undid(step)
    log.did([acts.resolve(WHERE, "d")])
    assert log.take_undone() is None


def test_what_could_not_be_undone_can_be_tried_again() -> None:
    log = UndoLog()
    log.did([acts.resolve(WHERE, "c")])
    step = log.take()
    assert step is not None
    log.put_back(step, undone=False)
    assert log.take() is step


async def test_a_request_that_leaves_the_list_is_named(world: World, request_id: str) -> None:
    async with deck_over(world) as deck:
        await deck.press("2")
        await deck.until(lambda: deck.view.target is not None, "the row is read")
        name = deck.view.target.where.name
        await deck.press("W")
        await deck.until(lambda: deck.said == f"{name}: back to draft.", "said")
        await deck.press("z")
        await deck.until(lambda: deck.said == f"{name}: open for review. Taken back: {name} to draft.", "undone")
