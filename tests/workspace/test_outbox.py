"""The outbox: taken back in time, on disk before anything, looked at again before a verdict leaves."""

from __future__ import annotations

import asyncio

import pytest

from docdeck.service.actions.comments import update_comment
from docdeck.workspace import acts, request_acts
from docdeck.workspace.acts import Act
from docdeck.workspace.outbox import Outbox
from docdeck.workspace.remaking import act_from, can_be_held, record_of
from docdeck.workspace.review import watch_review
from docdeck.workspace.session import Session
from docdeck.workspace.writes import Outcome
from tests.workspace.asking import comments_of, here, read, replies_of, sent
from tests.workspace.every_act import KINDS, act_of
from tests.workspace.world import World, update_page


class Settled(list[tuple[Act, Outcome]]):
    """What became of what the outbox sent."""

    def __init__(self, outbox: Outbox) -> None:
        super().__init__()
        self._news = asyncio.Event()
        outbox.on_settled.append(self._heard)

    def _heard(self, acts_: tuple[Act, ...], outcomes: tuple[Outcome, ...]) -> None:
        self.extend(zip(acts_, outcomes, strict=False))
        self._news.set()

    async def next(self) -> Outcome:
        await asyncio.wait_for(self._news.wait(), 60)
        self._news.clear()
        return self[-1][1]


def slow(world: World, person: str = "mira") -> Session:
    """A session whose countdowns never end by themselves."""
    session = world.session(person)
    session.outbox.delay = 5.0
    never = asyncio.Event()

    async def wait(_: float) -> None:
        await never.wait()

    session.outbox._sleep = wait  # pyright: ignore[reportPrivateUsage]
    return session


async def test_without_a_delay_it_is_sent_at_once(world: World, request_id: str) -> None:
    session = world.session("mira")
    settled = Settled(session.outbox)
    session.outbox.hold([acts.comment(here(world, request_id), "At once.")])
    assert (await settled.next()).sentence == "Comment sent."
    assert [one.body.markdown for one in await comments_of(session, world, request_id)] == ["At once."]
    assert session.outbox.entries == ()
    assert session.desk.held.all() == ()


async def test_the_delay_is_waited_for(world: World, request_id: str) -> None:
    session = world.session("mira")
    session.outbox.delay = 5.0
    settled = Settled(session.outbox)
    entry, _ = session.outbox.hold([acts.comment(here(world, request_id), "Later.")])
    assert (entry.state, entry.due_at - entry.held_at) == ("waiting", 5.0)
    assert (await settled.next()).state == "done"
    assert 5.0 in world.slept


async def test_what_is_taken_back_was_never_sent_and_stays_a_draft(world: World, request_id: str) -> None:
    session = slow(world)
    where = here(world, request_id)
    draft = acts.draft_key("comment", where, None, None)
    session.desk.drafts.save(draft, "Hasty.")
    entry, _ = session.outbox.hold([acts.comment(where, "Hasty.")])
    assert session.outbox.holding(draft) == entry
    assert session.outbox.take_back(entry.id) == entry
    assert session.outbox.take_back(entry.id) is None
    assert (sent(world), session.outbox.entries, session.desk.held.all()) == (0, (), ())
    assert session.desk.drafts.load(draft) == "Hasty."


async def test_the_same_is_held_once(world: World, request_id: str) -> None:
    session = slow(world)
    act = acts.comment(here(world, request_id), "Twice?")
    first, new = session.outbox.hold([act])
    again, also_new = session.outbox.hold([act])
    assert (first.id, new, also_new) == (again.id, True, False)


async def test_closing_sends_what_still_counts_down(world: World, request_id: str) -> None:
    session = slow(world)
    session.outbox.hold([acts.comment(here(world, request_id), "On leaving.")])
    await session.outbox.aclose()
    assert [one.body.markdown for one in await comments_of(session, world, request_id)] == ["On leaving."]


async def test_a_reply_that_resolves_leaves_as_one(world: World, request_id: str) -> None:
    asked = world.comment("jonas", request_id, "Is it?")
    session = world.session("mira")
    settled = Settled(session.outbox)
    session.outbox.hold(acts.reply_and_resolve(here(world, request_id), asked, "It is."))
    await settled.next()
    assert [outcome.sentence for _, outcome in settled] == ["Reply sent.", "Thread resolved."]


# After the program was killed


async def test_a_killed_program_loses_nothing_and_the_next_one_asks(world: World, request_id: str) -> None:
    before = slow(world)
    before.outbox.hold([acts.comment(here(world, request_id), "Survives.")])
    after = world.session("mira")
    (found,) = after.outbox.recover()
    assert (found.text, found.state, found.reason) == ("Survives.", "held", "docdeck ended before it was sent.")
    assert (sent(world), after.outbox.recover()) == (0, ())
    settled = Settled(after.outbox)
    after.outbox.release(found.id)
    assert (await settled.next()).state == "done"
    assert [one.body.markdown for one in await comments_of(after, world, request_id)] == ["Survives."]
    assert after.desk.held.all() == ()


