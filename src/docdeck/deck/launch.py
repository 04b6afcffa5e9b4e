"""What the composition root hands the deck: where things are, and how to reach the platform after the first frame."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docdeck.workspace.session import Platform


@dataclass(frozen=True, slots=True)
class Launch:
    """One start of the deck.

    `connect` is awaited after the first paint; it raises an error of `docdeck.api.errors` with a sentence.
    `close` ends what `connect` started (the sample's service); it is called once, when the deck ends.
    What others will see waits `outbox_seconds` before it goes out, and can be taken back until then.
    """

    profile_name: str
    base_url: str
    sample: bool
    cache_file: Path
    desk_file: Path
    crash_folder: Path
    connect: Callable[[], Awaitable[Platform]]
    close: Callable[[], None]
    mouse: bool = True
    outbox_seconds: float = 0.0
