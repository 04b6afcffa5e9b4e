"""The inbox over the real service: its four sections, its few requests, and what it says when something fails."""

from __future__ import annotations

import asyncio

import pytest

from docdeck.api.errors import DocdeckError
from docdeck.workspace.acts import Where, resolve
from docdeck.workspace.believing import BELIEVED_FOR
from docdeck.workspace.glance import read_glance
from docdeck.workspace.inbox import watch_inbox
from docdeck.workspace.inbox_rows import Inbox
from docdeck.workspace.session import Session
from tests.workspace.world import World, update_page


async def all_of(session: Session, believe_for: float = 0.0) -> list[Inbox]:
    return [inbox async for inbox in watch_inbox(session, believe_for=believe_for)]


def names(inbox: Inbox) -> list[tuple[str, str]]:
    return [(row.section, row.subject) for row in inbox.rows]


async def test_four_sections(world: World) -> None:
    asked = world.request("jonas", "Please review")
    world.ask("jonas", asked, "mira")
    mine = world.request("mira", "Mine, returned", days=2)
    world.verdict("sam", mine, "changes-requested")
    thread = world.request("jonas", "With a thread", days=3)
    comment = world.comment("mira", thread, "Is this right?")
    world.reply("jonas", thread, comment, "It is.")
    answered = world.comment("mira", thread, "And this?")
    world.reply("jonas", thread, answered, "That too.")
    world.reply("mira", thread, answered, "Good.")
    world.request("sam", "Forgotten", days=40)
    world.request("sam", "Nothing to do with me")
    inbox = (await all_of(world.session("mira")))[-1]
    assert names(inbox) == [
        ("to_review", "Please review"),
        ("returned", "Mine, returned"),
        ("threads", "With a thread"),
        ("stuck", "Forgotten"),
    ]
    assert inbox.me == "Mira Koch"
    assert sorted(title for _, title in inbox.organizations) == ["Acme", "Globex"]
    assert inbox.section("returned")[0].note == "Sam Ode asked for changes"
    news = inbox.section("threads")[0]
    assert news.note == "Jonas Weber replied on “Is this right?”"
    assert news.comment == comment
    assert {row.space_title for row in inbox.rows} == {"Handbook"}
    assert inbox.freshness.words(world.clock()).startswith("live, ")


async def test_what_i_reviewed_is_gone_until_i_am_asked_about_another_revision(world: World) -> None:
    asked = world.request("jonas", "Please review")
    world.ask("jonas", asked, "mira")
    world.verdict("mira", asked, "approved")
    session = world.session("mira")
    assert names((await all_of(session))[-1]) == []
    world.ask("jonas", asked, "mira")
    assert names((await all_of(session))[-1]) == []
    world.edit("jonas", asked, update_page(world.pages["limits"], "Twenty."))
    assert names((await all_of(session))[-1]) == [("to_review", "Please review")]


async def test_a_returned_request_that_was_edited_since_says_so(world: World) -> None:
    mine = world.request("mira", "Mine")
    world.verdict("sam", mine, "changes-requested")
    world.edit("mira", mine, update_page(world.pages["limits"], "Twenty."))
    (row,) = (await all_of(world.session("mira")))[-1].rows
    assert (row.section, row.note) == ("returned", "Sam Ode asked for changes; edited since, ask again")
    world.verdict("sam", mine, "approved")
    assert names((await all_of(world.session("mira")))[-1]) == []


async def test_threads_on_my_own_request_count_and_resolved_ones_do_not(world: World) -> None:
    from docdeck.service.actions.comments import update_comment

    mine = world.request("mira", "Mine")
    world.comment("jonas", mine, "A first line\n\nand more")
    done = world.comment("jonas", mine, "Settled")
    world.do(update_comment, "jonas", mine, done, resolved=True)
    (row,) = (await all_of(world.session("mira")))[-1].rows
    assert (row.section, row.note) == ("threads", "Jonas Weber: “A first line”")


