"""The files that a change request changes, as the deck gets them, on the sample that newcomers see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from docdeck.api.operations import content
from docdeck.service.app import create_app
from docdeck.service.sample import SampleInfo, build_sample
from docdeck.service.store import Store
from docdeck.workspace.review import watch_review
from tests.workspace.world import Wire, World


@pytest.fixture
async def sample(tmp_path: Path) -> AsyncIterator[tuple[World, SampleInfo]]:
    """The sample workspace in memory; its owner signs in as `owner`."""
    store = Store.open(":memory:")
    info = build_sample(store, owner_token="token-owner")
    world = World(store, Wire(create_app(store)), tmp_path)
    yield world, info
    await world.aclose()


async def test_the_review_of_a_request_names_the_files_it_changes(sample: tuple[World, SampleInfo]) -> None:
    world, info = sample
    session = world.session("owner")
    space = info.spaces["runbooks"]
    request = info.requests["runbooks-failover-drill"]
    state = [state async for state in watch_review(session, space, request)][-1]
    assert [file.name for file in state.files] == ["failover-timeline.svg"]
    assert "Region failover" in {row.title for row in state.pages}
    before = await session.platform.all_items(content.files(space))
    after = await session.platform.all_items(content.change_request_files(space, request))
    assert (
        [file.name for file in after]
        == [file.name for file in before]
        == [
            "failover-timeline.svg",
            "severity-ladder.svg",
        ]
    )
    assert [after[0].id, after[1]] == [before[0].id, before[1]]
    assert state.files[0].download_url == after[0].download_url != before[0].download_url
