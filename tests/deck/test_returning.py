"""Coming back: the next start paints what was left, and opens it where the cursor stood."""

from __future__ import annotations

import asyncio
from pathlib import Path

from docdeck.deck.screens.change_request import ChangeRequestScreen
from tests.workspace.world import update_page

from .company import Clock, Company, deck_over


async def test_a_tree_comes_back_unfolded_and_painted_before_anything_is_answered(
    company: Company, clock: Clock, tmp_path: Path
) -> None:
    async with deck_over(company, clock, folder=tmp_path) as deck:
        await deck.open("place_spaces")
        await deck.until(lambda: deck.shows("▸ Acme"))
        await deck.press("l")
        await deck.until(lambda: deck.shows("▾ Acme", "Public"))
        await deck.press("j")
        stood = deck.cursor
        deck.app.keep_last_seen()
    clock.now += 60
    async with deck_over(company, clock, folder=tmp_path, rules=((r"GET ", asyncio.Event()),)) as deck:
        await deck.until(lambda: deck.shows("Spaces", "▾ Acme", "Public"))  # nothing is ever answered here
    async with deck_over(company, clock, folder=tmp_path) as deck:
        await deck.until(lambda: getattr(deck.screen, "branches", None) and deck.shows("▾ Acme", "Public"))
        await deck.until(lambda: deck.cursor == stood)
        await deck.press("escape")
        await deck.until(lambda: deck.shows("TO REVIEW"))


async def test_a_change_request_comes_back_at_the_page_that_was_read(
    own_company: Company, clock: Clock, tmp_path: Path
) -> None:
    world = own_company.world
    world.edit("jonas", own_company["request"], update_page(world.pages["limits"], "Twelve calls a second."))

    def reading(view: object) -> str | None:
        return view.page if isinstance(view, ChangeRequestScreen) and view.comparison is not None else None

    async with deck_over(own_company, clock, folder=tmp_path) as deck:
        deck.app.open_change_request(world.space, own_company["request"], "Request")
        await deck.until(lambda: reading(deck.screen))
        first = reading(deck.screen)
        await deck.press("right_curly_bracket")
        await deck.until(lambda: reading(deck.screen) not in (None, first))
        second = reading(deck.screen)
        deck.app.keep_last_seen()
    async with deck_over(own_company, clock, folder=tmp_path) as deck:
        await deck.until(lambda: reading(deck.screen) == second)
        assert deck.screen.pages_pane.view.cursor_key == second
