"""A small company on a real database, with somebody of every role, and a way to call the service as each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from docdeck.models.base import ROLES
from docdeck.service.actions.spaces import NewPage, create_space
from docdeck.service.app import create_app
from docdeck.service.store import Store
from docdeck.service.store.people import insert_grant, insert_member, insert_organization, insert_token, insert_user

START = "# Hello\n\nThe first paragraph.\n\nThe second paragraph."
PAGES = (
    NewPage("Start", START, id="start"),
    NewPage("Guides", type="group", id="guides", pages=(NewPage("Webhooks", "Sign every call.", id="hooks"),)),
    NewPage("Limits", "Ten calls a second.", id="limits"),
)


@dataclass
class World:
    """`users` by role, plus `guest` (sees one space by a grant), `other` (another company) and `gone` (disabled)."""

    store: Store
    client: httpx.AsyncClient
    organization: str
    space: str
    users: dict[str, str]

    @property
    def at(self) -> str:
        """The path of the space."""
        return f"/v1/spaces/{self.space}"

    async def call(self, who: str, method: str, path: str, body: Any = None, **query: Any) -> httpx.Response:
        """Call as somebody."""
        headers = {"authorization": f"Bearer token-{who}"}
        return await self.client.request(method, path, json=body, params=query or None, headers=headers)

    async def ok(self, who: str, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Call as somebody, and it must succeed."""
        answer = await self.call(who, method, path, body, **query)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer.json() if answer.content else None

    async def refused(self, who: str, method: str, path: str, body: Any = None, **query: Any) -> tuple[int, str]:
        """Call as somebody, and it must fail; the status and the sentence."""
        answer = await self.call(who, method, path, body, **query)
        error = answer.json()["error"]
        assert error["code"] == answer.status_code >= 400
        return answer.status_code, error["message"]

    async def request(self, who: str = "edit", subject: str = "Better words", *, status: str = "open") -> str:
        """A change request by somebody; its path."""
        made = await self.ok(who, "POST", f"{self.at}/change-requests", {"subject": subject})
        path = f"{self.at}/change-requests/{made['id']}"
        if status != "draft":
            await self.ok(who, "PATCH", path, {"status": status})
        return path

    async def edit(self, path: str, *changes: dict[str, Any], who: str = "edit") -> Any:
        """Edit the content of a change request."""
        return await self.ok(who, "POST", f"{path}/content", {"changes": list(changes)})

    async def words(self, path: str, page: str = "start", markdown: str = "New words.", who: str = "edit") -> Any:
        """Give a page of a change request other words."""
        change = {"operation": "update_page", "page": page, "document": {"markdown": markdown}}
        return await self.edit(path, change, who=who)

    async def markdown(self, path: str, page: str = "start") -> str:
        """What a page says: `path` is a space or a change request."""
        found = await self.ok("read", "GET", f"{path}/content/page/{page}", format="markdown")
        return found["markdown"]


def fill(store: Store) -> tuple[str, str, dict[str, str]]:
    """Put the company into a store: organization, space and users."""
    with store.write() as tx:
        organization = insert_organization(tx, "Acme")
        other = insert_organization(tx, "Other")
        users: dict[str, str] = {}
        for who in (*ROLES, "guest", "other", "gone"):
            users[who] = insert_user(tx, f"{who.title()} Person", f"{who}@example.org")
            insert_token(tx, users[who], f"token-{who}")
        for who in ROLES:
            insert_member(tx, organization, users[who], who)
        insert_member(tx, organization, users["guest"], None)
        insert_member(tx, organization, users["gone"], "admin", disabled=True)
        insert_member(tx, other, users["other"], "admin")
        space = create_space(tx, users["admin"], organization, "Handbook", PAGES)
        insert_grant(tx, space, users["guest"], "comment")
    return organization, space, users


def new_space(world: World, title: str = "Secret", pages: Sequence[NewPage] = (), **fields: Any) -> str:
    """One more space of the company."""
    with world.store.write() as tx:
        return create_space(tx, world.users["admin"], world.organization, title, pages, **fields)


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """The company, in memory, behind the application."""
    store = Store.open(":memory:")
    organization, space, users = fill(store)
    transport = httpx.ASGITransport(create_app(store))
    async with httpx.AsyncClient(transport=transport, base_url="http://service.test") as client:
        yield World(store, client, organization, space, users)
    store.close()
