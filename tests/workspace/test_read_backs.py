"""Writes whose answer is lost are looked for and never sent again: done, not done, or unknown."""

from __future__ import annotations

import asyncio
import time

import pytest

from docdeck.api.operations import comments as comment_calls
from docdeck.models.change_requests import ChangeRequest
from docdeck.service.actions.spaces import edit_space
from docdeck.workspace import acts, request_acts
from docdeck.workspace.writes import MERGE_LOCK, READ_BACK_AT
from tests.workspace.asking import WRITES, here, read, sent
from tests.workspace.every_act import KINDS, act_of
from tests.workspace.world import World, update_page


@pytest.mark.parametrize(("kind", "ending"), KINDS)
async def test_an_answer_that_is_lost_after_the_work_is_found_done(
    world: World, request_id: str, kind: str, ending: str
) -> None:
    session = world.session("mira")
    act = await act_of(kind, session, world, request_id)
    world.wire.requests.clear()
    world.slept.clear()
    world.wire.lose.extend([(method, ending) for method in WRITES])
    outcome = await session.writes.submit(act)
    assert (outcome.state, outcome.read_back) == ("done", True), outcome
    assert sent(world) == 1
    assert world.slept == []
    assert session.desk.drafts.all() == ()
    assert session.desk.journal.unsettled() == ()


@pytest.mark.parametrize(("kind", "ending"), KINDS)
async def test_a_write_that_broke_before_the_work_is_found_not_done(
    world: World, request_id: str, kind: str, ending: str
) -> None:
    session = world.session("mira")
    act = await act_of(kind, session, world, request_id)
    world.wire.requests.clear()
    world.slept.clear()
    world.wire.cut.extend([(method, ending) for method in WRITES])
    outcome = await session.writes.submit(act)
    assert (outcome.state, outcome.read_back) == ("not_done", True), outcome
    assert sent(world) == 1
    assert world.slept == [wait for wait in READ_BACK_AT if wait]
    if act.text:
        assert [draft.text for draft in session.desk.drafts.all()] == [act.text]


async def test_what_arrives_late_is_still_found(world: World, request_id: str) -> None:
    session = world.session("mira")
    world.wire.cut.append(("POST", "/comments"))
    looks = 0

    async def late(seconds: float) -> None:
        nonlocal looks
        looks += 1
        if looks == 2:
            world.comment("mira", request_id, "Slow but sure.")

    session.writes._sleep = late  # pyright: ignore[reportPrivateUsage]
    outcome = await session.writes.submit(acts.comment(here(world, request_id), "Slow but sure."))
    assert (outcome.state, looks) == ("done", 2)


async def test_an_older_comment_with_the_same_words_is_not_taken_for_the_new_one(world: World, request_id: str) -> None:
    session = world.session("mira")
    world.comment("mira", request_id, "+1")
    await session.platform.all_items(
        comment_calls.list_in_change_request(world.space, request_id, order="asc").with_params(limit=100)
    )
    world.wire.cut.append(("POST", "/comments"))
    outcome = await session.writes.submit(acts.comment(here(world, request_id), "+1"))
    assert outcome.state == "not_done"
    assert outcome.sentence.startswith("Comment on Handbook #1: Not confirmed")


async def test_somebody_elses_same_words_are_not_mine(world: World, request_id: str) -> None:
    session = world.session("mira")
    world.comment("jonas", request_id, "Agreed.")
    world.wire.cut.append(("POST", "/comments"))
    assert (await session.writes.submit(acts.comment(here(world, request_id), "Agreed."))).state == "not_done"


@pytest.mark.parametrize(("ahead", "state"), [(3600.0, "done"), (-3600.0, "done"), (0.0, "done")])
async def test_a_wrong_clock_here_does_not_hide_what_was_posted(
    world: World, request_id: str, ahead: float, state: str
) -> None:
    session = world.session("mira", clock=lambda: world.clock() + ahead)
    world.wire.dates = world.clock
    world.wire.lose.append(("POST", "/comments"))
    outcome = await session.writes.submit(acts.comment(here(world, request_id), "Posted on time."))
    assert (outcome.state, outcome.read_back) == (state, True)


async def test_what_was_posted_long_before_is_not_taken_for_it(world: World, request_id: str) -> None:
    world.comment("mira", request_id, "Posted.")
    session = world.session("mira", clock=lambda: world.clock() + 121)
    world.wire.cut.append(("POST", "/comments"))
    assert (await session.writes.submit(acts.comment(here(world, request_id), "Posted."))).state == "not_done"


async def test_a_merge_whose_answer_is_lost_is_reported_merged(world: World, request_id: str) -> None:
    session = world.session("mira")
    revision = (await read(session, world, request_id)).revision
    world.wire.lose.append(("POST", "/merge"))
    outcome = await session.writes.submit(request_acts.merge(here(world, request_id), revision))
    assert outcome.state == "done"
    assert "is merged" in outcome.sentence
    assert isinstance(outcome.value, ChangeRequest)
    assert outcome.value.revision_merged


