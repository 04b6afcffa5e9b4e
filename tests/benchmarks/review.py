"""How quick a big change request is: 200 changed pages and 1,000 threads beside 20 and 100. Prints four tables.

    python tests/benchmarks/review.py [PAIRS]

The real service runs in its own process with both requests, and one more that edits pages of 100 KB and of 1 MB. A deck
without a terminal reads each once; then it is opened from the store, and keys go through the pages, the threads and
the rendered comparison, in turn with a bare app. While pages are opened, a task that only sleeps measures how long the
event loop was blocked.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from docdeck.api.connecting import connect
from docdeck.credentials import Secret
from docdeck.deck.app import DeckApp
from docdeck.deck.launch import Launch
from docdeck.deck.screens.page import PageScreen
from docdeck.deck.screens.request_reading import RequestReading
from docdeck.deck.widgets.line_view import LineView
from docdeck.service.actions.change_requests import create_change_request, edit_content, patch_change_request
from docdeck.service.actions.comments import post_comment
from docdeck.service.actions.spaces import NewPage, create_space
from docdeck.service.app import create_app
from docdeck.service.store import Tx
from docdeck.text import Safe
from tests.benchmarks.client import own_process
from tests.benchmarks.lists import SIZE, BareApp, Frames, Timed, bare_key, report, round_robin
from tests.benchmarks.places import until
from tests.benchmarks.service import served
from tests.workspace.world import World, make_world, update_page

PAIRS = 21
KEYS = 3
PAGES, THREADS = 200, 1_000
"""Of the big request; the small one has a tenth."""
SIZES = {"100 KB": 100_000, "1 MB": 1_000_000}
GOALS = {"100 KB": "60 ms", "1 MB": "250 ms"}
WHOLE = "whole-comparison"


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        asyncio.run(serve_requests())
        return
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    with own_process(__file__, "serve") as told:
        asyncio.run(measure(json.loads(told), pairs))


# The service


async def serve_requests() -> None:
    """Serve the requests until the process is ended, and tell where they are, as one line of JSON."""
    with tempfile.TemporaryDirectory() as folder:
        world = make_world(Path(folder))
        with world.store.write() as tx:
            told: dict[str, Any] = {
                "small": requested(tx, world, PAGES // 10, THREADS // 10),
                "big": requested(tx, world, PAGES, THREADS),
                "long": long_pages(tx, world),
            }
        serving, told["base_url"] = await served(create_app(world.store))
        print(json.dumps(told), flush=True)
        await serving


def requested(tx: Tx, world: World, pages: int, threads: int) -> list[str]:
    """A space and a change request that edits so many pages and has so many threads on them."""
    author, names = world.people["jonas"], [f"p{pages}x{at:013}"[:20] for at in range(pages)]
    new = [NewPage(f"Page {at}", prose(at, 2_000), id=name) for at, name in enumerate(names)]
    space = create_space(tx, world.people["mira"], world.organization, f"Of {pages}", new, default_level="admin")
    request = create_change_request(tx, author, space, f"{pages} pages")
    edits = [update_page(name, edited(prose(at, 2_000))) for at, name in enumerate(names)]
    edit_content(tx, author, space, request, edits)
    patch_change_request(tx, author, space, request, status="open")
    for at in range(threads):
        text = f"Thread {at}: is this what was meant by the part on limits? " + "It reads differently to me. " * 8
        post_comment(tx, world.people["sam"], space, request, text, page=names[at % pages])
    return [space, request]


def long_pages(tx: Tx, world: World) -> dict[str, Any]:
    """A space with a page of each size, and a request that edits them."""
    author = world.people["jonas"]
    names = {name: f"long{size:016}" for name, size in SIZES.items()}
    new = [NewPage(name, prose(0, size), id=names[name]) for name, size in SIZES.items()]
    space = create_space(tx, world.people["mira"], world.organization, "Long", new, default_level="admin")
    request = create_change_request(tx, author, space, "Long pages")
    edits = [update_page(names[name], edited(prose(0, size))) for name, size in SIZES.items()]
    edit_content(tx, author, space, request, edits)
    patch_change_request(tx, author, space, request, status="open")
    return {"space": space, "request": request, "pages": names}


def prose(seed: int, size: int) -> str:
    """So many characters of Markdown: headings, paragraphs with marks and links, lists, code and tables."""
    parts: list[str] = []
    length = at = 0
    while length < size:
        part = PARTS[at % len(PARTS)].replace("#N", f"{seed}.{at}")
        parts.append(part)
        length, at = length + len(part) + 2, at + 1
    return "\n\n".join(parts)


PARTS = (
    "## Part #N",
    "Each delivery #N carries a **signature** in the header, made of the _raw_ body and a [secret](https://x.example) "
    "that both sides know. Compare it in constant time, and refuse what is older than `300` seconds.",
    "- Read the raw body of #N\n- Compute the HMAC\n- Compare, and answer within ten seconds",
    "```python\ndef check(body, header):\n    return header == sign(body, '#N')\n```",
    "Rates of #N are counted by token. Past the limit the answer is 429 with the seconds to wait.",
    "| Field | Meaning |\n| --- | --- |\n| id | of #N |\n| at | when it happened |",
)


def edited(text: str) -> str:
    """The same text with every tenth paragraph worded differently."""
    parts = text.split("\n\n")
    return "\n\n".join(part.replace("a", "the", 1) if at % 10 == 4 else part for at, part in enumerate(parts))


# The deck


@asynccontextmanager
async def decked(base_url: str, folder: Path) -> AsyncIterator[tuple[DeckApp, Frames]]:
    """A deck that is signed in, with a store in the folder."""

    async def reach() -> Any:
        return connect(base_url, Secret("token-mira"), cache_file=folder / "answers.sqlite")

    files = (folder / "answers.sqlite", folder / "desk.sqlite", folder)
    app = DeckApp(Launch("measured", base_url, False, *files, reach, lambda: None))
    async with app.run_test(size=SIZE):
        await until(lambda: app.session is not None)
        yield app, Frames(app)


@dataclass
class Lag:
    """How long the event loop was blocked, in milliseconds: the longest times, one of each watch."""

    longest: list[float] = field(default_factory=list[float])

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Sleep a millisecond over and over; what one sleep took beyond it, the loop was blocked."""
        worst = 0.0

        async def probe() -> None:
            nonlocal worst
            while True:
                before = time.perf_counter()
                await asyncio.sleep(0.001)
                worst = max(worst, (time.perf_counter() - before) * 1000 - 1)

        task = asyncio.create_task(probe())
        try:
            yield
        finally:
            task.cancel()
            self.longest.append(worst)


