"""The deck over the real service in this process, and waiting until something holds."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from textual.pilot import Pilot

from docdeck.api.platform import Platform
from docdeck.deck.app import DeckApp
from docdeck.deck.launch import Launch
from docdeck.deck.screens.frame import Frame
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import Line
from tests.workspace.world import World

DEADLINE = 60.0


@dataclass
class Deck:
    """A running deck and its keys."""

    app: DeckApp
    pilot: Pilot[Any]

    @property
    def view(self) -> Any:
        """The screen on top."""
        return self.app.screen

    @property
    def said(self) -> str:
        """The message line."""
        view = self.app.view
        return view.status.text if view is not None else ""

    def shown(self, *selectors: str) -> str:
        """The words of these line views (all of the view when none is named), a line each."""
        view = self.app.screen
        found = [one for each in selectors for one in view.query(each).results(LineView)]
        found = found if selectors else list(view.query(LineView))
        return "\n".join(text_of(lines) for each in found for lines in _rows(each))

    async def until(self, condition: Callable[[], object], what: str = "") -> None:
        """Run the deck until the condition holds; fails with what is on the screen."""
        ends = time.monotonic() + DEADLINE
        while not condition():
            if self.app._exception is not None:
                raise self.app._exception
            if time.monotonic() > ends:
                raise AssertionError(f"never: {what}\nsaid: {self.said}\n{self.app.screen_stack}\n{self.shown()}")
            await self.pilot.pause(0.01)

    async def press(self, *keys: str) -> None:
        """Press keys as a hand does, further apart than a burst."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause(0.035)

    async def live(self) -> None:
        """Until the view on top shows fresh data."""

        def fresh() -> bool:
            view = self.app.screen
            return isinstance(view, Frame) and view.shown.state == "live"

        await self.until(fresh, "live")


def text_of(line: Line) -> str:
    """The words of a line."""
    return "".join(part[0] for part in line)


def _rows(view: LineView) -> list[Line]:
    source = view.source
    return [line for index in range(source.count) for line in source.lines(index, 100)]


@asynccontextmanager
async def deck_over(
    world: World, person: str = "mira", *, size: tuple[int, int] = (120, 40), **more: Any
) -> AsyncIterator[Deck]:
    """A deck signed in as this person; its text goes out at once unless `outbox_seconds` says otherwise."""

    async def connect() -> Platform:
        return world.platform(person, cached=True)

    launch = Launch(
        profile_name="test", base_url="https://service.test", sample=False,
        cache_file=world.folder / f"cache-{person}", desk_file=world.folder / f"deck-desk-{person}",
        crash_folder=world.folder, connect=connect, close=lambda: None, **{"outbox_seconds": 0.0, **more},
    )  # fmt: skip
    app = DeckApp(launch)
    async with app.run_test(size=size) as pilot:
        deck = Deck(app, pilot)
        await deck.until(lambda: app.session is not None, "connected")
        await deck.until(lambda: app.views and app.views[0].shown.state == "live", "the inbox")
        yield deck
