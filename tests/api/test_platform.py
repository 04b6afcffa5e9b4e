"""The platform: what is shown first, how lists are walked, and what is asked for at all."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from docdeck.api.connecting import connect
from docdeck.api.description import Query
from docdeck.api.errors import BadAnswer, Offline, ServerFailed, UnreadableAnswer
from docdeck.api.operations import change_requests, content, spaces, users
from docdeck.api.platform import Stored
from docdeck.api.reading import one
from docdeck.models.base import User

from .playing import LIST, ME, playing, request, seen

# Watching and reading


async def test_watch_gives_what_is_stored_before_it_waits_for_anything() -> None:
    async with playing() as (platform, server, clock):
        server.says(ME, {"id": "u", "displayName": "Old"})
        await platform.read(users.me())
        clock.now += 60
        server.says(ME, {"id": "u", "displayName": "New"})
        server.gates[ME] = asyncio.Event()
        stream = platform.watch(users.me())
        step = stream.__anext__()
        with pytest.raises(StopIteration) as first:  # one step without the event loop: no await on the network
            step.send(None)
        stored: Stored[User] = first.value.value
        assert (stored.value.display_name, stored.from_cache, stored.fresh) == ("Old", True, False)
        assert stored.fetched_at == clock.now - 60
        server.gates[ME].set()
        second = await anext(stream)
        assert (second.value.display_name, second.from_cache, second.fresh) == ("New", False, True)
        assert second.fetched_at == clock.now
        assert [stored async for stored in stream] == []


async def test_watch_with_nothing_stored_gives_the_servers_answer_alone() -> None:
    async with playing() as (platform, server, _):
        server.says(ME, {"id": "u"})
        assert [stored.from_cache for stored in await seen(platform.watch(users.me()))] == [False]


async def test_watch_within_the_age_asks_nobody() -> None:
    async with playing() as (platform, server, clock):
        server.says(ME, {"id": "u"})
        await platform.read(users.me())
        clock.now += 4
        (only,) = await seen(platform.watch(users.me(), max_age=5))
        assert (only.fresh, only.from_cache) == (True, True)
        clock.now += 1
        assert len(await seen(platform.watch(users.me(), max_age=5))) == 2
        assert server.count(ME) == 2
        assert [entry.source for entry in platform.log] == ["network", "stored", "network"]


async def test_watch_offline_gives_what_is_stored_then_says_so() -> None:
    async with playing() as (platform, server, clock):
        server.says(ME, {"id": "u"})
        await platform.read(users.me())
        server.says(ME, httpx.ConnectError("no"))
        clock.now += 100
        got: list[Stored[User]] = []
        with pytest.raises(Offline):
            await seen(platform.watch(users.me()), got)
        assert len(got) == 1
        assert platform.state.offline_since == clock.now
        server.says(ME, {"id": "u"})
        await platform.read(users.me())
        assert platform.state.online


async def test_read_asks_unless_what_is_stored_is_young_enough() -> None:
    async with playing() as (platform, server, clock):
        server.says(ME, {"id": "u"})
        for max_age, asked in [(None, 1), (None, 2), (10.0, 2), (0.0, 3)]:
            await platform.read(users.me(), max_age=max_age)
            assert server.count(ME) == asked
        clock.now += 11
        await platform.read(users.me(), max_age=10)
        assert server.count(ME) == 4


async def test_an_answer_from_a_clock_that_was_ahead_is_not_young() -> None:
    async with playing() as (platform, server, clock):
        server.says(ME, {"id": "u"})
        await platform.read(users.me())
        clock.now -= 3600
        await platform.read(users.me(), max_age=10)
        assert server.count(ME) == 2


async def test_what_a_revision_names_is_asked_for_once_for_ever(tmp_path: Path) -> None:
    path = "GET /v1/spaces/s/revisions/r/page/p?format=markdown"
    for _ in range(2):
        async with playing(tmp_path / "cache.sqlite") as (platform, server, clock):
            server.says(path, {"id": "p", "title": "Start", "markdown": "# Hi"})
            query = content.revision_page("s", "r", "p", "markdown")
            await platform.read(query)
            platform.mark_stale(["s", "r", "p"])
            clock.now += 1e7
            again = await platform.read(query)
            assert (again.value.markdown, again.fresh, again.from_cache) == ("# Hi", True, True)
            assert len(await seen(platform.watch(query))) == 1
            asked = server.count(path)
    assert asked == 0  # the second program asked nobody


async def test_a_stored_answer_that_cannot_be_read_any_more_is_dropped() -> None:
    async with playing() as (platform, server, _):
        server.says(ME, {"id": "u"})
        query = users.me()
        await platform.read(query)
        platform._parsed.clear()  # pyright: ignore[reportPrivateUsage]
        stricter = one(change_requests.ChangeRequest)
        changed = type(query)(query.operation, query.path, stricter)
        assert platform.stored(changed) is None
        assert platform.stored(query) is None


async def test_an_answer_that_equals_the_last_is_not_read_again() -> None:
    async with playing() as (platform, server, _):
        for size in (1, 300_000):
            server.says(ME, {"id": "u", "displayName": "x" * size})
            first = await platform.read(users.me())
            again = await platform.read(users.me())
            assert again.value is first.value
            held = await platform.recalled(users.me())
            assert held is not None
            assert held.value is first.value
        server.says(ME, {"id": "u", "displayName": "New"})
        assert (await platform.read(users.me())).value.display_name == "New"


async def test_a_big_answer_is_read_beside_the_event_loop(tmp_path: Path) -> None:
    threads: list[int] = []

    def noticed(operation: str, data: bytes) -> User:
        threads.append(threading.get_ident())
        return one(User)(operation, data)

    query = Query("getAuthenticatedUser", "/v1/user", noticed)
    for size, aside in ((1, False), (300_000, True)):
        async with playing(tmp_path / f"{size}.sqlite") as (platform, server, _):
            server.says(ME, {"id": "u", "displayName": "x" * size})
            await platform.read(query)
        async with playing(tmp_path / f"{size}.sqlite") as (platform, server, _):
            assert await platform.recalled(query) is not None
        assert [thread != threading.get_ident() for thread in threads] == [aside, aside]
        threads.clear()


async def test_an_unreadable_answer_is_not_stored() -> None:
    async with playing() as (platform, server, _):
        server.says(ME, {"name": "nobody"})
        with pytest.raises(UnreadableAnswer, match="getAuthenticatedUser"):
            await platform.read(users.me())
        assert platform.stored(users.me()) is None


async def test_a_request_under_its_number_and_under_its_id_is_one_entry(tmp_path: Path) -> None:
    file = tmp_path / "cache.sqlite"
    async with playing(file) as (platform, server, _):
        server.says("GET /v1/spaces/s/change-requests/42", request("abc", 42, subject="One"))
        await platform.read(change_requests.get("s", "42"))
        by_id = platform.stored(change_requests.get("s", "abc"))
        assert by_id is not None
        assert by_id.value.subject == "One"
        server.says("GET /v1/spaces/s/change-requests/abc/changes", {"changes": []})
        await platform.read(change_requests.changes("s", "abc"))
        assert platform.stored(change_requests.changes("s", "42")) is not None
    async with playing(file) as (platform, _, clock):
        clock.now += 60
        assert platform.stored(change_requests.get("s", "42")) is not None
        platform.mark_stale(["abc"])
        stored = platform.stored(change_requests.get("s", "42"))
        assert stored is not None
        assert not stored.fresh


async def test_spaces_are_apart() -> None:
    async with playing() as (platform, server, _):
        server.says("GET /v1/spaces/s/change-requests/1", request("abc"))
        await platform.read(change_requests.get("s", "1"))
        assert platform.stored(change_requests.get("t", "1")) is None


# Pages


async def test_pages_follow_the_cursor_to_the_end() -> None:
    async with playing() as (platform, server, _):
        server.says(LIST, {"items": [request("a")], "next": {"page": "p 2"}, "count": 3})
        server.says(LIST + "&page=p+2", {"items": [], "next": {"page": "p3"}})
        server.says(LIST + "&page=p3", {"items": [request("b"), request("c")]})
        pages = await seen(platform.pages(change_requests.list_in_space("s")))
        assert [len(page.value.items) for page in pages] == [1, 0, 2]
        assert pages[0].value.count == 3
        items = await platform.all_items(change_requests.list_in_space("s"))
        assert [item.id for item in items] == ["a", "b", "c"]
        assert [item.id for item in await platform.all_items(change_requests.list_in_space("s"), limit=2)] == ["a", "b"]


async def test_a_cursor_that_repeats_ends_the_list_with_an_error() -> None:
    async with playing() as (platform, server, _):
        server.says(LIST, {"items": [request("a")], "next": {"page": "string"}})
        server.says(LIST + "&page=string", {"items": [request("a")], "next": {"page": "string"}})
        got: list[Stored[Any]] = []
        with pytest.raises(BadAnswer, match="repeats itself"):
            await seen(platform.pages(change_requests.list_in_space("s")), got)
        assert len(got) == 2
        assert len(server.asked) == 2


async def test_the_next_page_is_asked_for_only_when_it_is_wanted() -> None:
    async with playing() as (platform, server, _):
        server.says(LIST, {"items": [request("a")], "next": {"page": "p2"}})
        stream = platform.pages(change_requests.list_in_space("s"))
        await anext(stream)
        await stream.aclose()
        assert len(server.asked) == 1


# Together


async def test_closing_ends_what_is_on_its_way() -> None:
    async with playing() as (platform, server, _):
        server.says(ME, {"id": "u"})
        server.gates[ME] = asyncio.Event()
        read = asyncio.create_task(platform.read(users.me()))
        await server.arrived.wait()
        await platform.aclose()
        with pytest.raises(asyncio.CancelledError):
            await read


async def test_connect_runs_an_application_and_keeps_what_it_said(tmp_path: Path) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        del receive
        status = 200 if scope["path"] == "/v1/user" else 1 // 0
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b'{"id": "u"}'})

    file = tmp_path / "x.sqlite"
    async with connect("http://localhost/v1", None, cache_file=file, app=app) as platform:
        assert platform.base_url == "http://localhost"
        assert (await platform.read(users.me())).value.id == "u"
        with pytest.raises(ServerFailed):  # the application's own exception is an answer of the server
            await platform.read(spaces.get("s"))
    async with connect("http://localhost", None, cache_file=file, app=app) as platform:
        assert platform.stored(users.me()) is not None
        assert platform.cache.problem == ""