async def measure(told: dict[str, Any], pairs: int) -> None:
    """All tables, beside a bare app. The first deck reads everything from the service, the others from the store."""
    with tempfile.TemporaryDirectory() as folder:
        bare = BareApp()
        async with bare.run_test(size=SIZE):
            least, files = Frames(bare), Path(folder)
            async with decked(told["base_url"], files) as (app, frames):
                await read_all(app, frames, told)
                await openings(app, frames, told, pairs)
            await fresh_openings(told, files, pairs)
            async with decked(told["base_url"], files) as (app, frames):
                await keys(app, frames, least, told, pairs)
            await long_reading(told, files, least, pairs)


async def settled(app: DeckApp) -> None:
    """Wait until the view on top is live and nothing is read any more."""
    await until(lambda: app.view is not None and app.view.shown.state in ("live", "partial"), 120)
    await app.workers.wait_for_complete([worker for worker in app.workers if worker.group != "outbox"])


async def left(app: DeckApp) -> None:
    """Back where the view was opened from, which forgets it: what is opened next is made anew."""
    before = app.view
    app.call_later(app.do_back)
    await until(lambda: app.view is not before)
    for act, location in ((app.do_place_spaces, "spaces"), (app.do_place_inbox, "inbox")):
        app.call_later(act)
        await until(lambda location=location: app.view is not None and app.view.location == location)
    await settled(app)


