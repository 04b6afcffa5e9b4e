"""What a desk holds, without opening it as a desk: nothing is migrated, set aside or mended."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from docdeck.api.store_facts import looked_into, size_with_side_files
from docdeck.workspace.desk_file import MIGRATIONS


@dataclass(frozen=True, slots=True)
class DeskFacts:
    """The file, its bytes, how many drafts, unsent entries and unsettled writes; a sentence when it cannot be read."""

    file: Path
    bytes: int
    drafts: int | None = None
    held: int | None = None
    unsettled: int | None = None
    problem: str = ""
    hint: str = ""


def desk_facts_of(file: Path) -> DeskFacts:
    """Look at a desk that may be in use, damaged or of a newer program. Never raises."""
    size = size_with_side_files(file)
    try:
        with looked_into(file) as (connection, version):
            if version > len(MIGRATIONS):
                return DeskFacts(
                    file, size, problem="made by a newer docdeck; this one keeps nothing in it", hint="Update docdeck."
                )
            if not version:
                return DeskFacts(file, size, 0, 0, 0)
            drafts = _count(connection, "drafts")
            held = _count(connection, "held") if version > 1 else 0  # the second migration brought it
            unsettled = _count(connection, "journal WHERE state IN ('sending', 'unknown')")
            return DeskFacts(file, size, drafts, held, unsettled)
    except (sqlite3.Error, OSError, UnicodeError):
        problem = "it cannot be read; docdeck sets a damaged desk aside and says so"
        return DeskFacts(file, size, problem=problem, hint="Copy that file before anything else.")


def _count(connection: sqlite3.Connection, what: str) -> int:
    return int(connection.execute(f"SELECT COUNT(*) FROM {what}").fetchone()[0])  # noqa: S608
