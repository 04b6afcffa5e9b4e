"""The words of a pane's state: different states, different words."""

from __future__ import annotations

import time

import pytest

from docdeck.api import errors
from docdeck.workspace.freshness import Freshness, age_words, clock_words, freshness_after

NOW = time.mktime((2026, 3, 4, 14, 5, 0, 0, 0, -1))
LOST = NOW - 180


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-5, "0 s"), (0, "0 s"), (4.9, "4 s"), (59.9, "59 s"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"),
     (86400 * 2 - 1, "47 h"), (86400 * 2, "2 d"), (86400 * 30, "30 d")],
)  # fmt: skip
def test_age_is_short_and_never_negative(seconds: float, words: str) -> None:
    assert age_words(seconds) == words


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (Freshness("loading"), "loading"),
        (Freshness("live", at=NOW - 4), "live, 4 s"),
        (Freshness("refreshing", at=NOW - 180), "refreshing, 3 min old"),
        (Freshness("refreshing"), "refreshing"),
        (Freshness("stored", at=NOW - 180), "stored, 3 min old"),
        (Freshness("offline", at=NOW - 300, since=LOST), "offline since 14:02, data 5 min old"),
        (Freshness("offline", since=LOST), "offline since 14:02, nothing stored"),
        (Freshness("partial", shown=10, total=37), "partial 10 of 37"),
        (Freshness("forbidden", reason="You may not see it."), "forbidden: You may not see it."),
        (Freshness("not_signed_in"), "not signed in"),
        (Freshness("not_signed_in", reason="The token is unknown."), "not signed in: The token is unknown."),
        (Freshness("rate_limited", until=NOW), "rate limited until 14:05"),
        (Freshness("failed", at=NOW - 60, reason="It broke."), "failed, data 1 min old: It broke."),
        (Freshness("failed", reason="It broke."), "failed: It broke."),
    ],
)
def test_every_state_has_its_own_words(state: Freshness, words: str) -> None:
    assert state.words(NOW) == words


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (errors.Offline("Gone."), "offline"),
        (errors.TimedOut("Slow."), "offline"),
        (errors.ConnectionLost("Cut."), "offline"),
        (errors.Forbidden("No.", status=403), "forbidden"),
        (errors.NotSignedIn("Who?", status=401), "not_signed_in"),
        (errors.RateLimited("Slow down.", until=NOW), "rate_limited"),
        (errors.ServerFailed("Oops.", status=500), "failed"),
        (errors.BadAnswer("HTML."), "failed"),
    ],
)
def test_a_failed_read_becomes_the_state_it_means(error: errors.DocdeckError, state: str) -> None:
    found = freshness_after(error, NOW - 60, LOST)
    assert found.state == state
    assert found.at == NOW - 60
    assert str(error) in found.reason


def test_the_clock_is_this_machines() -> None:
    assert clock_words(NOW) == "14:05"
