"""What is not read yet, or could not be, is never said to be none."""

from __future__ import annotations

import asyncio

import pytest

from docdeck.api.operations import change_requests
from docdeck.deck.painters.overview import overview_items
from docdeck.deck.widgets.sources import SimpleSource
from docdeck.workspace.review import ReviewState, watch_review
from docdeck.workspace.session import Session
from tests.deck.review.running import text_of
from tests.workspace.world import World


async def states(session: Session, space: str, request: str) -> list[ReviewState]:
    return [state async for state in watch_review(session, space, request)]


@pytest.mark.parametrize(
    ("ending", "part"),
    [
        ("/changes", "changes"), ("/reviews", "reviews"), ("/requested-reviewers", "requested"),
        ("/comments", "threads"),
    ],
)  # fmt: skip
async def test_what_is_not_read_yet_is_not_said_to_be_none(world: World, ending: str, part: str) -> None:
    request = world.request("jonas", "Edits")
    world.comment("sam", request, "Hm.")
    world.verdict("sam", request, "approved")
    world.ask("jonas", request, "mira")
    world.wire.hold[("GET", ending)] = asyncio.Event()
    session = world.session("mira")
    watching = watch_review(session, world.space, request)
    async for state in watching:
        if state.unread == {part}:
            break
    shown = painted(state)
    assert f"reading the {'reviews' if part == 'requested' else part} …" in shown
    assert "It changes no page yet." not in shown
    assert "Nobody reviewed this" not in shown
    world.wire.hold[("GET", ending)].set()
    found = [state async for state in watching]
    assert found[-1].unread == frozenset()
    assert "reading the" not in painted(found[-1])


async def test_what_was_never_read_before_the_server_was_gone_is_said_to_be_unread(world: World) -> None:
    request = world.request("jonas", "Edits")
    session = world.session("mira")
    await session.platform.read(change_requests.get(world.space, request))
    world.wire.unreachable.add("GET")
    last = (await states(session, world.space, request))[-1]
    assert last.unread == {"changes", "reviews", "requested", "threads"}
    assert "the reviews could not be read" in painted(last)


def painted(state: ReviewState) -> str:
    """The overview as it would be shown."""
    source = SimpleSource(overview_items(state, 0.0))
    return "\n".join(text_of(line) for at in range(source.count) for line in source.lines(at, 100))
