"""Many at once: the plan says what is left out and why; a failure stays its own."""

from __future__ import annotations

from docdeck.workspace.bulk import Result, ThreadRef, plan_requests, plan_threads, run_plan
from tests.workspace.asking import comments_of, here, read, sent
from tests.workspace.world import World, update_page


async def test_requests_are_archived_together_and_each_says_what_became_of_it(world: World, request_id: str) -> None:
    session = world.session("mira")
    other = world.request("jonas", "Another")
    done = world.request("jonas", "Archived already", status="archived")
    heard: list[Result] = []
    plan = await plan_requests(session, "archive", [(world.space, each) for each in (request_id, other, done)])
    assert [bool(item.why_not) for item in plan] == [False, False, True]
    world.wire.status["PUT", other] = 403
    world.wire.status["PATCH", other] = 403
    results = await run_plan(plan, heard.append)
    assert [(result.item.key, result.done) for result in results] == [(request_id, True), (other, False)]
    assert "refused" in results[1].sentence
    assert {result.item.key for result in heard} == {request_id, other}
    world.wire.status.clear()
    assert (await read(session, world, request_id)).status == "archived"
    assert (await read(session, world, other)).status == "open"


async def test_a_request_that_cannot_be_read_does_not_hide_the_others(world: World, request_id: str) -> None:
    session = world.session("mira")
    plan = await plan_requests(session, "approve", [(world.space, "nowhere"), (world.space, request_id)])
    assert [bool(item.why_not) for item in plan] == [True, False]
    (result,) = await run_plan(plan, lambda _: None)
    assert result.sentence == "Approved."


async def test_what_moved_after_the_plan_is_not_approved_and_not_merged(world: World, request_id: str) -> None:
    session = world.session("mira")
    requests = [(world.space, request_id)]
    approve = await plan_requests(session, "approve", requests)
    merge = await plan_requests(session, "merge", requests)
    world.edit("jonas", request_id, update_page(world.pages["limits"], "Moved."))
    world.wire.requests.clear()
    for plan in (approve, merge):
        (result,) = await run_plan(plan, lambda _: None)
        assert not result.done
        assert "moved since" in result.sentence
    assert sent(world) == 0


async def test_requests_are_merged_one_by_one(world: World, request_id: str) -> None:
    session = world.session("mira")
    draft = world.request("jonas", "Still a draft", status="draft")
    plan = await plan_requests(session, "merge", [(world.space, request_id), (world.space, draft)])
    assert [item.why_not for item in plan] == ["", "still a draft"]
    (result,) = await run_plan(plan, lambda _: None)
    assert result.done
    assert (await read(session, world, request_id)).status == "merged"


async def test_threads_are_answered_and_resolved_together(world: World, request_id: str) -> None:
    session, where = world.session("mira"), here(world, request_id)
    asked = [world.comment("jonas", request_id, text) for text in ("One?", "Two?", "Three?")]
    refs = [ThreadRef(where, each, False, "words") for each in asked] + [ThreadRef(where, "old", True, "settled")]
    plan = plan_threads(session, "reply", refs, "Done in the last edit.")
    assert [item.why_not for item in plan] == ["", "", "", "It is resolved already."]
    world.wire.status["POST", f"{asked[1]}/replies"] = 500
    results = await run_plan(plan, lambda _: None)
    assert [result.done for result in results] == [True, False, True]
    world.wire.status.clear()
    assert [(one.status, one.replies) for one in await comments_of(session, world, request_id)] == [
        ("resolved", 1),
        ("open", 0),
        ("resolved", 1),
    ]
