"""Header, footer, status line and pane: what they say at each width, and what a click asks for."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.containers import Horizontal

from docdeck.deck.widgets.footer import Footer, Hint
from docdeck.deck.widgets.header import Header, PlaceName
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import span
from docdeck.deck.widgets.pane import Pane
from docdeck.deck.widgets.sources import Item, SimpleSource, text_item
from docdeck.deck.widgets.status_line import StatusLine
from docdeck.text import Safe, safe, safe_line
from tests.deck.widgets.hostile import HOSTILE, assert_harmless, screen_text

PLACES = [PlaceName(name.lower(), Safe(name)) for name in ("Inbox", "Change requests", "Threads", "Sites")]
HINTS = [
    Hint("open", Safe("enter"), Safe("open")),
    Hint("approve", Safe("a"), Safe("approve")),
    Hint("merge", Safe("m"), Safe("merge"), enabled=False),
    Hint("help", Safe("?"), Safe("help")),
]


class Host(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.left = Pane(Safe("Left"), LineView(SimpleSource([Item("a", ((span("row a"),),))])))
        self.right = Pane(Safe("Right"), rule=True)

    def compose(self) -> ComposeResult:
        yield Header()
        with Horizontal():
            yield self.left
            yield self.right
        yield StatusLine()
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(Header).show(PLACES, "threads", Safe("acme · live, 4 s"))
        self.query_one(Footer).show(HINTS)

    def on_header_chosen(self, message: Header.Chosen) -> None:
        self.seen.append(message.place)

    def on_footer_chosen(self, message: Footer.Chosen) -> None:
        self.seen.append(message.action)


def roles(line: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return dict(line)


async def test_the_header_marks_the_place_and_keeps_the_right_side() -> None:
    app = Host()
    async with app.run_test(size=(80, 10)) as pilot:
        await pilot.pause()
        top = screen_text(app).split("\n")[0]
        assert top.startswith(" Inbox  Change requests  Threads  Sites")
        assert top.endswith("acme · live, 4 s ")
        header = app.query_one(Header)
        assert roles(header.line(80))["Threads"] == "title"
        assert roles(header.line(80))["Inbox"] == "dim"
        assert "Inbox" not in roles(header.line(30))
        assert "Threads" in roles(header.line(30))
        await pilot.click(Header, offset=(10, 0))
        assert app.seen == ["change requests"]


async def test_on_a_narrow_terminal_the_place_and_the_freshness_are_kept() -> None:
    app = Host()
    async with app.run_test(size=(40, 12)) as pilot:
        header = app.query_one(Header)
        header.show(PLACES, "change requests", Safe("sample workspace · Ines Calloway · live, 4 s"))
        await pilot.pause()
        first = screen_text(app).splitlines()[0]
        assert "Change requests" in first
        assert first.rstrip().endswith("live, 4 s")
        assert "sample" not in first
        header.show(PLACES, "", Safe("sample workspace · me · live"), path=(span("Inbox › Delivery guides"),))
        await pilot.pause()
        assert "Inbox › Delivery" in screen_text(app).splitlines()[0]


async def test_the_footer_drops_whole_hints_and_keeps_help() -> None:
    app = Host()
    async with app.run_test(size=(80, 10)) as pilot:
        await pilot.pause()
        assert screen_text(app).split("\n")[-1].rstrip() == " enter open  a approve  m merge  ? help"
        footer = app.query_one(Footer)
        assert roles(footer.line(80))["merge"] == "dim"
        assert "".join(text for text, _ in footer.line(30)) == " enter open  a approve  ? help"
        assert "".join(text for text, _ in footer.line(20)) == " enter open  ? help"
        await pilot.click(Footer, offset=(26, 0))
        assert app.seen == ["merge"]


async def test_a_failure_stays_until_it_is_read() -> None:
    app = Host()
    async with app.run_test(size=(60, 10)) as pilot:
        status = app.query_one(StatusLine)
        status.say(Safe("Merged"), "done")
        assert status.text == "Merged"
        status.say(Safe("No answer"), "failure", hint=Safe("r again"))
        status.say(Safe("Refused"), "failure")
        assert status.text == "No answer"
        await pilot.pause()
        assert "✗ No answer" in screen_text(app)
        assert "r again  +1 more, j" in screen_text(app)
        assert status.dismiss()
        assert status.text == "Refused"
        assert status.dismiss()
        assert status.text == "Merged"
        assert not status.dismiss()


async def test_what_is_said_after_a_failure_is_seen_and_the_failure_waits_behind_it() -> None:
    app = Host()
    async with app.run_test(size=(60, 10)) as pilot:
        status = app.query_one(StatusLine)
        status.say(Safe("No answer"), "failure")
        status.say(Safe("Press m again to merge"))
        await pilot.pause()
        assert "Press m again to merge" in screen_text(app)
        assert "✗ 1 before" in screen_text(app)
        assert status.dismiss()
        assert status.text == "No answer"
        status.say(Safe("Press m again to merge"))
        status.clear()
        assert status.text == "No answer"


async def test_a_failure_that_is_told_first_stands_before_those_that_nobody_has_read() -> None:
    app = Host()
    async with app.run_test(size=(60, 10)):
        status = app.query_one(StatusLine)
        held = Safe("Comment: held until the server is back.")
        for text, first in (("No answer", False), ("No list", False), (held, True), ("No page", False), (held, True)):
            status.say(Safe(text), "failure", first=first)
        seen: list[Safe] = []
        while status.text:
            seen.append(status.text)
            status.dismiss()
        assert seen == [held, "No answer", "No list", "No page"]


@pytest.mark.parametrize("width", [60, 80])
async def test_a_long_sentence_is_shown_to_its_end(width: int) -> None:
    app = Host()
    async with app.run_test(size=(width, 10)) as pilot:
        status = app.query_one(StatusLine)

        async def has_rows(count: int, *words: str) -> None:
            async with asyncio.timeout(60):
                while status.size.height != count or any(each not in screen_text(app) for each in words):
                    await pilot.pause()

        status.say(Safe("The server could not be reached at all. Check the network and the base URL; n tries again."))
        await has_rows(2, "again.", "row a", "enter open")
        await pilot.resize_terminal(120, 10)
        await has_rows(1, "again.")
        status.say(Safe("word " * 100 + "end"), "failure", hint=Safe("r again"))
        await has_rows(3, "…", "r again", "row a")
        status.dismiss()
        status.clear()
        await has_rows(1)


async def test_the_title_tells_which_pane_has_the_focus() -> None:
    app = Host()
    async with app.run_test(size=(60, 10)) as pilot:
        app.left.view.focus()
        await pilot.pause()
        assert screen_text(app).split("\n")[1].startswith("▪Left")
        assert "▪Right" not in screen_text(app)
        app.right.view.focus()
        await pilot.pause()
        assert "▪Right" in screen_text(app)
        assert "▪Left" not in screen_text(app)
        assert "│" in screen_text(app)


async def test_a_state_takes_the_place_of_the_content_and_keeps_the_focus() -> None:
    app = Host()
    async with app.run_test(size=(60, 12)) as pilot:
        app.left.view.focus()
        app.left.show_state(
            [(span("Nothing to review"),), (), (span("Change requests that ask for you appear here."),)]
        )
        await pilot.pause()
        text = screen_text(app)
        assert "Nothing to review" in text
        assert "row a" not in text
        assert app.focused is app.left.view
        app.left.show_state(None)
        app.left.show_title(Safe("Left"), Safe("live, 1 s"))
        await pilot.pause()
        assert "row a" in screen_text(app)
        assert "live, 1 s" in screen_text(app)


@pytest.mark.parametrize("again", [False, True], ids=["first rows", "more rows"])
async def test_rows_that_take_the_place_of_a_state_begin_with_their_heading(again: bool) -> None:
    def rows(count: int) -> SimpleSource:
        return SimpleSource(
            [text_item("h", "HEADING"), *(Item(f"r{at}", ((span(f"row {at}"),),)) for at in range(count))]
        )

    app = Host()
    async with app.run_test(size=(60, 12)) as pilot:
        app.right.show_state([(span("Reading"),)])
        await pilot.pause()
        assert app.right.view.size.height == 0
        app.right.view.set_source(rows(30))
        app.right.show_state(None)
        if again:
            app.right.view.set_source(rows(40))
        await pilot.pause()
        assert app.right.view.cursor_key == "r0"
        assert "HEADING" in screen_text(app)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_text_is_only_shown(text: str) -> None:
    app = Host()
    async with app.run_test(size=(70, 12)) as pilot:
        shown = safe_line(text)
        app.query_one(Header).show([PlaceName("a", shown)], "a", shown)
        app.query_one(Footer).show([Hint("a", shown, shown), Hint("b", Safe("b"), shown, enabled=False)])
        app.query_one(StatusLine).say(safe(text), "failure", hint=shown)
        app.left.show_title(shown, shown, extra=[span(text)])
        app.left.show_state([(span(text),)])
        app.right.show_title(safe(text))
        await pilot.pause()
        assert_harmless(app)
        for part in (Header, Footer, StatusLine):
            await pilot.click(part, offset=(3, 0))
