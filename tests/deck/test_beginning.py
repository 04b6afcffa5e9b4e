"""A view begins once, whichever classes it is made of; a deck that is left before it is connected just ends."""

from __future__ import annotations

from typing import Any

import pytest

from docdeck.deck.app import DeckApp
from docdeck.deck.messages import Connected
from docdeck.deck.screens.change_requests import ChangeRequestsScreen
from docdeck.deck.screens.frame import Frame
from docdeck.deck.screens.inbox import InboxScreen
from docdeck.deck.screens.page import PageScreen
from docdeck.deck.screens.request_reading import RequestReading
from docdeck.deck.screens.threads import ThreadsScreen
from docdeck.deck.screens.tree import TreeScreen
from tests.deck.company import Clock, Company, Deck, deck_over
from tests.deck.test_sizes import PLACES

READERS = (InboxScreen, ChangeRequestsScreen, ThreadsScreen, TreeScreen, RequestReading, PageScreen)


@pytest.mark.parametrize("name", PLACES)
async def test_a_view_begins_once(deck: Deck, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    begun: list[Frame] = []
    read: list[Frame] = []
    begin = Frame.begin

    def beginning(self: Frame) -> None:
        begun.append(self)
        begin(self)

    monkeypatch.setattr(Frame, "begin", beginning)
    for owner in READERS:
        ready = owner.session_ready

        def reading(self: Any, session: Any, ready: Any = ready) -> None:
            read.append(self)
            ready(self, session)

        monkeypatch.setattr(owner, "session_ready", reading)
    go, words, _ = PLACES[name]
    if name == "inbox":
        deck.app.open_view("another inbox", InboxScreen)
    else:
        go(deck)
    await deck.until(lambda: deck.shows(words))
    assert begun == read == [deck.screen]


async def test_a_session_that_comes_when_the_views_are_gone_is_closed_at_the_end(
    company: Company, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone: list[Any] = []
    async with deck_over(company, clock) as deck:
        await deck.live()
        session, deck.app.session = deck.app.session, None
        with monkeypatch.context() as patch:
            patch.setattr(DeckApp, "screen_stack", property(lambda app: gone))
            deck.app.on_connected(Connected(session))
        assert deck.app.session is session
    assert deck.app.session is None
