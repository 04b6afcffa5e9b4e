"""Every place at every size, resized while open, without colour, and by mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from docdeck.deck.widgets.pane import Pane
from tests.deck.company import Clock, Company, Deck, deck_over
from tests.deck.widgets.hostile import assert_harmless

SIZES = [(80, 24), (110, 30), (120, 40), (160, 50), (200, 50)]


def _request(deck: Deck) -> None:
    deck.app.open_change_request(deck.company.world.space, deck.company["request"], "Request")


def _page(deck: Deck) -> None:
    deck.app.open_page(deck.company["guide"], "start" + "0" * 15, "Start")


PLACES: dict[str, tuple[Callable[[Deck], None], str, tuple[int, int, int]]] = {
    "inbox": (lambda deck: deck.app.do_place_inbox(), "Rewrite", (1, 2, 3)),
    "change requests": (lambda deck: deck.app.do_place_change_requests(), "My own words", (1, 2, 3)),
    "threads": (lambda deck: deck.app.do_place_threads(), "And this?", (1, 2, 2)),
    "sites": (lambda deck: deck.app.do_place_sites(), "▸ Acme", (1, 2, 3)),
    "spaces": (lambda deck: deck.app.do_place_spaces(), "▸ Acme", (1, 2, 3)),
    "organizations": (lambda deck: deck.app.do_place_organizations(), "▸ Acme", (1, 2, 2)),
    "change request": (_request, "signature in the header", (1, 3, 3)),
    "page": (_page, "beta alpha", (1, 2, 2)),
}
"""How to go there, what it shows, and how many panes at 80, from 110 and from 160 columns."""

ROOM_AT_80 = ("inbox", "organizations")
"""The places whose more important keys leave room for quick find at 80 columns."""


def panes(deck: Deck) -> list[Pane]:
    """The panes that are on the screen."""
    return [pane for pane in deck.screen.query(Pane) if pane.display and pane.region.area]


def assert_laid_out(deck: Deck, wanted: int) -> None:
    """So many panes; none overlaps another or leaves the screen; header on top, footer at the bottom."""
    shown = panes(deck)
    width, height = deck.app.size
    assert len(shown) == wanted, [pane.id for pane in shown]
    for at, pane in enumerate(shown):
        assert deck.screen.region.contains_region(pane.region)
        assert all(not pane.region.overlaps(other.region) for other in shown[at + 1 :])
    assert sum(pane.region.area for pane in shown) == width * (height - 3)
    assert deck.screen.header.region.y == 0
    assert deck.screen.footer.region.bottom == height
    assert_harmless(deck.app)


@pytest.mark.parametrize("name", PLACES)
async def test_a_place_at_every_size_and_resized_while_open(company: Company, clock: Clock, name: str) -> None:
    go, words, wanted = PLACES[name]
    async with deck_over(company, clock, size=SIZES[0]) as deck:
        await deck.live()
        go(deck)
        await deck.until(lambda: deck.shows(words))
        await deck.press("j")
        cursor = deck.cursor
        for width, height in (*SIZES[1:], *reversed(SIZES)):
            await deck.pilot.resize_terminal(width, height)
            await deck.until(lambda size=(width, height): tuple(deck.app.size) == size)
            await deck.pilot.pause()
            assert_laid_out(deck, wanted[0] if width < 110 else wanted[1] if width < 160 else wanted[2])
            assert deck.cursor == cursor
            await deck.until(lambda: deck.screen.active._cursor_row() is not None)


@pytest.mark.parametrize("name", PLACES)
async def test_quick_find_stands_in_the_footer_where_there_is_room(company: Company, clock: Clock, name: str) -> None:
    go, words, _ = PLACES[name]
    async with deck_over(company, clock, size=(80, 24)) as deck:
        await deck.live()
        go(deck)
        await deck.until(lambda: deck.shows(words))
        for width, shown in ((80, name in ROOM_AT_80), (200, True)):
            await deck.pilot.resize_terminal(width, 24)
            await deck.until(lambda width=width: deck.screen.footer.size.width == width)
            footer = deck.text.splitlines()[-1]
            assert ("ctrl+k find" in footer) == shown, footer
            assert footer.rstrip().endswith("? help")


async def test_without_colour_everything_is_still_told_apart(
    company: Company, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with deck_over(company, clock) as deck:
        await deck.live()
        deck.app.do_place_change_requests()
        await deck.until(lambda: deck.shows("▪Change requests", "▌○ #", "open"))
        colours = set[str]()
        for strip in deck.app.screen._compositor.render_strips():
            for filtered in strip.apply_filter(deck.app._filters[0], deck.app.screen.background_colors[1]):
                if filtered.style is not None and filtered.style.color is not None:
                    triplet = filtered.style.color.get_truecolor()
                    colours.add("grey" if triplet.red == triplet.green == triplet.blue else "coloured")
        assert colours == {"grey"}


async def test_a_click_selects_and_the_second_opens(deck: Deck) -> None:
    deck.app.do_place_change_requests()
    await deck.until(lambda: deck.shows("My own words") and deck.cursor)
    view = deck.screen.rows.view
    await deck.pilot.click(view, offset=(10, 1))
    assert view.cursor_index == 1
    assert deck.app.view is deck.screen
    await deck.pilot.click(view, offset=(10, 1))
    await deck.until(lambda: deck.shows("› #2 Second thoughts"))


async def test_clicks_in_header_and_footer_run(deck: Deck) -> None:
    header = deck.text.splitlines()[0]
    await deck.pilot.click(offset=(header.index("Spaces") + 1, 0))
    await deck.until(lambda: deck.shows("▪Spaces", "▸ Acme") and deck.cursor)
    footer = deck.text.splitlines()[-1]
    await deck.pilot.click(offset=(footer.index("unfold"), deck.app.size.height - 1))
    await deck.until(lambda: deck.shows("▾ Acme", "Public"))
    await deck.pilot.click(offset=(footer.index("help"), deck.app.size.height - 1))
    await deck.until(lambda: deck.shows("Keys of this place"))


async def test_a_start_paints_what_was_seen_before_it_asks(company: Company, clock: Clock, tmp_path: Path) -> None:
    async with deck_over(company, clock, folder=tmp_path) as deck:
        await deck.live()
        await deck.until(lambda: (tmp_path / "cache.db").exists() and deck.shows("TO REVIEW"))
    clock.now += 300
    async with deck_over(company, clock, folder=tmp_path, rules=((r"GET ", asyncio.Event()),)) as deck:
        await deck.until(lambda: deck.shows("TO REVIEW", "Rewrite webhooks"))  # nothing is ever answered here
    async with deck_over(company, clock, folder=tmp_path, rules=((r"GET ", 500),)) as deck:
        await deck.until(lambda: deck.shows("failed, data 5 min old", "Rewrite webhooks"))
