"""How quick long lists and big trees are, against a bare Textual app and Textual's own tree. Prints three tables.

    python tests/benchmarks/lists.py [PAIRS]

Two decks run in one process without a terminal: one shows 100 change requests, one 100,000; a bare app with one label
gives K, the least a key takes in Textual, and a bare list what scrolling costs in it. Keys go round robin through all.
A tree of 10,000 nodes stands beside Textual's Tree with the same nodes. What is timed ends when the frame that shows
the change is ready to be written.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from rich.segment import Segment
from textual import events
from textual._compositor import CompositorUpdate
from textual.app import App, ComposeResult
from textual.geometry import Size
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Label, Tree

from docdeck.deck.painters.requests import request_rows
from docdeck.deck.screens.change_requests import ChangeRequestsScreen
from docdeck.deck.screens.tree import TreeScreen
from docdeck.deck.widgets.line_view import LineView
from docdeck.workspace.request_lists import RequestList
from docdeck.workspace.tree import Children, Node
from tests.deck.company import Clock, Company, Deck, deck_over, make_company
from tests.deck.test_rows_and_hostile_text import IDS, LIVE, request, shown

PAIRS = 21
KEYS = 5
"""Keys of one kind for each pair: a 95th percentile needs more than a median."""
MANY, FEW = 100_000, 100
NODES, BRANCHES = 10_000, 100
SIZE = (120, 40)
Timed = Callable[[], Awaitable[float]]
Listed = tuple[Deck, "Frames"]
"""A deck at a list, and what times its frames."""


class BareApp(App[None]):
    """One label, which each key changes."""

    def __init__(self) -> None:
        super().__init__()
        self.keys = 0

    def compose(self) -> ComposeResult:
        yield Label("bare label")

    def on_key(self) -> None:
        self.keys += 1
        self.query_one(Label).update(f"key {self.keys}")


class BareRows(ScrollView):
    """What scrolling rows costs in Textual itself: ready strips, no cursor, nothing asked of anybody."""

    def on_mount(self) -> None:
        self.virtual_size = Size(self.size.width, MANY)
        self.strips = [Strip([Segment(f"row {at} ".ljust(SIZE[0]))], SIZE[0]) for at in range(SIZE[1])]

    def render_line(self, y: int) -> Strip:
        return self.strips[(y + round(self.scroll_y)) % SIZE[1]]


class BareList(App[None]):
    """A bare list, which `j` scrolls by a row and page down by a page."""

    def compose(self) -> ComposeResult:
        yield BareRows()

    def on_key(self, event: events.Key) -> None:
        rows = self.query_one(BareRows)
        by = rows.size.height if event.key == "pagedown" else 1
        rows.scroll_to(y=rows.scroll_y + by, animate=False, force=True)


class Frames:
    """Tells how long it takes an app to have a frame ready that shows something."""

    def __init__(self, app: App[Any]) -> None:
        self.app = app
        self._shows: Callable[[], bool] | None = None
        self._ready = asyncio.Event()
        self._at = 0.0
        display = app._display

        def noticed(screen: Screen[Any], renderable: Any) -> None:
            display(screen, renderable)
            if renderable is None or self._shows is None or app._batch_count:
                return
            if isinstance(renderable, CompositorUpdate):
                renderable.render_segments(app.console)  # what a terminal would be sent; nobody makes it without one
            if self._shows():
                self._at, self._shows = time.perf_counter(), None
                self._ready.set()

        app._display = noticed

    async def taken(self, act: Callable[[], Any], shows: Callable[[], bool]) -> float:
        """Milliseconds from `act` to the frame at which `shows` holds; then waits until the app is quiet."""
        self._ready.clear()
        self._shows = shows
        started = time.perf_counter()
        act()
        await asyncio.wait_for(self._ready.wait(), 60)
        await asyncio.sleep(0.02)
        return (self._at - started) * 1000

    async def key(self, name: str, shows: Callable[[], bool]) -> float:
        """Milliseconds from a key to the frame that shows what it did."""
        pressed = events.Key(name, name if len(name) == 1 else None)
        return await self.taken(lambda: self.app.post_message(pressed), shows)

    async def called(self, act: Callable[[], Any], shows: Callable[[], bool]) -> float:
        """Milliseconds from a call inside the app to its frame."""
        return await self.taken(lambda: self.app.call_later(act), shows)


def main() -> None:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    asyncio.run(measure(pairs))


async def measure(pairs: int) -> None:
    """All tables, one after the other."""
    company = make_company()
    bare, rows = BareApp(), BareList()
    async with AsyncExitStack() as stack:
        for app in (bare, rows):
            await stack.enter_async_context(app.run_test(size=SIZE))
        least = Frames(bare)
        async with listed(company, FEW) as few, listed(company, MANY) as many:
            await keys_in_lists(pairs, least, Frames(rows), few, many)
            await populating(pairs, least, few, many)
            await filtering(pairs, least, many)
        await trees(pairs, least, company)


def report(name: str, times: dict[str, list[float]], ratios: list[tuple[str, str, str, str]]) -> None:
    """Medians and 95th percentiles by name, then ratios: (of, to, `p50` or `p95`, goal)."""
    for label, values in times.items():
        print(f"  {name:<10} {label:<34} p50 {statistics.median(values):7.1f}  p95 {p95(values):7.1f} ms")
    for of, to, kind, goal in ratios:
        if kind == "p95":
            found, spread = p95(times[of]) / p95(times[to]), ""
        else:
            pairwise = [own / base for own, base in zip(times[of], times[to], strict=True)]
            found, spread = statistics.median(pairwise), f" ({min(pairwise):.2f}-{max(pairwise):.2f})"
        print(f"  {name:<10} {of + ' / ' + to:<34} {kind} {found:7.2f}{spread}   goal {goal}")


def p95(values: list[float]) -> float:
    """The value that 95 of 100 do not pass."""
    return sorted(values)[min(len(values) - 1, round(0.95 * (len(values) - 1)))]


async def round_robin(rounds: int, timed: dict[str, Timed]) -> dict[str, list[float]]:
    """Measure in turn, one round to warm up."""
    found: dict[str, list[float]] = {name: [] for name in timed}
    for at in range(rounds + 1):
        for name, each in timed.items():
            value = await each()
            if at:
                found[name].append(value)
    return found


async def bare_key(least: Frames) -> float:
    """K: a key in the bare app."""
    app = least.app
    assert isinstance(app, BareApp)
    before = app.keys
    return await least.key("x", lambda: app.keys > before)


async def bare_scroll(rows: Frames, key: str) -> float:
    """A key that scrolls the bare list."""
    view = rows.app.query_one(BareRows)
    before = view.scroll_y
    return await rows.key(key, lambda: view.scroll_y != before)


@asynccontextmanager
async def listed(company: Company, count: int) -> AsyncIterator[tuple[Deck, Frames]]:
    """A deck at its change requests, so many of them; the server stays silent."""
    async with deck_over(company, Clock(), size=SIZE, rules=((r"GET ", asyncio.Event()),)) as deck:
        await shown(deck, "change requests", count, title)
        yield deck, Frames(deck.app)


def title(at: int) -> str:
    """A subject of the length that people write."""
    return f"Rewrite the page about {WORDS[at % 7]} and {WORDS[at % 11]} (part {at})"


WORDS = ("webhooks", "tokens", "limits", "billing", "search", "roles", "sites", "spaces", "imports", "audits", "teams")


async def keys_in_lists(pairs: int, least: Frames, rows: Frames, few: Listed, many: Listed) -> None:
    """Move, scroll and page: 100,000 rows beside 100 and beside a bare app."""
    print(f"A list of change requests, from the key to the frame, {pairs * KEYS} keys each")
    for name, keys, goal in (("move", "jk", "1.5 (p95)"), ("scroll", "j", "3.5"), ("page", "pagedown", "4")):
        own = ("pagedown",) if name == "page" else tuple(keys)
        if name != "page":
            for deck, _ in (few, many):
                await at_edge(deck, inside=name == "move")
        runs: dict[str, Timed] = {"bare app (K)": lambda: bare_key(least)}
        if name != "move":
            runs["bare list"] = lambda key=own[0]: bare_scroll(rows, key)
        for label, (deck, frames) in (("100 rows", few), ("100,000 rows", many)):
            runs[label] = keyed(deck, frames, own)
        found = await round_robin(pairs * KEYS, runs)
        kind = "p95" if name == "move" else "p50"
        ratios = [("100,000 rows", "bare app (K)", kind, goal), ("100,000 rows", "100 rows", kind, "1.2")]
        if name != "move":
            ratios.append(("100,000 rows", "bare list", kind, "- (what Textual leaves)"))
        report(name, found, ratios)


async def at_edge(deck: Deck, *, inside: bool) -> None:
    """The cursor in the middle of the first page, or where each further row scrolls."""
    view = deck.screen.active
    view.first()
    view.move(10 if inside else view.size.height)
    await deck.pilot.pause()


def keyed(deck: Deck, frames: Frames, keys: tuple[str, ...]) -> Timed:
    """A key in a list; at its end it begins anew."""
    names = cycle(keys)

    async def once() -> float:
        view = deck.screen.active
        if view.cursor_index is not None and view.cursor_index > view.source.count - view.size.height:
            view.first()
            await deck.pilot.pause()
            if keys == ("j",):
                await at_edge(deck, inside=False)
        before = view.cursor_index
        return await frames.key(next(names), lambda: view.cursor_index != before)

    return once


async def populating(pairs: int, least: Frames, few: Listed, many: Listed) -> None:
    """From the rows to the frame that shows them: in the place, and in the view alone."""
    print(f"\nFrom the answer to the frame, {pairs} pairs")

    def place(count: int, deck: Deck, frames: Frames) -> Timed:
        lists = cycle([tuple(request(at, text) for at in range(count)) for text in (title, lambda at: f"x{title(at)}")])

        async def once() -> float:
            screen = deck.screen
            message = ChangeRequestsScreen.Loaded(RequestList(next(lists), {"s": "Handbook"}, LIVE))
            return await frames.taken(lambda: screen.post_message(message), lambda: screen.found is message.found)

        return once

    def alone(count: int, deck: Deck, frames: Frames) -> Timed:
        view: LineView = deck.screen.active
        found = deck.screen.found.requests[:count]

        async def once() -> float:
            source = request_rows(found, {"s": "Handbook"}, time.time())
            return await frames.called(lambda: view.set_source(source), lambda: view.source is source)

        return once

    for name, make in (("place", place), ("view alone", alone)):
        runs = {"bare app (K)": lambda: bare_key(least), "100 rows": make(FEW, *few), "100,000 rows": make(MANY, *many)}
        found = await round_robin(pairs, runs)
        report(name, found, [("100,000 rows", "100 rows", "p50", "- (and at most 30 ms, of fastdatatable 0.10)")])


async def filtering(pairs: int, least: Frames, many: Listed) -> None:
    """A character typed into the filter of 100,000 titles, and taken out again."""
    print(f"\nLive filter of {MANY:,} titles, from the key to the filtered frame, {pairs} pairs")
    deck, frames = many
    screen = deck.screen
    screen.do_filter()
    await deck.until(lambda: deck.app.focused is not None and deck.app.focused.id != "rows")
    await deck.pilot.pause()
    keys = cycle(("w", "e", "b", "h", *("backspace",) * 4))

    async def typed() -> float:
        before = screen.rows.view.source
        return await frames.key(next(keys), lambda: screen.rows.view.source is not before)

    found = await round_robin(pairs, {"bare app (K)": lambda: bare_key(least), "typed": typed})
    report("filter", found, [("typed", "bare app (K)", "p50", "6")])


async def trees(pairs: int, least: Frames, company: Company) -> None:
    """Ten thousand nodes in a hundred open branches, beside Textual's own tree."""
    print(f"\nA tree of {NODES:,} nodes in {BRANCHES} branches, all open, {pairs} pairs")
    stock = App[None]()
    async with deck_over(company, Clock(), size=SIZE, rules=((r"GET ", asyncio.Event()),)) as deck:
        await shown(deck, "spaces", 0, title)
        async with stock.run_test(size=SIZE):
            own, theirs = Frames(deck.app), Frames(stock)
            tree: list[Tree[None]] = []
            runs: dict[str, Timed] = {
                "Textual Tree": lambda: open_stock(theirs, tree),
                "docdeck": lambda: open_tree(deck.screen, own),
            }
            report("open", await round_robin(pairs, runs), [("docdeck", "Textual Tree", "p50", "0.15")])
            runs = {
                "bare app (K)": lambda: bare_key(least),
                "Textual Tree": lambda: toggle_stock(theirs, tree[-1]),
                "docdeck": lambda: toggle(deck.screen, own),
            }
            ratios = [("docdeck", "Textual Tree", "p50", "0.20"), ("docdeck", "bare app (K)", "p50", "(best: 4)")]
            report("toggle", await round_robin(pairs, runs), ratios)


