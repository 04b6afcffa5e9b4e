"""Tests with real sockets and real time limits of fractions of a second are tried again when the machine paused."""

from __future__ import annotations

import inspect

import pytest

from .pauses import again_after_a_pause


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not isinstance(item, pytest.Function) or not inspect.iscoroutinefunction(item.obj):
            continue
        if "talking" in vars(inspect.getmodule(item.obj)):
            item.obj = again_after_a_pause(item.obj)
