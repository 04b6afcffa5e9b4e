"""Keys at random over a slow and failing way: when all is at rest, what is shown agrees with itself.

A seed that fails is walked again by itself: `DECK_WALK_SEEDS=7 pytest tests/deck/test_random_walk.py`.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from docdeck.deck.app import DeckApp
from docdeck.deck.screens import base
from tests.deck.company import Clock, Company, Deck, launch
from tests.deck.walking import REST, WIDTHS, RoughWay, Walker, rest, stale_strips, wrongs

SEEDS = [int(seed) for seed in os.environ.get("DECK_WALK_SEEDS", "1 2 3").split()]
BURSTS = int(os.environ.get("DECK_WALK_BURSTS", "6"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
async def test_what_is_shown_agrees_after_any_keys(
    own_company: Company, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(base, "REST_SECONDS", REST)
    chance = random.Random(seed)
    way = RoughWay(own_company.world.wire.app, chance=random.Random(seed + 1), slowest=chance.choice((0.0, 0.01, 0.05)))
    app = DeckApp(launch(own_company, way, clock, tmp_path))
    monkeypatch.setattr(app, "copy_to_clipboard", lambda text: None)
    monkeypatch.setattr(app, "open_url", lambda url: None)
    monkeypatch.setenv("HOME", str(tmp_path))  # where a record may be written
    async with app.run_test(size=(chance.choice(WIDTHS), 40)) as pilot:
        deck = Deck(app, pilot, way, clock, own_company)
        walker = Walker(deck, chance)
        for _ in range(BURSTS):
            way.failing = chance.choice((0, 0, 0, 0.1, 0.4))
            await walker.burst(chance.randint(1, 12))
            await rest(deck)
            found = list(wrongs(deck))
            await rest(deck)
            found += await stale_strips(deck)
            assert not found, f"seed {seed} after {walker.done}: {found}"
