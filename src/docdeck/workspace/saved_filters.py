"""Filters that the person saved under a name, on the desk: they belong to the account and outlive the store."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from docdeck.workspace.desk_file import without_surrogates
from docdeck.workspace.desk_table import UNREADABLE, DeskTable


@dataclass(frozen=True, slots=True)
class SavedFilter:
    """How a list was filtered and sorted: `values` are the list's own words for it (raw)."""

    name: str
    values: Mapping[str, str]


class SavedFilters(DeskTable):
    """By the place whose lists they are for."""

    def of(self, place: str) -> tuple[SavedFilter, ...]:
        """Those of a place, by name; one that cannot be read is left out."""
        try:
            rows = self._connection.execute(
                "SELECT name, value FROM saved_filters WHERE scope = ? AND place = ? ORDER BY name",
                (self._scope, place),
            ).fetchall()
        except UNREADABLE:
            return ()
        return tuple(found for name, value in rows if (found := _read(name, value)) is not None)

    def save(self, place: str, name: str, values: Mapping[str, str]) -> None:
        """Keep it under this name, in place of one that had it. Raises DeskProblem."""
        text = json.dumps({key: without_surrogates(value) for key, value in values.items()})
        with self._writing("The filter") as connection:
            connection.execute(
                "INSERT OR REPLACE INTO saved_filters (scope, place, name, value, saved_at) VALUES (?, ?, ?, ?, ?)",
                (self._scope, place, without_surrogates(name), text, self._clock()),
            )

    def forget(self, place: str, name: str) -> None:
        """Drop it. Raises DeskProblem."""
        with self._writing("The list of filters") as connection:
            connection.execute(
                "DELETE FROM saved_filters WHERE scope = ? AND place = ? AND name = ?", (self._scope, place, name)
            )


def _read(name: str, value: str) -> SavedFilter | None:
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    values = cast("dict[str, Any]", found)
    return SavedFilter(name, {key: each for key, each in values.items() if isinstance(each, str)})
