"""The record's files: in the folder that the person named and never elsewhere, never over a file that is there."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from docdeck.api.errors import DocdeckError
from docdeck.workspace.record import ENDINGS, Format, Record, written

_TRIES = 100


class RecordProblem(DocdeckError):
    """The record could not be written."""


def file_stem(record: Record) -> str:
    """A file name of letters, digits and `-` only, whatever the space is called."""
    words = re.sub(r"[^a-z0-9]+", "-", record.space.casefold().encode("ascii", "ignore").decode()).strip("-")
    return f"{words[:60].strip('-') or 'space'}-{int(record.number)}-record"


def write_record(record: Record, folder: str, forms: Sequence[Format]) -> tuple[Path, ...]:
    """Write the record in these forms, and its patch when it has one; the files' paths. Raises RecordProblem."""
    try:
        given = Path(folder).expanduser()
        there = bool(folder.strip()) and given.is_dir()
    except (OSError, RuntimeError):  # a name that is too long, or the home of nobody (`~somebody`)
        given, there = Path(), False
    if not there:
        raise RecordProblem(f"{folder.strip() or 'Nothing'} is no folder.", "Name one that is there.")
    texts = [(ENDINGS[form], written(record, form)) for form in forms]
    if record.patch:
        texts.append(("patch", record.patch))
    stem = file_stem(record)
    for number in range(1, _TRIES):
        name = stem if number == 1 else f"{stem}-{number}"
        if not any(os.path.lexists(given / f"{name}.{ending}") for ending, _ in texts):
            return tuple(_write(given / f"{name}.{ending}", text) for ending, text in texts)
    raise RecordProblem(f"{given} holds {_TRIES} records of this request.", "Name another folder.")


def _write(path: Path, text: str) -> Path:
    """A new file that only the person can read; O_EXCL also refuses a link that somebody put there."""
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0), 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="") as file:
            file.write(text)
    except OSError as error:
        raise RecordProblem(f"{path} could not be written: {error.strerror}.", "Name another folder.") from error
    return path
