"""What is to be known about one thing, as labelled facts that any screen can show. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from docdeck.workspace.freshness import LOADING, Freshness


@dataclass(frozen=True, slots=True)
class Fact:
    """One line: what it is called and its value (raw); `role` as the painters know them; `at` for times."""

    label: str
    value: str = ""
    role: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Details:
    """Facts in groups (a group has a heading, which may be empty); `url` is the address for people, if there is one."""

    title: str
    groups: tuple[tuple[str, tuple[Fact, ...]], ...] = ()
    url: str = ""
    freshness: Freshness = LOADING
    problem: str = ""


def facts(*pairs: tuple[str, object]) -> tuple[Fact, ...]:
    """Facts of the pairs that have a value: booleans as yes and no, lists joined, times kept as times."""
    return tuple(_fact(label, value) for label, value in pairs if value is not None and value not in ("", [], ()))


def _fact(label: str, value: object) -> Fact:
    if isinstance(value, datetime):
        return Fact(label, at=value)
    if isinstance(value, bool):
        return Fact(label, "yes" if value else "no")
    if isinstance(value, (list, tuple)):
        return Fact(label, ", ".join(str(part) for part in cast("Iterable[object]", value)))
    return Fact(label, str(value))
