"""A transport that talks to a scripted raw server, with short limits and no real waiting between attempts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pydantic import SecretStr

from docdeck.api.exchange import Call, Limits
from docdeck.api.transport import Transport

from .raw_server import Behaviour, RawServer, answer, raw_server

READ = Call("getAuthenticatedUser", "GET", "/v1/user")
WRITE = Call("mergeChangeRequest", "POST", "/v1/spaces/s/change-requests/c/merge")
QUICK = Limits(connect=2, read=0.25, write=1, pool=2, whole_read=1.2, whole_write=0.9, body=100_000)
CANARY = "canary-token-5d41402a"


class Waits:
    """Notes how long the transport wanted to sleep, and does not."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


@asynccontextmanager
async def talking(
    *script: Behaviour, limits: Limits = QUICK, clock: float | None = None
) -> AsyncIterator[tuple[Transport, RawServer, Waits]]:
    waits = Waits()
    async with raw_server(*script) as server:
        transport = Transport(
            server.url,
            SecretStr(CANARY),
            limits=limits,
            clock=(lambda: clock) if clock is not None else time.time,
            sleep=waits,
            random=lambda: 0.0,
        )
        try:
            yield transport, server, waits
        finally:
            await transport.aclose()


def refused(status: int, message: str = "No.") -> Behaviour:
    return answer({"error": {"code": status, "message": message}}, status)
