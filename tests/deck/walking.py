"""A reader who presses keys at random over a way that is slow and fails, and what must hold when all is at rest."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
from textual.screen import Screen

from docdeck.deck.screens.base import ONE_PANE, THREE_PANES, DeckScreen
from docdeck.deck.screens.change_request import ChangeRequestScreen
from docdeck.deck.screens.page_beside import PageBeside
from docdeck.deck.screens.request_list import RequestListScreen
from docdeck.deck.screens.request_log import RequestLogScreen
from docdeck.deck.screens.threads import ThreadsScreen
from docdeck.deck.screens.tree import TreeScreen
from docdeck.deck.widgets.help_panel import HelpPanel
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.pane import Pane
from docdeck.text import safe_line
from tests.deck.company import Deck, Way

KEYS: dict[str, int] = {
    **dict.fromkeys(("j", "k"), 12),
    **dict.fromkeys(("g", "G", "ctrl+d", "ctrl+u", "pagedown", "pageup"), 2),
    **dict.fromkeys(("h", "l"), 6),
    **dict.fromkeys(("tab", "shift+tab"), 4),
    **dict.fromkeys(("enter", "escape"), 7),
    **dict.fromkeys(("J", "K", "<", ">", "-"), 3),
    **dict.fromkeys(("]", "[", "}", "{", "t", "T", "d", "D", "b", "v", "V"), 2),
    **dict.fromkeys(("1", "2", "3", "4", "5", "6"), 2),
    **dict.fromkeys(("n", "N", "s", "S", "f", ".", ",", "p", "P", "i", "L", "y", "Y", "o"), 1),
    **dict.fromkeys(("/", "ctrl+k", ":", "?", "ctrl+r", "q"), 2),
    **dict.fromkeys(("c", "C", "r", "R", "e", "E", "a", "A", "m", "@", "ctrl+n", "delete", "+"), 1),
    **dict.fromkeys(("space", "*", "w", "x", "X", "W", "z", "Z", "!", "ctrl+t", "ctrl+g", "ctrl+e", "u"), 1),
}
"""What is pressed, and how often against the others. Nothing here leaves the deck or consents to anything."""
WORDS = ("web", "al", "second", "zzz", "a b", "!x", "jonas", "ü", "r")
WIDTHS = (80, 120, 160, 200)
PAUSES = (0.0, 0.0, 0.0, 0.002, 0.01, 0.03)
REST = 0.01
"""How long the cursor of a walker rests before what is beside it is read."""
LONGEST = 60.0


@dataclass
class RoughWay(Way):
    """A way that takes its time, and on which a share of the reads fails while `failing`."""

    chance: random.Random = field(default_factory=random.Random)
    slowest: float = 0.05
    failing: float = 0.0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        wait, fails = self.chance.random() * self.slowest, self.chance.random() < self.failing
        how = self.chance.choice((403, 404, 500, httpx.ConnectError))
        await asyncio.sleep(wait)
        if fails and request.method == "GET":
            return await self._answer(request, how)
        return await super().handle_async_request(request)


@dataclass
class Walker:
    """Presses, types and resizes by one seed, and keeps what it did."""

    deck: Deck
    chance: random.Random
    done: list[str] = field(default_factory=list[str])

    async def burst(self, steps: int) -> None:
        """Some steps with hardly a pause between them."""
        for _ in range(steps):
            await self.step()
            pause = self.chance.choice(PAUSES)
            if pause or self.chance.random() < 0.5:
                await asyncio.sleep(pause)

    async def step(self) -> None:
        """One key, some typed words, or another size of the terminal."""
        if self.chance.random() < 0.04:
            await self.resize(self.chance.choice(WIDTHS))
        elif self._types() and self.chance.random() < 0.7:
            for letter in self.chance.choice(WORDS):
                self.press("space" if letter == " " else letter)
            if self.chance.random() < 0.5:
                self.press(self.chance.choice(("enter", "escape", "down", "up", "backspace")))
        else:
            self.press(self.chance.choices(tuple(KEYS), tuple(KEYS.values()))[0])

    def _types(self) -> bool:
        """Whether a field stands open."""
        screen = self.deck.app.screen
        return bool(
            getattr(screen, "writing", None) or getattr(screen, "filtering", False) or hasattr(screen, "prompt")
        )

    def press(self, key: str) -> None:
        """As a terminal hands keys over: nobody waits until the one before was handled."""
        app = self.deck.app
        typed_ahead = app._turns._waiting or app.message_queue_size
        if key == "q" and (app.navigator is None or app.navigator._at == 0 or typed_ahead):
            return  # it would end the deck, or might once the keys before it have led to the first view
        self.done.append(key)
        self.deck.hand(key)

    async def resize(self, width: int) -> None:
        """The terminal has another width."""
        self.done.append(f"<{width}>")
        await self.deck.pilot.resize_terminal(width, 40)


def pending(deck: Deck) -> list[str]:
    """What is still under way: workers, cursors that have not rested long enough, acts, messages."""
    app = deck.app
    found = [f"worker {each.group} {each.name}" for each in app.workers if not each.is_finished]
    for view in app.views:
        if view._resting is not None:
            found.append(f"rest {view.location}")
    found += [f"write {each}" for each in app.pending_writes]
    found += [f"typed {each}" for each in app._turns._waiting]
    if app._burst._waiting is not None:
        found.append("a key that may be one of a burst")
    if app.session is not None and app.session.outbox.waiting:
        found.append("outbox")
    for widget in (app, *app.screen.walk_children(with_self=True)):
        if widget.message_queue_size:
            found.append(f"messages of {widget!r}")
    return found


async def rest(deck: Deck) -> None:
    """Until nothing is under way any more."""
    loop = asyncio.get_running_loop()
    end = loop.time() + LONGEST
    quiet = 0
    while quiet < 3:
        await deck.pilot.pause()
        found = pending(deck)
        quiet = 0 if found else quiet + 1
        if found:
            await asyncio.sleep(0.005)
        if deck.app._exception is not None:
            raise deck.app._exception
        assert loop.time() < end, found


# What holds at rest


def wrongs(deck: Deck) -> Iterator[str]:
    """Each thing that does not hold, as a sentence."""
    app = deck.app
    assert app._exception is None, app._exception
    assert app.is_running, "the deck has ended"
    assert app.navigator is not None
    yield from _stack_wrongs(deck)
    screen = app.screen
    yield from _focus_wrongs(screen)
    for view in screen.query(LineView):
        yield from _cursor_wrongs(view)
    if isinstance(screen, DeckScreen):
        yield from _frame_wrongs(deck, screen)
        match screen:
            case ChangeRequestScreen():
                yield from _request_wrongs(screen)
            case RequestListScreen():
                yield from _list_wrongs(screen)
            case ThreadsScreen():
                yield from _threads_wrongs(screen)
            case TreeScreen():
                yield from _tree_wrongs(screen)
            case _:
                pass


def _stack_wrongs(deck: Deck) -> Iterator[str]:
    app = deck.app
    stack = app.screen_stack
    views = [each for each in stack if isinstance(each, DeckScreen)]
    if views[-1] is not app.navigator.current:
        yield f"on top is {views[-1].location}, the history says {app.navigator.current.location}"
    if len(views) > 2 or stack[: len(views)] != views:
        yield f"the stack is {stack}"
    for each in stack:
        if not each.is_attached or not each.is_mounted:
            yield f"{each} is on the stack and not on the page"
    names = [each.location for each in app.navigator.visits]
    if len(set(names)) != len(names):
        yield f"one place twice in the history: {names}"


def _focus_wrongs(screen: Screen[Any]) -> Iterator[str]:
    focused = screen.focused
    if focused is None:
        if isinstance(screen, DeckScreen | HelpPanel) or hasattr(screen, "prompt"):
            yield "nothing has the focus"
        return
    hidden = [each for each in focused.ancestors_with_self if not getattr(each, "display", True)]
    if hidden or not focused.is_attached or focused.screen is not screen or not focused.region.width:
        yield f"the focus is on {focused!r}, which is not shown: {hidden} {focused.region}"
    if isinstance(screen, DeckScreen):
        # From a composer tab leads to the panes: what is written about can be looked at meanwhile.
        field_open = bool(screen.query("PromptLine"))
        if field_open == isinstance(focused, LineView) and not screen.query("Composer"):
            yield f"field open: {field_open}, and the focus is on {focused!r}"
        if screen.writing is None and screen.query("Composer, #line"):
            yield "a field stands open that nobody writes in"
        if bool(screen.query("#filter")) != screen.filtering:
            yield f"filtering: {screen.filtering}, filter lines: {len(screen.query('#filter'))}"


def _cursor_wrongs(view: LineView) -> Iterator[str]:
    source, index = view.source, view.cursor_index
    if index is None:
        if any(source.selectable(at) for at in range(source.count)):
            yield f"{view!r} has rows and no cursor"
    elif not (0 <= index < source.count and source.selectable(index)):
        yield f"the cursor of {view!r} is at {index} of {source.count}"


def _frame_wrongs(deck: Deck, view: DeckScreen) -> Iterator[str]:
    if view.shown.state in ("loading", "refreshing"):
        yield f"{view.location} is {view.shown.state} for ever"
    header, footer = view.header, view.footer
    stood = (header._current, header._path, header._right, footer._hints)
    view.show_header()
    view.show_footer()
    now = (header._current, header._path, header._right, footer._hints)
    for before, after in zip(stood, now, strict=True):
        if before != after:
            yield f"the frame of {view.location} says {before}, and should {after}"
    rows = deck.text.split("\n")
    below = [*rows[:1], *(row for row in rows[1:] if view.status.text[:30] not in row or not view.status.text)]
    for row in below:
        if re.search(r"Reading .*…|Still reading|\breading …|refreshing", row):
            yield f"still on the screen: {row.strip()!r}"


def title(pane: Pane) -> str:
    """What a pane is about."""
    return str(pane._title.title)


def _problem(pane: Pane) -> str:
    """Why a pane shows nothing."""
    lines = pane._state.lines if pane._state.display else ()
    return " ".join(text for line in lines for text, _ in line)


def _keys(pane: Pane) -> list[str]:
    return [pane.view.source.key(at) for at in range(pane.view.source.count)]


def _painted(pane: Pane) -> tuple[object, ...]:
    view, width = pane.view, 80
    source = view.source
    lines = [tuple(source.lines(at, width)) for at in range(source.count)]
    return title(pane), pane._title.right, pane._title.extra, _problem(pane), _keys(pane), lines, view.cursor_key


def _repainted(pane: Pane, paint: Any) -> Iterator[str]:
    before = _painted(pane)
    paint()
    for stood, now in zip(before, _painted(pane), strict=True):
        if stood != now:
            yield f"the pane {pane.id} shows {stood!r}, and painted anew {now!r}"


def _list_wrongs(view: RequestListScreen) -> Iterator[str]:
    yield from _repainted(view.rows, view.paint)
    row, about = view.row, title(view.preview)
    if view.has_class(ONE_PANE) or view.has_class("no-preview"):
        return
    if row is None:
        if about != "Preview":
            yield f"no row is under the cursor, and the preview is about {about}"
        return
    if about != safe_line(row.label):
        yield f"the cursor is on {row.label}, the preview is about {about} ({_problem(view.preview)})"
    elif view.target is None and not _problem(view.preview):
        yield f"nothing is known about {row.label}, and the preview says not why"
    keys, three = _keys(view.preview), view.has_class(THREE_PANES)
    threads = view._state.threads if view.target is not None and view._state is not None else ()
    if any(not each.resolved for each in threads) and ("threads" in keys) == three:
        yield f"threads in the preview: {'threads' in keys}, in three panes: {three}"


def _threads_wrongs(view: ThreadsScreen) -> Iterator[str]:
    yield from _repainted(view.rows, view.paint)
    placed, keys = view.placed, _keys(view.beside)
    if placed is None and (keys or title(view.beside) != "Thread"):
        yield f"no row is under the cursor, and the thread beside it is {title(view.beside)} {keys}"


def _tree_wrongs(view: TreeScreen) -> Iterator[str]:
    yield from _repainted(view.tree_pane, view.paint)
    node = view.node
    if view.has_class(ONE_PANE) or view.has_class("no-preview"):
        return
    if node is None:
        if title(view.details_pane) != "Details":
            yield f"no node is under the cursor, and the facts are about {title(view.details_pane)}"
        return
    if title(view.details_pane) not in safe_line(node.title):  # a row may show a sign before it
        yield f"the cursor is on {node.title}, the facts are about {title(view.details_pane)}"
    elif view.details() is None and not _problem(view.details_pane):
        yield f"nothing is known about {node.title}, and its pane says not why"
    if isinstance(view, PageBeside) and view.has_class(THREE_PANES):
        about = title(view.page_pane)
        if about != (safe_line(node.title) if node.kind == "page" else "Page"):
            yield f"the cursor is on {node.kind} {node.title}, the page beside it is {about}"


def _request_wrongs(view: ChangeRequestScreen) -> Iterator[str]:
    if view.state is None:
        return
    yield from _repainted(view.pages_pane, view.paint_pages)
    yield from _repainted(view.threads_pane, view.paint_threads)
    marked = view.pages_pane.view.cursor_key
    if marked != view.standing:
        yield f"the page list marks {marked} of {_keys(view.pages_pane)}, the page that is read is {view.standing}"
    row = next((each for each in view.rows if each.page == view.page), None)
    if view.page is None:
        if title(view.reading) != "Overview":
            yield f"the overview has the title {title(view.reading)}"
        yield from _repainted(view.reading, view.paint_overview)
    else:
        if row is None and view.rows:
            yield f"{view.page} is read, which is not among the pages"
        elif row is not None and title(view.reading) != safe_line(row.title):
            yield f"{row.title} is read under the title {title(view.reading)}"
        if view.form is None and not _problem(view.reading):
            yield "a page is chosen, and neither it nor why not is shown"
        if view.form is not None and view.reading.view.source is not view.form:
            yield "what is read is not what is shown"
        if view.form is not None:
            yield from _repainted(view.reading, view.paint_diff)


async def stale_strips(deck: Deck) -> list[str]:
    """The rows of the screen that a full repaint would change."""
    screen = deck.app.screen
    if isinstance(screen, RequestLogScreen):
        return []  # it paints itself anew by its own clock
    before = list(screen._compositor.render_strips())
    for widget in screen.walk_children():
        widget._styles_cache.clear()
        if isinstance(widget, LineView):
            widget._strips.clear()
        widget.refresh(layout=True)
    await deck.pilot.pause()
    after = screen._compositor.render_strips()
    return [
        f"{old.text.rstrip()!r} stood where {new.text.rstrip()!r} belongs"
        for old, new in zip(before, after, strict=False)
        if list(old) != list(new) and (old.text != new.text or old.simplify()._segments != new.simplify()._segments)
    ]
