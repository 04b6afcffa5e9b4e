"""What the client costs over bare httpx, and reading 10,000 spaces over a bare loop. Prints two tables.

    python tests/benchmarks/client.py [PAIRS]

A server in its own process answers from memory over loopback. A sample is several requests one after the other; bare
httpx, the client with a reader that only parses JSON, and the client as it is take turns. All of the client's
requests authorize, may repeat, and store what was answered; its samples end when the store is on disk.
"""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

import httpx

from docdeck.api.connecting import connect
from docdeck.api.description import Query
from docdeck.api.operations.spaces import list_in_organization
from docdeck.credentials import Secret

PAIRS = 21
REQUESTS = 20
"""Requests of one sample."""
ITEMS, SPACES, PAGE = 50, 10_000, 1_000
TOKEN = "measured-token"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        serve()
        return
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    with own_process(__file__, "serve") as base_url, tempfile.TemporaryDirectory() as folder:
        asyncio.run(requests(base_url, Path(folder), pairs))
        asyncio.run(reading_all(base_url, Path(folder), pairs))


@contextmanager
def own_process(script: str, *arguments: str) -> Iterator[str]:
    """A script that prints one line when it is ready and serves until it is ended; gives the line."""
    command = [sys.executable, script, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


# The server


def space(at: int) -> dict[str, Any]:
    """A space as the platform sends it, about 1 kB."""
    key = f"space{at:015}"
    return {
        "object": "space", "id": key, "title": f"Handbook of team {at}", "emoji": "1f4d8", "visibility": "private",
        "createdAt": "2025-03-19T08:00:00.000Z", "updatedAt": "2026-03-19T08:00:00.000Z", "defaultLevel": "read",
        "editMode": "live", "organization": "organization00000000", "revision": f"revis{at:015}", "language": "en",
        "changeRequests": at % 7, "changeRequestsOpen": at % 3, "changeRequestsDraft": 1, "comments": at % 5,
        "mergeRules": {"type": "none"},
        "permissions": dict.fromkeys(("view", "access", "admin", "edit", "review", "comment", "merge", "create"), True),
        "urls": {"location": f"https://api.example/v1/spaces/{key}", "app": f"https://app.example/o/x/s/{key}",
                 "icon": f"https://files.example/{key}.png", "published": f"https://docs.example/{key}"},
    }  # fmt: skip


def answers() -> dict[tuple[int, int], bytes]:
    """Bodies of all pages that are asked for, by first item and size."""
    made: dict[tuple[int, int], bytes] = {}
    for size, ends in ((ITEMS, ITEMS), (PAGE, SPACES)):
        for first in range(0, ends, size):
            body: dict[str, Any] = {"items": [space(at) for at in range(first, first + size)], "count": ends}
            if first + size < ends:
                body["next"] = {"page": str(first + size)}
            made[first, size] = json.dumps(body).encode()
    return made


class Answering(asyncio.Protocol):
    """HTTP/1.1 with kept connections, from memory: as little as a server can do."""

    bodies: dict[tuple[int, int], bytes]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.waiting = b""

    def data_received(self, data: bytes) -> None:
        self.waiting += data
        while b"\r\n\r\n" in self.waiting:
            head, _, self.waiting = self.waiting.partition(b"\r\n\r\n")
            asked = parse_qs(urlsplit(head.split(b" ", 2)[1].decode()).query)
            body = self.bodies[int(asked.get("page", ["0"])[0]), int(asked.get("limit", [str(ITEMS)])[0])]
            start = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
            self.transport.write(start.encode() + body)


def serve() -> None:
    """Answer until the process is ended."""
    Answering.bodies = answers()

    async def run() -> None:
        # Named TCP, asyncio switches off the delay of small packets.
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.bind(("127.0.0.1", 0))
        server = await asyncio.get_running_loop().create_server(Answering, sock=listening)
        print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
        await server.serve_forever()

    asyncio.run(run())


# Overhead


Sample = Callable[[], Awaitable[float]]


async def requests(base_url: str, folder: Path, pairs: int) -> None:
    """A list of 50 spaces: bare, before validation, and as the client reads it."""
    listed = list_in_organization("o", limit=ITEMS)
    parsed = Query(listed.operation, listed.path, lambda _, data: json.loads(data), listed.params, listed.ids)
    address = f"{base_url}/v1/orgs/o/spaces?limit={ITEMS}"
    async with (
        httpx.AsyncClient(headers=HEADERS) as bare,
        connect(base_url, Secret(TOKEN), cache_file=folder / "parsed.sqlite") as parsing,
        connect(base_url, Secret(TOKEN), cache_file=folder / "listed.sqlite") as listing,
    ):

        async def by_httpx() -> float:
            return await each(REQUESTS, lambda: bare.get(address))

        async def by_client(platform: Any, query: Any) -> float:
            return await each(REQUESTS, lambda: platform.read(query), platform.cache.flush)

        gc.freeze()  # as the deck does after its start
        print(f"A list of {ITEMS} spaces over loopback, {pairs} times {REQUESTS} requests, ms a request")
        await compared(
            pairs,
            {
                "bare httpx": by_httpx,
                "client before validation": lambda: by_client(parsing, parsed),
                "client": lambda: by_client(listing, listed),
            },
            {"client before validation": "1.25", "client": "1.6"},
        )


async def each(times: int, ask: Callable[[], Awaitable[Any]], settle: Callable[[], Any] | None = None) -> float:
    """Milliseconds of one request, with its part of what must settle at the end."""
    started = time.perf_counter()
    for _ in range(times):
        await ask()
    if settle is not None:
        assert settle(), "the store is not on disk"
    return (time.perf_counter() - started) * 1000 / times


async def compared(pairs: int, samples: dict[str, Sample], goals: dict[str, str]) -> None:
    """Take turns, one turn to warm up; print medians and the ratio to the first, turn by turn."""
    turns = [{name: await sample() for name, sample in samples.items()} for _ in range(pairs + 1)][1:]
    base = next(iter(samples))
    for name in samples:
        values = [turn[name] for turn in turns]
        print(f"  {name:<28} {statistics.median(values):8.2f} ({min(values):.2f}-{max(values):.2f})", end="")
        if name == base:
            print()
            continue
        ratios = [turn[name] / turn[base] for turn in turns]
        print(f"   ratio {statistics.median(ratios):5.2f} ({min(ratios):.2f}-{max(ratios):.2f})   goal {goals[name]}")


# Ten thousand spaces


async def reading_all(base_url: str, folder: Path, pairs: int) -> None:
    """All pages into a fresh store: by a bare loop, and by the client."""
    numbers = count()
    asked: list[int] = []

    async def by_loop() -> float:
        started = time.perf_counter()
        await bare_loop(base_url, folder / f"bare-{next(numbers)}.sqlite")
        return (time.perf_counter() - started) * 1000

    async def by_client() -> float:
        started = time.perf_counter()
        file = folder / f"client-{next(numbers)}.sqlite"
        async with connect(base_url, Secret(TOKEN), cache_file=file) as platform:
            found = [len(page.value.items) async for page in platform.pages(list_in_organization("o", limit=PAGE))]
            assert sum(found) == SPACES
            assert platform.cache.flush(), "the store is not on disk"
            asked.append(sum(entry.source == "network" for entry in platform.log))
        return (time.perf_counter() - started) * 1000

    print(f"\nReading {SPACES:,} spaces, {PAGE:,} a page, into a fresh SQLite file, {pairs} pairs, ms")
    await compared(pairs, {"bare loop": by_loop, "client": by_client}, {"client": "1.5"})
    print(f"  requests of the client: {sorted(set(asked))}   goal {SPACES // PAGE}")


async def bare_loop(base_url: str, file: Path) -> None:
    """httpx, json and sqlite3: one row a space, one transaction a page."""
    database = sqlite3.connect(file)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("CREATE TABLE spaces(id TEXT PRIMARY KEY, title TEXT, body TEXT)")
    following: str | None = None
    async with httpx.AsyncClient(headers=HEADERS) as client:
        while True:
            params = {"limit": str(PAGE), **({"page": following} if following else {})}
            page = json.loads((await client.get(f"{base_url}/v1/orgs/o/spaces", params=params)).content)
            rows = [(item["id"], item["title"], json.dumps(item)) for item in page["items"]]
            with database:
                database.executemany("INSERT INTO spaces VALUES (?, ?, ?)", rows)
            following = page.get("next", {}).get("page")
            if following is None:
                break
    database.close()


if __name__ == "__main__":
    main()
