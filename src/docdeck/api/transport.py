"""The only importer of httpx: calls over HTTP, with time limits, repeats, rate limits, a size limit and a log.

A read is asked up to three times. A write is repeated only when it certainly never left, because the API has no
way to tell a repeat from a second wish. What a server says in headers and reason phrases is never quoted.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import random as random_module
import ssl
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Final, cast

import httpx

from docdeck import __version__
from docdeck.api.attempts import Attempt, Departure, leaves_open, unreached
from docdeck.api.decoding import Unpacking
from docdeck.api.errors import (
    BadAnswer,
    ConnectionLost,
    DocdeckError,
    NeverSent,
    NotSignedIn,
    Offline,
    OutcomeUnknown,
    RateLimited,
    TimedOut,
)
from docdeck.api.exchange import Answered, Call, Connection, Limits, Secret
from docdeck.api.origin import Origin, base_and_origin, origin_of
from docdeck.api.refusals import refusal
from docdeck.api.request_log import Entry, RequestLog, masked_body
from docdeck.api.retrying import Quota, backoff, http_date, rate_limit_wait, retried

if importlib.util.find_spec("sniffio") is None:
    # httpcore imports it at every lock and every byte sent, and what is missing is looked for on the disk each time.
    sys.modules["sniffio"] = cast("Any", None)

_STEP: Final = 64 * 1024
_OFFLINE_HINT: Final = "Check the network and the base URL; what was read before stays readable."
_AGAIN_HINT: Final = "Try again in a moment."


class _OriginAuth(httpx.Auth):
    """Adds the token to requests for the profile's own scheme, host and port, and to no other."""

    def __init__(self, base_url: str, token: Secret | None) -> None:
        self._origin = _origin(httpx.URL(base_url))
        self._token = token

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        url = request.url
        if self._token is not None and _origin(url) == self._origin:
            request.headers["Authorization"] = f"Bearer {_header_safe(self._token.get_secret_value())}"
        yield request


def _origin(url: httpx.URL) -> Origin:
    """Where an address leads, its host as it is looked up (so that no other writing of it differs)."""
    return origin_of(url.scheme, url.raw_host.decode("ascii"), url.port)


def _header_safe(token: str) -> str:
    token = token.strip()
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise NotSignedIn(
            "The token of this profile is empty or holds characters no token has.", "docdeck login", status=401
        )
    return token


