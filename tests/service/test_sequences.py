"""Whatever people do, in whatever order: counts are what the lists say, and states move only as they may."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from docdeck.service.app import create_app
from docdeck.service.store import Store
from tests.service.driving import Driver, without_threads
from tests.service.sequence_machine import Life

QUICK = settings(
    max_examples=25,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(autouse=True)
def _service(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    without_threads(monkeypatch)
    store = Store.open(":memory:")
    monkeypatch.setattr(Life, "store", store, raising=False)
    monkeypatch.setattr(Life, "driver", Driver(create_app(store)), raising=False)
    yield
    store.close()


def test_some_sequences_keep_every_count_true() -> None:
    run_state_machine_as_test(Life, settings=QUICK)


@pytest.mark.slow
@pytest.mark.timeout(600)  # 45 s of one processor, and others may use it too
def test_many_sequences_keep_every_count_true() -> None:
    before = Life.made
    phases = (Phase.generate, Phase.shrink)
    run_state_machine_as_test(Life, settings=settings(QUICK, max_examples=500, stateful_step_count=10, phases=phases))
    assert Life.made - before >= 500