async def test_threads_on_spaces_have_news_too(world: World) -> None:
    mine = world.comment("mira", None, "Is this still true?", page=world.pages["limits"])
    world.reply("sam", None, mine, "It is.")
    named = world.comment("sam", None, "What does @Mira say?")
    other = world.comment("sam", None, "What does @Jonas say?")
    answered = world.comment("jonas", None, "@Mira, and this?")
    world.reply("mira", None, answered, "That too.")
    done = world.comment("sam", None, "@Mira, settled.")
    session = world.session("mira")
    assert (await session.writes.submit(resolve(Where(world.space, "", "Handbook"), done))).state == "done"
    inbox = (await all_of(session))[-1]
    rows = {row.comment: row for row in inbox.section("threads")}
    assert {key: row.note for key, row in rows.items()} == {
        mine: "Sam Ode replied on “Is this still true?”",
        named: "Sam Ode mentioned you: “What does @Mira say?”",
    }
    assert other not in rows
    assert {(row.change_request, row.where, row.space) for row in rows.values()} == {("", "Handbook", world.space)}
    assert rows[mine].label == "Handbook: Sam Ode replied on “Is this still true?”"
    assert inbox.freshness.state == "live"
    world.wire.status[("GET", f"/spaces/{world.space}/comments")] = 500
    failed = (await all_of(session))[-1]
    assert failed.rows == inbox.rows
    assert failed.freshness.state == "partial"


async def test_few_requests_and_only_where_there_is_something(world: World) -> None:
    quiet = world.request("jonas", "No comments here")
    loud = world.request("mira", "Comments here")
    world.comment("jonas", loud, "Hm.")
    session = world.session("mira")
    await all_of(session)
    paths = [path for _, path in world.wire.requests]
    assert sorted(paths[:2]) == ["/v1/orgs", "/v1/user"]
    lists = [path for path in paths if path.endswith("/change-requests")]
    assert len(lists) == 2 * 3
    assert not [path for path in paths if quiet in path]
    assert sorted(path.rsplit("/", 1)[1] for path in paths if loud in path) == ["comments", "reviews"]
    world.wire.requests.clear()
    await all_of(session, believe_for=BELIEVED_FOR)
    assert len([path for _, path in world.wire.requests if path.endswith("/spaces")]) == 0
    per_organization = [path for _, path in world.wire.requests if "/orgs/" in path]
    assert len(per_organization) == 2 * 3


async def test_the_stored_inbox_comes_first_and_nothing_flickers(world: World) -> None:
    asked = world.request("jonas", "Please review")
    world.ask("jonas", asked, "mira")
    mine = world.request("mira", "Mine")
    world.comment("jonas", mine, "Hm.")
    session = world.session("mira")
    last = (await all_of(session))[-1]
    world.wire.requests.clear()
    again = watch_inbox(session)
    first = await anext(again)
    assert not world.wire.requests
    assert names(first) == names(last)
    assert first.freshness.state == "refreshing"
    states = [first, *[inbox async for inbox in again]]
    assert all(names(inbox) == names(last) for inbox in states)
    assert states[-1].freshness.state == "live"


async def test_one_organization_that_fails_does_not_hide_the_others(world: World) -> None:
    asked = world.request("jonas", "Please review")
    world.ask("jonas", asked, "mira")
    world.wire.status[("GET", f"/v1/orgs/{world.small}/change-requests")] = 403
    inbox = (await all_of(world.session("mira")))[-1]
    assert names(inbox) == [("to_review", "Please review")]
    assert inbox.freshness.words(world.clock()) == "partial 1 of 2"
    assert inbox.problems[0].startswith("Globex: ")


