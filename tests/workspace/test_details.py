"""Facts made of values."""

from __future__ import annotations

from datetime import UTC, datetime

from docdeck.workspace.details import Fact, facts

AT = datetime(2026, 1, 2, tzinfo=UTC)


def test_values_become_words_and_what_is_absent_is_left_out() -> None:
    found = facts(
        ("On", True), ("Off", False), ("None", None), ("Empty", ""), ("No list", []), ("Zero", 0), ("At", AT),
        ("List", ["a", 2]), ("Pair", ("x", "y")),
    )  # fmt: skip
    assert found == (
        Fact("On", "yes"),
        Fact("Off", "no"),
        Fact("Zero", "0"),
        Fact("At", at=AT),
        Fact("List", "a, 2"),
        Fact("Pair", "x, y"),
    )