async def test_an_unconfirmed_merge_is_locked_for_a_minute(world: World, request_id: str) -> None:
    now = world.clock()
    session = world.session("mira", clock=lambda: now)
    revision = (await read(session, world, request_id)).revision
    act = request_acts.merge(here(world, request_id), revision)
    world.wire.cut.append(("POST", "/merge"))
    outcome = await session.writes.submit(act)
    assert outcome.state == "not_done"
    assert "open and unchanged" in outcome.sentence
    assert session.writes.merge_locked_for(act.target) == MERGE_LOCK
    locked = await session.writes.submit(act)
    assert locked.state == "not_sent"
    assert "again in 60 s" in locked.hint
    assert world.wire.count("POST", "/merge") == 1
    now += MERGE_LOCK
    assert (await session.writes.submit(act)).state == "done"


async def test_a_merge_that_cannot_be_read_back_is_unknown_and_not_guessed(world: World, request_id: str) -> None:
    session = world.session("mira")
    revision = (await read(session, world, request_id)).revision
    act = request_acts.merge(here(world, request_id), revision)
    world.wire.lose.append(("POST", "/merge"))
    world.wire.status[("GET", request_id)] = 403
    outcome = await session.writes.submit(act)
    assert outcome.state == "unknown"
    assert "unknown what became of it" in outcome.sentence
    assert [row.state for row in session.desk.journal.unsettled()] == ["unknown"]
    world.wire.status.clear()
    again = world.session("mira")
    (recovered,) = await again.writes.recover()
    assert recovered.state == "done"
    assert again.desk.journal.unsettled() == ()


async def test_a_merge_of_a_request_that_moved_is_unknown(world: World, request_id: str) -> None:
    session = world.session("mira")
    revision = (await read(session, world, request_id)).revision
    world.edit("jonas", request_id, update_page(world.pages["limits"], "Moved."))
    world.wire.cut.append(("POST", "/merge"))
    outcome = await session.writes.submit(request_acts.merge(here(world, request_id), revision))
    assert outcome.state == "unknown"


async def test_conflicts_mean_applied_with_pages_to_mend(world: World, request_id: str) -> None:
    with world.store.write() as tx:
        edit_space(tx, world.people["mira"], world.space, [update_page(world.pages["webhooks"], "All new on main.")])
    session = world.session("mira")
    revision = (await read(session, world, request_id)).revision
    outcome = await session.writes.submit(request_acts.merge(here(world, request_id), revision))
    assert (outcome.state, outcome.sentence, outcome.read_back) == ("done", "Merged, with conflicts.", True)
    assert outcome.hint == "Mend Webhooks in the browser: main changed it too."
    assert (await read(session, world, request_id)).status == "merged"


async def test_what_a_killed_docdeck_left_is_looked_for_at_the_next_start(world: World, request_id: str) -> None:
    session = world.session("mira")
    await session.me()
    gate = asyncio.Event()
    world.wire.hold[("POST", "/comments")] = gate
    session.writes.submit(acts.comment(here(world, request_id), "Said before the end."))
    await world.wire.arrived.wait()
    world.comment("mira", request_id, "Said before the end.")
    again = world.session("mira")
    rows = again.desk.journal.unsettled()
    assert [row.state for row in rows] == ["sending"]
    (outcome,) = await again.writes.recover()
    assert (outcome.state, outcome.read_back) == ("done", True)
    assert again.desk.drafts.all() == ()
    assert again.desk.journal.unsettled() == ()
    assert await again.writes.recover() == ()
    gate.set()


async def test_another_docdeck_that_still_runs_settles_its_own(world: World, request_id: str) -> None:
    session = world.session("mira")
    began = time.time()
    session.desk.journal._clock = lambda: began  # pyright: ignore[reportPrivateUsage]
    row = session.desk.journal.begin("comment", "t", "Comment", "id", {"owner": 1})
    assert await session.writes.recover() == ()
    assert [left.id for left in session.desk.journal.unsettled()] == [row]


async def test_a_process_that_began_later_than_the_write_is_another_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = world.session("mira")
    session.desk.journal._clock = lambda: 1000.0  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr("docdeck.workspace.writes._began", lambda _: 2000.0)
    session.desk.journal.begin("comment", "t", "Comment", "id", {"owner": 1})
    (outcome,) = await session.writes.recover()
    assert outcome.state == "unknown"


async def test_a_journal_row_of_a_newer_docdeck_is_unknown_and_kept(world: World) -> None:
    session = world.session("mira")
    session.desk.journal.begin("teleport", "t", "Teleport", "id", {"evidence": {}})
    session.desk.journal.begin("merge", "t", "Merge", "id", {"evidence": {}})
    outcomes = await session.writes.recover()
    assert [outcome.state for outcome in outcomes] == ["unknown", "unknown"]
    assert len(session.desk.journal.unsettled()) == 2


async def test_every_act_names_its_tier_and_permission(world: World, request_id: str) -> None:
    session = world.session("mira")
    tiers = {kind: (await act_of(kind, session, world, request_id)).tier for kind, _ in KINDS}
    assert {kind for kind, tier in tiers.items() if tier == 0} == {
        "react", "unreact", "resolve", "reopen", "subject", "description", "status",
    }  # fmt: skip
    assert {kind for kind, tier in tiers.items() if tier == 2} == {"merge", "delete_comment", "delete_reply"}
    merge = request_acts.merge(here(world, request_id), "r")
    assert merge.allowed({"merge": True}) is None
    assert merge.allowed({}) is None
    assert merge.allowed({"merge": False}) == "You lack the permission 'merge' here."
    asked = request_acts.review(here(world, request_id), "approved", "r", requested=True)
    assert asked.allowed({"review": False}) is None
