"""The world of these tests, closed when a test ends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.workspace.world import World, make_world


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """The real service in memory, with people, a space and pages."""
    made = make_world(tmp_path)
    yield made
    await made.aclose()


@pytest.fixture
def request_id(world: World) -> str:
    """A change request by Jonas that waits for a review."""
    return world.request("jonas", "Rewrite webhooks")
