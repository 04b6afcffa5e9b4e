"""Revisions with their files, and the bodies of pages, kept once by the hash of their content. Facts 2.2, 2.3."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Text, cast, select

from docdeck.service.rules.files import File, Files
from docdeck.service.rules.pages import Page, Pages
from docdeck.service.store.schema import documents, revisions
from docdeck.service.store.store import Row, Tx

_HASH = re.compile(r"[0-9a-f]{64}")
_AT_ONCE = 400
"""How many names go in one question."""


def document_hash(body: Mapping[str, Any]) -> str:
    """The name of a body: the same content has the same name."""
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def keep_documents(tx: Tx, bodies: Mapping[str, Mapping[str, Any]]) -> None:
    """Keep bodies by hash; those already there stay as they are."""
    if not bodies:
        return
    known = {row["hash"] for row in tx.rows(select(documents.c.hash).where(documents.c.hash.in_(sorted(bodies))))}
    tx.insert_many(documents, ({"hash": hash, "body": body} for hash, body in bodies.items() if hash not in known))


def document_body(tx: Tx, hash: str) -> dict[str, Any] | None:
    """A body by its hash."""
    return tx.value(select(documents.c.body).where(documents.c.hash == hash))


def document_of_space(tx: Tx, space: str, hash: str) -> dict[str, Any] | None:
    """A body that a page of a space has, or had in one of its revisions; None for those of other spaces."""
    if not _HASH.fullmatch(hash):
        return None
    naming = cast(revisions.c.pages, Text).contains(f'"{hash}"')
    named = tx.value(select(revisions.c.id).where(revisions.c.space == space, naming).limit(1))
    return None if named is None else document_body(tx, hash)


def document_bodies(tx: Tx, hashes: Iterable[str | None]) -> dict[str | None, dict[str, Any]]:
    """Bodies by their hashes."""
    wanted = sorted({hash for hash in hashes if hash is not None})
    found: dict[str | None, dict[str, Any]] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        found.update((row["hash"], row["body"]) for row in tx.rows(select(documents).where(documents.c.hash.in_(some))))
    return found


def insert_revision(
    tx: Tx,
    *,
    space: str,
    type: str,
    parents: Sequence[str],
    pages: Iterable[Page],
    files: Iterable[File],
    author: str,
    change_request: str | None = None,
    id: str | None = None,
) -> str:
    """Add an immutable state of pages and files; unchanged bodies are shared with the parents. Answers the id."""
    made = id or tx.ids()
    tx.insert(
        revisions,
        id=made,
        space=space,
        type=type,
        parents=list(parents),
        pages=[page.to_json() for page in pages],
        files=[file.to_json() for file in files],
        created_at=tx.now(),
        author=author,
        change_request=change_request,
    )
    return made


def revision_row(tx: Tx, space: str, revision: str) -> Row | None:
    """A revision of a space."""
    return tx.one(select(revisions).where(revisions.c.id == revision, revisions.c.space == space))


def pages_of(row: Row) -> Pages:
    """The pages of a revision's row."""
    stored: list[dict[str, Any]] = row["pages"]
    return tuple(Page.from_json(page) for page in stored)


def pages_in(tx: Tx, revision: str) -> Pages:
    """The pages of a revision that is known to exist."""
    stored: list[dict[str, Any]] = tx.value(select(revisions.c.pages).where(revisions.c.id == revision)) or []
    return tuple(Page.from_json(page) for page in stored)


def files_of(row: Row) -> Files:
    """The files of a revision's row; one that was made before there were files has none."""
    return _files(row["files"])


def files_in(tx: Tx, revision: str) -> Files:
    """The files of a revision that is known to exist."""
    return _files(tx.value(select(revisions.c.files).where(revisions.c.id == revision)))


def _files(stored: list[dict[str, Any]] | None) -> Files:
    return tuple(File.from_json(file) for file in stored or ())
