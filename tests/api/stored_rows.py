"""Rows of the store of answers, and the store opened again, for its tests."""

from __future__ import annotations

from pathlib import Path

from docdeck.api.cache import Cache, Row


def row(key: str, *tags: str, body: bytes = b"{}", asked: float = 10.0, immutable: bool = False) -> Row:
    """A row that was answered a second after it was asked for."""
    return Row(key, body, asked + 1, asked, tuple(tags), immutable=immutable)


def reopened(cache: Cache, file: Path) -> Cache:
    """The store as the next program finds it."""
    cache.close()
    return Cache(file)
