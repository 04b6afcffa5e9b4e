"""Translations of spaces. Document section: "Translation"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, select, update

from docdeck.service.paging import Slice, Window
from docdeck.service.store.paged import cut
from docdeck.service.store.store import Row, Tx
from docdeck.service.store.works_schema import translations

NO_STATS = {
    "runs": 0,
    "totalWords": 0,
    "totalPages": 0,
    "totalDuration": 0,
    "latestRunDuration": 0,
    "latestPages": 0,
    "latestWords": 0,
}


def insert_translation(
    tx: Tx,
    organization: str,
    space: str,
    author: str,
    *,
    source_language: str,
    language: str,
    instructions: Mapping[str, Any],
) -> str:
    """Add a translation that did not run yet; answers the id."""
    made, now = tx.ids(), tx.now()
    tx.insert(
        translations,
        id=made,
        organization=organization,
        space=space,
        source_language=source_language,
        language=language,
        instructions=dict(instructions),
        status="pending",
        author=author,
        created_at=now,
        updated_at=now,
        stats=NO_STATS,
    )
    return made


def update_translation(tx: Tx, id: str, **values: Any) -> None:
    """Change columns of a translation and its time of update."""
    tx.run(update(translations).where(translations.c.id == id).values(**{"updated_at": tx.now(), **values}))


def delete_translation(tx: Tx, id: str) -> None:
    """Forget a translation; the translated space stays."""
    tx.run(delete(translations).where(translations.c.id == id))


def translations_in(tx: Tx, organization: str, window: Window) -> Slice:
    """The translations of an organization, oldest first."""
    asked = select(translations).select_from(translations).where(translations.c.organization == organization)
    return cut(tx, asked, window, translations.c.created_at, translations.c.id)


def translation_in(tx: Tx, organization: str, id: str) -> Row | None:
    """One translation of an organization."""
    return tx.one(select(translations).where(translations.c.organization == organization, translations.c.id == id))


def translation_by_id(tx: Tx, id: str) -> Row | None:
    """One translation, whoever asks."""
    return tx.one(select(translations).where(translations.c.id == id))
