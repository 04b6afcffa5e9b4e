"""A change request as a reviewer reads it, over the real service: pages, diffs, threads, and their ages."""

from __future__ import annotations

import asyncio
import json

import pytest

from docdeck.api.comment_calls import in_space
from docdeck.api.errors import NotFound
from docdeck.api.operations import content
from docdeck.models.change_requests import ContentChange, PageBody
from docdeck.service.actions.change_requests import merge, update_from_main
from docdeck.service.actions.comments import update_comment
from docdeck.service.actions.spaces import edit_space
from docdeck.workspace import reads
from docdeck.workspace.diff import DiffLine, PageDiff
from docdeck.workspace.page_diffs import source_diff
from docdeck.workspace.reads import StoredReads
from docdeck.workspace.review import ReviewState, watch_review
from docdeck.workspace.session import Session
from docdeck.workspace.threads import with_replies
from tests.workspace.world import WEBHOOKS, World, update_page


async def states(session: Session, space: str, request: str) -> list[ReviewState]:
    return [state async for state in watch_review(session, space, request)]


async def diff_of(world: World, session: Session, state: ReviewState, page: str) -> PageDiff:
    return await source_diff(session, world.space, page, state.base, state.head)


def changed(diff: PageDiff) -> list[str]:
    return [f"{line.kind[0]} {line.text}" for line in diff.lines if line.kind in ("added", "removed") and line.text]


def line(diff: PageDiff, text: str) -> DiffLine:
    return next(found for found in diff.lines if text in found.text)


async def test_the_whole_review(world: World) -> None:
    request = world.request("jonas", "Rewrite webhooks")
    world.edit(
        "jonas",
        request,
        ContentChange(operation="insert_page", title="Retries", document=PageBody(markdown="Again and again.")),
        ContentChange(operation="delete_page", page=world.pages["secrets"]),
        ContentChange(operation="update_page", page=world.pages["limits"], title="Rate limits"),
    )
    world.ask("jonas", request, "mira")
    world.verdict("sam", request, "changes-requested")
    whole = world.comment("sam", request, "On the whole.")
    on_page = world.comment("mira", request, "On the page.", page=world.pages["webhooks"])
    world.reply("jonas", request, on_page, "Right.")
    state = (await states(world.session("mira"), world.space, request))[-1]
    assert {row.title: row.kind for row in state.pages} == {
        "Webhooks": "edited",
        "Retries": "created",
        "Secrets": "deleted",
        "Rate limits": "edited",
    }
    renamed = next(row for row in state.pages if row.title == "Rate limits")
    assert renamed.before_title == "Limits"
    assert next(row for row in state.pages if row.title == "Webhooks").open_threads == 1
    assert [thread.comment.id for thread in state.threads] == [whole, on_page]
    assert [reply.posted_by.display_name for reply in state.threads[1].replies if reply.posted_by] == ["Jonas Weber"]
    assert [thread.turn for thread in state.threads] == ["nobody", "mine"]
    assert [review.status for review in state.reviews] == ["changes-requested"]
    assert [one.user.display_name for one in state.requested if one.user] == ["Mira Koch"]
    assert state.space is not None
    assert state.space.title == "Handbook"
    assert (state.shown_changes, state.cut) == (state.total_changes, "")
    assert state.freshness.state == "live"
    assert state.problems == ()


async def test_it_is_found_under_its_number_too(world: World) -> None:
    request = world.request("jonas", "By number")
    session = world.session("mira")
    by_id = (await states(session, world.space, request))[-1]
    by_number = (await states(session, world.space, str(by_id.change_request.number)))[-1]
    assert by_number.change_request.id == request
    assert by_number.pages == by_id.pages


async def test_parts_that_are_what_they_were_are_not_told_again(world: World) -> None:
    request = world.request("jonas", "Read twice")
    world.comment("sam", request, "On the whole.")
    session = world.session("mira")
    await states(session, world.space, request)
    again = await states(session, world.space, request)
    assert [state.freshness.state for state in again] == ["refreshing", "live"]


