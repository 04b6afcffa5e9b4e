"""How quick the places are, against the least that Textual needs. Prints three tables.

    python tests/benchmarks/places.py [PAIRS]

The first paint of each place from the store stands beside a bare Textual app with one label. A switch to a place that
was seen already stands beside the push of a bare screen with one Static, in one process without a terminal. The
requests of a start, of an unseen and of a seen place and of ten quick moves are counted by the deck's own log.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from tests.benchmarks.start import BARE, DOCDECK, first_paint, served, table
from tests.end_to_end.terminal import Terminal

PAIRS = 21
PLACES = {
    "2": ("Change requests", "Ferrow · open", "○"),
    "3": ("Threads", "YOUR TURN", "YOUR TURN"),
    "4": ("Sites", "Plainwater Collective", "Plainwater Collective"),
    "5": ("Spaces", "Plainwater Collective", "Plainwater Collective"),
    "6": ("Organizations", "Plainwater Collective", "Plainwater Collective"),
}
"""By key: the place, what says that it is read, and what its first frame shows."""
NAMES = {"2": "change_requests", "3": "threads", "4": "sites", "5": "spaces", "6": "organizations"}


def main() -> None:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as env:
        bare = [sys.executable, "-c", BARE]
        print(f"First paint in a 120x40 pseudo-terminal, ms, {pairs} interleaved pairs")
        for key, (name, read, text) in PLACES.items() if pairs > 3 else ():
            leave_at(key, read, env)
            table("bare Textual app, one label", f"{name} from the store", pairs,
                  lambda: first_paint(bare, env, b"bare label"),
                  lambda text=text: first_paint(DOCDECK, env, text.encode()))  # fmt: skip
        asyncio.run(in_one_process(env, pairs))


def leave_at(key: str, text: str, env: dict[str, str]) -> None:
    """Be in a place until it is read, and quit there, so that the next start shows it."""
    with Terminal(DOCDECK, env=env) as terminal:
        terminal.wait_for(re_live, timeout=60)
        terminal.press(key)
        terminal.wait_for(lambda seen: text in seen.text and re_live(seen), timeout=60)
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0


def re_live(seen: Any) -> bool:
    """Whether the header says that the place is read."""
    return "live" in seen.text.partition("\n")[0]


def launched(env: dict[str, str], files: Path) -> Any:
    """A start of the deck on that service, keeping what it keeps in this folder."""
    from docdeck.api.connecting import connect
    from docdeck.credentials import Secret
    from docdeck.deck.launch import Launch

    base_url, answers = env["DOCDECK_BASE_URL"], files / "answers.sqlite"

    async def reach() -> Any:
        return connect(base_url, Secret(env["DOCDECK_TOKEN"]), cache_file=answers)

    return Launch("measured", base_url, False, answers, files / "desk.sqlite", files, reach, lambda: None)


async def in_one_process(env: dict[str, str], pairs: int) -> None:
    """Switches and requests, measured in a deck without a terminal."""
    from docdeck.deck.app import DeckApp
    from docdeck.deck.screens.inbox import InboxScreen

    with tempfile.TemporaryDirectory() as folder:
        launch = launched(env, Path(folder))

        def log() -> list[Any]:
            return [entry for entry in app.session.platform.log if entry.source == "network"]

        async def started() -> int:
            inbox = app.screen
            assert isinstance(inbox, InboxScreen)
            await until(lambda: inbox.shown.state == "live" and inbox.inbox.rows)
            return len(log())

        print("\nRequests to the server")
        app = DeckApp(launch)
        async with app.run_test(size=(120, 40)):
            print(f"  a first start, until the inbox is live: {await started()}")
        app = DeckApp(launch)
        async with app.run_test(size=(120, 40)) as pilot:
            print(f"  a start a moment later: {await started()}")
            counts = [f"  {'place':<18} {'unseen':>6} {'seen':>6}"]
            for key, name in NAMES.items():
                before = len(log())
                await go(app, pilot, key, name)
                unseen = len(log()) - before
                await go(app, pilot, "1", "inbox")
                before = len(log())
                await go(app, pilot, key, name)
                counts.append(f"  {name:<18} {unseen:>6} {len(log()) - before:>6}")
            print("\n".join(counts))
            await go(app, pilot, "1", "inbox")
            before = len(log())
            for _ in range(10):
                await pilot.press("j")
            await asyncio.sleep(1)
            print(f"  ten quick moves in the inbox: {len(log()) - before}")
            await switches(app, pilot, pairs)


async def go(app: Any, pilot: Any, key: str, name: str) -> None:
    """Go to a place and wait until it is live and nothing more is asked."""
    await pilot.press(key)
    await until(lambda: app.view is not None and app.view.location == name and app.view.shown.state == "live")
    await asyncio.sleep(0.4)
    await app.workers.wait_for_complete([worker for worker in app.workers if worker.group != "outbox"])


async def switches(app: Any, pilot: Any, pairs: int) -> None:
    """The switch to a place that was seen, beside the push of a screen with one Static."""
    from textual.app import App
    from textual.screen import Screen
    from textual.widgets import Static

    class Bare(Screen[None]):
        def compose(self) -> Any:
            yield Static("bare")

    class BareApp(App[None]):
        pass

    bare_app = BareApp()
    print(f"\nFrom the key to the painted screen, ms, {pairs} pairs")
    async with bare_app.run_test(size=(120, 40)) as bare_pilot:
        for name in NAMES.values():
            ratios, own, least = [], [], []
            for _ in range(pairs + 1):
                base = await timed(lambda: bare_app.push_screen(Bare()), bare_app)
                bare_app.call_later(bare_app.pop_screen)
                await bare_pilot.pause()
                mine = await timed(lambda name=name: getattr(app, f"do_place_{name}")(), app)
                app.call_later(app.do_place_inbox)
                await until(lambda: app.view is not None and app.view.location == "inbox")
                await pilot.pause()
                own.append(mine)
                least.append(base)
                ratios.append(mine / base)
            middle = statistics.median(ratios[1:])
            print(f"  {name:<18} {statistics.median(own[1:]):6.1f}  bare {statistics.median(least[1:]):6.1f}"
                  f"  ratio {middle:5.2f}")  # fmt: skip


async def timed(act: Callable[[], Any], app: Any) -> float:
    """Milliseconds until the screen that `act` brings up has handed its first frame to the driver."""
    before, painted = app.screen, asyncio.Event()
    display = type(app)._display

    def noticed(screen: Any, renderable: Any) -> None:
        display(app, screen, renderable)
        if screen is not before and renderable is not None:
            painted.set()

    app._display = noticed
    started = time.perf_counter()
    app.call_later(act)  # in the app's own context, as a key does it
    await asyncio.wait_for(painted.wait(), 10)
    taken = (time.perf_counter() - started) * 1000
    del app._display
    return taken


async def until(holds: Callable[[], Any], seconds: float = 30.0) -> None:
    """Wait for a condition."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise SystemExit("the deck did not get there in time")
        await asyncio.sleep(0.01)


if __name__ == "__main__":
    main()
