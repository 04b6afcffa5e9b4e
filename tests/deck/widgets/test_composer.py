"""The composer and the prompt line: what is typed, what is kept, what a key asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.app import App, ComposeResult
from textual.message import Message

from docdeck.deck.widgets.composer import Composer
from docdeck.deck.widgets.held import Held
from docdeck.deck.widgets.prompt_line import PromptLine
from docdeck.text import Safe
from tests.deck.widgets.hostile import HOSTILE, assert_harmless, screen_text


class Host(App[None]):
    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.saved: list[str] = []
        self.said: list[tuple[str, str]] = []
        self.composer = Composer(
            Safe("Comment on Verify signatures"), text=text, note=Safe("draft kept"), on_text=self.saved.append
        )
        self.prompt = PromptLine(Safe("/"), on_text=self.saved.append)

    def compose(self) -> ComposeResult:
        yield self.prompt
        yield self.composer

    def on_mount(self) -> None:
        self.composer.focus_text()

    def note(self, message: Message) -> None:
        self.said.append((type(message).__name__, getattr(message, "text", "")))

    on_composer_submitted = on_composer_left = on_composer_hold_asked = on_composer_outside_asked = note
    on_prompt_line_submitted = on_prompt_line_left = note


async def test_each_change_is_handed_on_inside_the_change() -> None:
    app = Host()
    async with app.run_test(size=(60, 20)) as pilot:
        for key in "hi":
            await pilot.press(key)
        assert app.saved == ["h", "hi"]
        app.composer.area.insert("!")  # no event loop turn between
        assert app.saved[-1] == "hi!"
        await pilot.press("enter", "backspace", "ctrl+z")
        assert app.saved[-1] == app.composer.text
        app.composer.replace_text("from outside")
        assert app.saved[-1] == "from outside"
        await pilot.pause()
        assert "Comment on Verify signatures" in screen_text(app)
        assert "draft kept" in screen_text(app)


async def test_the_keys_of_the_composer() -> None:
    app = Host("text")
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("ctrl+s", "ctrl+t", "ctrl+o", "escape")
        await pilot.pause()
        assert app.said == [("Submitted", "text"), ("HoldAsked", "text"), ("OutsideAsked", "text"), ("Left", "text")]
        assert app.saved == []
        await pilot.press("q", "m", "y", "question_mark")
        assert app.composer.text == "textqmy?"
        await pilot.press("ctrl+q")
    assert app.return_code == 0


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
async def test_what_another_person_wrote_is_edited_without_altering_it(text: str) -> None:
    app = Host(text)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert app.composer.text == text
        shown = app.screen._compositor.render_strips()
        assert shown
        for strip in shown:
            assert not any("\x00" <= c < " " or "\x7f" <= c < "\xa0" for c in strip.text)
            assert not any(segment.style and segment.style.link for segment in strip)
        await pilot.press("end", "a", "backspace")
        assert app.composer.text == text


async def test_pasted_text_is_kept_as_it_is_and_shown_as_marks() -> None:
    app = Host()
    async with app.run_test(size=(60, 20)) as pilot:
        app.post_message(events.Paste("one\r\ntwo \x1b[6n \u202e"))
        await pilot.pause()
        assert app.composer.text == "one\ntwo \x1b[6n \u202e"
        assert app.saved[-1] == app.composer.text
        assert "two ␛[6n �" in assert_harmless(app)


async def test_hidden_characters_are_counted_in_the_title() -> None:
    app = Host("a\u202eb\u200bc")
    async with app.run_test(size=(90, 20)) as pilot:
        await pilot.pause()
        assert "2 hidden characters" in screen_text(app)


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("\r\n\t\x1b\u2028\x85\U000f0000a"))))
def test_held_text_comes_back(raw: str) -> None:
    held = Held()
    inside = held.start(raw)
    assert held.release(inside) == raw
    assert len(held.visible(inside)) == len(inside)
    assert inside.splitlines() == inside.split("\n")[: len(inside.splitlines())]
    assert "\r" not in inside


async def test_the_prompt_line() -> None:
    app = Host()
    async with app.run_test(size=(60, 20)) as pilot:
        app.prompt.focus_text()
        await pilot.press("m", "q")
        assert app.saved == ["m", "mq"]
        app.prompt.set_text("a\x1b[6nb")
        assert app.prompt.text == "a\x1b[6nb"
        await pilot.press("tab", "enter", "escape")
        await pilot.pause()
        assert app.said == [("Submitted", "a\x1b[6nb"), ("Left", "a\x1b[6nb")]
        assert "/ a␛[6nb" in assert_harmless(app)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_text_in_the_prompt_line_is_only_shown(text: str) -> None:
    app = Host()
    async with app.run_test(size=(60, 20)) as pilot:
        app.prompt.set_text(text)
        await pilot.pause()
        assert app.prompt.text == text.replace("\r\n", "\n")
        assert_harmless(app)
