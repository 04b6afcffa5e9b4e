"""The bytes of files, kept once for each space, name and type. A key opens them, and nobody can guess it."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import replace

from sqlalchemy import select

from docdeck.service.rules.files import File, Files
from docdeck.service.store.schema import file_contents, spaces
from docdeck.service.store.store import Row, Tx


def keep_content(tx: Tx, space: str, name: str, content_type: str, data: bytes) -> str:
    """Keep the bytes of a file of a space; answers their key, the same one for the same file."""
    table, hash = file_contents.c, hashlib.sha256(data).hexdigest()
    same = (table.space == space, table.hash == hash, table.name == name, table.content_type == content_type)
    known = tx.value(select(table.key).where(*same))
    if known is not None:
        return known
    key = secrets.token_urlsafe(24)
    tx.insert(file_contents, key=key, space=space, hash=hash, name=name, content_type=content_type, data=data)
    return key


def content_of(tx: Tx, key: str) -> bytes | None:
    """The bytes behind a key."""
    return tx.value(select(file_contents.c.data).where(file_contents.c.key == key))


def open_content(tx: Tx, key: str) -> Row | None:
    """A file's bytes with its name and type, as long as its space is not deleted."""
    joined = file_contents.join(spaces, spaces.c.id == file_contents.c.space)
    asked = select(file_contents).select_from(joined)
    return tx.one(asked.where(file_contents.c.key == key, spaces.c.deleted_at.is_(None)))


def copied_files(tx: Tx, files: Files, space: str) -> Files:
    """The same files for another space, which keeps bytes of its own."""
    copies: list[File] = []
    for file in files:
        data = content_of(tx, file.content) or b""
        copies.append(replace(file, content=keep_content(tx, space, file.name, file.content_type, data)))
    return tuple(copies)
