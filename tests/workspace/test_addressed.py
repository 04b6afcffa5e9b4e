"""What became of the block a comment is about, also of nested ones and table cells; and bases to compare with."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from docdeck.models.base import Document, User
from docdeck.models.change_requests import ChangeRequest, Review
from docdeck.models.comments import TableCell
from docdeck.models.content import RevisionPage
from docdeck.workspace.addressed import Addressed, addressed
from docdeck.workspace.review import ReviewState
from docdeck.workspace.review_bases import Base, bases_of, pages_since, remember_seen, viewed_pages
from tests.workspace.world import World, update_page


def paragraph(key: str, words: str) -> dict[str, Any]:
    return {"object": "block", "type": "paragraph", "key": key, "nodes": [{"object": "text", "text": words}]}


def table(words: str) -> dict[str, Any]:
    return {
        "object": "block",
        "type": "table",
        "key": "t",
        "data": {
            "definition": {"c1": {"title": "A"}, "c2": {"title": "B"}},
            "records": {"r1": {"orderIndex": "0", "values": {"c1": "f1", "c2": "same"}}},
        },
        "fragments": [{"object": "fragment", "fragment": "f1", "nodes": [paragraph("cell", words)]}],
    }


def page(*nodes: dict[str, Any]) -> RevisionPage:
    return RevisionPage(id="p", document=Document(nodes=list(nodes)))


HINT = {"object": "block", "type": "hint", "key": "h", "data": {"style": "info"}, "nodes": [paragraph("n", "inside")]}


@pytest.mark.parametrize(
    ("now", "node", "found"),
    [
        (page(paragraph("a", "words")), "a", Addressed("unchanged", "words")),
        (page(paragraph("a", "other words")), "a", Addressed("edited", "words")),
        (page(), "a", Addressed("removed", "words")),
        (None, "a", Addressed("removed", "words")),
        (page(HINT), "h", Addressed("unchanged", "inside")),
        (page({**HINT, "nodes": [paragraph("n", "changed")]}), "h", Addressed("edited", "inside")),
        (page({**HINT, "nodes": [paragraph("n", "changed")]}), "n", Addressed("edited", "inside")),
        (page({**HINT, "data": {"style": "danger"}}), "n", Addressed("unchanged", "inside")),
        (page(), "never there", Addressed("unknown")),
    ],
)
def test_a_block_then_and_now(now: RevisionPage | None, node: str, found: Addressed) -> None:
    assert addressed(page(paragraph("a", "words"), HINT), now, node, None) == found


def test_a_cell_is_compared_alone() -> None:
    then, now = page(table("before")), page(table("after"))
    assert addressed(then, now, "t", TableCell(record="r1", definition="c1")) == Addressed("edited", "before")
    assert addressed(then, now, "t", TableCell(record="r1", definition="c2")) == Addressed("unchanged", "same")
    assert addressed(then, now, "t", None).state == "edited"


def test_without_node_ids_nothing_is_claimed() -> None:
    assert addressed(RevisionPage(id="p", markdown="words"), page(), "a", None) == Addressed("unknown")


def state(*reviews: Review) -> ReviewState:
    request = ChangeRequest(id="cr", number=1, revision="head", revision_initial="main0", space="s")
    return ReviewState(request, reviews=reviews)


def review(who: str, revision: str, day: int) -> Review:
    at = datetime(2026, 3, day, tzinfo=UTC)
    return Review(id=f"{who}{day}", revision=revision, reviewer=User(id=who), created_at=at)


def test_the_newest_verdict_of_mine_is_a_base_unless_it_is_of_the_head() -> None:
    found = bases_of(state(review("me", "r1", 1), review("me", "r2", 3), review("sam", "r3", 4)), "me", None)
    assert found == (Base("main", "main0"), Base("my review", "r2"))
    assert bases_of(state(review("me", "head", 5)), "me", None) == (Base("main", "main0"),)


def test_what_was_seen_is_a_base_once() -> None:
    assert bases_of(state(), "me", "r1") == (Base("main", "main0"), Base("last seen", "r1"))
    assert bases_of(state(review("me", "r1", 1)), "me", "r1")[-1] == Base("my review", "r1")
    assert bases_of(state(), "me", "head") == (Base("main", "main0"),)


def test_the_revision_seen_before_this_one_is_remembered(world: World) -> None:
    session = world.session("mira")
    assert remember_seen(session, "cr", "r1") is None
    assert remember_seen(session, "cr", "r1") is None
    assert remember_seen(session, "cr", "r2") == "r1"
    assert remember_seen(session, "cr", "r2") == "r1", "also when it is opened again"


async def test_a_viewed_mark_holds_until_its_page_changes(world: World, request_id: str) -> None:
    from docdeck.api.operations import change_requests

    session = world.session("mira")

    async def now() -> ReviewState:
        request = (await session.platform.read(change_requests.get(world.space, request_id), max_age=-1)).value
        return replace(state(), change_request=request)

    first = await now()
    for name in ("webhooks", "limits"):
        session.desk.viewed.mark(request_id, world.pages[name], first.head)
    assert await viewed_pages(session, first) == {world.pages["webhooks"], world.pages["limits"]}
    world.edit("jonas", request_id, update_page(world.pages["limits"], "Thirty per second."))
    second = await now()
    assert second.head != first.head
    assert await viewed_pages(session, second) == {world.pages["webhooks"]}
    assert [row.page for row in await pages_since(session, second, Base("last seen", first.head))] == [
        world.pages["limits"]
    ]
