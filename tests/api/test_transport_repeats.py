"""The transport over real sockets: what is asked again, what never is, and waiting for a rate limit."""

from __future__ import annotations

import asyncio
from email.utils import formatdate

import pytest

from docdeck.api.errors import (
    Conflict,
    Forbidden,
    Invalid,
    NeverSent,
    NotFound,
    NotOffered,
    NotSignedIn,
    Offline,
    OutcomeUnknown,
    RateLimited,
    Refused,
    ServerFailed,
)
from docdeck.api.exchange import Limits
from docdeck.api.transport import Transport

from .raw_server import OK, Behaviour, answer, body, raw, raw_server, reset, silence
from .talking import QUICK, READ, WRITE, Waits, refused, talking

# What is repeated


@pytest.mark.parametrize(
    "first", [reset(), raw(b""), silence(), refused(408), refused(500), refused(502), refused(503), refused(504)]
)
async def test_a_read_is_asked_again(first: Behaviour) -> None:
    async with talking(first, answer(OK)) as (transport, server, waits):
        answered = await transport.read(READ)
        assert answered.attempts == 2
        assert len(server.seen) == 2
        assert waits.seconds == [0.25]


async def test_the_servers_clock_is_compared_with_ours() -> None:
    async with talking(answer(OK, date=formatdate(NOW - 570, usegmt=True)), clock=NOW) as (transport, _, _w):
        await transport.read(READ)
        assert transport.state.clock_skew == -570


async def test_three_attempts_in_all_with_doubling_waits() -> None:
    async with talking(refused(503, "Deploying")) as (transport, server, waits):
        with pytest.raises(ServerFailed, match="Deploying"):
            await transport.read(READ)
        assert len(server.seen) == 3
        assert [entry.attempt for entry in transport.log] == [1, 2, 3]
        assert waits.seconds == [0.25, 0.5]


async def test_a_wait_that_would_end_after_the_whole_call_is_not_begun() -> None:
    async with talking(refused(503), limits=Limits(whole_read=0.2)) as (transport, server, waits):
        with pytest.raises(ServerFailed):
            await transport.read(READ)
        assert waits.seconds == []
        assert len(server.seen) == 1


async def test_a_dead_server_is_soon_asked_only_once() -> None:
    async with talking(refused(500), limits=Limits()) as (transport, server, _):
        for _ in range(10):
            with pytest.raises(ServerFailed):
                await transport.read(READ)
        assert len(server.seen) == 30  # 20 repeats were left, two for each call
        with pytest.raises(ServerFailed):
            await transport.read(READ)
        assert len(server.seen) == 31
        server.script[:] = [answer(OK)]
        await transport.read(READ)
        server.script[:] = [refused(500), answer(OK)]
        await transport.read(READ)  # the success gave one repeat back


@pytest.mark.parametrize(
    ("status", "kind"),
    [(400, Invalid), (401, NotSignedIn), (402, Refused), (403, Forbidden), (404, NotFound), (405, NotOffered),
     (409, Conflict), (410, NotOffered), (412, Conflict), (413, Invalid), (418, Refused), (422, Invalid),
     (423, Conflict), (501, NotOffered), (505, ServerFailed)],
)  # fmt: skip
async def test_an_explicit_no_is_not_repeated_and_quotes_the_server(status: int, kind: type[Refused]) -> None:
    async with talking(refused(status, "Because of \x1b[2J that")) as (transport, server, _):
        with pytest.raises(kind) as read:
            await transport.read(READ)
        with pytest.raises(kind):
            await transport.write(WRITE)
        assert len(server.seen) == 2
        assert read.value.status == status
        assert read.value.message == "Because of \x1b[2J that"  # raw: whoever shows it passes it through the text door
        assert read.value.message in read.value.sentence
        assert read.value.operation == READ.operation
        assert transport.state.online


async def test_a_token_that_is_not_known_names_both_places_it_may_come_from() -> None:
    async with talking(refused(401, "Who are you?")) as (transport, _, _):
        with pytest.raises(NotSignedIn) as read:
            await transport.read(READ)
        assert "docdeck login" in str(read.value)
        assert "DOCDECK_TOKEN" in str(read.value)


@pytest.mark.parametrize(
    "data", [b"", b"<html>no</html>", b"[]", b'{"error": 3}', b'{"error": {"message": 4}}', b"\xff"]
)
async def test_a_no_without_the_error_body_still_has_a_sentence(data: bytes) -> None:
    async with talking(body(data, 403)) as (transport, _, _w):
        with pytest.raises(Forbidden) as caught:
            await transport.read(READ)
        assert caught.value.message == ""
        assert caught.value.sentence == "This account may not do that (403)."


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (
            b'{"error": {"code": 404, "message": "This space has no such page"}}',
            "The server says (404): This space has no such page.",
        ),
        (b"", "It is not there, or this account may not see it (404)."),
    ],
)
async def test_what_is_not_found_is_said_once_and_then_what_to_do(data: bytes, what: str) -> None:
    async with talking(body(data, 404)) as (transport, _, _w):
        with pytest.raises(NotFound) as caught:
            await transport.read(READ)
        assert str(caught.value) == f"{what} Check that it is listed for this account."


# Writes


@pytest.mark.parametrize("status", [500, 502, 504, 520])
async def test_a_write_after_which_the_server_failed_is_unknown(status: int) -> None:
    async with talking(refused(status)) as (transport, server, _):
        with pytest.raises(OutcomeUnknown) as caught:
            await transport.write(WRITE)
        assert isinstance(caught.value.cause, ServerFailed)
        assert len(server.seen) == 1


