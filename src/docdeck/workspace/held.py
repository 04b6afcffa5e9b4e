"""What the desk keeps of things not sent yet, and of requests that are watched or muted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from docdeck.workspace.desk_table import UNREADABLE, DeskTable

HeldState = Literal["waiting", "sending", "offline", "held"]
Choice = Literal["watch", "mute"]
_STATES: tuple[HeldState, ...] = ("waiting", "sending", "offline", "held")


@dataclass(frozen=True, slots=True)
class HeldRow:
    """Acts that were decided and not sent, as records. Times are epoch seconds; `owner` is a process id.

    `waiting`: goes out at `due_at`; `sending`: it is on its way; `offline`: goes out when the server is back;
    `held`: somebody has to look, `reason` says why.
    """

    id: int
    acts: tuple[dict[str, Any], ...]
    state: HeldState
    reason: str
    held_at: float
    due_at: float
    owner: int


class HeldTexts(DeskTable):
    """What waits to be sent. Synchronous; on disk when a call returns."""

    def add(self, acts: Sequence[dict[str, Any]], due_at: float, owner: int) -> HeldRow:
        """Keep acts until they are due. Raises DeskProblem."""
        now = self._clock()
        with self._writing("What waits to be sent") as connection:
            cursor = connection.execute(
                "INSERT INTO held (scope, acts, state, reason, held_at, due_at, owner) "
                "VALUES (?, ?, 'waiting', '', ?, ?, ?)",
                (self._scope, json.dumps(list(acts)), now, due_at, owner),
            )
            return HeldRow(int(cursor.lastrowid or 0), tuple(acts), "waiting", "", now, due_at, owner)

    def change(self, row: int, state: HeldState, reason: str = "", *, owner: int | None = None) -> None:
        """Note how it stands with it now. Raises DeskProblem."""
        with self._writing("What waits to be sent") as connection:
            connection.execute(
                "UPDATE held SET state = ?, reason = ?, owner = coalesce(?, owner) WHERE id = ? AND scope = ?",
                (state, reason, owner, row, self._scope),
            )

    def keep_only(self, row: int, acts: Sequence[dict[str, Any]]) -> None:
        """The acts that are still to be sent; none of them ends it. Raises DeskProblem."""
        with self._writing("What waits to be sent") as connection:
            if acts:
                connection.execute(
                    "UPDATE held SET acts = ? WHERE id = ? AND scope = ?", (json.dumps(list(acts)), row, self._scope)
                )
            else:
                connection.execute("DELETE FROM held WHERE id = ? AND scope = ?", (row, self._scope))

    def all(self) -> tuple[HeldRow, ...]:
        """Everything that is not sent yet, the oldest first."""
        try:
            rows = self._connection.execute(
                "SELECT id, acts, state, reason, held_at, due_at, owner FROM held WHERE scope = ? ORDER BY id",
                (self._scope,),
            ).fetchall()
        except UNREADABLE:
            return ()
        return tuple(
            HeldRow(number, _records(acts), state if state in _STATES else "held", reason, held_at, due_at, owner)
            for number, acts, state, reason, held_at, due_at, owner in rows
        )


def _records(text: str) -> tuple[dict[str, Any], ...]:
    try:
        found: Any = json.loads(text)
    except ValueError:
        return ()
    items = cast("list[Any]", found) if isinstance(found, list) else []
    return tuple(cast("dict[str, Any]", item) for item in items if isinstance(item, dict))


class Watched(DeskTable):
    """Change requests that are watched (their news counts) or muted (they stay out of the inbox)."""

    def choose(self, thing: str, choice: Choice | None) -> None:
        """Watch or mute a thing by its id; None forgets the choice. Raises DeskProblem."""
        with self._writing("The choice") as connection:
            if choice is None:
                connection.execute("DELETE FROM watched WHERE scope = ? AND thing = ?", (self._scope, thing))
            else:
                connection.execute(
                    "INSERT OR REPLACE INTO watched (scope, thing, choice, chosen_at) VALUES (?, ?, ?, ?)",
                    (self._scope, thing, choice, self._clock()),
                )

    def all(self) -> dict[str, Choice]:
        """Every choice by the id of its thing."""
        try:
            rows = self._connection.execute(
                "SELECT thing, choice FROM watched WHERE scope = ?", (self._scope,)
            ).fetchall()
        except UNREADABLE:
            return {}
        return {thing: choice for thing, choice in rows if choice in ("watch", "mute")}