async def test_who_may_no_longer_read_keeps_what_was_read(world: World) -> None:
    asked = world.request("jonas", "Please review")
    world.ask("jonas", asked, "mira")
    session = world.session("mira")
    await all_of(session)
    for ending in ("/user", "/orgs", "/change-requests"):
        world.wire.status[("GET", ending)] = 403
    inbox = (await all_of(session))[-1]
    assert names(inbox) == [("to_review", "Please review")]
    assert inbox.freshness.state == "forbidden"
    assert inbox.problems


async def test_without_the_server_the_rows_stay_with_their_age(world: World) -> None:
    asked = world.request("jonas", "Please review")
    world.ask("jonas", asked, "mira")
    session = world.session("mira")
    live = (await all_of(session))[-1]
    world.wire.unreachable.add("GET")
    inbox = (await all_of(session))[-1]
    assert inbox.rows == live.rows
    assert inbox.freshness.at == live.freshness.at
    assert inbox.freshness.since == session.platform.state.offline_since
    assert inbox.freshness.words(world.clock()).startswith("offline since ")
    world.wire.unreachable.clear()
    assert (await all_of(session))[-1].freshness.state == "live"


async def test_when_every_list_fails_the_stored_rows_stay(world: World) -> None:
    asked = world.request("jonas", "Please review")
    world.ask("jonas", asked, "mira")
    session = world.session("mira")
    live = (await all_of(session))[-1]
    world.wire.status[("GET", "/change-requests")] = 403
    inbox = (await all_of(session))[-1]
    assert (inbox.rows, inbox.freshness.state, inbox.freshness.at) == (live.rows, "forbidden", live.freshness.at)
    assert len(inbox.problems) == 2


async def test_with_nothing_stored_a_failure_is_raised(world: World) -> None:
    world.wire.status[("GET", "/orgs")] = 403
    with pytest.raises(DocdeckError):
        await all_of(world.session("mira"))


async def test_nobody_of_no_organization_has_an_empty_inbox(world: World) -> None:
    from docdeck.service.store.people import insert_token, insert_user

    with world.store.write() as tx:
        world.people["new"] = insert_user(tx, "New Comer", "new@acme.example")
        insert_token(tx, world.people["new"], "token-new")
    inbox = (await all_of(world.session("new")))[-1]
    assert (inbox.me, inbox.rows, inbox.organizations) == ("New Comer", (), ())
    assert inbox.freshness.state == "live"


async def test_the_next_first_frame_has_the_rows(world: World) -> None:
    asked = world.request("jonas", "Please review")
    world.ask("jonas", asked, "mira")
    session = world.session("mira", cached=True)
    inbox = (await all_of(session))[-1]
    assert session.cache_file is not None
    glance = read_glance(session.cache_file)
    assert glance is not None
    assert glance.rows == inbox.rows
    assert glance.at == inbox.freshness.at


async def test_leaving_the_inbox_ends_its_reads(world: World) -> None:
    world.request("jonas", "Anything")
    release = asyncio.Event()
    world.wire.hold[("GET", "/change-requests")] = release
    session = world.session("mira")
    watching = watch_inbox(session)
    waiting = asyncio.ensure_future(anext(watching))
    await world.wire.arrived.wait()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await watching.aclose()
    assert not [task for task in asyncio.all_tasks() if "_PartReading" in repr(task.get_coro())]
    release.set()


async def test_a_request_edited_since_my_review_waits_for_me_again(world: World) -> None:
    request = world.request("jonas", "Rewrite webhooks")
    world.comment("mira", request, "Looking at it.")
    world.verdict("mira", request, "changes-requested")
    session = world.session("mira")

    async def waiting() -> list[tuple[str, str]]:
        found = [inbox async for inbox in watch_inbox(session)][-1]
        return [(row.change_request, row.note) for row in found.section("to_review")]

    assert await waiting() == []
    world.edit("jonas", request, update_page(world.pages["limits"], "Twenty per second."))
    assert await waiting() == [(request, "edited since your review")]
    world.verdict("mira", request, "approved")
    assert await waiting() == []
