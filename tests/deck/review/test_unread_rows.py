"""Keys on a row that the cursor has just reached: what needs fresh reads anyway begins at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from docdeck.deck.screens import base
from docdeck.deck.widgets.composer import Composer
from tests.deck.company import Clock, Company, Deck, deck_over


async def on_an_unread_row(deck: Deck) -> str:
    """The list of change requests with the cursor on the second row; returns the id of its request."""
    await deck.live()
    await deck.open("place_change_requests")
    await deck.until(lambda: deck.shows("▪Change requests", "My own words") and deck.cursor)
    await deck.press("j")
    assert deck.screen.target is None
    return deck.screen.row.change_request


@pytest.mark.parametrize("preview", [True, False])
async def test_m_opens_the_sheet_at_once_and_it_reads(
    own_company: Company, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, preview: bool
) -> None:
    monkeypatch.setattr(base, "REST_SECONDS", 3600.0)  # the row is not read by itself
    async with deck_over(own_company, clock, folder=tmp_path) as deck:
        request = await on_an_unread_row(deck)
        if not preview:
            await deck.press("p")
        await deck.press("m")
        await deck.until(lambda: getattr(deck.screen, "found", None) is not None)
        found: Any = deck.screen.found
        assert found.change_request.id == request
        assert found.current_revision
        await deck.until(lambda: deck.shows("Merge Handbook #", "You have not read this request"))


@pytest.mark.parametrize(("key", "verdict"), [("a", "approved"), ("A", "changes-requested")])
async def test_a_verdict_is_written_at_once_and_sent_only_when_the_row_is_read(
    own_company: Company, clock: Clock, tmp_path: Path, key: str, verdict: str
) -> None:
    reading = asyncio.Event()
    rules = ((r"GET /v1/spaces/[^/]+/change-requests/[^/?]+($|\?)", reading),)
    async with deck_over(own_company, clock, folder=tmp_path, rules=rules) as deck:
        request = await on_an_unread_row(deck)
        view = deck.screen
        await deck.press(key)
        await deck.until(lambda: any(composer.has_focus_within for composer in view.query(Composer)))
        await deck.press(*"Read", "ctrl+s")
        await deck.until(lambda: "A verdict needs the change request read" in view.status.text)
        session = deck.app.session
        assert session is not None
        session.outbox.delay = 3600.0
        assert deck.way.count(r"POST ") == 0
        reading.set()
        await deck.until(lambda: view.target is not None)
        await deck.press("ctrl+s")
        await deck.until(lambda: session.outbox.waiting)
        (entry,) = session.outbox.waiting
        (act,) = entry.acts
        assert (act.kind, act.evidence["verdict"], act.evidence["text"]) == ("review", verdict, "Read")
        assert act.evidence["change_request"] == request
        assert act.evidence["revision"] == view.target.revision != ""


async def test_a_request_that_turns_out_to_be_merged_takes_no_verdict(
    own_company: Company, clock: Clock, tmp_path: Path
) -> None:
    reading = asyncio.Event()
    rules = ((r"GET /v1/spaces/[^/]+/change-requests/[^/?]+($|\?)", reading),)
    async with deck_over(own_company, clock, folder=tmp_path, rules=rules) as deck:
        await on_an_unread_row(deck)
        view = deck.screen
        await deck.press("a")
        await deck.until(lambda: any(composer.has_focus_within for composer in view.query(Composer)))
        deck.way.rule(rules[0][0], lambda answer: {**answer, "status": "merged"})
        reading.set()
        view.do_refresh()
        await deck.until(lambda: view.target is not None and view.target.request.status == "merged")
        await deck.press("ctrl+s")
        await deck.until(lambda: view.status.text == "This change request is merged.")
        assert deck.way.count(r"POST ") == 0