async def test_what_was_on_its_way_is_read_back_and_not_sent_again(world: World, request_id: str) -> None:
    asked = world.comment("jonas", request_id, "Is it?")
    before = world.session("mira")
    gate = asyncio.Event()
    world.wire.hold["POST", "/replies"] = gate
    before.outbox.hold(acts.reply_and_resolve(here(world, request_id), asked, "It is."))
    await asyncio.wait_for(world.wire.arrived.wait(), 60)
    after = world.session("mira")
    (found,) = after.outbox.recover()
    assert [act.kind for act in found.acts] == ["resolve"]
    gate.set()
    await before.outbox.aclose()
    assert [one.body.markdown for one in await replies_of(after, world, request_id, asked)] == ["It is."]


async def test_another_docdeck_that_still_runs_keeps_its_own(
    world: World, request_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = slow(world)
    monkeypatch.setattr("docdeck.workspace.outbox.os.getpid", lambda: 1)
    before.outbox.hold([acts.comment(here(world, request_id), "Theirs.")])
    monkeypatch.undo()
    assert world.session("mira").outbox.recover() == ()


# Offline


async def offline_review(world: World, request: str) -> tuple[Session, Settled]:
    """An approval by Mira, of what she read, that cannot leave."""
    session = world.session("mira")
    states = [state async for state in watch_review(session, world.space, request)]
    settled = Settled(session.outbox)
    world.wire.unreachable.update({"GET", "POST"})
    session.outbox.hold([request_acts.review(here(world, request), "approved", states[-1].head)])
    outcome = await settled.next()
    assert "held until the server is back" in outcome.sentence
    assert [entry.state for entry in session.outbox.kept] == ["offline"]
    return session, settled


async def test_a_verdict_given_offline_leaves_when_the_server_is_back(world: World, request_id: str) -> None:
    session, settled = await offline_review(world, request_id)
    await session.outbox.knock()
    assert [entry.state for entry in session.outbox.kept] == ["offline"]
    world.wire.unreachable.clear()
    await session.outbox.knock()
    assert (await settled.next()).sentence == "Approved."


async def test_a_held_approval_is_not_sent_when_somebody_asked_for_changes(world: World, request_id: str) -> None:
    session, settled = await offline_review(world, request_id)
    world.verdict("sam", request_id, "changes-requested")
    world.wire.unreachable.clear()
    world.wire.requests.clear()
    await session.outbox.knock()
    assert "Sam Ode asked for changes meanwhile." in (await settled.next()).sentence
    assert (sent(world), [entry.state for entry in session.outbox.kept]) == (0, ["held"])
    session.outbox.release(session.outbox.kept[0].id, checked=False)
    assert (await settled.next()).sentence == "Approved."


async def test_a_held_approval_is_not_sent_for_another_revision(world: World, request_id: str) -> None:
    session, settled = await offline_review(world, request_id)
    world.edit("jonas", request_id, update_page(world.pages["limits"], "Twenty per second."))
    world.wire.unreachable.clear()
    world.wire.requests.clear()
    await session.outbox.knock()
    assert "Its content moved since you read it" in (await settled.next()).sentence
    assert sent(world) == 0


async def test_an_objection_that_was_seen_does_not_hold_the_approval(world: World, request_id: str) -> None:
    world.verdict("sam", request_id, "changes-requested")
    session, settled = await offline_review(world, request_id)
    world.wire.unreachable.clear()
    await session.outbox.knock()
    assert (await settled.next()).sentence == "Approved."


async def test_words_that_waited_are_not_put_on_what_is_settled(world: World, request_id: str) -> None:
    asked = world.comment("jonas", request_id, "Is it?")
    session = world.session("mira")
    settled = Settled(session.outbox)
    world.wire.unreachable.update({"GET", "POST"})
    session.outbox.hold([acts.reply(here(world, request_id), asked, "It is.")])
    await settled.next()
    world.do(update_comment, "jonas", request_id, asked, resolved=True)
    world.wire.unreachable.clear()
    await session.outbox.knock()
    assert "The thread was resolved meanwhile." in (await settled.next()).sentence
    assert [entry.state for entry in session.outbox.kept] == ["held"]


# Records


@pytest.mark.parametrize("kind", [kind for kind, _ in KINDS])
async def test_an_act_is_the_same_after_a_rest_on_disk(world: World, request_id: str, kind: str) -> None:
    session = world.session("mira")
    act = await act_of(kind, session, world, request_id)
    if not can_be_held(act):
        assert act_from(record_of(act)) is None
        return
    again = act_from(record_of(act))
    assert again is not None
    assert (again.identity, again.target, again.drafts, again.text) == (act.identity, act.target, act.drafts, act.text)


async def test_a_record_that_nobody_can_read_is_no_act() -> None:
    for record in ({}, {"kind": "comment"}, {"kind": "comment", "evidence": {"space": "s"}}, {"kind": 5}):
        assert act_from(record) is None


async def test_the_request_is_read_before_a_verdict_leaves(world: World, request_id: str) -> None:
    session = world.session("mira")
    revision = (await read(session, world, request_id)).revision
    settled = Settled(session.outbox)
    world.edit("jonas", request_id, update_page(world.pages["limits"], "Moved."))
    session.outbox.hold([request_acts.review(here(world, request_id), "approved", revision)])
    assert "moved since you read it" in (await settled.next()).sentence
