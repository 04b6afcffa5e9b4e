"""Lists of 0, 1, 1,000 and 100,000 rows, and text that acts on terminals in every field: painted, bounded, harmless."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

import httpx
import pytest

from docdeck.deck.screens.change_requests import ChangeRequestsScreen
from docdeck.deck.screens.inbox import InboxScreen
from docdeck.deck.screens.page import PageScreen
from docdeck.deck.screens.request_reading import RequestReading
from docdeck.deck.screens.threads import ThreadsScreen
from docdeck.deck.screens.tree import TreeScreen
from docdeck.models.base import RichBody, User
from docdeck.models.change_requests import ChangeRequest
from docdeck.models.comments import Comment, CommentReply, Reaction
from docdeck.models.content import RevisionPage
from docdeck.models.spaces import Space
from docdeck.workspace.details import Details, facts
from docdeck.workspace.freshness import Freshness
from docdeck.workspace.inbox_rows import SECTIONS, Inbox, InboxRow
from docdeck.workspace.pages import page_text
from docdeck.workspace.request_lists import RequestList
from docdeck.workspace.review import ChangedPageRow, ReviewState
from docdeck.workspace.thread_lists import PlacedThread, ThreadList
from docdeck.workspace.threads import Thread
from docdeck.workspace.tree import Children, Node
from tests.deck.company import Clock, Company, Deck, deck_over
from tests.deck.widgets.hostile import HOSTILE, assert_harmless

IDS = {name: name for name in ("organization", "space", "page", "site", "user", "team")}
LIVE = Freshness("live", at=1_773_999_000.0)
AT = datetime(2026, 3, 19, tzinfo=UTC)
Words = Callable[[int], str]
Fill = Callable[[int, Words], Any]


def plain(at: int) -> str:
    """A short text that names its row; far rows share theirs, which makes a hundred thousand of them quickly."""
    return f"row {at if at < 1_000 else at % 1_000 + 99_000}"


def hostile(at: int) -> str:
    """One payload after the other."""
    return HOSTILE[at % len(HOSTILE)]


@cache
def user(text: str) -> User:
    """Somebody called so."""
    return User.model_construct(id=text, display_name=text, email=text, urls={"app": text})


def request(at: int, words: Words) -> ChangeRequest:
    """A change request with this text wherever text may stand."""
    return ChangeRequest.model_construct(
        id=f"c{at}", number=at, subject=words(at), status="open", space="s", created_by=user(words(at + 1)),
        updated_at=AT, created_at=AT, comments=at % 3, outdated=True, revision="r", revision_initial="r0",
        urls={"app": words(at)},
    )  # fmt: skip


def thread(at: int, words: Words) -> Thread:
    """A thread of its own id with the words of this row."""
    like = _thread(at % 1_000, words)
    return replace(like, comment=like.comment.model_copy(update={"id": f"t{at}"}))


@cache
def _thread(at: int, words: Words) -> Thread:
    """A thread whose words, people and reactions are this text."""
    body = RichBody.model_construct(markdown=words(at), document=None)
    reaction = Reaction.model_construct(emoji=words(at), count=1, users=[])
    comment = Comment.model_construct(
        id=f"t{at}", posted_by=user(words(at + 1)), posted_at=AT, body=body, reactions=[reaction], replies=1
    )
    reply = CommentReply.model_construct(
        id=f"r{at}", posted_by=user(words(at + 2)), posted_at=AT, body=body, reactions=[reaction]
    )
    return Thread(comment, (reply,), f"p{at % 50}", None, at % 4 == 3, "mine" if at % 2 else "nobody", None, AT)


def inbox(count: int, words: Words) -> InboxScreen.Loaded:
    """An inbox of so many rows."""
    rows = tuple(
        InboxRow(
            f"k{at}", SECTIONS[at % 4], "o", "s", words(at + 1), f"c{at}" if at % 8 != 2 else "", at, words(at),
            words(at), words(at + 2), 3, at % 3, True, 1_773_999_000.0, words(at + 3),
        )
        for at in range(count)
    )  # fmt: skip
    return InboxScreen.Loaded(Inbox(words(0), (("o", words(1)),), rows, LIVE))


def requests(count: int, words: Words) -> ChangeRequestsScreen.Loaded:
    """A list of so many change requests."""
    found = tuple(request(at, words) for at in range(count))
    return ChangeRequestsScreen.Loaded(RequestList(found, {"s": words(3)}, LIVE))


def threads(count: int, words: Words) -> ThreadsScreen.Loaded:
    """So many threads."""
    about = request(1, words)
    placed = tuple(
        PlacedThread(thread(at, words), f"s{at % 2}", about, words(at), words(at + 1)) for at in range(count)
    )
    return ThreadsScreen.Loaded(ThreadList(None, placed, LIVE))


def nodes(count: int, words: Words) -> TreeScreen.RootsRead:
    """A tree of so many roots."""
    kinds: Any = ("space", "site", "team", "organization", "heading")
    found = tuple(
        Node(f"n{at}", kinds[at % len(kinds)], words(at), bool(at % 2), words(at + 1), (words(at + 2),), ids=IDS)
        for at in range(count)
    )
    return TreeScreen.RootsRead(Children(found, LIVE))


def review(count: int, words: Words) -> RequestReading.Loaded:
    """A change request of so many pages and, up to a thousand, threads."""
    pages = tuple(
        ChangedPageRow(f"p{at}", words(at), words(at), "edited", words(at), (words(at),), 1, "document")
        for at in range(count)
    )
    said = tuple(thread(at, words) for at in range(min(count, 1_000)))
    space = Space.model_construct(id="s", title=words(2), permissions={})
    state = ReviewState(
        request(1, words), space, pages, (), said, (), (), count, count, LIVE, {}, {f"p{at}": at for at in range(9)}
    )
    return RequestReading.Loaded(state)


def page(count: int, words: Words) -> PageScreen.Read:
    """A page of so many lines."""
    text = "\n".join(words(at).replace("\n", " ") for at in range(count))
    found = RevisionPage.model_construct(
        id="p", title=words(0), type="document", markdown=text, document=None, urls={}, pages=[]
    )
    return PageScreen.Read(replace(page_text(found), freshness=LIVE))


def _request(deck: Deck) -> None:
    deck.app.open_change_request("s", "c1", "Request")


def _page(deck: Deck) -> None:
    deck.app.open_page("s", "p", "Page")


PLACES: dict[str, tuple[Callable[[Deck], None], Fill, int]] = {
    "inbox": (lambda deck: deck.app.do_place_inbox(), inbox, 100_000),
    "change requests": (lambda deck: deck.app.do_place_change_requests(), requests, 100_000),
    "threads": (lambda deck: deck.app.do_place_threads(), threads, 100_000),
    "sites": (lambda deck: deck.app.do_place_sites(), nodes, 100_000),
    "spaces": (lambda deck: deck.app.do_place_spaces(), nodes, 100_000),
    "organizations": (lambda deck: deck.app.do_place_organizations(), nodes, 100_000),
    "change request": (_request, review, 1_000),
    "page": (_page, page, 1_000),
}


async def shown(deck: Deck, name: str, count: int, words: Words) -> None:
    """The place with so many rows; the server stays silent, so that nothing else is painted over them."""
    go, fill, _ = PLACES[name]
    go(deck)
    await deck.until(lambda: deck.app.session is not None and deck.app.view is not None and deck.app.view.is_mounted)
    deck.screen.post_message(fill(count, words))
    await deck.until(lambda: deck.screen.shown == LIVE)
    await deck.pilot.pause()


@pytest.mark.parametrize("count", [0, 1, 1_000, 100_000])
@pytest.mark.parametrize("name", PLACES)
async def test_a_place_with_so_many_rows(company: Company, clock: Clock, name: str, count: int) -> None:
    count = min(count, PLACES[name][2])
    async with deck_over(company, clock, rules=((r"GET ", asyncio.Event()),)) as deck:
        painted: list[int] = []
        await shown(deck, name, count, plain)
        if isinstance(deck.screen, RequestReading):
            deck.screen.focus_pane(deck.screen.pages_pane)
            await deck.pilot.pause()
        view = deck.screen.active
        source = view.source
        lines = source.lines
        source.lines = lambda index, width: painted.append(index) or lines(index, width)
        view.set_source(source)
        began = time.process_time()
        await deck.press("G")
        await deck.pilot.pause()
        assert time.process_time() - began < 2
        assert len(painted) <= 4 * deck.app.size.height
        if count:
            assert f"row {count - 1}" in deck.text or name in ("inbox", "threads", "change requests", "change request")
            assert deck.cursor is not None
        assert_harmless(deck.app)
        await deck.press("ctrl+q")
        await deck.until(lambda: deck.app._exit)
        assert deck.app.return_code == 0


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
@pytest.mark.parametrize("name", PLACES)
async def test_text_that_acts_is_harmless_in_every_field(
    company: Company, clock: Clock, name: str, size: tuple[int, int]
) -> None:
    rows = 2 * len(HOSTILE)
    async with deck_over(company, clock, size=size, rules=((r"GET ", asyncio.Event()),)) as deck:
        await shown(deck, name, rows, hostile)
        for _ in range(2 * rows // size[1] + 2):
            assert_harmless(deck.app)
            await deck.press("pagedown")
        if isinstance(deck.screen, TreeScreen):
            details = Details(hostile(2), (("x", facts(*((hostile(at), hostile(at)) for at in range(rows)))),))
            node = deck.screen.node
            assert node is not None
            deck.screen.post_message(TreeScreen.DetailsRead(node.key, details))
            await deck.until(lambda: deck.screen.details() is details)
            await deck.press("i")
            await deck.until(lambda: deck.app.view is None)
            assert_harmless(deck.app)


async def test_what_the_server_says_of_a_failure_is_harmless(company: Company, clock: Clock) -> None:
    message = "no [@click=app.pwn]way[/] \x1b]52;c;UFdORUQ=\x07 \u202e"
    async with deck_over(company, clock) as deck:
        await deck.live()
        deck.way.rule(r"GET ", httpx.Response(403, json={"error": {"code": 403, "message": message}}))
        deck.app.do_place_sites()
        await deck.until(lambda: deck.screen.shown.state == "forbidden")
        assert_harmless(deck.app)