def shows_request(app: DeckApp, page: str | None = None, whole: bool = False) -> bool:
    """Whether a request's pages, its threads and what changed in a page are shown; or in all of a long page."""
    view = app.screen
    if not isinstance(view, RequestReading) or view.form is None or (page is not None and view.page != page):
        return False
    if whole and not view.form.whole:
        return False
    return bool(view.pages_pane.view.source.count and (view.threads_pane.view.source.count or page is not None))


async def opened(
    app: DeckApp, frames: Frames, where: list[str], lag: Lag, page: str | None = None, whole: bool = False
) -> float:
    """Milliseconds until a frame shows a request."""
    with lag.watched():
        act = lambda: app.open_change_request(*where, Safe("measured"))  # noqa: E731
        taken = await frames.called(act, lambda: shows_request(app, page, whole))
        await settled(app)
    return taken


async def opened_page(app: DeckApp, frames: Frames, space: str, page: str, lag: Lag) -> float:
    """Milliseconds until a frame shows the text of a page."""

    def shows() -> bool:
        return isinstance(app.screen, PageScreen) and app.screen.text_pane.view.source.count > 0

    with lag.watched():
        taken = await frames.called(lambda: app.open_page(space, page, Safe("measured")), shows)
        await settled(app)
    return taken


async def turned(app: DeckApp, frames: Frames, page: str, lag: Lag, whole: bool = False) -> float:
    """Milliseconds until a frame shows another page of the request."""
    view = app.screen
    assert isinstance(view, RequestReading)
    with lag.watched():
        taken = await frames.called(lambda: view.show_page(page), lambda: shows_request(app, page, whole))
        await settled(app)
    return taken


async def read_all(app: DeckApp, frames: Frames, told: dict[str, Any]) -> None:
    """Read everything once, so that it is in the store."""
    await settled(app)
    long = told["long"]
    for where in (told["small"], told["big"]):
        await opened(app, frames, where, Lag())
        await left(app)
    for page in long["pages"].values():
        await opened_page(app, frames, long["space"], page, Lag())
        await left(app)
    first, *others = long["pages"].values()
    await opened(app, frames, [long["space"], long["request"]], Lag(), first)
    for page in others:
        await turned(app, frames, page, Lag())
    await left(app)


async def openings(app: DeckApp, frames: Frames, told: dict[str, Any], pairs: int) -> None:
    """The big request beside the small one, each read before in this deck; every opening is a new view."""
    print(f"A change request read before, until pages, threads and the first comparison are shown, {pairs} pairs")
    lags = {name: Lag() for name in ("small", "big")}

    def opening(name: str) -> Timed:
        async def once() -> float:
            taken = await opened(app, frames, told[name], lags[name])
            await left(app)
            return taken

        return once

    found = await round_robin(pairs, {name: opening(name) for name in lags})
    report("open", found, [("big", "small", "p50", "1.3 (and big at most 40 ms)")])
    blocked("open", lags)


async def fresh_openings(told: dict[str, Any], files: Path, pairs: int) -> None:
    """The same in a deck that has just begun, from the file."""
    print(f"\nThe same in a deck that has just begun, {pairs} pairs")
    lags = {name: Lag() for name in ("small", "big")}

    def opening(name: str) -> Timed:
        async def once() -> float:
            async with decked(told["base_url"], files) as (app, frames):
                await settled(app)
                return await opened(app, frames, told[name], lags[name])

        return once

    found = await round_robin(pairs, {name: opening(name) for name in lags})
    report("open", found, [("big", "small", "p50", "1.3 (and big at most 40 ms)")])
    blocked("open", lags)


