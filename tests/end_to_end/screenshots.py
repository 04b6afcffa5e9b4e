"""Makes `screenshots/`: the running deck on the sample workspace, driven by keys, drawn as SVG.

python -m tests.end_to_end.screenshots             # makes all of them anew
python -m tests.end_to_end.screenshots --check     # walks the same way; fails when a file is missing
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent.parent.parent / "screenshots"
SIZE = (120, 40)
DEADLINE = 60.0


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: the keys that lead there from the one before, and a text that stands there once it is ready.

    Without a name it is a step on the way, of which no picture is made.
    """

    name: str
    keys: tuple[str, ...]
    shows: str | Callable[[str], bool]


def _previewed(screen: str) -> bool:
    read = "CHANGED PAGES" in screen and "refreshing" not in screen
    return bool(re.search(r"TO REVIEW\s+\d", screen)) and "live" in screen and read


def _compared(screen: str) -> bool:
    return "live" in screen and bool(re.search(r"\+\d+ -\d+", screen)) and "Threads" in screen


SHOTS = (
    Shot("inbox", (), _previewed),
    Shot("change-request", ("enter",), _compared),
    Shot("diff-with-threads", ("t",), lambda screen: _compared(screen) and "Verify signatures   " in screen),
    Shot(
        "composer",
        ("c", *"Say which clock: the one of the sender."),
        lambda screen: "the one of the sender." in screen and "ctrl+s send" in screen,
    ),
    Shot("merge-sheet", ("escape", "m"), lambda screen: "y  merge" in screen and "just now" in screen),
    Shot("help", ("escape", "?"), "Keys of this place"),
    Shot("change-requests", ("escape", "2"), lambda screen: "Ferrow · open" in screen and "CHANGED PAGES" in screen),
    Shot("threads", ("3",), lambda screen: "YOUR TURN" in screen and "live" in screen),
    Shot("", ("4", "l"), "Ferrow Docs"),
    Shot("", ("j", "l"), "Build"),
    Shot("sites", ("j", "l", "k"), lambda screen: "WHAT A VISITOR GETS" in screen and "Reference" in screen),
    Shot("", ("5", "l"), "Plainwater"),
    Shot("", ("j", "l"), "Developers"),
    Shot("", ("j", "l"), "Delivery guides"),
    Shot("spaces", ("j", "j"), "Open requests"),
    Shot("organizations", ("6", "l"), lambda screen: "Members" in screen and "ACCESS" in screen),
    Shot("request-log", ("L",), lambda screen: "listOrganizationsFor" in screen),
)
"""In the order of one walk through the deck; the check fails for a picture that no file shows."""


async def walk(write: Callable[[str, str], None]) -> None:
    """Start the deck on a fresh sample, walk through the shots, and hand each picture to `write`."""
    from docdeck.cli.launching import sample_launch
    from docdeck.deck.app import DeckApp

    launch = sample_launch(reset=False)
    try:
        app = DeckApp(launch)
        async with app.run_test(size=SIZE) as pilot:
            for shot in SHOTS:
                for key in shot.keys:
                    await pilot.press(key)
                await _until(app, shot)
                if shot.name:
                    write(shot.name, _plain(app.export_screenshot(title="docdeck")))
    finally:
        launch.close()


async def _until(app: object, shot: Shot) -> None:
    deadline = time.monotonic() + DEADLINE
    while True:
        text = screen_text(app)
        if shot.shows in text if isinstance(shot.shows, str) else shot.shows(text):
            return
        if time.monotonic() > deadline:
            raise SystemExit(f"{shot.name} was not shown after {DEADLINE:.0f} s; the screen was:\n{text}")
        await asyncio.sleep(0.05)


def screen_text(app: object) -> str:
    """What the screen shows, row by row."""
    strips = app.screen._compositor.render_strips()  # type: ignore[attr-defined]
    return "\n".join(strip.text.rstrip() for strip in strips)


def _plain(svg: str) -> str:
    """The picture without fonts from elsewhere: it must look the same, and load nothing, wherever it is shown."""
    svg = re.sub(r"@font-face\s*\{[^}]*\}\s*", "", svg)
    return re.sub(
        r"font-family:\s*[^;]*;", "font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace;", svg
    )


def main() -> int:
    """Make the pictures, or with `--check` see that each can be made and stands in the folder."""
    made: list[str] = []

    def write(name: str, svg: str) -> None:
        made.append(name)
        if "--check" not in sys.argv[1:]:
            (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")

    with tempfile.TemporaryDirectory() as home:
        os.environ.update({f"XDG_{kind}_HOME": home for kind in ("CONFIG", "CACHE", "DATA", "STATE")})
        for name in ("DOCDECK_BASE_URL", "DOCDECK_TOKEN", "DOCDECK_PROFILE"):
            os.environ.pop(name, None)
        asyncio.run(walk(write))
    missing = [name for name in made if not (FOLDER / f"{name}.svg").is_file()]
    stray = [file.name for file in FOLDER.glob("*.svg") if file.stem not in made]
    for name in missing:
        print(f"screenshots/{name}.svg is missing", file=sys.stderr)
    for name in stray:
        print(f"screenshots/{name} is no longer made", file=sys.stderr)
    return 1 if missing or stray else 0


if __name__ == "__main__":
    sys.exit(main())
