"""A deck over the real service: a small company with something in every place, and a way there that fails on demand."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
from pydantic import SecretStr
from textual import events
from textual.pilot import Pilot

from docdeck.api.cache import Cache
from docdeck.api.platform import Platform
from docdeck.api.transport import Transport
from docdeck.deck.actions import KEY_NAMES
from docdeck.deck.app import DeckApp
from docdeck.deck.launch import Launch
from docdeck.service.actions.spaces import NewPage, create_space
from docdeck.service.clock import IdMaker
from docdeck.service.store.collections import insert_collection
from docdeck.service.store.sites import insert_section, insert_section_group, insert_site, insert_site_space
from docdeck.service.store.teams import insert_team, insert_team_member
from tests.deck.widgets.hostile import screen_text
from tests.workspace.world import NOW, World, make_world

Answer = Any
"""JSON to answer, a status, an exception to raise, an event to wait for, or a function of request and JSON."""


LONGEST = float(os.environ.get("DECK_TEST_SECONDS", "45"))
"""How long a condition may take to come true, in seconds; a machine under load needs some."""


class Clock:
    """Epoch seconds of this machine that move when told; they begin at the service's moment."""

    def __init__(self) -> None:
        self.now = NOW.timestamp()

    def __call__(self) -> float:
        return self.now


@dataclass
class Way(httpx.AsyncBaseTransport):
    """The way to the service. The newest rule whose pattern is found in `GET /v1/…?…` stands in its place."""

    app: Any
    rules: list[tuple[str, Answer]] = field(default_factory=list[tuple[str, Answer]])
    asked: list[str] = field(default_factory=list[str])

    def rule(self, pattern: str, answer: Answer) -> None:
        """Answer what matches in this way from now on."""
        self.rules.insert(0, (pattern, answer))

    def count(self, pattern: str) -> int:
        """How often this was asked."""
        return sum(1 for line in self.asked if re.search(pattern, line))

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        line = f"{request.method} {request.url.raw_path.decode()}"
        self.asked.append(line)
        for pattern, answer in tuple(self.rules):
            if not re.search(pattern, line):
                continue
            if not isinstance(answer, asyncio.Event):
                return await self._answer(request, answer)
            await answer.wait()  # then it is answered as if this rule were not there
        return await httpx.ASGITransport(self.app).handle_async_request(request)

    async def _answer(self, request: httpx.Request, answer: Answer) -> httpx.Response:
        if callable(answer) and not isinstance(answer, type):
            real = await httpx.ASGITransport(self.app).handle_async_request(request)
            answer = answer(json.loads(await real.aread()))
        if isinstance(answer, httpx.Response):
            return answer
        if isinstance(answer, type):
            raise answer("Connection refused", request=request)
        if isinstance(answer, int):
            message = {403: "You need the permission view_content of this organization."}.get(answer, "On demand.")
            headers = {"retry-after": "7200"} if answer == 429 else {}
            body = {"error": {"code": answer, "message": message}}
            return httpx.Response(answer, json=body, headers=headers, request=request)
        return httpx.Response(200, json=answer, request=request)


@dataclass
class Company:
    """The service with its people and places by name; nobody writes to the shared one."""

    world: World
    ids: dict[str, str] = field(default_factory=dict[str, str])

    def __getitem__(self, name: str) -> str:
        return self.ids[name]


def _world(seed: str) -> World:
    """A world with the same ids in each run, so that pictures of it are the same too."""
    with patch("docdeck.service.store.store.IdMaker", lambda: IdMaker(seed)):
        return make_world(Path(tempfile.gettempdir()))


def make_company() -> Company:
    """Acme: two requests, threads on one and on the space, a site with groups, collections, a team."""
    world = _world("0")
    for seed in "123456789":
        if world.organization < world.small:  # of two organizations of one second, the first by its id is listed first
            break
        world = _world(seed)
    company = Company(world)
    ids = company.ids
    ids["request"] = world.request("jonas", "Rewrite webhooks", days=1)
    ids["second"] = world.request("sam", "Second thoughts", text="# Webhooks\n\nShort.", days=2)
    ids["mine"] = world.request("mira", "My own words", text="# Webhooks\n\nMine.", days=3)
    world.ask("jonas", ids["request"], "mira")
    ids["comment"] = world.comment("sam", ids["request"], "Is it **case** sensitive?", page=world.pages["webhooks"])
    world.reply("jonas", ids["request"], ids["comment"], "It is not.")
    ids["own"] = world.comment("sam", ids["mine"], "And this?")
    with world.store.write() as tx:
        outer = ids["outer"] = insert_collection(tx, world.organization, "Public")
        inner = ids["inner"] = insert_collection(tx, world.organization, "Guides", parent=outer)
        ids["guide"] = create_space(
            tx, world.people["mira"], world.organization, "Guide", _guide(), parent=inner, id="guide" + "0" * 15
        )
        _site(company, tx)
        team = insert_team(tx, world.organization, "Writers")
        insert_team_member(tx, team, world.people["jonas"], "owner")
    return company


