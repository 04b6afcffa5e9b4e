"""What the service costs over bare Starlette and bare SQLite, and whether it grows. Prints three tables.

    python tests/benchmarks/service.py [PAIRS]

Two services run in their own processes, each on a file: in the second, everything that is not asked for has ten times
the rows. Beside the service each process serves bare Starlette routes: the bytes of the same lists, and one row of a
comment put into a table like the service's, in one transaction. The caller is `http.client` on a kept connection.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

import httpx
from sqlalchemy import Table, create_engine, select
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from docdeck.service.actions.comments import post_comment
from docdeck.service.app import create_app
from docdeck.service.serving import serve
from docdeck.service.store import Store, Tx
from docdeck.service.store.people import insert_member, insert_organization, insert_user
from docdeck.service.store.schema import change_requests, comments, members, revisions, spaces, users
from tests.benchmarks.client import compared, own_process
from tests.workspace.world import NOW, Wire, World, _people, _places

PAIRS = 21
CALLS = 10
"""Calls of one sample."""
TOKEN = "token-mira"
ROWS = 200
"""Spaces and members of the organization, change requests of a space, comments of one of them."""
OTHERS = 100
"""Spaces elsewhere, each with five change requests of five comments; ten times as many in the second service."""


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        asyncio.run(serve_both(Path(sys.argv[2]), int(sys.argv[3])))
        return
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(3)]
        small, large = (
            json.loads(stack.enter_context(own_process(__file__, "serve", str(folder), str(factor))))
            for folder, factor in zip(folders, (1, 10), strict=False)
        )
        asyncio.run(measure(small, large, folders[2], pairs))


async def measure(small: dict[str, Any], large: dict[str, Any], folder: Path, pairs: int) -> None:
    """All three tables."""
    service, bare, grown = Caller(small["service"]), Caller(small["bare"]), Caller(large["service"])
    print(f"A page of 50, {pairs} times {CALLS} calls, ms a call")
    for name, path in small["lists"].items():
        assert service.get(path) == bare.get(path)
        found = {f"bare route: {name}": timed(bare.get, path), f"service: {name}": timed(service.get, path)}
        await compared(pairs, found, {f"service: {name}": "3"})
    print(f"\nA comment is posted, {pairs} times {CALLS} calls, ms a call")
    post = {"bare route": timed(bare.post, small["write"]), "service": timed(service.post, small["write"])}
    await compared(pairs, post, {"service": "3 (over HTTP)"})
    with closing(BareTable(folder / "bare.sqlite")) as table:
        world = made_world(folder / "world.sqlite", 1)
        request = world.request("jonas", "Measured")
        acted = {"bare transaction": timed(table.insert), "store and action": timed(commented, world, request)}
        await compared(pairs, acted, {"store and action": "3 (no HTTP)"})
    print(f"\nTen times the rows of what is not asked for, {pairs} times {CALLS} calls, ms a call")
    for name, path in small["lists"].items():
        found = {name: timed(service.get, path), f"{name}, grown": timed(grown.get, large["lists"][name])}
        await compared(pairs, found, {f"{name}, grown": "1"})
    found = {"comment": timed(service.post, small["write"]), "comment, grown": timed(grown.post, large["write"])}
    await compared(pairs, found, {"comment, grown": "1"})


def timed(call: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    """A sample: milliseconds of one of several calls."""

    async def sample() -> float:
        started = time.perf_counter()
        for _ in range(CALLS):
            call(*arguments)
        return (time.perf_counter() - started) * 1000 / CALLS

    return sample


class Caller:
    """Calls over one kept connection."""

    def __init__(self, base_url: str) -> None:
        address = urlsplit(base_url)
        self._connection = HTTPConnection(address.hostname or "", address.port)
        self._headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}

    def get(self, path: str) -> bytes:
        """The bytes of an answer."""
        return self._call("GET", path, None)

    def post(self, path: str) -> bytes:
        """A comment posted."""
        return self._call("POST", path, json.dumps({"body": {"markdown": "Is it **case** sensitive?"}}))

    def _call(self, method: str, path: str, body: str | None) -> bytes:
        self._connection.request(method, path, body, self._headers)
        answer = self._connection.getresponse()
        data = answer.read()
        assert answer.status in (200, 201), data
        return data


# The world


def made_world(file: Path, factor: int) -> World:
    """A company on a file, with `factor` times the rows of what nobody asks for."""
    store = Store.open(file)
    store.clock.set(NOW)
    world = World(store, Wire(create_app(store)), file.parent)
    with store.write() as tx:
        _people(tx, world)
        _places(tx, world)
    world.request("jonas", "Rewrite webhooks")
    with store.write() as tx:
        fill(tx, world)
        elsewhere(tx, world, OTHERS * factor)
    return world


def fill(tx: Tx, world: World) -> None:
    """What the lists show."""
    request = row_of(tx, change_requests, space=world.space)
    copies(tx, spaces, row_of(tx, spaces, id=world.space), [{} for _ in range(ROWS)])
    copies(tx, change_requests, request, [{"number": 1_000 + at} for at in range(ROWS)])
    post_comment(tx, world.people["sam"], world.space, request["id"], "Is it **case** sensitive?")
    copies(tx, comments, row_of(tx, comments, change_request=request["id"]), [{} for _ in range(ROWS)])
    for at in range(ROWS):
        insert_member(tx, world.organization, insert_user(tx, f"Person {at}", f"p{at}@acme.example"), "read")


def elsewhere(tx: Tx, world: World, many: int) -> None:
    """Another organization with its own spaces, members, change requests, revisions and comments."""
    other = insert_organization(tx, "Elsewhere")
    request = row_of(tx, change_requests, space=world.space)
    said = row_of(tx, comments, change_request=request["id"])
    made = copies(tx, spaces, row_of(tx, spaces, id=world.space), [{"organization": other} for _ in range(many)])
    values = [{"space": space, "number": at} for space in made for at in range(5)]
    requests = copies(tx, change_requests, request, values)
    placed = [(value["space"], id) for value, id in zip(values, requests, strict=True)]
    copies(tx, revisions, row_of(tx, revisions, id=request["revision"]),
           [{"space": space, "change_request": id} for space, id in placed])  # fmt: skip
    copies(tx, comments, said, [{"space": space, "change_request": id} for space, id in placed for _ in range(5)])
    people = copies(tx, users, row_of(tx, users, id=world.people["sam"]), [{} for _ in range(many)])
    member = row_of(tx, members, user=world.people["sam"])
    tx.insert_many(members, [{**member, "organization": other, "user": user} for user in people])


def row_of(tx: Tx, table: Table, **wanted: str) -> dict[str, Any]:
    """The first row with these values."""
    found = tx.one(select(table).where(*(table.c[name] == value for name, value in wanted.items())))
    assert found is not None
    return dict(found)


def copies(tx: Tx, table: Table, row: dict[str, Any], changes: Sequence[dict[str, Any]]) -> list[str]:
    """Copies of a row with ids of their own; the ids."""
    made = [{**row, **change, "id": tx.ids()} for change in changes]
    tx.insert_many(table, made)
    return [each["id"] for each in made]


def commented(world: World, request: str) -> None:
    """A comment, through the store and the service's action."""
    with world.store.write() as tx:
        post_comment(tx, world.people["mira"], world.space, request, "Is it **case** sensitive?")


