"""One person at one server: the client, the desk and the owner of all writes, made once and handed around."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from pathlib import Path

from docdeck.api.operations import users
from docdeck.api.platform import Platform
from docdeck.models.base import User
from docdeck.workspace.conflicts import Conflicts
from docdeck.workspace.desk import Desk
from docdeck.workspace.diff import PageDiff
from docdeck.workspace.outbox import Outbox
from docdeck.workspace.writes import Writes

ME_FOR = 86_400.0
"""Who the token belongs to is asked again after a day (seconds)."""

_DIFFS = 200


class DiffShelf:
    """Finished diffs between immutable revisions, the latest used kept."""

    def __init__(self, size: int = _DIFFS) -> None:
        self._size = size
        self._kept: OrderedDict[tuple[str, ...], PageDiff] = OrderedDict()

    def get(self, key: tuple[str, ...]) -> PageDiff | None:
        """A diff made before, or None."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def forget(self) -> None:
        """Drop all of them; they can be made again."""
        self._kept.clear()

    def put(self, key: tuple[str, ...], diff: PageDiff) -> None:
        """Keep a diff; the one not used for longest makes room."""
        self._kept[key] = diff
        self._kept.move_to_end(key)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)


class Session:
    """What every workspace function needs. `clock` is epoch seconds; `sleep` waits between read-backs."""

    def __init__(
        self,
        platform: Platform,
        desk: Desk,
        *,
        profile_name: str = "",
        base_url: str = "",
        cache_file: Path | None = None,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.platform = platform
        self.desk = desk
        self.profile_name = profile_name
        self.base_url = base_url
        self.cache_file = cache_file
        self.clock = clock
        self.diffs = DiffShelf()
        self.writes = Writes(platform, desk, self.me, clock=clock, sleep=sleep)
        self.conflicts = Conflicts()
        self.writes.on_change.append(self.conflicts.heard)
        self.outbox = Outbox(platform, desk, self.writes, self.me, clock=clock, sleep=sleep)

    async def me(self) -> User:
        """The person whose token this is; from the store for a day. Raises DocdeckError."""
        return (await self.platform.read(users.me(), max_age=ME_FOR)).value

    def stored_me(self) -> User | None:
        """The person as last stored, without asking."""
        stored = self.platform.stored(users.me())
        return None if stored is None else stored.value

    async def aclose(self) -> None:
        """Send what waits and wait up to 5 s for writes in flight; the rest is asked about or read back next time."""
        await self.outbox.aclose()
        await self.writes.aclose()
        self.desk.close()
