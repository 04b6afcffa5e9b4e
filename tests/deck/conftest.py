"""A clock that stands still, and the company of these tests."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from docdeck.workspace.session import Session
from tests.deck.company import Clock, Company, Deck, deck_over, make_company


@pytest.fixture(scope="session")
def company() -> Company:
    """One company for all tests that only read it."""
    return make_company()


@pytest.fixture
def own_company() -> Company:
    """A company that a test may write to."""
    return make_company()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """The time of this machine, in UTC, for everything that asks for it."""
    clock = Clock()
    monkeypatch.setitem(os.environ, "TZ", "UTC")
    time.tzset()
    monkeypatch.setattr(time, "time", clock)
    assert Session.__init__.__kwdefaults__ is not None
    monkeypatch.setitem(Session.__init__.__kwdefaults__, "clock", clock)
    yield clock
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
async def deck(company: Company, clock: Clock) -> AsyncIterator[Deck]:
    """A deck of 120x40 whose inbox is read."""
    async with deck_over(company, clock) as made:
        await made.live()
        yield made


@pytest.fixture
async def own_deck(own_company: Company, clock: Clock, tmp_path: Path) -> AsyncIterator[Deck]:
    """A deck that may write."""
    async with deck_over(own_company, clock, folder=tmp_path) as made:
        await made.live()
        yield made
