"""Ages such as `2d3h`: how long before the making of the sample something happened."""

from __future__ import annotations

import re
from datetime import timedelta

_UNITS = {"mo": timedelta(days=30), "d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}
_PART = re.compile(r"(\d+)(mo|d|h|m)")


def age(text: str) -> timedelta:
    """The time span behind an age: months of 30 days, days, hours and minutes, such as `7mo25d`."""
    parts = _PART.findall(text)
    if "".join(number + unit for number, unit in parts) != text or not parts:
        raise ValueError(f"{text!r} is no age: write months, days, hours and minutes, such as 2d3h.")
    return sum((int(number) * _UNITS[unit] for number, unit in parts), timedelta())
