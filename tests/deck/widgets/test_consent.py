"""The key filter: what counts as a person's key, in made-up time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docdeck.deck.widgets.consent import ALONE, BURST, FRESH, STILL, Consent, KeyBurst


def ready(at: float = 0.0) -> Consent:
    consent = Consent("y")
    consent.changed(at)
    consent.arm(at)
    return consent


def test_a_lone_letter_on_a_still_sheet_counts() -> None:
    consent = ready()
    assert consent.key("y", 1.0) == "pending"
    assert consent.ripe(1.0 + ALONE / 2) == "wait"
    assert consent.ripe(1.0 + ALONE) == "yes"
    assert consent.ripe(1.2) == "no"  # once


def test_not_before_the_sheet_stood_still() -> None:
    consent = ready()
    assert consent.key("y", STILL - 0.01) == "not still"
    consent.changed(1.0)
    assert consent.key("y", 1.2) == "not still"
    assert consent.key("y", 1.0 + STILL) == "pending"


def test_not_after_another_key() -> None:
    consent = ready()
    assert consent.key("x", 1.0) == "other"
    assert consent.key("y", 1.0 + ALONE - 0.001) == "burst"
    assert consent.ripe(2.0) == "no"


def test_not_before_another_key() -> None:
    consent = ready()
    assert consent.key("y", 1.0) == "pending"
    assert consent.key("$", 1.0 + ALONE - 0.001) == "burst"
    assert consent.ripe(1.0 + ALONE) == "no"
    assert consent.key("y", 1.5) == "pending"
    assert consent.key("y", 1.51) == "burst"
    assert consent.ripe(1.6) == "no"


def test_not_without_fresh_reads() -> None:
    consent = Consent("y")
    consent.changed(0.0)
    assert consent.key("y", 1.0) == "not ready"
    consent.arm(0.0)
    assert consent.key("y", FRESH + 0.1) == "stale"
    consent.arm(FRESH)
    assert consent.key("y", FRESH + 1) == "pending"
    consent.disarm()
    assert consent.ripe(FRESH + 1 + ALONE) == "no"


def test_a_change_between_press_and_consent_takes_it_back() -> None:
    consent = ready()
    assert consent.key("y", 1.0) == "pending"
    consent.changed(1.01)
    assert consent.ripe(1.0 + ALONE) == "no"


def test_reads_that_grow_old_between_press_and_consent() -> None:
    consent = ready()
    assert consent.key("y", FRESH - 0.01) == "pending"
    assert consent.ripe(FRESH + 0.045) == "stale"


def test_a_late_answer_is_asked_again() -> None:
    consent = ready()
    assert consent.key("y", 1.0) == "pending"
    assert consent.ripe(2.0) == "wait"
    assert consent.key("P", 1.001) == "burst"  # was read long ago, handled only now
    assert consent.ripe(2.1) == "no"


@pytest.mark.parametrize("answer", ["[4;2$y", "P>|XTerm(379)y", "y[4;2$y", "yy", "[?2026;2$yy"])
@given(start=st.floats(0, 20), gap=st.floats(0.00003, 0.03))
def test_what_a_terminal_answers_never_counts(answer: str, start: float, gap: float) -> None:
    consent = ready()
    consent.arm(start)
    at = start
    for character in answer:
        consent.key(character, at)
        assert consent.ripe(at) in ("wait", "no")
        at += gap
    assert answer.endswith("y")
    assert consent.ripe(at + 1) == "no"


class Clockwork:
    """A clock and its timers, moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[tuple[float, Callable[[], None]]] = []
        self.done: list[str] = []
        self.ignored: list[int] = []
        self.burst = KeyBurst(self.later, self.ignored.append, clock=lambda: self.now)

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.timers.append((self.now + seconds, call))

    def pass_time(self, seconds: float) -> None:
        until = self.now + seconds
        while due := sorted((t for t in self.timers if t[0] <= until), key=lambda timer: timer[0]):
            self.timers.remove(due[0])
            self.now = max(self.now, due[0][0])
            due[0][1]()
        self.now = until

    def press(self, key: str) -> None:
        self.burst.key(self.now)
        if key.isupper():
            self.burst.run(lambda: self.done.append(key))


def test_a_key_alone_acts() -> None:
    clock = Clockwork()
    clock.press("X")
    assert clock.done == []
    clock.pass_time(BURST * 2)
    assert clock.done == ["X"]
    clock.press("Z")
    clock.pass_time(BURST * 2)
    assert clock.done == ["X", "Z"]
    assert clock.ignored == []


def test_a_key_alone_acts_before_the_next_one_is_heard() -> None:
    clock = Clockwork()
    clock.press("X")
    clock.now += BURST * 2  # the program did not come round to its timers
    clock.press("j")
    assert clock.done == ["X"]
    clock.pass_time(1)
    assert clock.done == ["X"]
    assert clock.ignored == []


@pytest.mark.parametrize(("keys", "dropped"), [("Xj", 1), ("jX", 1), ("XX", 2), ("P>|tmuX 3.3a", 2), ("jjXjjZ", 2)])
def test_a_burst_acts_on_nothing_and_says_so_once(keys: str, dropped: int) -> None:
    clock = Clockwork()
    for key in keys:
        clock.press(key)
        clock.pass_time(BURST / 10)
    clock.pass_time(1)
    assert clock.done == []
    assert clock.ignored == [dropped]
    clock.press("X")
    clock.pass_time(1)
    assert clock.done == ["X"]
    assert clock.ignored == [dropped]


def test_keys_read_while_the_program_was_busy_still_count() -> None:
    clock = Clockwork()
    clock.press("X")
    clock.now += 0.5  # the program did not come round
    for _, call in list(clock.timers):
        clock.timers.clear()
        call()
    assert clock.done == []
    clock.burst.key(0.001)  # read long ago, handled now
    clock.pass_time(1)
    assert clock.done == []
    assert clock.ignored == [1]


@pytest.mark.parametrize(("near", "acts"), [(BURST / 3, []), (BURST * 2, ["X"])], ids=["in a burst", "alone"])
def test_a_key_whose_turn_comes_late_is_judged_by_when_it_was_typed(near: float, acts: list[str]) -> None:
    clock = Clockwork()
    clock.burst.key(0.0)
    clock.burst.key(near)  # the one that acts, once what the one before it opened is there
    clock.burst.key(1.0)
    clock.now = 1.0
    clock.burst.run(lambda: clock.done.append("X"), near)
    clock.pass_time(1)
    assert clock.done == acts
