"""The transport over real sockets: what goes out, and how every fault ends in one clear error."""

from __future__ import annotations

import asyncio
import gzip
import ssl
import sys
import time
from email.utils import formatdate

import httpx
import pytest
from httpcore._synchronization import current_async_library
from pydantic import SecretStr

from docdeck.api.errors import (
    BadAnswer,
    ConnectionLost,
    DocdeckError,
    NeverSent,
    NotSignedIn,
    Offline,
    OutcomeUnknown,
    TimedOut,
)
from docdeck.api.exchange import Call
from docdeck.api.transport import Transport

from .raw_server import GZIP_OK, HEAD, OK, Behaviour, answer, body, drip, raw, raw_server, reset, silence
from .talking import CANARY, QUICK, READ, WRITE, Waits, refused, talking


def test_what_httpcore_asks_for_at_every_lock_is_not_looked_for_on_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_for: list[str] = []

    class Finder:
        def find_spec(self, name: str, path: object, target: object = None) -> None:
            looked_for.append(name)

    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    assert current_async_library() == "asyncio"
    assert "sniffio" not in looked_for


# What goes out


async def test_a_call_carries_token_agent_and_body() -> None:
    async with talking(answer(OK)) as (transport, server, _):
        answered = await transport.read(Call("list", "GET", "/v1/orgs", (("page", "a b&c"), ("x", "1"), ("x", "2"))))
        await transport.write(Call("post", "POST", "/v1/spaces/s%2Fx/comments", body={"body": {"markdown": "é\n"}}))
        assert answered.status == 200
        read, write = server.seen
        assert read.target == "/v1/orgs?page=a+b%26c&x=1&x=2"
        assert read.headers["authorization"] == f"Bearer {CANARY}"
        assert read.headers["user-agent"].startswith("docdeck/")
        assert write.target == "/v1/spaces/s%2Fx/comments"
        assert write.body == b'{"body": {"markdown": "\\u00e9\\n"}}'
        assert write.headers["content-type"] == "application/json"


async def test_no_body_means_no_content_type() -> None:
    async with talking(answer(OK)) as (transport, server, _):
        await transport.write(WRITE)
        assert "content-type" not in server.seen[0].headers
        assert server.seen[0].body == b""


@pytest.mark.parametrize("path", ["user", "/v1/spaces/../user", "/v1/spaces/./x"])
async def test_a_path_that_could_lead_elsewhere_is_not_sent(path: str) -> None:
    async with talking(answer(OK)) as (transport, server, _):
        with pytest.raises(DocdeckError):
            await transport.read(Call("x", "GET", path))
        with pytest.raises(NeverSent):
            await transport.write(Call("x", "DELETE", path))
        assert server.seen == []


@pytest.mark.parametrize("token", ["", "  ", "a\r\nX-Evil: 1", "tökn", "two words"])
async def test_a_token_no_header_can_hold_is_refused_and_not_shown(token: str) -> None:
    async with raw_server(answer(OK)) as server:
        transport = Transport(server.url, SecretStr(token), limits=QUICK)
        with pytest.raises(NotSignedIn) as caught:
            await transport.read(READ)
        assert "evil" not in str(caught.value).lower()
        assert server.seen == []
        await transport.aclose()


async def test_the_token_is_never_sent_to_where_a_redirect_points() -> None:
    async with raw_server(answer(OK)) as other:
        moved = answer(None, 307, location=f"http://127.0.0.1:{other.port}/v1/user")
        async with talking(moved) as (transport, server, _):
            with pytest.raises(BadAnswer, match=r"redirected to 127\.0\.0\.1;"):
                await transport.read(READ)
            with pytest.raises(OutcomeUnknown):
                await transport.write(WRITE)
            assert len(server.seen) == 2
            assert other.seen == []


async def test_a_redirect_to_a_hostile_place_shows_plain_characters_only() -> None:
    async with talking(answer(None, 302, location="http://evil\x1b[31m.example/\x07")) as (transport, _, _w):
        with pytest.raises(DocdeckError) as caught:
            await transport.read(READ)
        assert str(caught.value).isprintable()
        assert "[31m" not in str(caught.value)


async def test_a_proxy_never_sees_calls_to_the_own_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    async with raw_server(answer(OK)) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("ALL_PROXY", proxy.url)
        async with talking(answer(OK)) as (transport, server, _):
            await transport.read(READ)
            assert len(server.seen) == 1
            assert proxy.seen == []


