"""The images beside the Markdown files of a Git repository: they become files of the space, and go back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from docdeck.service.rules.files import (
    ASSETS,
    IMAGE_TYPES,
    MAX_FILE_BYTES,
    MAX_FILES,
    File,
    Files,
    is_file_name,
    repository_paths,
    type_by_name,
)
from docdeck.service.rules.image_size import image_size
from docdeck.service.store import Tx
from docdeck.service.store.files import content_of, keep_content
from docdeck.service.work.git_program import GitError


def images_in(folder: Path) -> dict[str, Path]:
    """The images below a folder, and all of its assets, by their path; too large ones stay where they are."""
    found: dict[str, Path] = {}
    for file in sorted(folder.rglob("*")) if folder.is_dir() else ():
        path = file.relative_to(folder).as_posix()
        if file.is_symlink() or not file.is_file() or not _is_asset(path):
            continue
        if file.stat().st_size > MAX_FILE_BYTES or not is_file_name(file.name):
            continue
        if len(found) >= MAX_FILES:
            raise GitError(f"{path}: at most {MAX_FILES} images.")
        found[path] = file
    return found


def _is_asset(path: str) -> bool:
    if path.startswith(f"{ASSETS}/"):
        return True
    hidden = any(part.startswith(".") for part in path.split("/"))
    return not hidden and Path(path).suffix.lower() in IMAGE_TYPES


def imported_files(tx: Tx, space: str, before: Files, images: Mapping[str, Path]) -> Files:
    """The images as files of a space; one at a known path stays the same file."""
    paths = repository_paths(before)
    known = {paths[file.id]: file for file in before}
    return tuple(_imported(tx, space, known.get(path), path, image) for path, image in images.items())


def _imported(tx: Tx, space: str, old: File | None, path: str, image: Path) -> File:
    data = image.read_bytes()
    width, height = image_size(data) or (None, None)
    fresh = old or File(tx.ids(), image.name, type_by_name(image.name), "", 0, path=path)
    return replace(
        fresh,
        content=keep_content(tx, space, fresh.name, fresh.content_type, data),
        size=len(data),
        width=width,
        height=height,
    )


def write_files(tx: Tx, project: Path, files: Files) -> None:
    """Put the files of a space where the repository has them."""
    paths = repository_paths(files)
    for file in files:
        target = project / paths[file.id]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content_of(tx, file.content) or b"")
