"""Translations as answers. Document section: "Translation"."""

from __future__ import annotations

from docdeck.models.base import Document
from docdeck.models.translations import Translation, TranslationResult, TranslationSource, TranslationStats
from docdeck.service.rules.permissions import at_least
from docdeck.service.store import Row
from docdeck.service.views.links import Links
from docdeck.service.views.present import present, when


def translation_view(row: Row, role: str | None, links: Links) -> Translation:
    """A translation as a member with a role sees it; `lastError` says why the last run failed, if it did."""
    result = row["result_space"] and TranslationResult(space=row["result_space"], revision=row["result_revision"])
    return Translation.model_validate(
        {
            "object": "translation",
            "id": row["id"],
            "status": row["status"],
            "source": TranslationSource(space=row["space"], language=row["source_language"]),
            "language": row["language"],
            "instructions": Document.model_validate(row["instructions"]),
            "createdAt": when(row["created_at"]),
            "updatedAt": when(row["updated_at"]),
            "stats": TranslationStats.model_validate(row["stats"]),
            "permissions": {"view": True, "edit": at_least(role, "create")},
            "urls": links.location("orgs", row["organization"], "translations", row["id"]),
            **present(result=result or None, lastError=row["problem"] and {"message": row["problem"]}),
        }
    )