@pytest.mark.parametrize(("status", "kind"), [(408, Refused), (429, RateLimited), (503, ServerFailed)])
async def test_a_write_that_was_refused_is_not_repeated(status: int, kind: type[Refused]) -> None:
    async with talking(refused(status)) as (transport, server, _):
        with pytest.raises(kind):
            await transport.write(WRITE)
        assert len(server.seen) == 1


async def test_a_write_to_nobody_was_never_sent_and_is_tried_twice() -> None:
    async with raw_server(answer(OK)) as server:
        url = server.url
    waits = Waits()
    transport = Transport(url, None, limits=QUICK, sleep=waits)
    with pytest.raises(NeverSent) as caught:
        await transport.write(WRITE)
    assert isinstance(caught.value.cause, Offline)
    assert len(transport.log) == 2
    assert transport.state.offline_since is not None
    await transport.aclose()


async def test_a_kept_connection_that_broke_makes_a_read_repeat_and_a_write_unknown() -> None:
    for call_is_write in (False, True):
        async with talking(answer(OK), reset(), answer(OK)) as (transport, server, _):
            await transport.read(READ)
            if call_is_write:
                with pytest.raises(OutcomeUnknown):
                    await transport.write(WRITE)
                assert len(server.seen) == 2
            else:
                await transport.read(READ)
                assert len(server.seen) == 3


async def test_a_write_that_waits_for_its_turn_too_long_was_never_sent() -> None:
    limits = Limits(read=5, whole_write=0.2, in_flight=1)
    async with talking(silence(), limits=limits) as (transport, server, _):
        first = asyncio.create_task(transport.read(READ))
        await server.arrived.wait()
        with pytest.raises(NeverSent):
            await transport.write(WRITE)
        assert [seen.target for seen in server.seen] == [READ.path]
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first


async def test_eight_at_once_and_no_write_waits_behind_reads() -> None:
    async with talking(silence(), limits=Limits()) as (transport, server, _):
        reads = [asyncio.create_task(transport.read(READ)) for _ in range(30)]
        writes = [asyncio.create_task(transport.write(WRITE)) for _ in range(5)]
        while len(server.seen) < 8:
            server.arrived.clear()
            await server.arrived.wait()
        methods = [seen.method for seen in server.seen]
        assert (methods.count("GET"), methods.count("POST")) == (6, 2)
        for task in (*reads, *writes):
            task.cancel()
        await asyncio.gather(*reads, *writes, return_exceptions=True)
        assert len(server.seen) == 8


async def test_after_closing_nothing_is_sent() -> None:
    async with talking(answer(OK)) as (transport, server, _):
        await transport.aclose()
        with pytest.raises(Offline):
            await transport.read(READ)
        with pytest.raises(NeverSent):
            await transport.write(WRITE)
        assert server.seen == []


# Rate limits

NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry_after": "7"}, 7),
        ({"retry_after": formatdate(NOW + 9, usegmt=True), "date": formatdate(NOW, usegmt=True)}, 9),
        ({"x_ratelimit_reset": str(int(NOW) + 600 + 12), "date": formatdate(NOW + 600, usegmt=True)}, 12),
        ({"x_ratelimit_reset": str(int(NOW) - 600 + 12), "date": formatdate(NOW - 600, usegmt=True)}, 12),
        ({"x_ratelimit_reset": str(int(NOW) + 5)}, 5),
        ({"x_ratelimit_reset": "11"}, 11),
        ({"retry_after": "-40"}, 0),
        ({"retry_after": "soon"}, 0.5),
        ({"x_ratelimit_reset": "nan"}, 0.5),
        ({"retry_after": "1e400"}, 0.5),
        ({}, 0.5),
    ],
)
async def test_a_rate_limit_is_waited_for(headers: dict[str, str], wait: float) -> None:
    limited = answer({"error": {"code": 429, "message": "Slow down"}}, 429, **headers)
    async with talking(limited, answer(OK), clock=NOW) as (transport, server, waits):
        told: list[float | None] = []
        transport.state.on_change.append(lambda state: told.append(state.limited_until))
        await transport.read(READ)
        assert waits.seconds == [wait]
        assert len(server.seen) == 2
        assert told == [NOW + wait, None]


@pytest.mark.parametrize("after", ["31", "86400", "999999999999"])
async def test_a_long_rate_limit_is_told_and_not_waited_for(after: str) -> None:
    async with talking(answer(None, 429, retry_after=after), clock=NOW) as (transport, server, waits):
        for _ in range(2):  # the second read does not even ask
            with pytest.raises(RateLimited) as caught:
                await transport.read(READ)
            assert NOW + 31 <= caught.value.until <= NOW + 86_401
        assert waits.seconds == []
        assert len(server.seen) == 1


async def test_a_new_read_waits_for_the_end_of_a_short_rate_limit() -> None:
    async with talking(answer(OK), clock=NOW) as (transport, _, waits):
        transport.state.limited(NOW + 12)
        await transport.read(READ)
        assert waits.seconds == [12]
        assert transport.state.limited_until is None


async def test_a_rate_limit_does_not_count_against_the_whole_call() -> None:
    async def sleep(seconds: float) -> None:
        del seconds
        await asyncio.sleep(0.5)

    async with raw_server(answer(None, 429, retry_after="1"), answer(OK)) as server:
        transport = Transport(server.url, None, limits=Limits(whole_read=0.4), sleep=sleep)
        assert (await transport.read(READ)).status == 200
        await transport.aclose()
