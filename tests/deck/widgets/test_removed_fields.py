"""A field that is gone from the page but still on the screen is painted blank instead of failing for its styles."""

from __future__ import annotations

import pytest
from textual.app import App
from textual.geometry import Region
from textual.widget import Widget

from docdeck.deck.widgets.composer import Composer
from docdeck.deck.widgets.prompt_line import PromptField, PromptLine
from docdeck.text import Safe


@pytest.mark.parametrize("kind", ["composer", "prompt"])
async def test_a_removed_field_can_still_be_painted(kind: str) -> None:
    app: App[None] = App()
    async with app.run_test(size=(60, 20)) as pilot:
        made: Widget = Composer(Safe("Comment"), text="words") if kind == "composer" else PromptLine(Safe("/"), "words")
        await app.mount(made)
        await pilot.pause()
        field = made.area if isinstance(made, Composer) else made.query_one(PromptField)
        region = Region(0, 0, *field.size)
        assert "words" in "".join(strip.text for strip in field.render_lines(region))
        await made.remove()
        assert "".join(strip.text for strip in field.render_lines(region)).strip() == ""