def _guide() -> list[NewPage]:
    words = (
        "# One\n\nSee [the site](https://docs.acme.example/x) and alpha.\n\n## Two\n\nbeta alpha\n\n" + "line\n\n" * 40
    )
    return [
        NewPage("Start", words, id="start" + "0" * 15),
        NewPage("Parts", type="group", id="parts" + "0" * 15, pages=(NewPage("Deep", "alpha"),)),
    ]


def _site(company: Company, tx: Any) -> None:
    world, ids = company.world, company.ids
    site = ids["site"] = insert_site(tx, world.organization, "Acme Docs", hostname="docs.acme.example", published=True)
    start = insert_section(tx, site, "Start", "start", default=True)
    group = insert_section_group(tx, site, "Build")
    api = insert_section(tx, site, "API", "api", group=group)
    deeper = insert_section_group(tx, site, "Older", parent=group)
    old = insert_section(tx, site, "Old API", "old", group=deeper, condition="visitor.claims.isOld")
    insert_section(tx, site, "Nothing yet", "nothing")
    insert_site_space(tx, site, world.space, section=start, default=True)
    insert_site_space(tx, site, ids["guide"], section=api, hidden=True)
    insert_site_space(tx, site, ids["guide"], section=old)


@dataclass
class Deck:
    """A running deck: its app, its pilot, its way to the service and its clock."""

    app: DeckApp
    pilot: Pilot[None]
    way: Way
    clock: Clock
    company: Company

    @property
    def screen(self) -> Any:
        return self.app.screen

    @property
    def text(self) -> str:
        """What the screen shows, row by row."""
        return screen_text(self.app)

    @property
    def cursor(self) -> str | None:
        """The key under the cursor of the pane that has the keys."""
        active = self.screen.active
        return None if active is None else active.cursor_key

    def shows(self, *words: str) -> bool:
        """Whether all of these words are on the screen."""
        text = self.text
        return all(word in text for word in words)

    async def until(self, holds: Callable[[], Any]) -> None:
        """Wait for a condition."""
        await until(self, holds)

    async def press(self, *keys: str) -> None:
        """Press keys, and let what they did be painted."""
        await self.pilot.press(*keys)

    def hand(self, *keys: str) -> None:
        """Keys as a terminal hands them over: nobody waits until the one before has done what it does."""
        for key in keys:
            character = " " if key == "space" else key if len(key) == 1 else None
            self.app.post_message(events.Key(KEY_NAMES.get(key, key), character))

    async def open(self, place: str) -> None:
        """Go to a place by what its key does."""
        getattr(self.app, f"do_{place}")()
        await self.pilot.pause()

    async def live(self) -> None:
        """Until the view on top says that its data is live."""
        await self.until(lambda: getattr(self.screen, "shown", None) and self.screen.shown.state == "live")


async def until(deck: Deck, holds: Callable[[], Any], seconds: float = LONGEST) -> None:
    """Wait until a condition holds; what the screen shows is the message when it never does."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not holds():
        if loop.time() > end or deck.app._exception is not None:
            raise AssertionError(f"never came true; the screen:\n{deck.text}\n{deck.app._exception!r}")
        await asyncio.sleep(0.005)


async def no_sleep(seconds: float) -> None:
    """Takes no time."""
    del seconds
    await asyncio.sleep(0)


def launch(company: Company, way: Way, clock: Clock, folder: Path, person: str = "mira") -> Launch:
    """A start of the deck as this person."""

    async def connect() -> Platform:
        token = SecretStr(f"token-{person}")
        transport = Transport("https://service.test", token, wire=way, clock=clock, sleep=no_sleep, random=lambda: 0.0)
        return Platform(transport, Cache(folder / "cache.db", now=clock), clock=clock)

    return Launch("acme", "https://service.test", False, folder / "cache.db", folder / "desk.db", folder, connect, bool)


@asynccontextmanager
async def deck_over(
    company: Company,
    clock: Clock,
    *,
    size: tuple[int, int] = (120, 40),
    folder: Path | None = None,
    rules: tuple[tuple[str, Answer], ...] = (),
    person: str = "mira",
) -> AsyncIterator[Deck]:
    """A deck over the company; `folder` keeps its files for a next start."""
    home = folder or Path(tempfile.mkdtemp(prefix="deck-"))
    way = Way(company.world.wire.app)
    for pattern, answer in rules:
        way.rule(pattern, answer)
    app = DeckApp(launch(company, way, clock, home, person))
    try:
        async with app.run_test(size=size) as pilot:
            yield Deck(app, pilot, way, clock, company)
    finally:
        if folder is None:
            shutil.rmtree(home, ignore_errors=True)
    assert app._exception is None, app._exception
