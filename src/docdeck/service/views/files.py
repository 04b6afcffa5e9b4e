"""Files of a revision as answers, and what became of them between two revisions. Facts A.4."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docdeck.models.content import ChangedFile, RevisionFile, SemanticChange
from docdeck.service.rules.files import File, Files, files_by_id
from docdeck.service.views.links import Links


def file_address(file: File, links: Links) -> str:
    """Where a file's bytes are: an address that nobody can guess, for whoever was given it."""
    return f"{links.base}/files/content/{file.content}"


def file_view(file: File, links: Links) -> RevisionFile:
    """One file."""
    size = dimensions_of(file)
    optional: dict[str, Any] = {} if size is None else {"dimensions": size}
    return RevisionFile(
        id=file.id,
        name=file.name,
        content_type=file.content_type,
        downloadURL=file_address(file, links),
        size=file.size,
        **optional,
    )


def dimensions_of(file: File) -> dict[str, int] | None:
    """The size of an image in its own measure."""
    return None if file.width is None or file.height is None else {"width": file.width, "height": file.height}


def file_changes(base: Files, head: Files, links: Links) -> list[SemanticChange]:
    """Created and edited files in the order of the head, then deleted ones in that of the base."""
    before, after = files_by_id(base), files_by_id(head)
    changes: list[SemanticChange] = []
    for file in head:
        old = before.get(file.id)
        if old is None:
            changes.append(SemanticChange(type="file_created", file=_named(file, links)))
        elif attributes := _attributes(old, file, links):
            changes.append(SemanticChange(type="file_edited", file=_named(file, links), attributes=attributes))
    gone = (file for file in base if file.id not in after)
    changes.extend(SemanticChange(type="file_deleted", file=_named(file, links)) for file in gone)
    return changes


def _named(file: File, links: Links) -> ChangedFile:
    address = file_address(file, links)
    return ChangedFile(id=file.id, name=file.name, content_type=file.content_type, downloadURL=address)


def _attributes(old: File, new: File, links: Links) -> dict[str, Any]:
    sides = [_told(old, links), _told(new, links)]
    found: dict[str, Any] = {}
    for name in sides[0]:
        before, after = sides[0][name], sides[1][name]
        if before != after:
            found[name] = {side: value for side, value in (("before", before), ("after", after)) if value is not None}
    return found


def _told(file: File, links: Links) -> Mapping[str, Any]:
    return {
        "name": file.name,
        "downloadURL": file_address(file, links),
        "size": file.size,
        "contentType": file.content_type,
        "dimensions": dimensions_of(file),
    }
