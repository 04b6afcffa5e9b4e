"""A platform over a server that plays by hand: answers by method and path, some of them held back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from docdeck.api.cache import Cache
from docdeck.api.platform import Platform, Stored
from docdeck.api.transport import Transport


class Clock:
    """Epoch seconds that move when told."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Server:
    """Answers by method and path; a path can be held back until its gate opens."""

    def __init__(self) -> None:
        self.answers: dict[str, Callable[[httpx.Request], Any]] = {}
        self.asked: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}
        self.arrived = asyncio.Event()

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        key = f"{request.method} {request.url.raw_path.decode()}"
        self.asked.append(key)
        self.arrived.set()
        value = self.answers[key](request)  # what the server thinks now, even when it arrives late
        if key in self.gates:
            await self.gates[key].wait()
        if isinstance(value, Exception):
            raise value
        if isinstance(value, int):
            return httpx.Response(value)
        return httpx.Response(200, content=json.dumps(value).encode())

    def says(self, key: str, value: Any) -> None:
        self.answers[key] = lambda _: value

    def count(self, key: str) -> int:
        return self.asked.count(key)


@asynccontextmanager
async def playing(file: Path | None = None) -> AsyncIterator[tuple[Platform, Server, Clock]]:
    server, clock = Server(), Clock()

    async def no_sleep(seconds: float) -> None:
        del seconds

    transport = Transport(
        "http://127.0.0.1:1", None, wire=httpx.MockTransport(server), clock=clock, sleep=no_sleep, random=lambda: 0.0
    )
    async with Platform(transport, Cache(file, now=clock), clock=clock) as platform:
        yield platform, server, clock


def request(identifier: str = "c", number: int = 1, **fields: Any) -> dict[str, Any]:
    return {"object": "change-request", "id": identifier, "number": number, **fields}


ME = "GET /v1/user"
CR = "GET /v1/spaces/s/change-requests/c"
LIST = "GET /v1/spaces/s/change-requests?status=open"


async def seen(stream: AsyncIterator[Stored[Any]], into: list[Stored[Any]] | None = None) -> list[Stored[Any]]:
    into = [] if into is None else into
    async for stored in stream:
        into.append(stored)
    return into
