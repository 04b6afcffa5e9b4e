"""The inbox as it was last shown, for the first frame: ready rows from the cache file, no models, no client.

Reading tolerates any damage: the file is disposable, so whatever cannot be read is as if it were not there.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, cast

from docdeck.workspace.freshness import Freshness
from docdeck.workspace.inbox_rows import SECTIONS, Inbox, InboxRow

_PLACE = "inbox"
_ROWS = 300
_TABLE = "CREATE TABLE IF NOT EXISTS glance (place TEXT PRIMARY KEY, rows TEXT NOT NULL, at REAL NOT NULL)"
_SIZE_LIMIT = 1 << 20
_STRINGS = tuple(
    name
    for name in (field.name for field in fields(InboxRow))
    if name
    not in {
        "pages",
        "open_threads",
        "outdated",
        "updated_at",
        "comment",
        "number",
    }
)


@dataclass(frozen=True, slots=True)
class Glance:
    """Rows ready to show, and when they were answered (epoch seconds)."""

    me: str
    organizations: tuple[tuple[str, str], ...]
    rows: tuple[InboxRow, ...]
    at: float

    def inbox(self) -> Inbox:
        """The same as an inbox whose state says that it comes from the store."""
        return Inbox(self.me, self.organizations, self.rows, Freshness("stored", at=self.at))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _row(columns: Any) -> InboxRow | None:
    if not isinstance(columns, dict):
        return None
    values = cast("dict[str, Any]", columns)
    sound = (
        all(isinstance(values.get(name), str) for name in _STRINGS)
        and values["section"] in SECTIONS
        and isinstance(values.get("outdated"), bool)
        and all(_is_number(values.get(name)) for name in ("number", "open_threads", "updated_at"))
        and (values.get("pages") is None or _is_number(values["pages"]))
        and (values.get("comment") is None or isinstance(values["comment"], str))
    )
    if not sound:
        return None
    return InboxRow(**{field.name: values.get(field.name) for field in fields(InboxRow)})  # pyright: ignore[reportArgumentType]


def _organizations(value: Any) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for item in cast("list[Any]", value) if isinstance(value, list) else []:
        match item:
            case [str(identifier), str(title)]:
                found.append((identifier, title))
            case _:
                continue
    return tuple(found)


def read_glance(cache_file: Path) -> Glance | None:
    """The inbox of last time, or None when there is none or it cannot be read."""
    try:
        with closing(sqlite3.connect(f"{cache_file.absolute().as_uri()}?mode=ro", uri=True, timeout=0.05)) as store:
            found = store.execute("SELECT rows, at FROM glance WHERE place = ?", (_PLACE,)).fetchone()
        if found is None or len(found[0]) > _SIZE_LIMIT:
            return None
        parsed, at = json.loads(found[0]), float(found[1])
    except (sqlite3.Error, ValueError, TypeError, OSError, RecursionError):
        return None
    if not isinstance(parsed, dict):
        return None
    values = cast("dict[str, Any]", parsed)
    if not isinstance(values.get("me"), str) or not isinstance(values.get("rows"), list):
        return None
    rows = tuple(row for row in map(_row, cast("list[Any]", values["rows"])) if row is not None)
    return Glance(values["me"], _organizations(values.get("organizations")), rows, at)


def write_glance(cache_file: Path, inbox: Inbox) -> bool:
    """Keep the inbox for the next first frame; False when the cache could not take it, which nobody misses."""
    shown = {"me": inbox.me, "organizations": inbox.organizations, "rows": [asdict(row) for row in inbox.rows[:_ROWS]]}
    try:
        with closing(sqlite3.connect(cache_file, timeout=0.5, isolation_level=None)) as store:
            store.execute(_TABLE)
            store.execute(
                "INSERT OR REPLACE INTO glance (place, rows, at) VALUES (?, ?, ?)",
                (_PLACE, json.dumps(shown), inbox.freshness.at or 0.0),
            )
    except (sqlite3.Error, OSError):
        return False
    return True
