"""A raw loopback server whose every answer is scripted in bytes: what a web framework would never send."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

Behaviour = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Seen:
    """One request as it came in."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class RawServer:
    """Answers requests in the order of `script`; the last behaviour repeats."""

    script: list[Behaviour]
    seen: list[Seen] = field(default_factory=list)
    port: int = 0
    open_connections: int = 0
    most_open: int = 0
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open_connections += 1
        self.most_open = max(self.most_open, self.open_connections)
        try:
            while not writer.is_closing():
                head = await reader.readuntil(b"\r\n\r\n")
                first, *lines = head.decode("latin-1").split("\r\n")
                method, target, _ = first.split(" ", 2)
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                self.seen.append(Seen(method, target, headers, body))
                self.arrived.set()
                await (self.script.pop(0) if len(self.script) > 1 else self.script[0])(writer)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self.open_connections -= 1
            writer.close()


@asynccontextmanager
async def raw_server(*script: Behaviour) -> AsyncIterator[RawServer]:
    server = RawServer(list(script))
    tasks: set[asyncio.Task[None]] = set()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(server.serve(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    listening = await asyncio.start_server(connected, "127.0.0.1", 0)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()
        for task in tuple(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def answer(value: Any = None, status: int = 200, **headers: str) -> Behaviour:
    """A whole JSON answer on a connection that stays open."""
    return body(b"" if value is None else json.dumps(value).encode(), status, **headers)


def body(data: bytes, status: int = 200, **headers: str) -> Behaviour:
    named = {"content_type": "application/json", "content_length": str(len(data)), **headers}
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items())
    return raw(f"HTTP/1.1 {status} Whatever\r\n{lines}\r\n".encode("latin-1") + data, close=False)


def raw(data: bytes, *, close: bool = True) -> Behaviour:
    """These bytes and nothing else."""

    async def behave(writer: asyncio.StreamWriter) -> None:
        writer.write(data)
        await writer.drain()
        if close:
            writer.close()

    return behave


def reset(first: bytes = b"") -> Behaviour:
    """Some bytes, then a connection reset."""

    async def behave(writer: asyncio.StreamWriter) -> None:
        if first:
            writer.write(first)
            await writer.drain()
            await asyncio.sleep(0.02)  # let the first bytes be read before the reset throws them away
        plug: socket.socket = writer.get_extra_info("socket")
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()

    return behave


def silence() -> Behaviour:
    """No answer at all."""

    async def behave(writer: asyncio.StreamWriter) -> None:
        del writer
        await asyncio.Event().wait()

    return behave


def drip(data: bytes, every: float = 0.02) -> Behaviour:
    """One byte at a time, for ever within every read's own time limit."""

    async def behave(writer: asyncio.StreamWriter) -> None:
        for index in range(10_000):
            writer.write(data[index : index + 1] or b" ")
            await writer.drain()
            await asyncio.sleep(every)

    return behave


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
OK = {"object": "user", "id": "u1", "displayName": "Ada"}
GZIP_OK = gzip.compress(json.dumps(OK).encode())
