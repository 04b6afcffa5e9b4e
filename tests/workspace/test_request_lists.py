"""Lists of change requests, page by page, and the facts about one."""

from __future__ import annotations

import json
from typing import Any

from docdeck.workspace import request_lists
from docdeck.workspace.request_details import request_details
from docdeck.workspace.request_lists import RequestFilter, RequestPages, RequestScope, organizations_of
from tests.workspace.asking import read
from tests.workspace.test_branches import all_of
from tests.workspace.world import World


def item(at: int) -> dict[str, Any]:
    return {"object": "change-request", "id": f"c{at}", "number": at, "space": "s", "subject": f"S{at}"}


def answer(world: World, ids: range, following: str | None = None, *more: Any) -> None:
    body: dict[str, Any] = {"items": [*(item(at) for at in ids), *more], "count": 9}
    if following is not None:
        body["next"] = {"page": following}
    world.wire.answers[("GET", "/change-requests")] = json.dumps(body).encode()


async def test_an_organization_is_asked_with_the_filter(world: World) -> None:
    jonas, sam = world.request("jonas", "By Jonas"), world.request("sam", "By Sam")
    session = world.session("mira")
    assert {title for _, title in await organizations_of(session)} == {"Acme", "Globex"}
    scope = RequestScope("Acme", organization=world.organization)
    found = await all_of(RequestPages(session, scope, RequestFilter()).first())
    assert {each.id for each in found[-1].requests} == {jonas, sam}
    assert found[-1].titles == {world.space: "Handbook"}
    by_sam = await all_of(RequestPages(session, scope, RequestFilter(creator=world.people["sam"])).first())
    assert [each.id for each in by_sam[-1].requests] == [sam]
    assert not (await all_of(RequestPages(session, scope, RequestFilter("merged")).first()))[-1].requests


async def test_stored_rows_come_first_and_stay_when_the_server_is_lost(world: World, request_id: str) -> None:
    session = world.session("mira")
    scope = RequestScope("Handbook", space=world.space)
    await all_of(RequestPages(session, scope, RequestFilter()).first())
    again = await all_of(RequestPages(session, scope, RequestFilter()).first())
    assert [each.freshness.state for each in again][:2] == ["refreshing", "live"]
    world.wire.unreachable.add("GET")
    lost = await all_of(RequestPages(session, scope, RequestFilter()).first())
    assert [each.freshness.state for each in lost] == ["refreshing", "offline"]
    assert [each.id for each in lost[-1].requests] == [request_id]


async def test_further_pages_are_added_and_a_repeated_one_ends_the_list_saying_so(world: World) -> None:
    answer(world, range(3), "p2")
    pages = RequestPages(world.session("mira"), RequestScope(space=world.space), RequestFilter())
    await all_of(pages.first())
    assert pages.shown.more
    assert pages.shown.total == 9
    answer(world, range(2, 6), "p3")
    assert [each.number for each in (await pages.more()).requests] == [0, 1, 2, 3, 4, 5]
    answer(world, range(6, 7), "p2")  # a circle of pages
    ended = await pages.more()
    assert not ended.more
    assert ended.freshness.state == "partial"
    assert "names a page of the list again" in ended.freshness.reason
    assert await pages.more() is ended


async def test_an_unreadable_request_leaves_the_others(world: World) -> None:
    answer(world, range(2), None, {"id": "broken", "number": "many"})
    pages = RequestPages(world.session("mira"), RequestScope(space=world.space), RequestFilter())
    found = (await all_of(pages.first()))[-1]
    assert len(found.requests) == 2
    assert found.unreadable[0].startswith("broken: ")
    assert (found.freshness.state, found.freshness.shown, found.freshness.total) == ("partial", 2, 3)


async def test_a_refresh_keeps_what_was_shown_until_as_much_is_read_again(world: World) -> None:
    session = world.session("mira")
    answer(world, range(3), "p2")
    pages = RequestPages(session, RequestScope(space=world.space), RequestFilter())
    await all_of(pages.first())
    answer(world, range(3, 6))
    before = await pages.more()
    assert len(before.requests) == 6
    answer(world, range(3), "p2")
    counts: list[int] = []
    asked = world.wire.count("GET", "/change-requests")
    async for found in RequestPages(session, RequestScope(space=world.space), RequestFilter()).first(before):
        counts.append(len(found.requests))
        if world.wire.count("GET", "/change-requests") > asked:
            answer(world, range(3, 6))  # the second page
    assert counts
    assert set(counts) == {6}


async def test_facts_about_a_request_are_exact(world: World, request_id: str) -> None:
    request = await read(world.session("mira"), world, request_id)
    details = request_details(request, None)
    facts = {fact.label: fact for _, group in details.groups for fact in group}
    assert facts["Opened by"].value == "Jonas Weber"
    assert facts["Id"].value == request_id
    assert facts["Created"].at == request.created_at
    assert request_lists.STATUSES == ("open", "draft", "merged", "archived")
