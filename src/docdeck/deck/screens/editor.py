"""The reader's own editor for a text that is being composed. The draft is on disk before; a failure changes nothing."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from docdeck.text import safe, safe_line

if TYPE_CHECKING:
    from docdeck.deck.screens.base import DeckScreen
    from docdeck.deck.widgets.composer import Composer


def edit_outside(view: DeckScreen, composer: Composer) -> None:
    """Open `$VISUAL` or `$EDITOR` on the text; what it saved comes back when it ended well."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        view.say(safe("No editor is known: set $VISUAL or $EDITOR."), failed=True)
        return
    folder = view.app.launch.desk_file.parent
    handle, name = tempfile.mkstemp(suffix=".md", prefix="writing-", dir=folder)
    path = Path(name)
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
        file.write(composer.text)
    try:
        with view.app.suspend():
            done = subprocess.run([*words, name], check=False)  # noqa: S603
    except (OSError, SuspendNotSupported) as error:
        path.unlink(missing_ok=True)
        view.say(
            safe_line(f"{words[0]} could not be started ({type(error).__name__}); the text is as it was."), failed=True
        )
        return
    if done.returncode != 0:
        view.say(safe_line(f"{words[0]} ended with status {done.returncode}; the text is as it was."), failed=True)
        path.unlink(missing_ok=True)
        return
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        view.say(safe_line(f"What {words[0]} saved is not UTF-8 text; it stays at {path}."), failed=True)
        return
    path.unlink(missing_ok=True)
    if text.strip() or not composer.text.strip():
        composer.replace_text(text.removesuffix("\n"))
    else:
        view.say(safe("The editor saved an empty text; yours is kept. Empty it here to drop it."))
