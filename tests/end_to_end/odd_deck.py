"""The program under a lens, for tests: the real one, with its keys noted in a file and, if asked, without its walls.

`python odd_deck.py [--no-walls] [--repaint SECONDS] KEYLOG [VERB ...]`. Without walls, the text door lets
everything pass and the guard is not put up: what then comes out proves that a test would see it. `--repaint` draws
every widget again and again, as a busy program would.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any


def take_walls_down() -> None:
    """The door and the guard, patched out before anything has taken hold of them."""
    from docdeck import text

    text.safe = lambda words: words or ""  # type: ignore[assignment,return-value]
    text.safe_line = lambda words: (words or "").replace("\n", " ")  # type: ignore[assignment,return-value]
    from docdeck.deck.widgets import guard

    guard.install_guard = lambda: None


def note_keys(file: Path, repaint: float) -> None:
    """Write the name of each key event to the file as it reaches the deck."""
    from textual import events

    from docdeck.deck.app import DeckApp

    original = DeckApp.on_event

    async def on_event(self: DeckApp, event: events.Event) -> None:
        if isinstance(event, events.Key) and not event.is_forwarded:
            with file.open("a") as log:
                log.write(ascii(event.key) + "\n")
        await original(self, event)

    mounted = DeckApp.on_mount

    def on_mount(self: DeckApp) -> None:
        mounted(self)
        if repaint:
            self.set_interval(repaint, lambda: _draw_all(self))

    DeckApp.on_event = on_event  # type: ignore[method-assign]
    DeckApp.on_mount = on_mount  # type: ignore[method-assign]


def _draw_all(app: Any) -> None:
    for widget in app.screen.walk_children(with_self=True):
        widget.refresh()


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--no-walls", action="store_true")
    parser.add_argument("--repaint", type=float, default=0.0)
    parser.add_argument("keys", type=Path)
    parser.add_argument("words", nargs=argparse.REMAINDER)
    chosen = parser.parse_args()
    if chosen.no_walls:
        take_walls_down()
    if not chosen.words:
        note_keys(chosen.keys, chosen.repaint)
    from docdeck.__main__ import main as docdeck

    return docdeck(chosen.words)


if __name__ == "__main__":
    sys.exit(main())