class BareTable:
    """The service's table of comments alone in a file, with its indexes, its log and its safety."""

    def __init__(self, file: Path) -> None:
        engine = create_engine(f"sqlite:///{file}")
        comments.create(engine)
        engine.dispose()
        self._numbers = count()
        self._names = [column.name for column in comments.columns]
        self._connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")

    def insert(self) -> None:
        """One comment in one transaction."""
        values = dict.fromkeys(self._names, "some twenty letters.") | {"id": f"comment{next(self._numbers):013}"}
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute(
            f"INSERT INTO comments VALUES ({', '.join('?' * len(values))})", tuple(values[name] for name in self._names)
        )
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


# The processes


async def serve_both(folder: Path, factor: int) -> None:
    """Serve the service and the bare routes, and tell where, as one line of JSON."""
    world = made_world(folder / "world.sqlite", factor)
    with world.store.read() as tx:
        request = row_of(tx, comments, space=world.space)["change_request"]
    told: dict[str, Any] = {
        "lists": {
            "spaces": f"/v1/orgs/{world.organization}/spaces?limit=50",
            "members": f"/v1/orgs/{world.organization}/members?limit=50",
            "change requests": f"/v1/spaces/{world.space}/change-requests?limit=50",
            "comments": f"/v1/spaces/{world.space}/change-requests/{request}/comments?limit=50",
        },
        "write": f"/v1/spaces/{world.space}/change-requests/{world.request('jonas', 'Written to')}/comments",
    }
    serving, told["service"] = await served(create_app(world.store))
    bodies: dict[str, bytes] = {}
    headers = {"Authorization": f"Bearer {TOKEN}"}
    async with httpx.AsyncClient(base_url=told["service"], headers=headers) as client:
        for path in told["lists"].values():
            bodies[path] = (await client.get(path)).content
    also, told["bare"] = await served(bare_app(bodies, BareTable(folder / "bare.sqlite")))
    gc.freeze()  # as `docdeck serve` does
    print(json.dumps(told), flush=True)
    await asyncio.gather(serving, also)


async def served(app: Starlette) -> tuple[asyncio.Task[None], str]:
    """An application served until the process is ended, and where."""
    at: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve(app, "127.0.0.1", 0, at.set_result, asyncio.Event()))
    await asyncio.wait([serving, at], return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        serving.result()
    return serving, at.result()


def bare_app(bodies: dict[str, bytes], table: BareTable) -> Starlette:
    """Routes that answer the same bytes, and one that writes the same row."""

    def listed(request: Request) -> Response:
        return Response(bodies[f"{request.url.path}?{request.url.query}"], media_type="application/json")

    def written(request: Request) -> Response:
        table.insert()
        return Response(b"{}", 201, media_type="application/json")

    routes = [Route("/{path:path}", listed, methods=["GET"]), Route("/{path:path}", written, methods=["POST"])]
    app = Starlette(routes=routes)
    app.state.faults = None  # `serve` asks for them
    return app


if __name__ == "__main__":
    main()
