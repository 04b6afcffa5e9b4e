"""Comments on the space itself: the same acts, on the operations of the space, read back when an answer is lost."""

from __future__ import annotations

import pytest

from docdeck.api.operations import comments as calls
from docdeck.models.comments import Comment, CommentReply
from docdeck.workspace import acts
from docdeck.workspace.acts import Act, Where
from docdeck.workspace.session import Session
from tests.workspace.asking import WRITES, sent
from tests.workspace.world import World

KINDS = (
    "comment", "reply", "edit_comment", "edit_reply", "delete_comment", "delete_reply", "react", "unreact", "resolve",
    "reopen",
)  # fmt: skip


def on_space(world: World) -> Where:
    return Where(world.space, "", "Handbook")


async def comments_on(session: Session, world: World) -> list[Comment]:
    return list(await session.platform.all_items(calls.list_in_space(world.space, order="asc"), max_age=-1))


async def replies_to(session: Session, world: World, comment: str) -> list[CommentReply]:
    return list(await session.platform.all_items(calls.replies_in_space(world.space, comment), max_age=-1))


async def act_of(kind: str, session: Session, world: World) -> Act:
    """An act of this kind by Mira, on what it needs."""
    where, writes = on_space(world), session.writes
    mine = (await writes.submit(acts.comment(where, "Mine."))).value
    answer = (await writes.submit(acts.reply(where, mine.id, "My reply."))).value
    if kind == "reopen":
        await writes.submit(acts.resolve(where, mine.id))
    if kind == "unreact":
        await writes.submit(acts.react(where, "1f44d", mine.id))
    return {
        "comment": lambda: acts.comment(where, "Said once.", page=world.pages["limits"]),
        "reply": lambda: acts.reply(where, mine.id, "Answered once."),
        "edit_comment": lambda: acts.edit_comment(where, mine, "Mine, edited."),
        "edit_reply": lambda: acts.edit_reply(where, mine.id, answer, "My reply, edited."),
        "delete_comment": lambda: acts.delete_comment(where, mine.id),
        "delete_reply": lambda: acts.delete_reply(where, mine.id, answer.id),
        "react": lambda: acts.react(where, "1f44d", mine.id),
        "unreact": lambda: acts.unreact(where, "1f44d", mine.id),
        "resolve": lambda: acts.resolve(where, mine.id),
        "reopen": lambda: acts.reopen(where, mine.id),
    }[kind]()


async def test_a_thread_of_the_space_lives_through_every_act(world: World) -> None:
    session, where = world.session("mira"), on_space(world)

    async def done(act: Act):
        outcome = await session.writes.submit(act)
        assert outcome.state == "done", outcome
        return outcome.value

    first = await done(acts.comment(where, "On the page.", page=world.pages["limits"]))
    answer = await done(acts.reply(where, first.id, "An answer."))
    await done(acts.edit_comment(where, first, "On this page."))
    await done(acts.edit_reply(where, first.id, answer, "Another answer."))
    await done(acts.react(where, "1f44d", first.id))
    await done(acts.resolve(where, first.id))
    (found,) = await comments_on(session, world)
    assert (found.body.markdown, found.status, found.target.page and found.target.page.id) == (
        "On this page.",
        "resolved",
        world.pages["limits"],
    )
    assert [one.emoji for one in found.reactions] == ["1f44d"]
    assert [one.body.markdown for one in await replies_to(session, world, first.id)] == ["Another answer."]
    await done(acts.unreact(where, "1f44d", first.id))
    await done(acts.reopen(where, first.id))
    await done(acts.delete_reply(where, first.id, answer.id))
    (found,) = await comments_on(session, world)
    assert (found.status, found.reactions, found.replies) == ("open", [], 0)
    await done(acts.delete_comment(where, first.id))
    assert await comments_on(session, world) == []


@pytest.mark.parametrize("kind", KINDS)
async def test_a_lost_answer_is_found_done(world: World, kind: str) -> None:
    session = world.session("mira")
    act = await act_of(kind, session, world)
    world.wire.requests.clear()
    world.wire.lose.extend([(method, "") for method in WRITES])
    outcome = await session.writes.submit(act)
    assert (outcome.state, outcome.read_back) == ("done", True), outcome
    assert sent(world) == 1
    assert session.desk.journal.unsettled() == ()


@pytest.mark.parametrize("kind", KINDS)
async def test_what_broke_before_the_work_is_found_not_done(world: World, kind: str) -> None:
    session = world.session("mira")
    act = await act_of(kind, session, world)
    world.wire.requests.clear()
    world.wire.cut.extend([(method, "") for method in WRITES])
    outcome = await session.writes.submit(act)
    assert (outcome.state, outcome.read_back) == ("not_done", True), outcome
    assert sent(world) == 1


async def test_the_act_and_its_undo_name_the_space(world: World) -> None:
    where = on_space(world)
    act = acts.resolve(where, "c1")
    assert act.command.path == f"/v1/spaces/{world.space}/comments/c1"
    assert act.undo is not None
    assert act.undo.command.path == act.command.path
    assert acts.comment(where, "x").drafts == (f"comment:{world.space}::-:-",)
