"""Translations of spaces. Document section: "Translation"."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from docdeck.models.base import Answer, Body, Document, Flags, Timestamp


class TranslationSource(Answer):
    """The space that is translated, and its language."""

    space: str = ""
    language: str = ""


class TranslationResult(Answer):
    """The space that holds the translation, and its revision."""

    space: str = ""
    revision: str = ""


class TranslationStats(Answer):
    """What the runs took and gave."""

    runs: int = 0
    total_words: int = 0
    total_pages: int = 0
    total_duration: int | float = 0
    latest_run_duration: int | float = 0
    latest_pages: int = 0
    latest_words: int = 0


class Translation(Answer):
    """`object` is `translation`; `status` is `pending`, `running` or `completed`."""

    object: str = "translation"
    id: str
    status: str = ""
    source: TranslationSource = Field(default_factory=TranslationSource)
    language: str = ""
    instructions: Document | None = None
    result: TranslationResult | None = None
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None
    stats: TranslationStats = Field(default_factory=TranslationStats)
    permissions: Flags = Field(default_factory=dict)
    urls: dict[str, Any] = Field(default_factory=dict)


class SourceBody(Body):
    """What to translate."""

    space: str
    language: str | None = None


class CreateTranslation(Body):
    """The language to translate into, with instructions if there are any."""

    language: str
    source: SourceBody | None = None
    instructions: Document | None = None


class PutTranslation(Body):
    """New instructions for the runs to come."""

    instructions: Document | None = None