class Transport:
    """Runs calls against one base URL with one token. Close it with `aclose`.

    `app` is an ASGI application to call in place of the network, `wire` an httpx transport; both for tests. `gone`
    knows more about a server that cannot be reached than that it cannot.
    """

    def __init__(
        self,
        base_url: str,
        token: Secret | None,
        *,
        app: Any = None,
        wire: httpx.AsyncBaseTransport | None = None,
        limits: Limits | None = None,
        gone: Callable[[], Offline | None] = lambda: None,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random: Callable[[], float] = random_module.random,
    ) -> None:
        self.base_url, self._origin = base_and_origin(base_url)
        self.state = Connection()
        self.log = RequestLog()
        self._auth = _OriginAuth(self.base_url, token)
        self._wire = httpx.ASGITransport(app, raise_app_exceptions=False) if app is not None else wire
        self._limits = limits or Limits()
        self._gone = gone
        self._clock, self._sleep, self._random = clock, sleep, random
        self._quota = Quota()
        self._places = asyncio.Semaphore(self._limits.in_flight)
        self._read_places = asyncio.Semaphore(max(1, self._limits.in_flight - self._limits.kept_for_writes))
        self._closed = False
        self._opening = asyncio.Lock()
        self._client: httpx.AsyncClient | None = None

    async def read(self, call: Call) -> Answered:
        """Ask, up to three times. Raises `Offline`, `TimedOut`, `ConnectionLost`, `BadAnswer` or `Refused`."""
        loop = asyncio.get_running_loop()
        last: DocdeckError | None = None
        try:
            async with asyncio.timeout(self._limits.whole_read) as whole:
                await self._wait_for_limit(whole)
                for number in range(self._limits.attempts):
                    async with self._read_places:
                        attempt = await self._attempt(call, number + 1)
                    if attempt.answer is not None:
                        self._quota.succeeded()
                        return attempt.answer
                    last = attempt.error
                    if number + 1 == self._limits.attempts or not self._may_repeat(attempt):
                        break
                    if attempt.limited_for is not None:
                        await self._pause(whole, attempt.limited_for)
                        continue
                    wait = backoff(number, self._random())
                    if loop.time() + wait >= (whole.when() or 0.0):
                        break
                    await self._sleep(wait)
        except TimeoutError:
            last = last or self._no_answer_in_time(self._limits.whole_read)
            self._record(call, Entry(self._clock(), call.operation, call.method, call.path, error=last.sentence))
        last = last or self._no_answer_in_time(self._limits.whole_read)
        self._note_unreached(last)
        raise last

    async def write(self, call: Call) -> Answered:
        """Send once; once more only if it never left. Raises `NeverSent`, `OutcomeUnknown` or `Refused`."""
        attempt = await self._write_once(call, 1)
        if attempt.answer is None and not attempt.sent and attempt.again and self._quota.spend(timed_out=False):
            await self._sleep(backoff(0, self._random()))
            attempt = await self._write_once(call, 2)
        if attempt.answer is not None:
            self._quota.succeeded()
            return attempt.answer
        error = attempt.error or self._no_answer_in_time(self._limits.whole_write)
        self._note_unreached(error)
        if not attempt.sent:
            raise NeverSent(error)
        if leaves_open(error):
            raise OutcomeUnknown(error)
        raise error

    async def aclose(self) -> None:
        """Close the connections."""
        self._closed = True
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def open(self) -> None:
        """Make the client now, in a thread: the TLS context takes 25 ms that no key press should wait for."""
        async with self._opening:
            if self._client is None and not self._closed:
                self._client = await asyncio.to_thread(_new_client, self._origin, self._limits, self._wire)

    # -- one attempt ------------------------------------------------------------------------------------------------

    async def _write_once(self, call: Call, number: int) -> Attempt:
        left = Departure(certain=self._wire is None)
        try:
            async with asyncio.timeout(self._limits.whole_write):
                return await self._attempt(call, number, left)
        except TimeoutError:
            error = self._no_answer_in_time(self._limits.whole_write)
            self._record(call, Entry(self._clock(), call.operation, call.method, call.path, error=error.sentence))
            return Attempt(error=error, sent=left.sent, timed_out=True)

    async def _attempt(self, call: Call, number: int, left: Departure | None = None) -> Attempt:
        async with self._places:
            await self.open()
            started = time.perf_counter()
            status, size = None, 0
            try:
                async with self._sending(call, left) as response:
                    status = response.status_code
                    data = await _decoded(response, call.operation, self._limits.body)
                    size = len(data)
                attempt = self._judge(call, response, data, number)
            except httpx.HTTPError as problem:
                attempt = self._failed(problem, call)
            except (httpx.InvalidURL, httpx.CookieConflict):
                attempt = Attempt(error=BadAnswer("The address of the call cannot be used."), sent=False)
            except BadAnswer as problem:
                attempt = Attempt(error=problem)
            except DocdeckError as problem:
                attempt = Attempt(error=problem, sent=left is None or left.sent)
            ms = (time.perf_counter() - started) * 1000
        sentence = attempt.error.sentence if attempt.error else ""
        self._record(
            call,
            Entry(self._clock(), call.operation, call.method, call.path, status=status, ms=ms, bytes=size,
                  attempt=number, error=sentence),
        )  # fmt: skip
        return attempt

    @asynccontextmanager
    async def _sending(self, call: Call, left: Departure | None) -> AsyncGenerator[httpx.Response]:
        client = self._client
        if client is None:
            raise Offline("The connection was closed.", _AGAIN_HINT)
        request = self._request(client, call)
        if left is not None:  # nobody asks whether a read has left, and listening takes time
            request.extensions = {**request.extensions, "trace": left.note}
            left.handed_over()
        response = await client.send(request, auth=self._auth, stream=True, follow_redirects=False)
        try:
            yield response
        finally:
            await response.aclose()

    def _request(self, client: httpx.AsyncClient, call: Call) -> httpx.Request:
        if not call.path.startswith("/") or any(part in (".", "..") for part in call.path.split("/")):
            raise NeverSent(BadAnswer(f"The path of {call.operation} cannot be used."))
        content = None if call.body is None else json.dumps(call.body, ensure_ascii=True, allow_nan=False).encode()
        headers = {"Content-Type": "application/json"} if content is not None else {}
        query = f"?{httpx.QueryParams(list(call.params))}" if call.params else ""
        return client.build_request(call.method, self.base_url + call.path + query, content=content, headers=headers)

    def _judge(self, call: Call, response: httpx.Response, data: bytes, number: int) -> Attempt:
        """What an answer that came whole means."""
        status = response.status_code
        date = http_date(response.headers.get("date"))
        self.state.clock_skew = 0.0 if date is None else date - self._clock()
        if 200 <= status < 300:
            self.state.reached()
            return Attempt(answer=Answered(status, data, date, number))
        if status == 429:
            wait = rate_limit_wait(response.headers, self._clock())
            pause = min((backoff(number - 1, 1.0) if wait is None else wait) + self._random(), 1e6)
            until = self._clock() + pause
            self.state.limited(until)
            error = refusal(call.operation, status, data, until=until)
            return Attempt(error=error, again=pause <= self._limits.rate_limit_wait, limited_for=pause)
        self.state.reached()
        if 300 <= status < 400:
            return Attempt(error=_redirected(call.operation, response))
        if status < 400 or status > 599:
            return Attempt(error=BadAnswer(f"{call.operation} was answered with the unknown status {status}."))
        return Attempt(error=refusal(call.operation, status, data), again=retried(status))

    def _failed(self, problem: httpx.HTTPError, call: Call) -> Attempt:
        """What an attempt means that brought no whole answer."""
        host = str(self._origin)
        if isinstance(problem, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)):
            return Attempt(
                error=self._gone() or Offline(_unreached(problem, host), _OFFLINE_HINT),
                sent=False,
                again=True,
                timed_out=not isinstance(problem, httpx.ConnectError),
            )
        if isinstance(problem, (httpx.ProxyError, httpx.UnsupportedProtocol, httpx.LocalProtocolError)):
            return Attempt(error=Offline(f"The call to {host} could not be made.", _OFFLINE_HINT), sent=False)
        if isinstance(problem, httpx.TimeoutException):
            sentence = f"{host} did not answer {call.operation} within {self._limits.read:g} s."
            return Attempt(error=TimedOut(sentence, _AGAIN_HINT), again=True, timed_out=True)
        if isinstance(problem, httpx.TransportError):
            return Attempt(
                error=ConnectionLost(f"The connection to {host} broke before the answer was whole.", _AGAIN_HINT),
                again=True,
            )
        return Attempt(error=BadAnswer(f"The answer of {call.operation} could not be decoded.", _AGAIN_HINT))

    # -- waiting ----------------------------------------------------------------------------------------------------

    def _may_repeat(self, attempt: Attempt) -> bool:
        return attempt.again and self._quota.spend(timed_out=attempt.timed_out)

    async def _wait_for_limit(self, whole: asyncio.Timeout) -> None:
        """While the server wants a pause, a new read waits for its end, or says until when it lasts."""
        until = self.state.limited_until
        wait = (until or 0.0) - self._clock()
        if wait <= 0:
            return
        if wait > self._limits.rate_limit_wait:
            raise RateLimited(
                "The server was asked too much and wants a pause.", "Wait until then.", until=until or 0.0
            )
        await self._pause(whole, wait)

    async def _pause(self, whole: asyncio.Timeout, seconds: float) -> None:
        """Wait for a rate limit, which does not count against the time limit of the whole call."""
        loop = asyncio.get_running_loop()
        remaining = (whole.when() or loop.time()) - loop.time()
        whole.reschedule(None)
        await self._sleep(seconds)
        whole.reschedule(loop.time() + remaining)

    def _note_unreached(self, error: DocdeckError) -> None:
        if unreached(error):
            self.state.lost(self._clock())

    def _no_answer_in_time(self, seconds: float) -> TimedOut:
        return TimedOut(f"No whole answer from {self._origin} within {seconds:g} s.", _AGAIN_HINT)

    def _record(self, call: Call, entry: Entry) -> None:
        self.log.add(replace(entry, params=call.params, body=masked_body(call.body)))


