"""A canned server for every test of the command line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cli.served import Canned, canned_server


@pytest.fixture
def canned() -> Iterator[Canned]:
    """Answers that the test sets."""
    with canned_server() as canned:
        yield canned