def blocked(name: str, lags: dict[str, Lag]) -> None:
    """How long the event loop was blocked at most, also behind the first frame."""
    for label, lag in lags.items():
        times = lag.longest
        words = f"p50 {statistics.median(times):7.1f}  max {max(times):7.1f} ms   goal 50"
        print(f"  {name:<10} {label + ', loop blocked':<34} {words}")


async def keys(app: DeckApp, frames: Frames, least: Frames, told: dict[str, Any], pairs: int) -> None:
    """Keys in the threads and in the comparison of both requests, in turn with a bare app."""
    print(f"\nIn a change request, from the key to the frame, {pairs * KEYS} keys each")
    await settled(app)
    for pane, names, kind, goal in (
        ("threads", ("j", "k"), "p95", "1.5"),
        ("reading", ("pagedown", "pageup"), "p50", "4"),
    ):
        found: dict[str, list[float]] = {}
        for name in ("small", "big"):
            await opened(app, frames, told[name], Lag())
            view = app.screen
            assert isinstance(view, RequestReading)
            app.call_later(view.focus_pane, getattr(view, "threads_pane" if pane == "threads" else pane))
            await asyncio.sleep(0.3)
            runs: dict[str, Timed] = {f"K beside {name}": lambda: bare_key(least), name: pressed(view, frames, names)}
            found |= await round_robin(pairs * KEYS, runs)
            await left(app)
        key = "move" if pane == "threads" else "page down"
        report(key, found, [("big", "K beside big", kind, goal), ("big", "small", kind, "1.2")])


def pressed(view: Any, frames: Frames, names: tuple[str, ...]) -> Timed:
    """A key that moves the cursor or the text of the pane that has the keys."""
    turns = cycle(names)

    async def once() -> float:
        lines: LineView = view.active
        before = (lines.cursor_index, lines.scroll_y)
        return await frames.key(next(turns), lambda: (lines.cursor_index, lines.scroll_y) != before)

    return once


async def long_reading(told: dict[str, Any], files: Path, least: Frames, pairs: int) -> None:
    """Long pages and their comparisons from the file, each in a deck that has just begun; page down in each."""
    print(f"\nLong pages in a deck that has just begun, {pairs} times")
    kinds = [f"{kind} {size}" for kind in ("page", "comparison", WHOLE) for size in SIZES]
    first = {name: list[float]() for name in kinds}
    downs = {name: list[float]() for name in ("K", *kinds)}
    lags = {name: Lag() for name in kinds}
    for _ in range(pairs):
        for name in kinds:
            async with decked(told["base_url"], files) as (app, frames):
                await settled(app)
                first[name].append(await long_one(app, frames, told["long"], name, lags[name]))
                for key in ("pagedown", "pageup") * KEYS:
                    downs["K"].append(await bare_key(least))
                    downs[name].append(await pressed(app.screen, frames, (key,))())
    for name in kinds:
        kind, _, size = name.partition(" ")
        goal = "- (behind the first screen)" if kind == WHOLE else GOALS[size]
        report("first", {name: first[name]}, [])
        print(f"  {'':<10} {'':<34} goal {goal}")
    blocked("first", lags)
    base = statistics.median(downs["K"])
    for name in kinds:
        report("page down", {name: downs[name]}, [])
        print(f"  {'':<10} {'':<34} {statistics.median(downs[name]) / base:.2f} K   goal 4")


async def long_one(app: DeckApp, frames: Frames, long: dict[str, Any], name: str, lag: Lag) -> float:
    """The first screen of a long page, or of what a request changes in it, or all of that."""
    kind, _, size = name.partition(" ")
    page = long["pages"][size]
    if kind == "page":
        return await opened_page(app, frames, long["space"], page, lag)
    start = next(iter(long["pages"].values()))
    if page == start:
        return await opened(app, frames, [long["space"], long["request"]], lag, page, kind == WHOLE)
    await opened(app, frames, [long["space"], long["request"]], Lag(), start)
    return await turned(app, frames, page, lag, kind == WHOLE)


if __name__ == "__main__":
    main()
