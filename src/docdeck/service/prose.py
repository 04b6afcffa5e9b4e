"""Markdown and rich text, both ways; the parser is loaded with the first body and not with the service."""

from __future__ import annotations

from collections.abc import Callable

from docdeck.models.base import Document


def from_markdown(text: str, *, previous: Document | None = None, make_key: Callable[[], str]) -> Document:
    """A body written in Markdown; blocks it shares with the previous body keep their keys."""
    from docdeck.models import rich_text

    return rich_text.from_markdown(text, previous=previous, make_key=make_key)


def to_plain(document: Document) -> str:
    """The words of a body, without marks."""
    from docdeck.models import rich_text

    return rich_text.to_plain(document)


def to_markdown(document: Document) -> str:
    """A body as Markdown."""
    from docdeck.models import rich_text

    return rich_text.to_markdown(document)
