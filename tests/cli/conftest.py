"""A canned server for every test of the command line, and the sample: read by many tests, written by one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.served import Canned, canned_server
from tests.end_to_end import on_service
from tests.end_to_end.on_service import Running


@pytest.fixture
def canned() -> Iterator[Canned]:
    """Answers that the test sets."""
    with canned_server() as canned:
        yield canned


@pytest.fixture(scope="session")
def built_sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample in a database file, which tests copy."""
    return on_service.build(tmp_path_factory.mktemp("sample") / "sample.sqlite")


@pytest.fixture(scope="module")
def env(built_sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of the sample's owner, for tests that only read; the service runs."""
    folder = tmp_path_factory.mktemp("home")
    passed_on = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "VIRTUAL_ENV") if name in os.environ}
    home = {**passed_on, "HOME": str(folder), "LANG": "C.UTF-8"}
    home |= {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "CACHE", "DATA", "STATE")}
    with on_service.running(on_service.copied(built_sample, folder)) as running:
        yield {**home, **running.env}


@pytest.fixture
def service(built_sample: Path, tmp_path: Path) -> Iterator[Running]:
    """A sample of its own for a test that writes."""
    with on_service.running(on_service.copied(built_sample, tmp_path)) as running:
        yield running
