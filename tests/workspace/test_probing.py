"""The cheap look at open requests, and who is mentioned in a thread."""

from __future__ import annotations

import pytest

from docdeck.models.base import User
from docdeck.workspace.inbox import watch_inbox
from docdeck.workspace.mentions import mentions
from docdeck.workspace.probing import look_at_open, look_at_stored
from docdeck.workspace.thread_lists import watch_open_threads
from tests.workspace.world import World

INES = User(id="u1", display_name="Ines Calloway", email="ines.c@acme.example")


async def test_a_look_is_one_request_per_organization_and_sees_what_moved(world: World, request_id: str) -> None:
    session = world.session("mira", cached=True)
    _ = [inbox async for inbox in watch_inbox(session)]
    before = look_at_stored(session)
    assert before is not None
    world.wire.requests.clear()
    same = await look_at_open(session)
    assert same is not None
    assert same.same_as(before)
    assert same.moved_since(before) == ()
    assert len(world.wire.requests) == 2  # Acme and Globex
    world.comment("jonas", request_id, "Something new.")
    other = world.request("jonas", "Another")
    after = await look_at_open(session)
    assert after is not None
    assert {each.id for each in after.moved_since(same)} == {request_id, other}


async def test_offline_nothing_is_told(world: World, request_id: str) -> None:
    session = world.session("mira", cached=True)
    world.wire.unreachable.add("GET")
    assert await look_at_open(session) is None


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("@Ines, is it?", True), ("is it, @ines?", True), ("see @ines.c.", True), ("[Ines](user:u1)", True),
        ("@Inessa said", False), ("mail@ines", False), ("Ines said", False), ("", False),
    ],
)  # fmt: skip
def test_who_is_called_by_name(text: str, called: bool) -> None:
    assert mentions(text, INES) is called


async def test_a_mention_makes_it_my_turn_until_i_answer(world: World, request_id: str) -> None:
    session = world.session("mira")
    asked = world.comment("sam", request_id, "What does @Mira say?")
    other = world.comment("sam", request_id, "What does @Jonas say?")

    async def turns() -> dict[str, str]:
        found = [each async for each in watch_open_threads(session)][-1]
        return {each.thread.comment.id: each.thread.turn for each in found.threads}

    assert await turns() == {asked: "mine", other: "nobody"}
    world.reply("mira", request_id, asked, "That it is so.")
    assert (await turns())[asked] == "theirs"
