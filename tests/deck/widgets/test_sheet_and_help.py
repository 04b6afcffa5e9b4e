"""The sheet before something final, and the help panel, with keys as a terminal sends them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.app import App

from docdeck.deck.screens.confirming import ConfirmSheet
from docdeck.deck.widgets.consent import ALONE, BURST, FRESH
from docdeck.deck.widgets.help_panel import HelpEntry, HelpPanel
from docdeck.deck.widgets.lines import FILL, span
from docdeck.deck.widgets.sheet import Sheet
from docdeck.text import Safe, safe, safe_line
from tests.deck.widgets.hostile import HOSTILE, assert_harmless, screen_text


class Host(App[None]):
    """Shows one sheet, with a clock and timers that the test moves."""

    def __init__(self, lines: list[tuple[tuple[Safe, str], ...]] | None = None) -> None:
        super().__init__()
        self.now = 100.0
        self.timers: list[Callable[[], None]] = []
        self.said: list[str] = []
        self.sheet = Sheet(
            Safe("Merge #42 into Handbook"),
            lines if lines is not None else [(span("5 pages go live at once. No undo here."),)],
            consent=("y", Safe("merge")),
            repairs=[("u", Safe("update"))],
            about="#42",
            clock=lambda: self.now,
            later=lambda _, call: self.timers.append(call),
        )

    def on_mount(self) -> None:
        self.push_screen(self.sheet, lambda _: self.said.append("gone"))

    def on_sheet_consented(self, message: Sheet.Consented) -> None:
        assert message.about == "#42"
        self.said.append("consented")

    def on_sheet_reread_asked(self, message: Sheet.RereadAsked) -> None:
        self.said.append("read again")

    def on_sheet_repair_asked(self, message: Sheet.RepairAsked) -> None:
        self.said.append(f"repair {message.key}")

    def pass_time(self, seconds: float) -> None:
        self.now += seconds
        timers, self.timers[:] = list(self.timers), []
        for call in timers:
            call()


async def test_a_person_consents() -> None:
    app = Host()
    async with app.run_test(size=(90, 24)) as pilot:
        await pilot.pause()
        assert "Merge #42 into Handbook" in screen_text(app)
        assert "5 pages go live" in screen_text(app)
        assert "[ Cancel ]" in screen_text(app)
        app.now += 1
        await pilot.press("y")
        assert app.said == []
        assert "Still reading" in str(app.sheet._said)
        app.sheet.arm()
        await pilot.pause()
        app.now += 1
        await pilot.press("y")
        app.pass_time(ALONE + 0.01)
        await pilot.pause()
        assert app.said == ["consented"]


@pytest.mark.parametrize("key", ["enter", "space", "n", "Y"])
async def test_no_other_key_consents(key: str) -> None:
    app = Host()
    async with app.run_test(size=(90, 24)) as pilot:
        await pilot.pause()
        app.sheet.arm()
        await pilot.pause()
        app.now += 1
        await pilot.press(key)
        app.pass_time(ALONE + 0.01)
        await pilot.pause()
        assert "consented" not in app.said
        assert ("gone" in app.said) == (key == "enter")


async def test_an_answer_of_the_terminal_does_not_consent() -> None:
    app = Host()
    async with app.run_test(size=(90, 24)) as pilot:
        await pilot.pause()
        app.sheet.arm()
        await pilot.pause()
        app.now += 1
        await pilot.press("left_square_bracket", "4", "semicolon", "2", "dollar_sign", "y")
        app.pass_time(ALONE + 0.01)
        await pilot.pause()
        await pilot.press("y", "y", "u")
        app.pass_time(ALONE + 0.01)
        await pilot.pause()
        assert app.said == []
        assert "burst" in screen_text(app)


async def test_old_reads_ask_for_new_ones() -> None:
    app = Host()
    async with app.run_test(size=(90, 24)) as pilot:
        await pilot.pause()
        app.sheet.arm()
        await pilot.pause()
        app.now += FRESH + 1
        await pilot.press("y")
        await pilot.pause()
        assert app.said == ["read again"]
        assert not app.sheet.armed
        assert "Reading again" in screen_text(app)
        app.sheet.arm()
        await pilot.pause()
        assert "Reading again" not in screen_text(app)
        assert "press the letter once more" in screen_text(app)


async def test_a_sheet_that_reads_nothing_can_be_thought_about() -> None:
    app = Host()
    now, said = [100.0], []
    async with app.run_test(size=(90, 24)) as pilot:
        sheet = ConfirmSheet("Delete", ["There is no undo."], "delete", lambda: said.append("deleted"))
        sheet._clock, sheet._own_clock = (lambda: now[0]), True
        sheet._later = lambda _, call: app.timers.append(call)
        app.push_screen(sheet)
        await pilot.pause()
        now[0] += 10 * FRESH
        await pilot.press("y")
        now[0] += ALONE
        app.pass_time(ALONE)
        await pilot.pause()
        assert said == ["deleted"]


@pytest.mark.parametrize("size", [(80, 24), (60, 16), (40, 12)])
async def test_the_sentence_and_the_keys_stay_on_a_small_terminal_and_the_rest_scrolls(size: tuple[int, int]) -> None:
    app = Host([(span(f"Blocker {number}"),) for number in range(30)])
    async with app.run_test(size=size) as pilot:
        app.sheet.arm()
        app.sheet.say(Safe("What is marked stands in the way."))
        await pilot.pause()
        for words in ("Merge #42", "Blocker 0", "stands in the way", "[ Cancel ]", "y  merge"):
            assert words in screen_text(app), words
        assert "Blocker 29" not in screen_text(app)
        await pilot.press(*["pagedown"] * 5)
        await pilot.pause()
        assert "Blocker 29" in screen_text(app)
        assert "[ Cancel ]" in screen_text(app)


async def test_a_resize_and_new_content_start_the_still_time_again() -> None:
    app = Host()
    async with app.run_test(size=(90, 24)) as pilot:
        await pilot.pause()
        app.sheet.arm()
        await pilot.pause()
        app.now += 1
        await pilot.resize_terminal(100, 30)
        await pilot.press("y")
        app.now += 1
        app.sheet.show([(span("2 pages moved since you read them"),)])
        await pilot.pause()
        assert "2 pages moved" in screen_text(app)
        await pilot.press("y")
        app.pass_time(ALONE + 0.01)
        await pilot.pause()
        assert app.said == []


async def test_repairs_and_clicks() -> None:
    app = Host()
    async with app.run_test(size=(90, 24)) as pilot:
        await pilot.pause()
        app.sheet.arm()
        await pilot.pause()
        app.now += 1
        await pilot.press("u")
        app.pass_time(BURST + 0.01)
        await pilot.pause()
        assert app.said == ["repair u"]
        rows = screen_text(app).split("\n")
        row = next(at for at, text in enumerate(rows) if "[ Cancel ]" in text)
        await pilot.click(offset=(rows[row].index("y  merge"), row))
        await pilot.pause()
        assert app.said == ["repair u"]
        await pilot.click(offset=(rows[row].index("Cancel"), row))
        await pilot.pause()
        assert app.said == ["repair u", "gone"]


async def test_with_the_real_clock() -> None:
    class Real(App[None]):
        consented = False

        def on_sheet_consented(self, message: Sheet.Consented) -> None:
            self.consented = True

    app = Real()
    async with app.run_test(size=(90, 24)) as pilot:
        sheet = Sheet(Safe("Merge"), [(span("one"),)], consent=("y", Safe("merge")))
        await app.push_screen(sheet)
        sheet.arm()
        await pilot.press("y")  # at once: not still
        assert not app.consented
        for _ in range(40):
            await pilot.pause(0.1)
            await pilot.press("y")
            if app.consented:
                break
        assert app.consented


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_text_in_a_sheet_is_only_shown(text: str) -> None:
    app = Host([(span(text),), (span("left"), FILL, span(text, "dim"))])
    async with app.run_test(size=(90, 24)) as pilot:
        app.sheet.show([(span(text),)], title=safe(text), repairs=[("u", safe_line(text))])
        app.sheet.say(safe(text))
        await pilot.pause()
        assert_harmless(app)


ENTRIES = [
    HelpEntry("approve", Safe("a"), Safe("Approve"), Safe("approve this change request")),
    HelpEntry("merge", Safe("m"), Safe("Merge"), Safe("open the merge sheet"), Safe("it is not open")),
    HelpEntry("comment", Safe("c"), Safe("Comment"), Safe("at the cursor")),
]


class HelpHost(App[None]):
    def __init__(self, entries: list[HelpEntry]) -> None:
        super().__init__()
        self.panel = HelpPanel(Safe("Change request"), entries)
        self.chosen: list[str | None] = []

    def on_mount(self) -> None:
        self.push_screen(self.panel, self.chosen.append)


async def test_help_is_searched_and_run() -> None:
    app = HelpHost(ENTRIES)
    async with app.run_test(size=(100, 24)) as pilot:
        await pilot.pause()
        assert "not now: it is not open" in screen_text(app)
        await pilot.press(*"merge")
        await pilot.pause()
        assert "Approve" not in screen_text(app)
        assert app.panel.view.cursor_key == "merge"
        await pilot.press("enter")
        await pilot.pause()
        assert app.chosen == ["merge"]


async def test_help_moves_and_closes() -> None:
    app = HelpHost(ENTRIES)
    async with app.run_test(size=(100, 24)) as pilot:
        await pilot.pause()
        await pilot.press("down", "down")
        await pilot.pause()
        assert app.panel.view.cursor_key == "comment"
        await pilot.press(*"zzz")
        await pilot.pause()
        assert "No key here is called" in screen_text(app)
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert app.chosen == [None]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_text_in_the_help_is_only_shown(text: str) -> None:
    shown = safe(text)
    app = HelpHost([HelpEntry("a", shown, shown, shown, shown)])
    async with app.run_test(size=(100, 24)) as pilot:
        await pilot.pause()
        assert_harmless(app)


async def test_the_last_row_of_a_sheet_is_never_cut() -> None:
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "[ Cancel ] enter" in screen_text(app)
        many = [("a", safe("approve")), ("t", safe("next thread")), ("@", safe("ask for reviews"))]
        app.sheet.show([], repairs=many)
        await pilot.pause()
        row = next(row for row in screen_text(app).splitlines() if "[ Cancel ]" in row)
        assert "…" not in row
        assert "enter" not in row
        assert "a approve   t next thread   @ ask for reviews   y  merge" in row
