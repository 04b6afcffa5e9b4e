"""Pictures of every place at three sizes and in two themes, on a clock that stands still."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from docdeck.deck.app import DeckApp
from tests.deck.company import Clock, Deck, Way, launch, make_company
from tests.deck.test_sizes import PLACES

LOOKS = [
    *((name, (80, 24), "textual-light") for name in ("inbox", "spaces", "change request")),
    *((name, (120, 40), "textual-dark") for name in PLACES),
    *((name, (200, 50), "textual-light") for name in ("inbox", "threads", "page")),
    *((name, (200, 50), "textual-dark") for name in ("change requests", "sites", "change request")),
]


async def settled(deck: Deck) -> None:
    """Until nothing more is read and nothing more is painted: what stands beside the list is there too."""
    quiet, before = 0, ("", -1)
    while quiet < 20:
        now = (deck.text, len(deck.way.asked))
        quiet = quiet + 1 if now == before and all(worker.is_finished for worker in deck.app.workers) else 0
        before = now
        await asyncio.sleep(0.02)


@pytest.mark.parametrize(("name", "size", "theme"), LOOKS, ids=lambda value: str(value).replace(" ", ""))
def test_a_place_looks_as_it_did(
    clock: Clock, tmp_path: Path, snap_compare: Any, name: str, size: tuple[int, int], theme: str
) -> None:
    company = make_company()
    way = Way(company.world.wire.app)
    app = DeckApp(launch(company, way, clock, tmp_path))
    go, words, _ = PLACES[name]

    async def show(pilot: Pilot[None]) -> None:
        deck = Deck(app, pilot, way, clock, company)
        app.theme = theme
        await deck.live()
        go(deck)
        await deck.until(lambda: deck.shows(words))
        await settled(deck)

    assert snap_compare(app, terminal_size=size, run_before=show)