async def test_comments_without_replies_are_threads_at_once(world: World) -> None:
    request = world.request("jonas", "Many comments")
    world.comment("sam", request, "Nobody answered yet.")
    comments = (await states(world.session("mira"), world.space, request))[-1].threads
    reading = with_replies(
        StoredReads(world.session("mira").platform), in_space(world.space), [each.comment for each in comments], "", ""
    )
    with pytest.raises(StopIteration) as ended:
        reading.send(None)  # which would hand out what it waits for
    assert [thread.comment for thread in ended.value.value] == [each.comment for each in comments]


async def test_diffs_of_edited_created_and_deleted_pages(world: World) -> None:
    request = world.request("jonas", "Edits")
    world.edit(
        "jonas",
        request,
        ContentChange(operation="insert_page", title="Retries", document=PageBody(markdown="Again and again.")),
        ContentChange(operation="delete_page", page=world.pages["secrets"]),
    )
    session = world.session("mira")
    state = (await states(session, world.space, request))[-1]
    pages = {row.title: row.page for row in state.pages}
    edited = await diff_of(world, session, state, pages["Webhooks"])
    assert changed(edited) == [
        "r Each delivery carries a SHA-1 signature in the header.",
        "a Each delivery carries a SHA-256 signature in the header.",
        "r Old paragraph about secrets.",
    ]
    assert [line(edited, "SHA-256").text[a:b] for a, b in line(edited, "SHA-256").words] == ["256"]
    assert changed(await diff_of(world, session, state, pages["Retries"])) == ["a Again and again."]
    deleted = await diff_of(world, session, state, pages["Secrets"])
    assert (deleted.title, changed(deleted)) == ("Secrets", ["r Keep them."])
    assert (await diff_of(world, session, state, "no-such-page")).note == "Neither revision has this page."


async def test_lines_know_their_block_of_the_head(world: World) -> None:
    request = world.request("jonas", "Edits")
    session = world.session("mira")
    state = (await states(session, world.space, request))[-1]
    diff = await diff_of(world, session, state, world.pages["webhooks"])
    query = content.revision_page(world.space, state.head, world.pages["webhooks"], format="document")
    head = (await session.platform.read(query)).value
    assert head.document is not None
    node = next(block["key"] for block in head.document.nodes if "SHA-256" in json.dumps(block))
    assert line(diff, "SHA-256").node == node
    assert line(diff, "SHA-1").node == node
    assert line(diff, "Old paragraph").node is None


async def test_the_diff_is_against_the_base_also_after_main_moved_and_after_the_merge(world: World) -> None:
    request = world.request("jonas", "Edits")
    expected = [
        "r Each delivery carries a SHA-1 signature in the header.",
        "a Each delivery carries a SHA-256 signature in the header.",
        "r Old paragraph about secrets.",
    ]
    with world.store.write() as tx:
        changes = [update_page(world.pages["webhooks"], WEBHOOKS.replace("HMAC", "digest"))]
        edit_space(tx, world.people["mira"], world.space, changes)

    async def seen() -> tuple[ReviewState, list[str]]:
        session = world.session("mira")
        state = (await states(session, world.space, request))[-1]
        return state, changed(await diff_of(world, session, state, world.pages["webhooks"]))

    state, lines = await seen()
    assert state.change_request.outdated
    assert lines == expected
    world.do(update_from_main, "jonas", request)
    state, lines = await seen()
    assert state.base == state.change_request.revision_merged_ancestor
    world.do(merge, "mira", request)
    state, after = await seen()
    assert state.change_request.status == "merged"
    assert after == lines
    assert after


async def test_a_diff_made_once_asks_nothing_again(world: World) -> None:
    request = world.request("jonas", "Edits")
    session = world.session("mira")
    state = (await states(session, world.space, request))[-1]
    first = await diff_of(world, session, state, world.pages["webhooks"])
    world.wire.requests.clear()
    assert await diff_of(world, session, state, world.pages["webhooks"]) is first
    session.diffs.forget()
    assert await diff_of(world, session, state, world.pages["webhooks"]) == first
    assert world.wire.requests == []


