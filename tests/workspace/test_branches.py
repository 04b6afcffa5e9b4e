"""Reading twice: what is stored at once, then what the server says; a failure keeps what is stored and says so."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import pytest

from docdeck.api.errors import Forbidden, Offline, ServerFailed
from docdeck.workspace.branches import tried
from docdeck.workspace.space_tree import watch_roots
from tests.workspace.world import World

T = TypeVar("T")


async def all_of(stream: AsyncIterator[T]) -> list[T]:
    return [each async for each in stream]


async def last_of(stream: AsyncIterator[T]) -> T:
    return (await all_of(stream))[-1]


async def test_the_first_time_there_is_only_the_server(world: World) -> None:
    found = await all_of(watch_roots(world.session("mira")))
    assert [each.freshness.state for each in found] == ["live"]
    assert {node.title for node in found[0].nodes} == {"Acme", "Globex"}


async def test_then_the_stored_answer_comes_first(world: World) -> None:
    session = world.session("mira")
    await all_of(watch_roots(session))
    found = await all_of(watch_roots(session))
    assert [each.freshness.state for each in found] == ["refreshing", "live"]
    assert found[0].freshness.at is not None
    assert found[0].nodes == found[1].nodes


async def test_without_the_server_the_stored_answer_stays_and_says_since_when(world: World) -> None:
    session = world.session("mira")
    await all_of(watch_roots(session))
    world.wire.unreachable.add("GET")
    found = await all_of(watch_roots(session))
    assert [each.freshness.state for each in found] == ["refreshing", "offline"]
    assert found[1].freshness.since is not None
    assert found[1].nodes == found[0].nodes
    assert found[1].problem


async def test_with_nothing_stored_the_failure_is_raised(world: World) -> None:
    world.wire.unreachable.add("GET")
    with pytest.raises(Offline):
        await all_of(watch_roots(world.session("mira")))


async def test_items_that_cannot_be_read_leave_the_others_and_are_counted(world: World) -> None:
    good = {"object": "organization", "id": "o", "title": "Good"}
    answer: dict[str, Any] = {"items": [good, {"id": ["bad"]}]}
    world.wire.answers[("GET", "/orgs")] = json.dumps(answer).encode()
    found = await last_of(watch_roots(world.session("mira")))
    assert [node.title for node in found.nodes] == ["Good"]
    assert found.freshness.state == "partial"
    assert (found.freshness.shown, found.freshness.total) == (1, 2)
    assert "1 could not be read" in found.problem


async def test_a_side_answer_that_fails_is_a_problem_not_an_exception() -> None:
    async def fails() -> str:
        raise Forbidden("No.", "Ask.", status=403)

    async def works() -> str:
        return "value"

    assert (await tried(works)).value == "value"
    failed = await tried(fails)
    assert failed.value is None
    assert failed.problem == "No. Ask."


async def test_a_fault_that_is_no_error_of_the_platform_goes_through(world: World) -> None:
    async def broken() -> str:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await tried(broken)
    world.wire.status[("GET", "/orgs")] = 500
    with pytest.raises(ServerFailed):
        await all_of(watch_roots(world.session("mira")))
