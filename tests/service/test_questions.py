"""Lists ask the database a fixed number of questions, however many items they hold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

from tests.service.conftest import World


@contextmanager
def questions() -> Iterator[list[str]]:
    """The statements that run inside the block."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        asked.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def test_long_lists_ask_no_more_than_short_ones(world: World) -> None:
    async def grow(who: str) -> str:
        path = await world.request(who)
        await world.words(path, who=who)
        await world.ok("edit", "POST", f"{path}/requested-reviewers", {"users": [world.users["read"]]})
        for below in (path, world.at):
            made = await world.ok(who, "POST", f"{below}/comments", {"body": {"markdown": "x"}})
            reply = {"body": {"markdown": "y"}}
            await world.ok("comment", "POST", f"{below}/comments/{made['id']}/replies", reply)
            await world.ok("comment", "PUT", f"{below}/comments/{made['id']}", {"addedReactions": ["👍"]})
        await world.ok("review", "POST", f"{path}/reviews", {"status": "approved", "comment": {"markdown": "z"}})
        return path

    first = await grow("edit")
    lists = [
        f"/v1/orgs/{world.organization}/change-requests",
        f"/v1/orgs/{world.organization}/members",
        f"/v1/orgs/{world.organization}/spaces",
        f"{world.at}/change-requests",
        f"{world.at}/comments",
        f"{first}/reviews",
        f"{first}/contributors",
    ]

    async def costs() -> list[int]:
        found: list[int] = []
        for path in lists:
            with questions() as asked:
                await world.ok("read", "GET", path)
            found.append(len(asked))
        return found

    before = await costs()
    for who in ("create", "review", "admin", "edit"):
        await grow(who)
        await world.ok(who if who != "edit" else "admin", "POST", f"{first}/reviews", {"status": "approved"})
    assert await costs() == before
    assert max(before) <= 12
