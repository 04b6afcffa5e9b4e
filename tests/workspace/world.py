"""A small world for these tests: the real service over ASGI, people with tokens, and answers that get lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import formatdate
from pathlib import Path
from typing import Any

import httpx
from pydantic import SecretStr

from docdeck.api.cache import Cache
from docdeck.api.platform import Platform
from docdeck.api.transport import Transport
from docdeck.models.change_requests import ContentChange, PageBody
from docdeck.service.actions.change_requests import create_change_request, edit_content, patch_change_request
from docdeck.service.actions.comments import post_comment, post_reply
from docdeck.service.actions.reviews import request_reviewers, submit_review
from docdeck.service.actions.spaces import NewPage, create_space
from docdeck.service.app import create_app
from docdeck.service.store import Store, Tx
from docdeck.service.store.people import insert_member, insert_organization, insert_token, insert_user
from docdeck.workspace.desk import Desk
from docdeck.workspace.session import Session

NOW = datetime(2026, 3, 20, 12, 0, tzinfo=UTC)

WEBHOOKS = """# Webhooks

Each delivery carries a SHA-1 signature in the header.

1. Read the raw body.
2. Compute the HMAC.

Old paragraph about secrets.
"""
WEBHOOKS_AFTER = WEBHOOKS.replace("SHA-1", "SHA-256").replace("Old paragraph about secrets.\n", "")


Called = tuple[str, str]
"""A method and the ending of a path."""


@dataclass
class Wire(httpx.AsyncBaseTransport):
    """The way to the service, which fails as a test asks; it keeps what was sent.

    `lose` does the work and drops the answer, once each; `unreachable` never gets there; `status` and `answers`
    stand in the service's place; `hold` waits for the event before the work, and sets `arrived`; `cut` breaks
    before the work; `dates` is the server's clock for the `Date` of its answers.
    """

    app: Any
    requests: list[Called] = field(default_factory=list[Called])
    lose: list[Called] = field(default_factory=list[Called])
    cut: list[Called] = field(default_factory=list[Called])
    unreachable: set[str] = field(default_factory=set[str])
    answers: dict[Called, bytes] = field(default_factory=dict[Called, bytes])
    status: dict[Called, int] = field(default_factory=dict[Called, int])
    hold: dict[Called, asyncio.Event] = field(default_factory=dict[Called, asyncio.Event])
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    dates: Callable[[], float] | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Carry one request, or fail it."""
        method, path = request.method, request.url.path
        if method in self.unreachable:
            raise httpx.ConnectError("Connection refused", request=request)
        self.requests.append((method, path))
        event = _found(self.hold, method, path)
        if event is not None:
            self.arrived.set()
            await self.hold[event].wait()
        wanted = _found(self.status, method, path)
        if wanted is not None:
            body = b'{"error": {"code": 0, "message": "On demand."}}'
            return httpx.Response(self.status[wanted], content=body, request=request)
        answered = _found(self.answers, method, path)
        if answered is not None:
            return httpx.Response(200, content=self.answers[answered], request=request)
        broken = _found(self.cut, method, path)
        if broken is not None:
            self.cut.remove(broken)
            raise httpx.ReadError("Connection reset", request=request)
        response = await httpx.ASGITransport(self.app, raise_app_exceptions=False).handle_async_request(request)
        lost = _found(self.lose, method, path)
        if lost is not None:
            self.lose.remove(lost)
            raise httpx.ReadError("Connection reset", request=request)
        if self.dates is not None:
            response.headers["Date"] = formatdate(self.dates(), usegmt=True)
        return response

    def count(self, method: str, ending: str) -> int:
        """How many requests of this kind arrived."""
        return sum(1 for found, path in self.requests if found == method and path.endswith(ending))


def _found(wanted: Iterable[Called], method: str, path: str) -> Called | None:
    return next((one for one in wanted if one[0] == method and path.endswith(one[1])), None)


