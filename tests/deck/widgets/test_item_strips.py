"""Rows that are drawn already: a frame takes them as they are, whichever item of which source they belong to."""

from __future__ import annotations

from textual.screen import Screen
from textual.strip import Strip

from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import span
from docdeck.deck.widgets.sources import Item, SimpleSource
from tests.deck.widgets.test_line_view import Counted, Host, many, rows


def frame(view: LineView) -> list[Strip]:
    """The strips that the next frame would be made of."""
    return view.render_lines(view.size.region)


def kept(before: list[Strip], after: list[Strip]) -> list[str]:
    """The words of the rows of a frame that an earlier one had drawn already."""
    return [strip.text.strip() for strip in after if any(strip is each for each in before)]


async def test_scrolling_by_a_row_draws_one_row() -> None:
    app = Host(Counted(100))
    async with app.run_test(size=(30, 6)) as pilot:
        await pilot.pause()
        before = frame(app.view)
        app.view.scroll_rows(1)
        await pilot.pause()
        assert len(kept(before, frame(app.view))) == 5


async def test_a_row_that_stays_in_another_source_is_not_drawn_again() -> None:
    app = Host(many(8))
    async with app.run_test(size=(30, 8)) as pilot:
        await pilot.pause()
        before = frame(app.view)
        app.view.set_source(rows("r0", "new", "r5", "r6"))
        await pilot.pause()
        after = frame(app.view)
        assert [strip.text.strip() for strip in after][1:4] == ["new", "r5", "r6"]
        assert kept(before, after)[1:3] == ["r5", "r6"]


async def test_a_view_behind_another_screen_is_measured_when_it_is_in_front_again() -> None:
    measured: list[int] = []

    def painted(number: int) -> Item:
        return Item(str(number), lambda width: measured.append(number) or ((span(f"row {number}"),),))

    app = Host(rows("short"))
    async with app.run_test(size=(30, 6)) as pilot:
        await pilot.pause()
        app.push_screen(Screen[None]())
        await pilot.pause()
        app.view.set_source(SimpleSource(map(painted, range(2_000))))
        while app.view._measuring:
            await pilot.pause()
        assert len(measured) < 100
        app.pop_screen()
        while len(measured) < 2_000:
            await pilot.pause()


async def test_a_row_is_as_wide_as_the_view_and_ends_where_a_part_is_asked_for() -> None:
    app = Host(many(40))
    async with app.run_test(size=(30, 6)) as pilot:
        await pilot.pause()
        view = app.view
        assert {strip.cell_length for strip in frame(view)} == {view.size.width}
        part = view.size.region.shrink((1, 3, 2, 4))
        assert [strip.cell_length for strip in view.render_lines(part)] == [part.width] * part.height