def node(key: str, *, branch: bool) -> Node:
    """A node of a space."""
    return Node(key, "heading", f"Page {key}", branch, f"path/{key}", ids=IDS)


async def open_tree(screen: TreeScreen, frames: Frames) -> float:
    """The branches that were read, shown in a tree where all are open."""
    from docdeck.workspace.tree import Tree as Branches

    below = NODES // BRANCHES - 1
    branches = Branches()
    branches.open_keys([f"b{at}" for at in range(BRANCHES)])
    for at in range(BRANCHES):
        children = tuple(node(f"b{at} n{each}", branch=False) for each in range(below))
        branches.set_children(f"b{at}", Children(children, LIVE))
    roots = Children(tuple(node(f"b{at}", branch=True) for at in range(BRANCHES)), LIVE)
    screen._asked = {f"b{at}" for at in range(BRANCHES)}  # read already: nothing is asked of the silent server
    screen.branches = branches
    view, before = screen.tree_pane.view, screen.tree_pane.view.source
    message = TreeScreen.RootsRead(roots)
    return await frames.taken(lambda: screen.post_message(message), lambda: view.source is not before)


async def toggle(screen: TreeScreen, frames: Frames) -> float:
    """The first branch folded or unfolded."""
    view = screen.tree_pane.view
    view.move_to("b0")
    before = view.source
    return await frames.called(lambda: screen.toggle("b0"), lambda: view.source is not before)


async def open_stock(frames: Frames, made: list[Tree[None]]) -> float:
    """Textual's tree with the same nodes, mounted in place of the one before."""
    for old in made:
        await old.remove()
    made[:] = [tree := Tree("root")]
    tree.root.expand()

    def fill() -> None:
        for at in range(BRANCHES):
            branch = tree.root.add(f"Page b{at}", expand=True)
            for each in range(NODES // BRANCHES - 1):
                branch.add_leaf(f"Page b{at} n{each}")
        frames.app.mount(tree)

    return await frames.called(fill, lambda: tree.is_mounted and tree.virtual_size.height > NODES)


async def toggle_stock(frames: Frames, tree: Tree[None]) -> float:
    """The first branch of Textual's tree folded or unfolded."""
    before = tree.virtual_size.height
    return await frames.called(tree.root.children[0].toggle, lambda: tree.virtual_size.height != before)


if __name__ == "__main__":
    main()
