"""What the end-to-end tests share: a service on loopback that remembers what it was asked, and walks by keys."""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from starlette.types import ASGIApp, Receive, Scope, Send

from docdeck.service.app import create_app
from docdeck.service.faults import Fault, Faults
from docdeck.service.sample import build_sample
from docdeck.service.serving import serve
from docdeck.service.store import Store
from tests.end_to_end.terminal import Terminal

DECK = [sys.executable, "-m", "docdeck"]
OWNER = "owner-token-0123456789"
SENTENCE_SECONDS = 60.0

Json = dict[str, Any]
"""An object of an answer."""


class Api:
    """Calls with the sample owner's token: what the tests prove with."""

    def __init__(self, base_url: str, token: str = OWNER) -> None:
        self.client = httpx.Client(
            base_url=f"{base_url}/v1", headers={"Authorization": f"Bearer {token}"}, timeout=60, trust_env=False
        )

    def get(self, path: str, **query: Any) -> Any:
        """The JSON answer of a GET that succeeds."""
        answer = self.client.get(path, params=query)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:300]}"
        return answer.json()

    def items(self, path: str, **query: Any) -> list[Json]:
        """All items of a list of at most 1000."""
        return self.get(path, limit=1000, **query)["items"]

    def send(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON answer of a write that succeeds."""
        answer = self.client.request(method, path, json=body)
        assert answer.status_code < 300, f"{path}: {answer.status_code} {answer.text[:300]}"
        return answer.json() if answer.content else None

    def spaces(self) -> list[Json]:
        """The spaces of all organizations."""
        found = [self.items(f"/orgs/{each['id']}/spaces") for each in self.items("/orgs")]
        return [space for spaces in found for space in spaces]

    def requests(self, **query: Any) -> list[Json]:
        """The change requests of all organizations."""
        found = [self.items(f"/orgs/{each['id']}/change-requests", **query) for each in self.items("/orgs")]
        return [request for requests in found for request in requests]

    def request(self, subject: str, **query: Any) -> tuple[str, Json]:
        """The path of a change request and what it is now, by words of its subject."""
        wanted = {"status": ["open", "merged"], **query}
        (found,) = [request for request in self.requests(**wanted) if subject in request["subject"]]
        path = f"/spaces/{found['space']}/change-requests/{found['id']}"
        return path, self.get(path)


class Running:
    """A service in a thread of this process: `calls` is what reached it, `faults` can be added while it runs."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.faults = Faults()
        self.calls: list[tuple[str, str]] = []
        self.base_url = ""

    @property
    def env(self) -> dict[str, str]:
        """What points the deck at it."""
        return {"DOCDECK_BASE_URL": self.base_url, "DOCDECK_TOKEN": OWNER}

    def fail(self, kind: str, path: str, **how: Any) -> None:
        """Let a fault happen from now on."""
        self.faults.add(Fault.model_validate({"kind": kind, "path": path, **how}))

    def count(self, method: str, ending: str) -> int:
        """How many calls of a method reached addresses with this ending."""
        return sum(1 for how, path in list(self.calls) if how == method and path.endswith(ending))


class _Noting:
    def __init__(self, app: ASGIApp, calls: list[tuple[str, str]]) -> None:
        self._app, self._calls = app, calls

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            self._calls.append((scope["method"], scope["path"]))
        await self._app(scope, receive, send)


@contextmanager
def running(database: Path | str, through: Callable[[ASGIApp], ASGIApp] | None = None) -> Generator[Running]:
    """Serve a database until the block ends; `through` puts something between the service and the wire."""
    store = Store.open(database)
    service = Running(store)
    app = create_app(store, faults=service.faults)
    app.add_middleware(_Noting, calls=service.calls)
    if through is not None:
        app.add_middleware(through)
    is_ready = threading.Event()
    ends: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    def ready(base_url: str) -> None:
        service.base_url = base_url
        is_ready.set()

    async def run() -> None:
        stop = asyncio.Event()
        ends.append((asyncio.get_running_loop(), stop))
        await serve(app, "127.0.0.1", 0, ready, stop)

    thread = threading.Thread(target=lambda: asyncio.run(run()), name="service", daemon=True)
    thread.start()
    try:
        assert is_ready.wait(30), "the service did not come up"
        yield service
    finally:
        if ends:
            ends[0][0].call_soon_threadsafe(ends[0][1].set)
        thread.join(20)
        store.close()


def build(file: Path) -> Path:
    """The sample in a database file."""
    store = Store.open(file)
    build_sample(store, owner_token=OWNER)
    store.close()
    return file


def copied(built: Path, folder: Path) -> Path:
    """A copy that a test may change."""
    target = folder / "copy.sqlite"
    shutil.copy(built, target)
    return target


# Walks by keys


def is_live(deck: Terminal) -> bool:
    """Whether the inbox stands with what the service has just told."""
    return "TO REVIEW" in deck.text and "live" in deck.lines[0]


def open_first(deck: Terminal) -> Terminal:
    """From the inbox into the request at the top of TO REVIEW; waits until its first page is compared."""
    deck.wait_for(is_live).press("g", "enter")
    return deck.wait_for(lambda seen: "next change" in seen.text and re.search(r"\+\d+ -\d+", seen.text))


def consent(deck: Terminal, until: Callable[[], bool] | None = None) -> Terminal:
    """Press y on the merge sheet as a person does: once it has been read and stands still. Waits until it is gone.

    On a slow machine what was read is too old by then; the sheet reads again, and the person presses y again.
    """
    deck.wait_for(lambda seen: "[ Cancel ]" in seen.text and "y  merge" in seen.text)
    deadline = time.monotonic() + SENTENCE_SECONDS
    while not until() if until is not None else "[ Cancel ]" in deck.text:
        assert time.monotonic() < deadline, deck.framed()
        deck.settle(0.4).press("y").settle(0.4)
    return deck


def message(deck: Terminal) -> str:
    """The message line: the row above the keys."""
    return deck.lines[-2].strip()
