"""Files of a revision: what they are called, what they are, and where their bytes are kept. Facts A.4: RevisionFile."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

MAX_FILES = 1000
MAX_FILE_BYTES = 5 * 1024 * 1024
IMAGE_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}
_TYPES = {
    **IMAGE_TYPES,
    ".pdf": "application/pdf",
    ".json": "application/json",
    ".zip": "application/zip",
    ".csv": "text/csv",
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".mp4": "video/mp4",
}
_ANY_TYPE = "application/octet-stream"
_TYPE = re.compile(r"[a-z0-9][a-z0-9!#$&^_.+-]{0,63}/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}")
ASSETS = ".gitbook/assets"
_LONG_NAME = 200
"""How many bytes of a name surely fit into a folder."""


@dataclass(frozen=True, slots=True)
class File:
    """One file; `content` names its bytes, `path` is where a Git repository has it."""

    id: str
    name: str
    content_type: str
    content: str
    size: int
    width: int | None = None
    height: int | None = None
    path: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The stored form: only what is known."""
        values = {name: getattr(self, name) for name in _NAMES}
        return {name: value for name, value in values.items() if value is not None}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> File:
        """The file behind its stored form."""
        return cls(**stored)

    @property
    def essence(self) -> File:
        """What two sides of a merge compare: all of it."""
        return self


_NAMES = tuple(field.name for field in fields(File))
Files = tuple[File, ...]


def files_by_id(files: Iterable[File]) -> dict[str, File]:
    """Files by their id, in their order."""
    return {file.id: file for file in files}


def type_by_name(name: str) -> str:
    """The content type that a file's name tells, or the one of unknown bytes."""
    return _TYPES.get(posixpath.splitext(name)[1].lower(), _ANY_TYPE)


def is_content_type(text: str) -> bool:
    """Whether a text is a type and a subtype, without parameters, as a header may carry it."""
    return bool(_TYPE.fullmatch(text))


def is_file_name(name: str) -> bool:
    """Whether a text can name a file: one part of a path, without control characters."""
    return name.strip() not in ("", ".", "..") and not re.search(r"[/\\\x00-\x1f\x7f]", name)


def repository_paths(files: Iterable[File]) -> dict[str, str]:
    """Where each file stands in a Git repository, by its id: where it came from, else among the assets."""
    found = {file.id: file.path for file in files if file.path is not None}
    taken = set(found.values())
    for file in files:
        if file.path is not None:
            continue
        stem, ending = posixpath.splitext(file.name)
        if len(file.name.encode()) > _LONG_NAME:
            stem, ending = stem[:40], ending[:20]
        path, number = f"{ASSETS}/{stem}{ending}", 1
        while path in taken:
            number += 1
            path = f"{ASSETS}/{stem}-{number}{ending}"
        taken.add(path)
        found[file.id] = path
    return found
