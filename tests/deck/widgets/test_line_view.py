"""The one scroll view: what it draws, where its cursor goes, what it keeps when rows change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from textual.app import App, ComposeResult

from docdeck.deck.widgets.item_view import Place
from docdeck.deck.widgets.line_view import CURSOR_FOCUSED, LineView
from docdeck.deck.widgets.lines import FILL, Line, span
from docdeck.deck.widgets.sources import Item, ItemSource, SimpleSource, text_item
from docdeck.text import Safe
from tests.deck.widgets.hostile import HOSTILE, assert_harmless, screen_text


class Host(App[None]):
    def __init__(self, source: ItemSource) -> None:
        super().__init__()
        self.view = LineView(source)
        self.seen: list[tuple[str, object]] = []

    def compose(self) -> ComposeResult:
        yield self.view

    def on_line_view_moved(self, message: LineView.Moved) -> None:
        self.seen.append(("moved", message.key))

    def on_line_view_opened(self, message: LineView.Opened) -> None:
        self.seen.append(("opened", message.key))

    def on_line_view_near_end(self, message: LineView.NearEnd) -> None:
        self.seen.append(("near end", message.count))


class Counted:
    """A uniform source of any size that counts how often its rows are asked for."""

    uniform = True

    def __init__(self, count: int) -> None:
        self.count = count
        self.asked = 0
        self.measured = 0

    def key(self, index: int) -> str:
        return f"k{index}"

    def height(self, index: int, width: int) -> int:
        self.measured += 1
        return 1

    def lines(self, index: int, width: int) -> Sequence[Line]:
        self.asked += 1
        return ((span(f"row {index}"), FILL, span(str(index), "number")),)

    def selectable(self, index: int) -> bool:
        return True

    def index_of(self, key: str) -> int | None:
        at = int(key[1:])
        return at if at < self.count else None


def rows(*names: str, start: str = "") -> SimpleSource:
    return SimpleSource(Item(name, ((span(start + name),),), not name.isupper()) for name in names)


def many(count: int, prefix: str = "r") -> SimpleSource:
    return rows(*(f"{prefix}{number}" for number in range(count)))


async def test_the_cursor_row_is_marked_without_colour() -> None:
    app = Host(rows("HEAD", "one", "two"))
    async with app.run_test(size=(30, 6)) as pilot:
        await pilot.pause()
        lines = screen_text(app).split("\n")
        assert lines[0].startswith(" HEAD")
        assert lines[1].startswith(f"{CURSOR_FOCUSED}one")
        assert lines[2].startswith(" two")


async def test_the_cursor_skips_what_cannot_be_selected() -> None:
    app = Host(rows("A", "one", "B", "two", "three", "C"))
    async with app.run_test(size=(30, 10)) as pilot:
        view = app.view
        assert view.cursor_key == "one"
        view.move(1)
        assert view.cursor_key == "two"
        view.move(5)
        assert view.cursor_key == "three"
        assert not view.move_to("B")
        view.first()
        assert view.cursor_key == "one"
        view.last()
        assert view.cursor_key == "three"
        view.move(-1)
        await pilot.pause()
        assert app.seen[-1] == ("moved", "two")


async def test_a_new_source_keeps_cursor_and_scroll_by_key() -> None:
    app = Host(many(200))
    async with app.run_test(size=(30, 12)) as pilot:
        await pilot.pause()
        view = app.view
        view.move_to("r100")
        row = 100 - round(view.scroll_y)
        view.set_source(rows(*(["new"] * 1 + [f"r{n}" for n in range(200)])))
        await pilot.pause()
        assert view.cursor_key == "r100"
        assert 101 - round(view.scroll_y) == row
        gone = [f"r{n}" for n in range(200) if n != 100]
        view.set_source(rows("new", *gone))
        assert view.cursor_key == "r101"  # the nearest index
        await pilot.pause()
        assert round(view.scroll_y) > 50


async def test_an_empty_moment_between_two_sources_forgets_no_place() -> None:
    app = Host(many(200))
    async with app.run_test(size=(30, 12)) as pilot:
        await pilot.pause()
        view = app.view
        view.move_to("r150")
        before = round(view.scroll_y)
        view.set_source(SimpleSource(()))
        await pilot.pause()
        assert view.cursor_key is None
        view.set_source(many(200))
        await pilot.pause()
        assert view.cursor_key == "r150"
        assert round(view.scroll_y) == before


async def test_a_reader_who_scrolled_away_from_the_cursor_is_left_alone() -> None:
    app = Host(many(200))
    async with app.run_test(size=(30, 12)) as pilot:
        await pilot.pause()
        view = app.view
        view.scroll_rows(80)
        assert round(view.scroll_y) == 80
        view.set_source(rows("new", *(f"r{n}" for n in range(200))))
        await pilot.pause()
        assert view.cursor_key == "r0"
        assert round(view.scroll_y) == 81
        view.move(1)
        assert view.cursor_key == "r1"
        assert round(view.scroll_y) == 0


async def test_a_short_list_asks_for_the_next_page_at_once() -> None:
    app = Host(many(5))
    async with app.run_test(size=(30, 12)) as pilot:
        await pilot.pause()
        assert app.seen == [("near end", 5)]


async def test_ten_thousand_wrapped_items_are_measured_only_as_far_as_someone_looks() -> None:
    class Tall(Counted):
        uniform = False

        def height(self, index: int, width: int) -> int:
            self.measured += 1
            return 1 + index % 3

        def lines(self, index: int, width: int) -> Sequence[Line]:
            self.asked += 1
            return tuple((span(f"{index}.{part}"),) for part in range(1 + index % 3))

    source = Tall(10_000)
    app = Host(source)
    async with app.run_test(size=(30, 12)) as pilot:
        await pilot.pause()
        assert source.asked <= 30
        while app.view.virtual_size.height != sum(1 + n % 3 for n in range(10_000)):
            await pilot.pause()
        assert source.measured == 10_000  # each once, in the background
        app.view.last()
        await pilot.pause()
        assert screen_text(app).split("\n")[-1].strip() == f"{CURSOR_FOCUSED}9999.0"
        assert source.measured == 10_000
        assert source.asked <= 60


async def test_a_place_is_restored_before_the_first_size_is_known() -> None:
    app = Host(many(300))
    async with app.run_test(size=(30, 12)) as pilot:
        await pilot.pause()
        app.view.move_to("r222")
        place = app.view.place
        other = LineView(id="other")
        other.set_source(many(300), place=place)
        await app.mount(other)
        await pilot.pause()
        assert other.cursor_key == "r222"
        assert 222 - round(other.scroll_y) >= 0
        assert 222 - round(other.scroll_y) < other.size.height


@pytest.mark.parametrize("act", ["move", "page", "half", "last", "first"])
async def test_a_hundred_thousand_rows_cost_what_is_visible(act: str) -> None:
    source = Counted(100_000)
    app = Host(source)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        view = app.view
        assert 0 < source.asked <= 2 * 20
        assert source.measured == 0
        acts: dict[str, Callable[[], bool]] = {
            "move": lambda: view.move(1),
            "page": lambda: view.page(1),
            "half": lambda: view.page(0.5),
            "last": view.last,
            "first": view.first,
        }
        for _ in range(5):
            source.asked = 0
            acts[act]()
            await pilot.pause()
            assert source.asked <= 2 * 20 + 2
        assert source.measured == 0
        bigger = Counted(100_050)
        view.set_source(bigger)
        await pilot.pause()
        assert bigger.asked <= 2 * 20 + 2


async def test_pages_move_by_what_is_visible() -> None:
    app = Host(many(100))
    async with app.run_test(size=(30, 11)) as pilot:
        await pilot.pause()
        view = app.view
        view.page(1)
        assert view.cursor_key == "r10"
        view.page(0.5)
        assert view.cursor_key == "r15"
        view.page(-1)
        assert view.cursor_key == "r5"
        view.page(-1)
        assert view.cursor_key == "r0"
        assert round(view.scroll_y) == 0


async def test_scrolling_keeps_a_margin_around_the_cursor() -> None:
    app = Host(many(100))
    async with app.run_test(size=(30, 10)) as pilot:
        await pilot.pause()
        for _ in range(20):
            app.view.move(1)
        assert 20 - round(app.view.scroll_y) == 7
        for _ in range(10):
            app.view.move(-1)
        assert 10 - round(app.view.scroll_y) == 2


async def test_text_nobody_selects_in_scrolls_by_rows() -> None:
    text = "\n".join(f"line {n}" for n in range(60))
    app = Host(SimpleSource([text_item("t", text)]))
    async with app.run_test(size=(30, 10)) as pilot:
        await pilot.pause()
        assert app.view.cursor_key is None
        app.view.move(3)
        await pilot.pause()
        assert screen_text(app).split("\n")[0].strip().startswith("line 3")
        app.view.last()
        await pilot.pause()
        assert "line 59" in screen_text(app)


async def test_wrapped_items_keep_their_place_when_the_width_changes() -> None:
    items = [text_item(f"p{n}", f"{n} " + "word " * 30, selectable=True) for n in range(80)]
    app = Host(SimpleSource(items))
    async with app.run_test(size=(60, 12)) as pilot:
        await pilot.pause()
        app.view.move_to("p40")
        await pilot.pause()
        await pilot.resize_terminal(31, 12)
        await pilot.pause()
        assert app.view.cursor_key == "p40"
        assert f"{CURSOR_FOCUSED}40 word" in screen_text(app)


async def test_next_item_that_matches() -> None:
    app = Host(many(50))
    async with app.run_test(size=(30, 10)):
        view = app.view
        assert view.move_to_next(lambda at: at % 20 == 0)
        assert view.cursor_key == "r20"
        assert view.move_to_next(lambda at: at % 20 == 0, -1)
        assert view.cursor_key == "r0"
        assert not view.move_to_next(lambda at: at == 0, -1)
        assert view.move_to_next(lambda at: at == 49, -1, wrap=True)
        assert view.cursor_key == "r49"


async def test_a_click_selects_and_a_second_one_opens() -> None:
    app = Host(rows("A", "one", "two", "three"))
    async with app.run_test(size=(30, 10)) as pilot:
        await pilot.click(LineView, offset=(4, 2))
        assert app.view.cursor_key == "two"
        await pilot.click(LineView, offset=(4, 2))
        await pilot.pause()
        assert app.seen == [("moved", "two"), ("opened", "two")] or app.seen[-1] == ("opened", "two")
        await pilot.click(LineView, offset=(4, 0))
        assert app.view.cursor_key == "two"


async def test_the_next_page_is_asked_for_once() -> None:
    app = Host(many(100))
    async with app.run_test(size=(30, 10)) as pilot:
        await pilot.pause()
        assert ("near end", 100) not in app.seen
        app.view.last()
        app.view.first()
        app.view.last()
        await pilot.pause()
        assert app.seen.count(("near end", 100)) == 1
        app.view.set_source(many(200))
        app.view.last()
        await pilot.pause()
        assert app.seen.count(("near end", 200)) == 1


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_text_is_only_shown(text: str) -> None:
    items = [
        Item("a", ((span(text), FILL, span(text, "number")),)),
        Item("b", (((Safe(text), "link"), FILL, (Safe("end"), "dim")),)),
        text_item("c", text),
    ]
    app = Host(SimpleSource(items))
    async with app.run_test(size=(40, 12)) as pilot:
        await pilot.pause()
        assert_harmless(app)


async def test_a_theme_change_draws_the_rows_anew() -> None:
    app = Host(SimpleSource([Item("a", (((Safe("good"), "ok"),),))]))
    async with app.run_test(size=(40, 5)) as pilot:
        await pilot.pause()

        def colour() -> object:
            return next(s.style.color for s in app.view.render_line(0) if s.style and "good" in s.text)

        before = colour()
        app.theme = "textual-light"
        await pilot.pause()
        assert colour() != before
        app.theme = "ansi-dark"
        await pilot.pause()
        assert "good" in assert_harmless(app)


async def test_a_cursor_that_is_moved_in_a_hidden_view_stays_when_its_rows_are_set_again() -> None:
    app = Host(Counted(30))
    async with app.run_test(size=(40, 10)) as pilot:
        app.view.display = False
        await pilot.pause()
        app.view.set_source(Counted(30), place=Place(key="k3", top_key="k0"))
        app.view.move_to("k20")
        app.view.set_source(Counted(40))
        assert app.view.cursor_key == "k20"
        app.view.display = True
        await pilot.pause()
        assert app.view.cursor_key == "k20"
        assert "row 20" in screen_text(app)