async def test_a_server_without_a_list_of_changes_is_read_by_its_trees(world: World) -> None:
    request = world.request("jonas", "Edits")
    world.edit("jonas", request, ContentChange(operation="delete_page", page=world.pages["secrets"]))
    world.wire.status[("GET", "/changes")] = 404
    state = (await states(world.session("mira"), world.space, request))[-1]
    assert [(row.title, row.kind) for row in state.pages] == [("Webhooks", "edited"), ("Secrets", "deleted")]
    assert state.problems == ()
    assert state.freshness.state == "live"


async def test_a_part_that_fails_is_named_and_the_rest_is_there(world: World) -> None:
    request = world.request("jonas", "Edits")
    world.comment("sam", request, "Hm.")
    world.wire.status[("GET", "/reviews")] = 403
    state = (await states(world.session("mira"), world.space, request))[-1]
    assert len(state.problems) == 1
    assert state.freshness.state == "forbidden"
    assert [row.title for row in state.pages] == ["Webhooks"]
    assert len(state.threads) == 1


async def test_the_stored_review_comes_first_and_without_a_request(world: World) -> None:
    request = world.request("jonas", "Edits")
    world.comment("sam", request, "Hm.")
    session = world.session("mira")
    last = (await states(session, world.space, request))[-1]
    world.wire.requests.clear()
    watching = watch_review(session, world.space, request)
    first = await anext(watching)
    assert world.wire.requests == []
    assert first.freshness.state == "refreshing"
    assert (first.pages, first.threads, first.change_request) == (last.pages, last.threads, last.change_request)
    rest = [state async for state in watching]
    assert all(state.pages == last.pages and state.threads == last.threads for state in rest)
    assert rest[-1].freshness.state == "live"


async def test_many_stored_comments_do_not_keep_the_pages_waiting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reads, "PAGE_SIZE", 3)
    monkeypatch.setattr(reads, "TURN", -1.0)
    request = world.request("jonas", "Edits")
    for number in range(3 * reads.PAGE_LIMIT):
        world.comment("sam", request, f"Hm, {number}.", page=world.pages["webhooks"])
    session = world.session("mira")
    last = (await states(session, world.space, request))[-1]
    world.wire.requests.clear()
    watching = watch_review(session, world.space, request)
    first, second = await anext(watching), await anext(watching)
    assert world.wire.requests == []
    assert [row.page for row in first.pages] == [row.page for row in last.pages]
    assert (first.threads, first.reading_threads) == ((), True)
    assert (second.threads, second.pages, second.reading_threads) == (last.threads, last.pages, False)
    rest = [state async for state in watching]
    assert all(state.threads == last.threads and not state.reading_threads for state in rest)


async def test_threads_are_being_read_until_they_are_read_or_cannot_be(world: World) -> None:
    request = world.request("jonas", "Edits")
    world.comment("sam", request, "Hm.")
    answer = world.wire.hold[("GET", "/comments")] = asyncio.Event()
    watching = watch_review(world.session("mira"), world.space, request)
    assert (await anext(watching)).reading_threads
    answer.set()
    found = [state async for state in watching]
    assert all(state.reading_threads == (not state.threads) for state in found)
    assert len(found[-1].threads) == 1
    world.wire.status[("GET", "/comments")] = 403
    failed = (await states(world.session("jonas"), world.space, request))[-1]
    assert (failed.threads, failed.reading_threads, len(failed.problems)) == ((), False, 1)


async def test_when_the_request_cannot_be_read_the_stored_one_stays(world: World) -> None:
    request = world.request("jonas", "Edits")
    session = world.session("mira")
    await states(session, world.space, request)
    world.wire.status[("GET", f"/change-requests/{request}")] = 403
    state = (await states(session, world.space, request))[-1]
    assert state.freshness.state == "forbidden"
    assert [row.title for row in state.pages] == ["Webhooks"]
    with pytest.raises(NotFound):
        await states(session, world.space, "no-such-request")


