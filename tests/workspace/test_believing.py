"""What was read a moment ago is asked again only where a list tells of news, and never believed for long."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from pydantic import SecretStr

from docdeck.api.cache import Cache
from docdeck.api.platform import Platform
from docdeck.api.transport import Transport
from docdeck.models.base import User
from docdeck.models.change_requests import ChangeRequest, Review
from docdeck.models.comments import Comment, CommentReply, Replier
from docdeck.workspace.acts import Where, reply
from docdeck.workspace.believing import BELIEVED_FOR, MARGIN, comments_stand, replies_stand, reviews_stand
from docdeck.workspace.desk import Desk
from docdeck.workspace.inbox import watch_inbox
from docdeck.workspace.inbox_rows import Inbox
from docdeck.workspace.review import ReviewState, watch_review
from docdeck.workspace.session import Session
from docdeck.workspace.thread_lists import LATELY, ThreadList, watch_open_threads
from tests.workspace.world import World, update_page

AT = 1_000_000.0


def moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(AT + seconds, UTC)


@pytest.fixture
async def session(world: World) -> AsyncIterator[Session]:
    """Mira's workspace, whose clock is the service's."""
    transport = Transport("https://service.test", SecretStr("token-mira"), wire=world.wire, sleep=world.sleep)
    platform = Platform(transport, Cache(now=world.clock), clock=world.clock)
    made = Session(platform, Desk(world.folder / "desk", "mira", clock=world.clock), clock=world.clock)
    yield made
    await made.aclose()
    await platform.aclose()


async def inbox_of(session: Session, believe_for: float = BELIEVED_FOR) -> Inbox:
    return [inbox async for inbox in watch_inbox(session, believe_for=believe_for)][-1]


async def threads_of(session: Session) -> ThreadList:
    return [found async for found in watch_open_threads(session, believe_for=BELIEVED_FOR)][-1]


def asked_since(world: World, request: str) -> list[str]:
    """What was asked about a request, and from now on nothing."""
    found = sorted(path.rpartition("/")[2] for _, path in world.wire.requests if request in path)
    world.wire.requests.clear()
    return found


async def test_a_reply_that_no_list_tells_of_is_found_in_time_and_the_age_is_told(
    world: World, session: Session
) -> None:
    mine = world.request("mira", "Mine")
    comment = world.comment("jonas", mine, "Hm.")
    await inbox_of(session)
    assert asked_since(world, mine) == ["comments", "reviews"]
    world.wait(BELIEVED_FOR - 60)
    world.reply("sam", mine, comment, "Well.")
    before = await inbox_of(session)
    assert asked_since(world, mine) == []
    assert [row.note for row in before.rows] == ["Jonas Weber: “Hm.”"]
    assert before.freshness.words(world.clock()) == "live, 4 min"
    world.wait(60)
    after = await inbox_of(session)
    assert asked_since(world, mine) == ["comments", "reviews"]
    assert [row.note for row in after.rows] == ["Sam Ode replied on “Hm.”"]
    assert after.freshness.words(world.clock()) == "live, 0 s"


async def test_only_what_moved_is_asked_about(world: World, session: Session) -> None:
    talked, edited, quiet = (world.request("mira", name) for name in ("Talked", "Edited", "Quiet"))
    for request in (talked, edited, quiet):
        world.comment("jonas", request, "Hm.")
    world.verdict("sam", edited, "changes-requested")
    world.wait(MARGIN + 1)
    await inbox_of(session)
    world.wire.requests.clear()
    world.comment("sam", talked, "And this?")
    world.edit("mira", edited, update_page(world.pages["limits"], "Twenty."))
    found = await inbox_of(session)
    asked = {request: [path for _, path in world.wire.requests if request in path] for request in (talked, edited)}
    assert [path.rpartition("/")[2] for path in asked[talked]] == ["comments"]
    assert sorted(path.rpartition("/")[2] for path in asked[edited]) == ["comments", "reviews"]
    assert asked_since(world, quiet) == []
    assert "Sam Ode: “And this?”" in [row.note for row in found.rows]
    assert [row.note for row in found.section("returned")] == ["Sam Ode asked for changes; edited since, ask again"]


async def test_who_asks_for_all_of_it_gets_all_of_it(world: World, session: Session) -> None:
    mine = world.request("mira", "Mine")
    comment = world.comment("jonas", mine, "Hm.")
    await inbox_of(session)
    world.reply("sam", mine, comment, "Well.")
    world.wire.requests.clear()
    found = await inbox_of(session, 0.0)
    assert asked_since(world, mine) == ["comments", "reviews"]
    assert [row.note for row in found.rows] == ["Sam Ode replied on “Hm.”"]


async def test_what_was_written_here_is_asked_about(world: World, session: Session) -> None:
    mine = world.request("mira", "Mine")
    comment = world.comment("jonas", mine, "Hm.")
    assert [row.section for row in (await inbox_of(session)).rows] == ["threads"]
    outcome = await session.writes.submit(reply(Where(world.space, mine, "Handbook #1"), comment, "So it is."))
    assert outcome.state == "done"
    assert (await inbox_of(session)).rows == ()


async def test_of_the_threads_only_those_with_news_are_read(world: World, session: Session) -> None:
    mine = world.request("mira", "Mine")
    first, second = (world.comment("jonas", mine, text) for text in ("First", "Second"))
    for comment in (first, second):
        world.reply("sam", mine, comment, "Yes.")
    world.wait(MARGIN + 1)
    await threads_of(session)
    assert asked_since(world, mine).count("replies") == 2
    await threads_of(session)
    assert asked_since(world, mine) == []
    world.wait(LATELY)
    world.reply("sam", mine, second, "Or no.")
    world.comment("jonas", mine, "Third")
    found = await threads_of(session)
    asked = [path for _, path in world.wire.requests if path.endswith("/replies")]
    assert [second in path for path in asked] == [True]
    said = {each.thread.comment.id: [reply.body.markdown for reply in each.thread.replies] for each in found.threads}
    assert (said[first], said[second]) == (["Yes."], ["Yes.", "Or no."])


async def test_replies_of_resolved_threads_are_not_read_for_the_unresolved_ones(world: World, session: Session) -> None:
    from docdeck.service.actions.comments import update_comment

    mine = world.request("mira", "Mine")
    settled, unsettled = (world.comment("jonas", mine, text) for text in ("Settled", "Open"))
    for comment in (settled, unsettled):
        world.reply("sam", mine, comment, "Yes.")
    world.do(update_comment, "jonas", mine, settled, resolved=True)
    found = await threads_of(session)
    assert [each.thread.comment.id for each in found.threads] == [unsettled]
    assert not [path for _, path in world.wire.requests if settled in path]


def request_with(**fields: object) -> ChangeRequest:
    return ChangeRequest.model_validate({"id": "c", "number": 1, "updated_at": moment(-MARGIN - 1), **fields})


def test_a_request_that_moved_about_when_it_was_read_is_not_believed() -> None:
    assert reviews_stand(request_with(), (), AT)
    assert comments_stand(request_with(), (), AT)
    for late in (moment(-MARGIN), moment(5), None):
        assert not reviews_stand(request_with(updated_at=late), (), AT)
        assert not comments_stand(request_with(updated_at=late), (), AT)


def test_reviews_stand_while_they_call_the_right_revisions_outdated() -> None:
    found = [Review(id="1", revision="old", outdated=True), Review(id="2", revision="new", outdated=False)]
    assert reviews_stand(request_with(revision="new"), found, AT)
    assert not reviews_stand(request_with(revision="newer"), found, AT)


def test_comments_stand_while_as_many_are_open() -> None:
    found = [Comment(id="1"), Comment(id="2", status="resolved")]
    assert comments_stand(request_with(comments=1), found, AT)
    assert not comments_stand(request_with(comments=2), found, AT)
    assert not comments_stand(request_with(comments=0), found, AT)


@pytest.mark.parametrize(
    ("count", "replier", "replies", "seconds", "stand"),
    [
        (1, "sam", 1, -MARGIN - 1, True),
        (2, "sam", 2, -MARGIN - 1, False),  # one more came
        (1, "jonas", 1, -MARGIN - 1, False),  # one came, and another was taken back
        (1, "sam", 1, 5, False),  # the same many, but a newer one
        (1, "sam", 2, -MARGIN - 1, False),  # a platform whose numbers differ is asked
    ],
)
def test_replies_stand_while_the_comment_tells_of_the_same(
    count: int, replier: str, replies: int, seconds: float, stand: bool
) -> None:
    told = Replier(user=User(id=replier), count=count, updated_at=moment(seconds))
    found = [CommentReply(id="r", posted_by=User(id="sam"))]
    assert replies_stand(Comment(id="1", replies=replies, repliers=[told]), found, AT) == stand


async def test_a_request_looked_at_again_is_asked_for_alone_until_it_moves(world: World, session: Session) -> None:
    async def looked(believe_for: float = BELIEVED_FOR) -> ReviewState:
        states = [each async for each in watch_review(session, world.space, request, believe_for=believe_for)]
        return states[-1]

    request = world.request("jonas", "Looked at")
    world.reply("jonas", request, world.comment("sam", request, "Hm."), "Well.")
    world.verdict("sam", request, "approved")
    world.wait(MARGIN + 1)
    whole = await looked(0.0)
    everything = asked_since(world, request)
    world.wait(10)
    again = await looked()
    assert asked_since(world, request) == [request]
    assert replace(again, freshness=whole.freshness) == whole
    assert again.freshness.words(world.clock()) == "live, 10 s"
    world.edit("jonas", request, update_page(world.pages["limits"], "Twenty."))
    moved = await looked()
    assert {request, "changes", "comments", "requested-reviewers", "reviews"} <= set(asked_since(world, request))
    assert [review.outdated for review in moved.reviews] == [True]
    assert len(moved.pages) == 2
    await looked(0.0)
    assert set(everything) - {"pages"} <= set(asked_since(world, request))
