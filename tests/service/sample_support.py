"""The sample, built once for all tests that only read it, and a caller of its service."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from docdeck.service.app import create_app
from docdeck.service.sample import SampleInfo, build_sample
from docdeck.service.store import Store

OWNER_TOKEN = "the-owner-token-of-these-tests"


@dataclass
class Sample:
    """A built sample behind its own service."""

    store: Store
    info: SampleInfo
    client: httpx.AsyncClient
    runner: asyncio.Runner

    def call(self, method: str, path: str, who: str | None = None, **given: Any) -> httpx.Response:
        """Call as the owner, or as a person by their key."""
        token = self.info.tokens[self.info.users[who]] if who else OWNER_TOKEN
        headers = {"Authorization": f"Bearer {token}"}
        return self.runner.run(self.client.request(method, path, headers=headers, **given))

    def get(self, path: str, who: str | None = None, **query: Any) -> Any:
        """The JSON answer of a GET."""
        answer = self.call("GET", path, who, params=query)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    def items(self, path: str, who: str | None = None, **query: Any) -> list[dict[str, Any]]:
        """All items of a list."""
        found: list[dict[str, Any]] = []
        page: dict[str, str] = {}
        while True:
            answer = self.get(path, who, limit=1000, **query, **page)
            found += answer["items"]
            if "next" not in answer:
                return found
            page = {"page": answer["next"]["page"]}

    def requests(self, **query: Any) -> list[dict[str, Any]]:
        """The change requests of all organizations that the owner sees."""
        wanted = {"status": ["draft", "open", "archived", "merged"], **query}
        return [
            request
            for organization in self.items("/v1/orgs")
            for request in self.items(f"/v1/orgs/{organization['id']}/change-requests", **wanted)
        ]

    def of(self, key: str) -> str:
        """The path of a change request, by its key in the data files."""
        space = next(r["space"] for r in self.requests() if r["id"] == self.info.requests[key])
        return f"/v1/spaces/{space}/change-requests/{self.info.requests[key]}"

    def post(self, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """The answer of a POST by the owner."""
        return self.call("POST", path, json=body)


def made_sample() -> Iterator[Sample]:
    """A sample of one's own, for tests that write."""
    store = Store.open(":memory:")
    info = build_sample(store, owner_token=OWNER_TOKEN)
    client = httpx.AsyncClient(transport=httpx.ASGITransport(create_app(store)), base_url="http://service.test")
    with asyncio.Runner() as runner:
        yield Sample(store, info, client, runner)
        runner.run(client.aclose())
    store.close()


@pytest.fixture(scope="module")
def sample() -> Iterator[Sample]:
    """The sample, shared by the tests of one file."""
    yield from made_sample()


@pytest.fixture
def own_sample() -> Iterator[Sample]:
    """A sample that a test may change."""
    yield from made_sample()