async def test_without_the_server_everything_seen_stays_readable(world: World) -> None:
    request = world.request("jonas", "Edits")
    world.comment("sam", request, "Hm.")
    session = world.session("mira", cached=True)
    live = (await states(session, world.space, request))[-1]
    diff = await diff_of(world, session, live, world.pages["webhooks"])
    await session.platform.aclose()
    world.wire.unreachable.add("GET")
    again = world.session("mira", cached=True)
    found = await states(again, world.space, request)
    assert [state.freshness.state for state in found] == ["refreshing", "offline"]
    assert (found[-1].pages, found[-1].threads) == (live.pages, live.threads)
    assert await diff_of(world, again, found[-1], world.pages["webhooks"]) == diff


async def test_a_list_of_changes_that_was_cut_says_how_much_is_shown(world: World) -> None:
    request = world.request("jonas", "Edits")
    told = {
        "changes": [{"type": "page_edited", "page": {"id": world.pages["webhooks"], "title": "Webhooks"}}],
        "more": 36,
    }
    world.wire.answers[("GET", "/changes")] = json.dumps(told).encode()
    state = (await states(world.session("mira"), world.space, request))[-1]
    assert state.cut == "1 of 37"
    assert state.freshness.words(world.clock()) == "partial 1 of 37"


async def test_a_page_that_is_sent_as_markdown_only_has_no_blocks(world: World) -> None:
    request = world.request("jonas", "Edits")
    page = world.pages["webhooks"]
    told = {"id": page, "title": "Webhooks", "type": "document", "markdown": "# Only\n\nMarkdown"}
    world.wire.answers[("GET", f"/page/{page}")] = json.dumps(told).encode()
    session = world.session("mira")
    state = (await states(session, world.space, request))[-1]
    diff = await diff_of(world, session, state, page)
    assert [(one.kind, one.node) for one in diff.lines] == [("gap", None)]


async def test_leaving_a_review_ends_its_reads(world: World) -> None:
    request = world.request("jonas", "Edits")
    world.wire.hold[("GET", "/comments")] = asyncio.Event()
    watching = watch_review(world.session("mira"), world.space, request)
    await anext(watching)
    await world.wire.arrived.wait()
    await watching.aclose()
    left = [task for task in asyncio.all_tasks() if "_Reading" in repr(task.get_coro())]
    assert left == []


async def test_threads_of_a_request(world: World) -> None:
    request = world.request("jonas", "Talk")
    late = world.comment("sam", request, "On limits.", page=world.pages["limits"])
    early = world.comment("mira", request, "On webhooks.", page=world.pages["webhooks"])
    world.reply("jonas", request, early, "Yes.")
    world.reply("mira", request, early, "Fine.")
    done = world.comment("sam", request, "Settled.")
    world.do(update_comment, "sam", request, done, resolved=True)
    world.wire.requests.clear()
    found = (await states(world.session("mira"), world.space, request))[-1].threads
    assert [thread.comment.id for thread in found] == [done, early, late]
    assert [(thread.turn, thread.resolved) for thread in found] == [
        ("nobody", True),
        ("theirs", False),
        ("nobody", False),
    ]
    assert [thread.page for thread in found] == [None, world.pages["webhooks"], world.pages["limits"]]
    assert found[1].last_by is not None
    assert found[1].last_by.display_name == "Mira Koch"
    assert world.wire.count("GET", "/replies") == 1
    theirs = (await states(world.session("jonas"), world.space, request))[-1].threads
    assert [thread.turn for thread in theirs] == ["nobody", "mine", "mine"]


async def test_a_page_of_many_lines_does_not_block_the_loop(world: World) -> None:
    text = "\n\n".join(f"Paragraph {number} says {number * 7} things." for number in range(3000))
    with world.store.write() as tx:
        edit_space(tx, world.people["mira"], world.space, [update_page(world.pages["limits"], text)])
    request = world.request("jonas", "Big")
    world.edit("jonas", request, update_page(world.pages["limits"], text.replace("things", "matters")))
    session = world.session("mira")
    state = (await states(session, world.space, request))[-1]
    beats = 0

    async def heart() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0.001)
            beats += 1

    beating = asyncio.create_task(heart())
    diff = await diff_of(world, session, state, world.pages["limits"])
    beating.cancel()
    assert (diff.added, diff.removed) == (3000, 3000)
    assert beats > 20
