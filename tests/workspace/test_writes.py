"""Writes over the real service: once each, one at a time, on the desk before the first byte."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from docdeck.models.comments import Comment
from docdeck.workspace import acts, request_acts
from docdeck.workspace.acts import Act
from docdeck.workspace.desk import Desk
from docdeck.workspace.writes import Outcome, WriteChange
from tests.workspace.asking import WRITES, comments_of, here, read, replies_of, sent
from tests.workspace.world import World


async def test_a_comment_is_sent_and_its_draft_ends(world: World, request_id: str) -> None:
    session = world.session("mira")
    session.desk.drafts.save(f"comment:{world.space}:{request_id}:-:-", "Well done.")
    outcome = await session.writes.submit(acts.comment(here(world, request_id), "Well done."))
    assert (outcome.state, outcome.sentence, outcome.read_back) == ("done", "Comment sent.", False)
    assert isinstance(outcome.value, Comment)
    assert [one.body.markdown for one in await comments_of(session, world, request_id)] == ["Well done."]
    assert session.desk.drafts.all() == ()
    assert [row.state for row in session.desk.journal.recent()] == ["done"]


async def test_every_act_does_what_it_says(world: World, request_id: str) -> None:
    session = world.session("mira")
    where = here(world, request_id)

    async def done(act: Act) -> Any:
        outcome = await session.writes.submit(act)
        assert outcome.state == "done", outcome
        return outcome.value

    first = await done(acts.comment(where, "On the page.", page=world.pages["webhooks"]))
    answer = await done(acts.reply(where, first.id, "An answer."))
    await done(acts.edit_comment(where, first, "On this page."))
    await done(acts.edit_reply(where, first.id, answer, "Another answer."))
    await done(acts.react(where, "1f44d", first.id))
    await done(acts.react(where, "1f389", first.id, reply=answer.id))
    await done(acts.resolve(where, first.id))
    (found,) = await comments_of(session, world, request_id)
    assert (found.body.markdown, found.status, [one.emoji for one in found.reactions]) == (
        "On this page.",
        "resolved",
        ["1f44d"],
    )
    (reply,) = await replies_of(session, world, request_id, first.id)
    assert (reply.body.markdown, [one.emoji for one in reply.reactions]) == ("Another answer.", ["1f389"])
    await done(acts.unreact(where, "1f44d", first.id))
    await done(acts.reopen(where, first.id))
    await done(acts.delete_reply(where, first.id, answer.id))
    (found,) = await comments_of(session, world, request_id)
    assert (found.status, found.reactions, found.replies) == ("open", [], 0)
    await done(acts.delete_comment(where, first.id))
    assert await comments_of(session, world, request_id) == []

    before = await read(session, world, request_id)
    await done(request_acts.edit_subject(where, before, "Another subject"))
    await done(request_acts.edit_description(where, before, "Because of *this*."))
    await done(request_acts.request_reviewers(where, [world.people["sam"]]))
    await done(request_acts.review(where, "approved", before.revision, "Good."))
    await done(request_acts.set_status(where, before, "archived"))
    after = await read(session, world, request_id)
    assert (after.subject, after.status) == ("Another subject", "archived")
    await done(request_acts.set_status(where, after, "open"))
    made = await done(request_acts.create_change_request(world.space, "Handbook", "Something new"))
    assert (made.subject, made.status) == ("Something new", "draft")
    await done(request_acts.update_from_main(where))
    await done(request_acts.merge(where, after.revision))
    assert (await read(session, world, request_id)).status == "merged"
    assert session.desk.drafts.all() == ()
    assert {row.state for row in session.desk.journal.recent()} == {"done"}


async def test_a_listener_that_fails_stops_no_write(world: World, request_id: str) -> None:
    session = world.session("mira")
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))

    def fails(_: WriteChange) -> None:
        raise ValueError("a screen that is gone")

    session.writes.on_change.append(fails)
    assert (await session.writes.submit(acts.comment(here(world, request_id), "Still sent."))).state == "done"
    assert len(complaints) == 2


async def test_never_sent_keeps_the_draft_and_says_so(world: World, request_id: str) -> None:
    session = world.session("mira")
    await session.me()
    world.wire.unreachable.update(WRITES)
    outcome = await session.writes.submit(acts.comment(here(world, request_id), "Typed with care."))
    assert outcome.state == "not_sent"
    assert "not sent" in outcome.sentence
    assert "kept as a draft" in outcome.hint
    assert [draft.text for draft in session.desk.drafts.all()] == ["Typed with care."]
    world.wire.unreachable.clear()
    again = await session.writes.submit(acts.comment(here(world, request_id), "Typed with care."))
    assert again.state == "done"
    assert session.desk.drafts.all() == ()


async def test_a_refusal_is_told_in_its_own_words_and_keeps_the_draft(world: World, request_id: str) -> None:
    session = world.session("reader")
    outcome = await session.writes.submit(acts.comment(here(world, request_id), "May I?"))
    assert outcome.state == "refused"
    assert outcome.sentence.startswith("Comment on Handbook #1: refused.")
    assert [draft.text for draft in session.desk.drafts.all()] == ["May I?"]
    assert [row.state for row in session.desk.journal.recent()] == ["refused"]


async def test_fifty_presses_are_one_write(world: World, request_id: str) -> None:
    session = world.session("mira")
    revision = (await read(session, world, request_id)).revision
    gate = asyncio.Event()
    world.wire.hold[("POST", "/merge")] = gate
    tasks = [session.writes.submit(request_acts.merge(here(world, request_id), revision)) for _ in range(50)]
    assert len(set(tasks)) == 1
    await world.wire.arrived.wait()
    tasks += [session.writes.submit(request_acts.merge(here(world, request_id), revision)) for _ in range(50)]
    gate.set()
    outcomes = await asyncio.gather(*tasks)
    assert {outcome.state for outcome in outcomes} == {"done"}
    assert world.wire.count("POST", "/merge") == 1


async def test_leaving_the_screen_never_cancels_a_write(world: World, request_id: str) -> None:
    session = world.session("mira")
    gate = asyncio.Event()
    world.wire.hold[("POST", "/comments")] = gate
    act = acts.comment(here(world, request_id), "Sent from a screen that closed.")
    waiting = asyncio.ensure_future(session.writes.submit(act))
    await world.wire.arrived.wait()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert session.writes.in_flight == 1
    again = session.writes.submit(act)
    gate.set()
    assert (await again).state == "done"
    assert world.wire.count("POST", "/comments") == 1
    assert session.desk.drafts.all() == ()


async def test_writes_to_one_thing_go_one_after_another(world: World, request_id: str) -> None:
    session = world.session("mira")
    comment = world.comment("mira", request_id, "Mine.")
    steps: list[tuple[str, str]] = []
    session.writes.on_change.append(lambda change: steps.append((change.act.kind, change.step)))
    where = here(world, request_id)
    gate = asyncio.Event()
    world.wire.hold[("PUT", comment)] = gate
    first = session.writes.submit(acts.resolve(where, comment))
    await world.wire.arrived.wait()
    second = session.writes.submit(acts.reopen(where, comment))
    other = session.writes.submit(acts.comment(where, "Beside it."))
    assert (await other).state == "done"
    assert world.wire.count("PUT", comment) == 1
    gate.set()
    assert [(await first).state, (await second).state] == ["done", "done"]
    assert [step for kind, step in steps if kind == "resolve"] == ["sending", "settled"]
    assert [step for kind, step in steps if kind == "reopen"] == ["waiting", "sending", "settled"]


async def test_reply_and_resolve_resolves_only_what_was_answered(world: World, request_id: str) -> None:
    session = world.session("mira")
    where = here(world, request_id)
    comment = world.comment("jonas", request_id, "A question.")
    world.wire.status[("POST", "/replies")] = 403
    outcomes = await session.writes.submit_in_order(acts.reply_and_resolve(where, comment, "Done."))
    assert [outcome.state for outcome in outcomes] == ["refused"]
    assert (await comments_of(session, world, request_id))[0].status == "open"
    world.wire.status.clear()
    outcomes = await session.writes.submit_in_order(acts.reply_and_resolve(where, comment, "Done."))
    assert [outcome.state for outcome in outcomes] == ["done", "done"]
    assert (await comments_of(session, world, request_id))[0].status == "resolved"


async def test_the_journal_is_on_disk_before_the_first_byte(world: World, request_id: str) -> None:
    session = world.session("mira")
    gate = asyncio.Event()
    world.wire.hold[("POST", "/comments")] = gate
    task = session.writes.submit(acts.comment(here(world, request_id), "Said."))
    await world.wire.arrived.wait()
    with_other_eyes = Desk(session.desk.path, "mira")
    assert [(row.kind, row.state) for row in with_other_eyes.journal.unsettled()] == [("comment", "sending")]
    assert [draft.text for draft in with_other_eyes.drafts.all()] == ["Said."]
    gate.set()
    await task
    assert with_other_eyes.journal.unsettled() == ()


async def test_without_a_journal_nothing_is_sent(world: World, request_id: str) -> None:
    session = world.session("mira")
    await session.me()
    session.desk.journal._writable = False  # pyright: ignore[reportPrivateUsage]
    outcome = await session.writes.submit(acts.resolve(here(world, request_id), "comment"))
    assert outcome.state == "not_sent"
    assert "nothing was sent" in outcome.sentence
    assert sent(world) == 0


async def test_what_was_typed_after_sending_stays(world: World, request_id: str) -> None:
    session = world.session("mira")
    act = acts.comment(here(world, request_id), "First.")
    (key,) = act.drafts
    session.desk.drafts.save(key, "First.")
    gate = asyncio.Event()
    world.wire.hold[("POST", "/comments")] = gate
    task = session.writes.submit(act)
    await world.wire.arrived.wait()
    session.desk.drafts.save(key, "First. And a second thought")
    gate.set()
    assert (await task).state == "done"
    assert session.desk.drafts.load(key) == "First. And a second thought"


async def test_a_text_that_is_not_the_draft_is_kept_beside_it(world: World, request_id: str) -> None:
    session = world.session("mira")
    act = acts.comment(here(world, request_id), "Sent by a verb.")
    session.desk.drafts.save(act.drafts[0], "A thought not sent yet")
    world.wire.status[("POST", "/comments")] = 403
    assert (await session.writes.submit(act)).state == "refused"
    assert {draft.text for draft in session.desk.drafts.all()} == {"Sent by a verb.", "A thought not sent yet"}
    world.wire.status.clear()
    assert (await session.writes.submit(act)).state == "done"
    assert [draft.text for draft in session.desk.drafts.all()] == ["A thought not sent yet"]


async def test_undo_is_the_inverse(world: World, request_id: str) -> None:
    session = world.session("mira")
    comment = world.comment("mira", request_id, "Mine.")
    where = here(world, request_id)
    outcome = await session.writes.submit(acts.resolve(where, comment))
    assert outcome.undo is not None
    assert (await session.writes.submit(outcome.undo)).sentence == "Thread reopened."
    before = await read(session, world, request_id)
    changed = await session.writes.submit(request_acts.edit_subject(where, before, "Other"))
    assert changed.undo is not None
    await session.writes.submit(changed.undo)
    assert (await read(session, world, request_id)).subject == before.subject
    assert Outcome("refused", "No.", act=acts.resolve(where, comment)).undo is None


async def test_quitting_leaves_what_is_in_flight_in_the_journal(
    world: World, request_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("docdeck.workspace.writes.QUIT_WAIT", 0.01)
    session = world.session("mira")
    changes: list[WriteChange] = []
    session.writes.on_change.append(changes.append)
    world.wire.hold[("POST", "/comments")] = asyncio.Event()
    session.writes.submit(acts.comment(here(world, request_id), "In flight."))
    await world.wire.arrived.wait()
    await session.writes.aclose()
    assert [(row.kind, row.state) for row in session.desk.journal.unsettled()] == [("comment", "sending")]
    assert [draft.text for draft in session.desk.drafts.all()] == ["In flight."]
    assert [change.step for change in changes] == ["sending"]
