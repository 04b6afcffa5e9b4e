"""Puts files into a revision. Facts A.5: `insert_files` of a content change."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import replace

from docdeck.models.change_requests import NewFile
from docdeck.service.errors import Invalid, TooLarge
from docdeck.service.rules.files import (
    MAX_FILE_BYTES,
    MAX_FILES,
    File,
    Files,
    is_content_type,
    is_file_name,
    type_by_name,
)
from docdeck.service.rules.image_size import image_size
from docdeck.service.rules.references import Reference
from docdeck.service.store import Tx
from docdeck.service.store.files import keep_content


class FileEditor:
    """The files of a revision while they are edited; `inserted` are those that were put in, each once."""

    def __init__(self, tx: Tx, space: str, files: Files) -> None:
        self._tx = tx
        self._space = space
        self._refs: dict[str, str] = {}
        self.files = files
        self.inserted: dict[str, File] = {}

    def insert(self, sent: Sequence[NewFile], where: str) -> None:
        """Add files; one that has the name of just one file there replaces it, under the same id."""
        for position, new in enumerate(sent):
            named = f"{where}.files.{position}"
            data = _bytes(new, named)
            self.put(_checked_name(new, named), data, content_type=_checked_type(new, named), ref=new.ref)

    def put(
        self, name: str, data: bytes, *, content_type: str | None = None, id: str | None = None, ref: str | None = None
    ) -> None:
        """Add or replace one file whose name and type are known to be good."""
        same = [file for file in self.files if file.name == name]
        kind = content_type or type_by_name(name)
        width, height = image_size(data) or (None, None)
        fresh = File(
            id=id or (same[0].id if len(same) == 1 else self._tx.ids()),
            name=name,
            content_type=kind,
            content=keep_content(self._tx, self._space, name, kind, data),
            size=len(data),
            width=width,
            height=height,
        )
        if len(same) == 1:
            fresh = replace(fresh, path=same[0].path)
            self.files = tuple(fresh if file.id == same[0].id else file for file in self.files)
        elif len(self.files) >= MAX_FILES:
            raise Invalid(f"{name}: a space has at most {MAX_FILES} files.")
        else:
            self.files = (*self.files, fresh)
        self.inserted[fresh.id] = fresh
        if ref is not None:
            self._refs[ref] = fresh.id

    @property
    def has_refs(self) -> bool:
        """Whether files were named by a `ref` that pages may point at."""
        return bool(self._refs)

    def resolved(self, reference: Reference) -> Reference:
        """A reference to a file by its `ref` as one by its id; others stay as they are."""
        if reference["kind"] != "file" or reference["file"] not in self._refs:
            return reference
        return {**reference, "file": self._refs[reference["file"]]}


def _bytes(new: NewFile, where: str) -> bytes:
    if new.url is not None:
        raise Invalid(f"{where}.url: this service fetches no files; send their content as base64.")
    if new.base64 is None:
        raise Invalid(f"{where}.base64: is missing.")
    try:
        data = base64.b64decode(new.base64, validate=True)
    except (binascii.Error, ValueError):
        raise Invalid(f"{where}.base64: is not base64.") from None
    if len(data) > MAX_FILE_BYTES:
        raise TooLarge(f"{where}: a file has at most {MAX_FILE_BYTES // 1024 // 1024} MiB.")
    return data


def _checked_name(new: NewFile, where: str) -> str:
    if not is_file_name(new.name):
        raise Invalid(f"{where}.name: must be the name of a file, without slashes and control characters.")
    return new.name


def _checked_type(new: NewFile, where: str) -> str | None:
    if new.content_type is None:
        return None
    kind = new.content_type.strip().lower()
    if not is_content_type(kind):
        raise Invalid(f"{where}.contentType: must be a type and a subtype, such as image/png.")
    return kind