async def test_a_server_without_tls_is_told_apart_and_gets_no_token() -> None:
    came: list[bytes] = []

    async def speak_plainly(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.append(await reader.read(4096))
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(speak_plainly, "127.0.0.1", 0)
    url = f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    transport = Transport(url, SecretStr(CANARY), sleep=Waits())
    with pytest.raises(Offline, match="does not speak TLS"):
        await transport.read(READ)
    assert came
    assert CANARY.encode() not in b"".join(came)
    await transport.aclose()
    server.close()


async def test_a_certificate_that_is_not_accepted_is_told_apart() -> None:
    def fail(request: httpx.Request) -> httpx.Response:
        problem = httpx.ConnectError("\x1b[2J")
        problem.__cause__ = ssl.SSLCertVerificationError("self-signed")
        raise problem

    transport = Transport("https://x.example", None, wire=httpx.MockTransport(fail), sleep=Waits())
    with pytest.raises(Offline, match="certificate"):
        await transport.read(READ)
    await transport.aclose()


# What is read


@pytest.mark.parametrize(
    "behaviour",
    [
        answer(OK),
        body(GZIP_OK, content_encoding="gzip"),
        raw(HEAD + b"\r\n" + b'{"id": "u1"}'),
        raw(HEAD + b'Transfer-Encoding: chunked\r\n\r\n4\r\n{"id\r\n8\r\n": "u1"}\r\n0\r\n\r\n'),
        raw(b"HTTP/1.1 100 Continue\r\n\r\n" + HEAD + b'Content-Length: 12\r\n\r\n{"id": "u1"}'),
    ],
    ids=["plain", "gzip", "until close", "chunked", "after 100"],
)
async def test_whole_answers(behaviour: Behaviour) -> None:
    async with talking(behaviour) as (transport, _, _w):
        answered = await transport.read(READ)
        assert b"u1" in answered.data
        assert transport.state.online


async def test_the_answer_tells_the_date_of_the_server() -> None:
    async with talking(answer(OK, date=formatdate(1_800_000_000, usegmt=True))) as (transport, _, _w):
        assert (await transport.read(READ)).date == 1_800_000_000


BROKEN = [
    (reset(), ConnectionLost),
    (reset(b"HTTP/1.1 200 OK\r\nContent-"), ConnectionLost),
    (reset(HEAD + b"Content-Length: 50\r\n\r\n{"), ConnectionLost),
    (raw(b""), ConnectionLost),
    (raw(HEAD + b'Content-Length: 50\r\n\r\n{"id"'), ConnectionLost),
    (raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"), ConnectionLost),
    (raw(b"SSH-2.0-OpenSSH_9.2\r\n\r\n"), ConnectionLost),
    (raw(HEAD + b"Content-Length: 5\r\nContent-Length: 7\r\n\r\n{}   "), ConnectionLost),
    (raw(HEAD + b"X-Huge: " + b"h" * 200_000 + b"\r\n\r\n"), ConnectionLost),
    (raw(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"), DocdeckError),
    (silence(), TimedOut),
    (drip(b"HTTP/1.1 200 OK\r\nX: "), TimedOut),
    (drip(HEAD + b"Content-Length: 9000\r\n\r\n{"), TimedOut),
    (raw(HEAD + b"Content-Encoding: gzip\r\n\r\n" + GZIP_OK[:-12]), BadAnswer),
    (body(b"not gzip at all", content_encoding="gzip"), BadAnswer),
    (body(b"whatever", content_encoding="br"), BadAnswer),
    (body(gzip.compress(b"0" * 50_000_000), content_encoding="gzip"), BadAnswer),
    (body(b" " * 200_000), BadAnswer),
    (raw(b"HTTP/1.1 999 Hm\r\nContent-Length: 2\r\n\r\n{}"), BadAnswer),
]


@pytest.mark.parametrize(("behaviour", "kind"), BROKEN)
async def test_a_read_that_breaks_ends_in_one_clear_error(behaviour: Behaviour, kind: type[DocdeckError]) -> None:
    async with talking(behaviour) as (transport, server, _):
        started = time.monotonic()
        with pytest.raises(kind) as caught:
            await transport.read(READ)
        assert time.monotonic() - started < QUICK.whole_read + 0.5
        assert caught.value.sentence.isprintable()
        assert CANARY not in repr(caught.value)
        assert len(server.seen) <= 3
        assert [entry.status for entry in transport.log] != []


@pytest.mark.parametrize("behaviour", [behaviour for behaviour, _ in BROKEN])
async def test_a_write_whose_answer_breaks_is_sent_once_and_its_outcome_unknown(behaviour: Behaviour) -> None:
    async with talking(behaviour) as (transport, server, _):
        with pytest.raises(OutcomeUnknown):
            await transport.write(WRITE)
        assert len(server.seen) == 1


# The log


async def test_the_log_never_holds_the_token_nor_what_may_be_a_credential() -> None:
    async with talking(refused(500, "x")) as (transport, _, _w):
        with pytest.raises(OutcomeUnknown):
            await transport.write(
                Call("import", "POST", "/v1/spaces/s/git/import", (("shareKey", "sesame"),),
                     {"url": "https://ada:hunter2@git.example/x.git", "secrets": {"KEY": "swordfish"}, "ref": "main"})
            )  # fmt: skip
        (entry,) = transport.log
        curl = entry.as_curl(transport.base_url)
        for secret in (CANARY, "hunter2", "swordfish", "sesame", "ada:"):
            assert secret not in repr(entry) + curl
        assert "git.example/x.git" in curl
        assert "$DOCDECK_TOKEN" in curl
        assert (entry.status, entry.method, entry.source) == (500, "POST", "network")
        assert entry.ms > 0