def _new_client(origin: Origin, limits: Limits, wire: httpx.AsyncBaseTransport | None) -> httpx.AsyncClient:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if origin.scheme == "http" else httpx.create_ssl_context()
    return httpx.AsyncClient(
        transport=wire,
        verify=context,
        trust_env=not origin.is_loopback,  # a proxy must not see calls to the own machine
        follow_redirects=False,
        timeout=httpx.Timeout(connect=limits.connect, read=limits.read, write=limits.write, pool=limits.pool),
        limits=httpx.Limits(max_connections=limits.in_flight, max_keepalive_connections=limits.in_flight),
        headers={"Accept": "application/json", "Accept-Encoding": "gzip", "User-Agent": f"docdeck/{__version__}"},
    )


def _unreached(problem: httpx.HTTPError, host: str) -> str:
    cause: BaseException | None = problem
    while cause is not None and isinstance(problem, httpx.ConnectError):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"{host} did not prove who it is: its certificate was not accepted."
        if isinstance(cause, ssl.SSLError):
            return f"{host} does not speak TLS, or not a version that is safe."
        cause = cause.__cause__ or cause.__context__
    return f"{host} could not be reached."


def _redirected(operation: str, response: httpx.Response) -> BadAnswer:
    """A redirect is never followed; the host it names is shown, and nothing else of it."""
    try:
        host = httpx.URL(response.headers.get("location", "")).host
    except httpx.InvalidURL:
        host = ""
    plain = "".join(sign for sign in host[:100] if sign.isascii() and (sign.isalnum() or sign in ".-:"))
    return BadAnswer(
        f"{operation} was redirected to {plain or 'another place on the host'}; docdeck does not follow redirects.",
        "Set the base URL of the profile to where the API really is.",
    )


async def _decoded(response: httpx.Response, operation: str, most: int) -> bytes:
    """The body, decoded while it comes in."""
    if response.is_stream_consumed:  # a wire that gives the answer whole has decoded it
        unpacking = Unpacking(operation, "", most)
        unpacking.add(response.content)
        return unpacking.whole()
    unpacking = Unpacking(operation, response.headers.get("content-encoding", ""), most)
    async for chunk in response.aiter_raw(_STEP):
        unpacking.add(chunk)
    return unpacking.whole()
