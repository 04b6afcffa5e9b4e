"""Runs a translation: makes the translated space, or brings it up to date. Document section: "Translation"."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from docdeck.models import rich_text
from docdeck.models.base import Document
from docdeck.service.actions.spaces import create_space
from docdeck.service.rules.pages import Page, Pages
from docdeck.service.store import Row, Store, Tx
from docdeck.service.store.files import copied_files
from docdeck.service.store.revisions import (
    document_bodies,
    document_hash,
    files_in,
    insert_revision,
    keep_documents,
    pages_in,
)
from docdeck.service.store.spaces import set_revision, space_row
from docdeck.service.store.translations import translation_by_id, update_translation
from docdeck.service.work.translator import CommandTranslator, PseudoLocalizer, Translator, TranslatorError
from docdeck.service.work.worker import Job

_LOG = logging.getLogger("docdeck.service.work")
_MAX_TITLE = 50


def run(store: Store, job: Job) -> None:
    """pending -> running -> completed. A run that fails leaves what was, and says why."""
    id: str = job.given["translation"]
    with store.write() as tx:
        row = translation_by_id(tx, id)
        source = None if row is None else space_row(tx, row["space"])
        if row is None or source is None:
            return
        update_translation(tx, id, status="running")
        pages = pages_in(tx, source["revision"])
        bodies = document_bodies(tx, (page.document for page in pages))
    translator, began = _translator(job.settings, row), time.monotonic()
    try:
        made, kept, words = _translated(translator, pages, bodies)
        title = _title(translator, source["title"], row["language"])
    except TranslatorError as problem:
        _LOG.warning("the translation %s failed: %s", id, problem)
        with store.write() as tx:
            status = "pending" if row["result_space"] is None else "completed"
            update_translation(tx, id, status=status, problem=str(problem))
        return
    with store.write() as tx:
        current = translation_by_id(tx, id)
        if current is not None:
            _finish(tx, current, source, title, made, kept, words, began)


def translate_at_once(tx: Tx, id: str) -> None:
    """Pseudo-localize within a transaction that runs already: for the sample."""
    row = translation_by_id(tx, id)
    source = None if row is None else space_row(tx, row["space"])
    if row is None or source is None:
        raise ValueError(f"The translation {id} does not exist, or its space does not.")
    translator, began, pages = PseudoLocalizer(), time.monotonic(), pages_in(tx, source["revision"])
    bodies = document_bodies(tx, (page.document for page in pages))
    made, kept, words = _translated(translator, pages, bodies)
    _finish(tx, row, source, _title(translator, source["title"], row["language"]), made, kept, words, began)


def _finish(
    tx: Tx,
    row: Row,
    source: Row,
    title: str,
    made: Pages,
    kept: Mapping[str, dict[str, Any]],
    words: int,
    began: float,
) -> None:
    """Keep what a run made, and count it."""
    took = round((time.monotonic() - began) * 1000)
    keep_documents(tx, kept)
    space, revision = _keep(tx, row, source, title, made)
    stats = _stats(row["stats"], len([page for page in made if page.document]), words, took)
    result = {"result_space": space, "result_revision": revision, "stats": stats, "problem": None}
    update_translation(tx, row["id"], status="completed", **result)


def _translator(settings: Mapping[str, Any], row: Row) -> Translator:
    command: list[str] = settings.get("translator") or []
    if not command:
        return PseudoLocalizer()
    told = rich_text.to_markdown(Document.model_validate(row["instructions"]))
    return CommandTranslator(command, row["source_language"], row["language"], told)


def _translated(
    translator: Translator, pages: Pages, bodies: Mapping[str | None, dict[str, Any]]
) -> tuple[Pages, dict[str, dict[str, Any]], int]:
    """The pages in the other language, their bodies by hash, and how many words the source had."""
    kept: dict[str, dict[str, Any]] = {}
    made: list[Page] = []
    words = 0
    for page in pages:
        hash, body = None, bodies.get(page.document)
        words += len(page.title.split())
        if body is not None:
            source = Document.model_validate(body)
            words += len(rich_text.to_plain(source).split())
            wire = translator.body(source).to_wire()
            hash = document_hash(wire)
            kept[hash] = wire
        description = None if page.description is None else translator.words(page.description)
        made.append(replace(page, title=translator.words(page.title), description=description, document=hash))
    return tuple(made), kept, words


def _keep(tx: Tx, row: Row, source: Row, title: str, pages: Pages) -> tuple[str, str]:
    """The translated space and its new revision."""
    known = None if row["result_space"] is None else space_row(tx, row["result_space"])
    if known is None:
        place = {"parent": source["parent"], "emoji": source["emoji"], "visibility": source["visibility"]}
        space = create_space(tx, row["author"], row["organization"], title, language=row["language"], **place)
        known = space_row(tx, space)
        assert known is not None
    revision = insert_revision(
        tx,
        space=known["id"],
        type="computed",
        parents=[known["revision"]],
        pages=pages,
        files=copied_files(tx, files_in(tx, source["revision"]), known["id"]),
        author=row["author"],
    )
    set_revision(tx, known["id"], revision)
    return known["id"], revision


def _title(translator: Translator, title: str, language: str) -> str:
    note = f" ({language}, {translator.note})"
    return translator.words(title)[: _MAX_TITLE - len(note)].rstrip() + note


def _stats(before: Mapping[str, int], pages: int, words: int, took: int) -> dict[str, int]:
    """Counts over all runs and of the latest one; durations in milliseconds."""
    return {
        "runs": before["runs"] + 1,
        "totalWords": before["totalWords"] + words,
        "totalPages": before["totalPages"] + pages,
        "totalDuration": before["totalDuration"] + took,
        "latestRunDuration": took,
        "latestPages": pages,
        "latestWords": words,
    }
