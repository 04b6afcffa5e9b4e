"""The world that the decks of these tests run over."""

from __future__ import annotations

from tests.workspace.conftest import request_id, world

__all__ = ["request_id", "world"]