@dataclass
class World:
    """The store with its people, spaces and pages by name; `wire` is in front of the service."""

    store: Store
    wire: Wire
    folder: Path
    people: dict[str, str] = field(default_factory=dict[str, str])
    organization: str = ""
    small: str = ""
    space: str = ""
    pages: dict[str, str] = field(default_factory=dict[str, str])
    seconds: int = 0
    slept: list[float] = field(default_factory=list[float])
    sessions: list[Session] = field(default_factory=list[Session])

    async def sleep(self, seconds: float) -> None:
        """Takes no time, and remembers how long it should have taken."""
        self.slept.append(seconds)
        await asyncio.sleep(0)

    def clock(self) -> float:
        """The moment of the service, as this machine's clock."""
        return NOW.timestamp() + self.seconds

    def platform(self, person: str, *, cached: bool = False) -> Platform:
        """A client that is signed in as this person."""
        cache = self.folder / f"cache-{person}" if cached else None
        token = SecretStr(f"token-{person}")
        return Platform(Transport("https://service.test", token, wire=self.wire, sleep=self.sleep), Cache(cache))

    def session(self, person: str, *, desk: str = "desk", cached: bool = False, **more: Any) -> Session:
        """A workspace of this person with a desk of their own."""
        clock = more.pop("clock", self.clock)
        made = Session(
            self.platform(person, cached=cached),
            Desk(self.folder / f"{desk}-{person}", person, clock=clock),
            cache_file=self.folder / f"cache-{person}" if cached else None,
            clock=clock,
            sleep=self.sleep,
            **more,
        )
        self.sessions.append(made)
        return made

    async def aclose(self) -> None:
        """Close every session and its client."""
        for session in self.sessions:
            await session.aclose()
            await session.platform.aclose()

    # The service's side

    def request(
        self, author: str, subject: str, *, text: str = WEBHOOKS_AFTER, status: str = "open", days: float = 1
    ) -> str:
        """A change request that edits the webhooks page, last updated so many days ago; its id."""
        self.store.clock.set(NOW - timedelta(days=days))
        with self.store.write() as tx:
            made = create_change_request(tx, self.people[author], self.space, subject, description="Why this is so.")
            edit_content(tx, self.people[author], self.space, made, [update_page(self.pages["webhooks"], text)])
            patch_change_request(tx, self.people[author], self.space, made, status=status)
        self.store.clock.set(NOW + timedelta(seconds=self.seconds))
        return made

    def elsewhere(self, author: str, title: str, subject: str, words: str) -> tuple[str, str]:
        """Another space with a change request and a comment on it; the ids of the request and the comment."""
        person = self.people[author]
        with self.store.write() as tx:
            space = create_space(tx, person, self.organization, title, [NewPage("Start", "# Start")])
            made = create_change_request(tx, person, space, subject)
            patch_change_request(tx, person, space, made, status="open")
            return made, post_comment(tx, person, space, made, words)

    def edit(self, author: str, request: str, *changes: ContentChange) -> None:
        """Another edit of a change request, now."""
        self.do(edit_content, author, request, changes)

    def ask(self, author: str, request: str, *reviewers: str) -> None:
        """Reviewers asked for."""
        self.do(request_reviewers, author, request, [self.people[name] for name in reviewers])

    def verdict(self, reviewer: str, request: str, status: str) -> str:
        """A review."""
        return self.do(submit_review, reviewer, request, status)

    def comment(self, author: str, request: str | None, text: str, **target: str) -> str:
        """A comment on a change request, or (None) on the space itself; its id."""
        return self.do(post_comment, author, request, text, **target)

    def reply(self, author: str, request: str | None, comment: str, text: str) -> str:
        """A reply; its id."""
        return self.do(post_reply, author, request, comment, text)

    def wait(self, seconds: float) -> None:
        """Time goes by, here and at the service."""
        self.seconds += int(seconds)
        self.store.clock.set(NOW + timedelta(seconds=self.seconds))

    def do(self, action: Callable[..., Any], actor: str, request: str | None, *rest: Any, **more: Any) -> Any:
        """An action of the service in one transaction, a second after the one before."""
        self.wait(1)
        with self.store.write() as tx:
            return action(tx, self.people[actor], self.space, request, *rest, **more)


def update_page(page: str, markdown: str, **more: Any) -> ContentChange:
    """A page's text replaced."""
    return ContentChange(operation="update_page", page=page, document=PageBody(markdown=markdown), **more)


def _people(tx: Tx, world: World) -> None:
    for name, shown in (("mira", "Mira Koch"), ("jonas", "Jonas Weber"), ("sam", "Sam Ode"), ("reader", "Rea Der")):
        world.people[name] = insert_user(tx, shown, f"{name}@acme.example")
        insert_token(tx, world.people[name], f"token-{name}")


def _places(tx: Tx, world: World) -> None:
    world.organization = insert_organization(tx, "Acme")
    world.small = insert_organization(tx, "Globex")
    for name, role in (("mira", "admin"), ("jonas", "create"), ("sam", "review"), ("reader", "read")):
        insert_member(tx, world.organization, world.people[name], role)
    insert_member(tx, world.small, world.people["mira"], "read")
    world.pages = {name: f"page{name}0000000000"[:20] for name in ("intro", "webhooks", "secrets", "limits")}
    world.space = create_space(
        tx,
        world.people["mira"],
        world.organization,
        "Handbook",
        [
            NewPage("Intro", "# Intro\n\nWelcome.", id=world.pages["intro"]),
            NewPage("Webhooks", WEBHOOKS, id=world.pages["webhooks"]),
            NewPage("Secrets", "Keep them.", id=world.pages["secrets"]),
            NewPage("Limits", "Ten per second.", id=world.pages["limits"]),
        ],
        default_level="admin",
        merge_rules={"type": "none"},
    )


def make_world(folder: Path) -> World:
    """Acme with a handbook of four pages, and Globex with nothing; Mira, Jonas, Sam and a reader."""
    store = Store.open(":memory:")
    store.clock.set(NOW)
    world = World(store, Wire(create_app(store)), folder)
    with store.write() as tx:
        _people(tx, world)
        _places(tx, world)
    return world
