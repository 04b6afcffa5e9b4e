"""The sample, built once for the end-to-end tests, and a service over a copy of it for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end import on_service
from tests.end_to_end.on_service import Api, Running


@pytest.fixture(scope="session")
def built_sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the sample; copy it before it is changed."""
    return on_service.build(tmp_path_factory.mktemp("sample") / "sample.sqlite")


@pytest.fixture
def service(built_sample: Path, tmp_path: Path) -> Iterator[Running]:
    """The service over a copy of the sample."""
    with on_service.running(on_service.copied(built_sample, tmp_path)) as running:
        yield running


@pytest.fixture
def api(service: Running) -> Api:
    """Calls to that service with the owner's token."""
    return Api(service.base_url)
