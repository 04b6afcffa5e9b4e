from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from docdeck.service.clock import Clock, IdMaker, moment, stored


def test_time_never_stands_still_while_it_runs() -> None:
    clock = Clock()
    times = [clock.text() for _ in range(500)]
    assert times == sorted(set(times))


def test_a_clock_that_was_set_stands_and_runs_again() -> None:
    clock = Clock()
    noon = datetime(2026, 3, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    clock.set(noon)
    assert clock.text() == clock.text() == "2026-03-01T10:00:00.000000Z"
    clock.set(None)
    assert clock.now().year != 2026 or clock.now() != noon


def test_stored_times_come_back() -> None:
    now = datetime(2026, 3, 1, 12, 30, 15, 42, tzinfo=UTC)
    assert moment(stored(now)) == now


def test_ids_are_twenty_letters_and_digits_and_repeat_with_a_seed() -> None:
    one, two, free = IdMaker("seed"), IdMaker("seed"), IdMaker()
    ids = [one() for _ in range(50)]
    assert ids == [two() for _ in range(50)]
    assert len({*ids, free(), free()}) == 52
    assert all(len(id) == 20 and id.isalnum() and id.isascii() for id in ids)
