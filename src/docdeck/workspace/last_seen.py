"""The place where the person was, as it was last shown, for the first frame of the next start: lines, no models.

Reading tolerates any damage, as in `glance`: what cannot be read is as if it were not there.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

PLACE = "last seen"
_ROWS = 120
_SIZE_LIMIT = 1 << 19

Words = tuple[tuple[str, str], ...]
"""Texts and their roles, as a painter made them (raw again: they pass the text door before they are shown)."""


@dataclass(frozen=True, slots=True)
class LastSeen:
    """`way` names the view to open again; `rows` are the lines of its main list by key; `at` is when it was kept."""

    way: tuple[str, ...]
    place: str
    title: str
    who: str
    rows: tuple[tuple[str, Words], ...]
    cursor: str
    opened: tuple[str, ...]
    at: float


def encoded(seen: LastSeen) -> str:
    """One JSON text for the store; long lists keep their first rows."""
    fields = asdict(seen)
    fields["rows"] = fields["rows"][:_ROWS]
    return json.dumps(fields)


def read_last_seen(cache_file: Path) -> LastSeen | None:
    """What was kept at the last end, or None when there is nothing or it cannot be read."""
    try:
        with closing(sqlite3.connect(f"{cache_file.absolute().as_uri()}?mode=ro", uri=True, timeout=0.05)) as store:
            found = store.execute("SELECT rows FROM glance WHERE place = ?", (PLACE,)).fetchone()
        if found is None or len(found[0]) > _SIZE_LIMIT:
            return None
        return _decoded(json.loads(found[0]))
    except (sqlite3.Error, ValueError, TypeError, KeyError, OSError, RecursionError):
        return None


def _decoded(parsed: Any) -> LastSeen | None:
    values = cast("dict[str, Any]", parsed) if isinstance(parsed, dict) else {}
    rows: list[tuple[str, Words]] = []
    for key, words in values["rows"]:
        rows.append((str(key), tuple((str(text), str(role)) for text, role in words)))
    way = tuple(str(part) for part in values["way"])
    if not way:
        return None
    opened = tuple(str(key) for key in values["opened"])
    texts = [str(values[name]) for name in ("place", "title", "who", "cursor")]
    return LastSeen(way, texts[0], texts[1], texts[2], tuple(rows), texts[3], opened, float(values["at"]))
