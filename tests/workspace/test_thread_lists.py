"""Threads of spaces and of open change requests, by whose turn it is; one that fails leaves the others."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from docdeck.api.errors import ServerFailed
from docdeck.api.exchange import Call
from docdeck.models.base import User
from docdeck.models.comments import Comment, CommentReply, Replier
from docdeck.workspace.acts import Where, resolve
from docdeck.workspace.believing import BELIEVED_FOR
from docdeck.workspace.thread_lists import completed, watch_open_threads, watch_threads
from docdeck.workspace.threads import thread_of
from tests.workspace.test_branches import all_of, last_of
from tests.workspace.world import World


@pytest.fixture
def talk(world: World) -> dict[str, str]:
    """Two requests with a thread each, one with a reply."""
    first, second = world.request("mira", "First"), world.request("jonas", "Second")
    ids = {"first": first, "second": second}
    ids["mine"] = world.comment("sam", first, "For Mira?", page=world.pages["webhooks"])
    ids["theirs"] = world.comment("mira", second, "For Jonas?")
    ids["reply"] = world.reply("jonas", second, ids["theirs"], "Yes.")
    return ids


async def test_open_threads_over_everything_know_whose_turn_it_is(world: World, talk: dict[str, str]) -> None:
    found = await last_of(watch_open_threads(world.session("mira")))
    turns = {each.thread.comment.id: each.thread.turn for each in found.threads}
    assert turns == {talk["mine"]: "mine", talk["theirs"]: "mine"}
    assert found.freshness.state == "live"
    sams = await last_of(watch_open_threads(world.session("sam")))
    assert {each.thread.turn for each in sams.threads} == {"theirs", "nobody"}


async def test_threads_of_a_space_name_their_pages(world: World, talk: dict[str, str]) -> None:
    found = await all_of(watch_threads(world.session("mira"), world.space))
    titles = {each.thread.comment.id: each.page_title for each in found[-1].threads}
    assert titles == {talk["mine"]: "Webhooks", talk["theirs"]: ""}
    assert found[-1].space is not None
    assert all(each.request is not None for each in found[-1].threads)


async def test_open_threads_name_their_spaces_and_do_without_when_these_cannot_be_read(
    world: World, talk: dict[str, str]
) -> None:
    _, there = world.elsewhere("mira", "Guide", "Third", "And here?")
    found = await last_of(watch_open_threads(world.session("mira")))
    titles = {each.thread.comment.id: each.space_title for each in found.threads}
    assert titles == {talk["mine"]: "Handbook", talk["theirs"]: "Handbook", there: "Guide"}
    world.wire.status[("GET", f"/orgs/{world.organization}/spaces")] = 500
    found = await last_of(watch_open_threads(world.session("mira", desk="other")))
    assert {each.thread.comment.id: each.space_title for each in found.threads} == dict.fromkeys(titles, "")
    assert found.freshness.state == "partial"
    assert found.problem.startswith("Threads on the spaces of Acme: ")


async def test_open_threads_on_spaces_stand_beside_those_on_requests(world: World, talk: dict[str, str]) -> None:
    on_page = world.comment("mira", None, "Is this still true?", page=world.pages["limits"])
    world.reply("sam", None, on_page, "It is.")
    done = world.comment("sam", None, "Settled.")
    session = world.session("mira")
    assert (await session.writes.submit(resolve(Where(world.space, "", "Handbook"), done))).state == "done"
    found = await last_of(watch_open_threads(session))
    rows = {each.thread.comment.id: each for each in found.threads}
    assert set(rows) == {talk["mine"], talk["theirs"], on_page}
    placed = rows[on_page]
    assert (placed.request, placed.space, placed.space_title, placed.page_title) == (
        None,
        world.space,
        "Handbook",
        "Limits",
    )
    assert (placed.thread.turn, len(placed.thread.replies)) == ("mine", 1)
    assert found.freshness.state == "live"


async def test_spaces_where_nothing_is_open_are_not_asked_for_comments(world: World, talk: dict[str, str]) -> None:
    session = world.session("mira")
    await last_of(watch_open_threads(session))
    assert world.wire.count("GET", f"/spaces/{world.space}/comments") == 0
    world.comment("sam", None, "Now there is one.")
    await last_of(watch_open_threads(session))
    assert world.wire.count("GET", f"/spaces/{world.space}/comments") == 1


async def test_a_space_whose_threads_fail_leaves_the_others_and_is_named(world: World, talk: dict[str, str]) -> None:
    world.comment("sam", None, "On the space.")
    world.wire.status[("GET", f"/spaces/{world.space}/comments")] = 500
    found = await last_of(watch_open_threads(world.session("mira")))
    assert {each.thread.comment.id for each in found.threads} == {talk["mine"], talk["theirs"]}
    assert found.freshness.state == "partial"
    assert found.problem.startswith("Threads of Handbook:")


async def test_a_request_whose_threads_fail_leaves_the_others_and_is_named(world: World, talk: dict[str, str]) -> None:
    world.wire.status[("GET", f"/{talk['first']}/comments")] = 500
    found = await last_of(watch_open_threads(world.session("mira")))
    assert [each.thread.comment.id for each in found.threads] == [talk["theirs"]]
    assert found.freshness.state == "partial"
    assert found.problem.startswith("Threads of #1 First:")


async def without(world: World, path: str, name: str) -> None:
    """From now on the change requests of this list lack a field."""
    told = json.loads((await world.session("mira").platform.call(Call("list", "GET", path))).data)
    for item in told["items"]:
        del item[name]
    world.wire.answers["GET", path] = json.dumps(told).encode()


async def test_requests_that_name_no_revision_take_only_the_titles_of_their_pages_along(
    world: World, talk: dict[str, str]
) -> None:
    await without(world, f"/v1/orgs/{world.organization}/change-requests", "revision")
    found = await last_of(watch_open_threads(world.session("mira")))
    assert {each.thread.comment.id: each.page_title for each in found.threads} == {talk["mine"]: "", talk["theirs"]: ""}
    assert found.freshness.state == "live"


async def test_requests_that_name_no_space_are_of_the_space_they_were_asked_for_in(
    world: World, talk: dict[str, str]
) -> None:
    await without(world, f"/v1/spaces/{world.space}/change-requests", "space")
    found = await last_of(watch_threads(world.session("mira"), world.space))
    assert {each.thread.comment.id for each in found.threads} == {talk["mine"], talk["theirs"]}
    assert {each.request.space for each in found.threads if each.request is not None} == {world.space}
    assert found.freshness.state == "live"


async def test_threads_of_a_space_hold_those_of_a_request_where_all_are_resolved(
    world: World, talk: dict[str, str]
) -> None:
    session = world.session("mira")
    settled = world.comment("sam", None, "Settled.")
    for where, thread in ((talk["first"], talk["mine"]), ("", settled)):
        done = resolve(Where(world.space, where, "Handbook"), thread)
        assert (await session.writes.submit(done)).state == "done"
    found = await last_of(watch_threads(session, world.space))
    resolved = {each.thread.comment.id: each.thread.resolved for each in found.threads}
    assert resolved == {talk["mine"]: True, settled: True, talk["theirs"]: False}
    assert found.freshness.state == "live"
    for only, wanted in (("open", {talk["theirs"]}), ("resolved", {talk["mine"], settled})):
        listed = await last_of(watch_threads(session, world.space, only=only))
        assert {each.thread.comment.id for each in listed.threads} == wanted


async def test_requests_where_nobody_wrote_are_believed_to_have_no_threads_for_a_while(
    world: World, talk: dict[str, str]
) -> None:
    silent = world.request("sam", "Silent")
    session = world.session("mira")
    await last_of(watch_threads(session, world.space))
    assert world.wire.count("GET", f"/{silent}/comments") == 1
    await last_of(watch_threads(session, world.space, believe_for=BELIEVED_FOR))
    assert world.wire.count("GET", f"/{silent}/comments") == 1


@pytest.mark.parametrize("ending", ["/content/pages", "/change-requests", ""])
async def test_a_second_source_of_a_space_that_fails_leaves_its_threads(
    world: World, talk: dict[str, str], ending: str
) -> None:
    world.wire.status[("GET", f"/spaces/{world.space}{ending}")] = 403
    found = await last_of(watch_threads(world.session("mira"), world.space))
    assert found.freshness.state == "partial"
    assert bool(found.threads) is (ending != "/change-requests")


async def test_when_all_organizations_fail_it_is_a_failure(world: World, talk: dict[str, str]) -> None:
    world.wire.status[("GET", "/change-requests")] = 500
    with pytest.raises(ServerFailed):
        await all_of(watch_open_threads(world.session("mira")))


async def test_a_list_that_is_not_read_whole_is_completed_where_it_is_looked_at(
    world: World, talk: dict[str, str]
) -> None:
    session = world.session("mira")
    found = await last_of(watch_open_threads(session, whole=False))
    assert found.freshness.state == "live"
    assert world.wire.count("GET", "/replies") == world.wire.count("GET", "/pages") == 0
    rows = {each.thread.comment.id: each for each in found.threads}
    mine, theirs = rows[talk["mine"]], rows[talk["theirs"]]
    assert (theirs.thread.turn, theirs.thread.unread, theirs.thread.last_by) == ("mine", True, theirs.thread.last_by)
    assert not mine.thread.unread
    world.wire.status[("GET", f"/{talk['theirs']}/replies")] = 500
    failed = await completed(session, [theirs], titles=False)
    assert failed[talk["theirs"]].thread.problem
    world.wire.status.clear()
    whole = await completed(session, [mine, theirs], titles=True)
    assert whole[talk["mine"]].page_title == "Webhooks"
    assert [reply.body.markdown for reply in whole[talk["theirs"]].thread.replies] == ["Yes."]
    assert not whole[talk["theirs"]].thread.unread
    world.wire.requests.clear()
    again = await last_of(watch_open_threads(session, whole=False))
    assert {each.thread.comment.id: each.page_title for each in again.threads} == {
        talk["mine"]: "Webhooks",
        talk["theirs"]: "",
    }
    assert not any(each.thread.unread for each in again.threads)
    world.reply("jonas", talk["second"], talk["theirs"], "And more.")
    (moved,) = (
        each for each in (await last_of(watch_open_threads(session, whole=False))).threads if each.thread.unread
    )
    assert moved.thread.comment.id == talk["theirs"]
    assert world.wire.count("GET", "/replies") == world.wire.count("GET", "/pages") == 0


def test_a_thread_is_unread_while_its_comment_tells_of_more_or_later_replies() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    said = CommentReply(id="r", posted_by=User(id="sam"), posted_at=at)

    def unread(*replies: CommentReply, count: int = 1, last: datetime = at) -> bool:
        told = [Replier(user=User(id="sam"), count=count, updated_at=last)]
        return thread_of(Comment(id="1", replies=count, repliers=told), replies, "me", None).unread

    assert unread()
    assert not unread(said)
    assert unread(said, count=2)
    assert unread(said, last=at + timedelta(seconds=1))
    edited = said.model_copy(update={"edited_at": at + timedelta(seconds=1)})
    assert not unread(edited, last=at + timedelta(seconds=1))
    assert not thread_of(Comment(id="1"), (), "me", None).unread
