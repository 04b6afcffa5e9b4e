"""The platform: one request for one question, no old answer over a newer one, and what a write makes stale."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from docdeck.api.description import Command
from docdeck.api.errors import BadAnswer, NeverSent, OutcomeUnknown, ServerFailed
from docdeck.api.exchange import Call
from docdeck.api.operations import change_requests, comments, members, spaces, users
from docdeck.api.platform import Platform
from docdeck.api.reading import one
from docdeck.api.transport import Transport
from docdeck.models.base import User

from .playing import CR, LIST, ME, Server, playing, request

# One question, one request


async def test_the_same_question_twice_at_once_is_one_request() -> None:
    async with playing() as (platform, server, _):
        server.says(ME, {"id": "u"})
        server.gates[ME] = asyncio.Event()
        reads = [asyncio.create_task(platform.read(users.me())) for _ in range(5)]
        await server.arrived.wait()
        server.gates[ME].set()
        answers = await asyncio.gather(*reads)
        assert server.count(ME) == 1
        assert len({id(answer.value) for answer in answers}) == 1
        assert [entry.source for entry in platform.log].count("shared") == 4


async def test_one_who_leaves_does_not_take_the_answer_from_the_others() -> None:
    async with playing() as (platform, server, _):
        server.says(ME, {"id": "u"})
        server.gates[ME] = asyncio.Event()
        first, second = (asyncio.create_task(platform.read(users.me())) for _ in range(2))
        await server.arrived.wait()
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        server.gates[ME].set()
        assert (await second).value.id == "u"
        assert server.count(ME) == 1


async def test_the_last_who_leaves_ends_the_request() -> None:
    ended = asyncio.Event()

    async def hang(request: httpx.Request) -> httpx.Response:
        del request
        server.arrived.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        raise AssertionError

    server = Server()
    async with Platform(Transport("http://127.0.0.1:1", None, wire=httpx.MockTransport(hang))) as platform:
        reads = [asyncio.create_task(platform.read(users.me())) for _ in range(2)]
        await server.arrived.wait()
        for read in reads:
            read.cancel()
        await asyncio.gather(*reads, return_exceptions=True)
        await asyncio.wait_for(ended.wait(), 30)


async def test_all_who_wait_hear_of_the_failure() -> None:
    async with playing() as (platform, server, _):
        server.says(ME, 404)
        results = await asyncio.gather(*(platform.read(users.me()) for _ in range(3)), return_exceptions=True)
        assert {type(result).__name__ for result in results} == {"NotFound"}
        assert server.count(ME) == 1


async def test_a_slow_old_answer_never_replaces_a_newer_one() -> None:
    async with playing() as (platform, server, clock):
        server.says(CR, request(subject="Old"))
        server.gates[CR] = gate = asyncio.Event()
        slow = asyncio.create_task(platform.read(change_requests.get("s", "c")))
        await server.arrived.wait()
        del server.gates[CR]
        server.says("PATCH /v1/spaces/s/change-requests/c", request(subject="New"))
        clock.now += 1
        await platform.write(change_requests.patch("s", "c", subject="New"))
        gate.set()
        assert (await slow).value.subject == "New"
        stored = platform.stored(change_requests.get("s", "c"))
        assert stored is not None
        assert stored.value.subject == "New"


async def test_a_question_after_a_write_does_not_join_one_from_before_it() -> None:
    async with playing() as (platform, server, _):
        server.says(LIST, {"items": [request()]})
        server.gates[LIST] = gate = asyncio.Event()
        before = asyncio.create_task(platform.read(change_requests.list_in_space("s")))
        await server.arrived.wait()
        del server.gates[LIST]
        server.says("POST /v1/spaces/s/change-requests", request("d", 2))
        await platform.write(change_requests.create("s", subject="Two"))
        server.says(LIST, {"items": [request("d", 2), request()]})
        after = await platform.read(change_requests.list_in_space("s"))
        gate.set()
        assert len(after.value.items) == 2
        assert len((await before).value.items) == 2  # the newer answer, not its own old one
        assert server.count(LIST) == 2


# Writes


async def test_a_write_marks_what_carries_its_ids_and_stores_its_own_answer() -> None:
    async with playing() as (platform, server, clock):
        server.says(CR, request(subject="Old"))
        server.says(LIST, {"items": [request(subject="Old"), request("d", 2)]})
        other = "GET /v1/spaces/t/change-requests?status=open"
        server.says(other, {"items": [request("e", 1)]})
        for query in (change_requests.list_in_space("s"), change_requests.list_in_space("t")):
            await platform.read(query)
        await platform.read(change_requests.get("s", "c"))
        clock.now += 1
        server.says("PATCH /v1/spaces/s/change-requests/c", request(subject="New"))
        answer = await platform.write(change_requests.patch("s", "c", subject="New"))
        assert answer.subject == "New"
        one_now = platform.stored(change_requests.get("s", "c"))
        list_now = platform.stored(change_requests.list_in_space("s"))
        other_now = platform.stored(change_requests.list_in_space("t"))
        assert one_now is not None
        assert (one_now.value.subject, one_now.fresh, one_now.fetched_at) == ("New", True, clock.now)
        assert list_now is not None
        assert not list_now.fresh
        assert other_now is not None
        assert other_now.fresh
        await platform.read(change_requests.list_in_space("s"), max_age=1e6)  # stale: asked again, however young
        assert server.count(LIST) == 2


async def test_a_lost_or_refused_write_makes_stale_but_one_never_sent_does_not() -> None:
    merge = "POST /v1/spaces/s/change-requests/c/merge"
    for said, kind, fresh in [
        (httpx.ConnectError("x"), NeverSent, True),
        (httpx.ReadError("x"), OutcomeUnknown, False),
        (503, ServerFailed, False),
    ]:
        async with playing() as (platform, server, _):
            server.says(CR, request())
            await platform.read(change_requests.get("s", "c"))
            server.says(merge, said)
            with pytest.raises(kind):
                await platform.write(change_requests.merge("s", "c"))
            stored = platform.stored(change_requests.get("s", "c"))
            assert stored is not None
            assert stored.fresh is fresh


@pytest.mark.parametrize("said", ["text", [], {"revision": 3}])
async def test_an_unreadable_answer_to_a_write_leaves_its_outcome_unknown(said: Any) -> None:
    async with playing() as (platform, server, _):
        server.says("POST /v1/spaces/s/change-requests/c/merge", said)
        with pytest.raises(OutcomeUnknown) as caught:
            await platform.write(change_requests.merge("s", "c"))
        assert isinstance(caught.value.cause, BadAnswer)


async def test_an_empty_answer_is_fine_where_nothing_is_expected() -> None:
    async with playing() as (platform, server, _):
        server.says("DELETE /v1/spaces/s/comments/k", 204)
        assert await platform.write(comments.delete_in_space("s", "k")) is None


async def test_a_write_is_sent_with_its_parameters_and_body() -> None:
    async with playing() as (platform, server, _):
        bodies: list[Any] = []

        def answer(request: httpx.Request) -> Any:
            bodies.append(json.loads(request.content))
            return {"id": "u"}

        server.answers["PUT /v1/user?compat=false"] = answer
        command = Command("x", "PUT", "/v1/user", one(User), body={"a": None}, params=(("compat", "false"),))
        await platform.write(command)
        assert bodies == [{"a": None}]


async def test_items_without_an_id_carry_the_ids_of_what_they_are_made_of() -> None:
    async with playing() as (platform, server, _):
        item = {"permission": "read", "space": {"id": "s7"}}
        server.says("GET /v1/orgs/o/members/u/spaces", {"items": [item]})
        await platform.read(members.list_spaces("o", "u"))
        platform.mark_stale(["s8"])
        stored = platform.stored(members.list_spaces("o", "u"))
        assert stored is not None
        assert stored.fresh
        platform.mark_stale(["s7"])
        stored = platform.stored(members.list_spaces("o", "u"))
        assert stored is not None
        assert not stored.fresh


async def test_a_plain_call_marks_what_its_path_names() -> None:
    async with playing() as (platform, server, _):
        server.says("GET /v1/spaces/s", {"id": "s", "title": "Handbook"})
        server.says("PATCH /v1/spaces/s", {"id": "s"})
        await platform.read(spaces.get("s"))
        answered = await platform.call(Call("api", "GET", "/v1/spaces/s"))
        assert json.loads(answered.data)["title"] == "Handbook"
        stored = platform.stored(spaces.get("s"))
        assert stored is not None
        assert stored.fresh
        await platform.call(Call("api", "PATCH", "/v1/spaces/s", body={"title": "x"}))
        stored = platform.stored(spaces.get("s"))
        assert stored is not None
        assert not stored.fresh
