"""How the groups and sections of a site stand in each other, whatever the data says. Document: "Site section group".

Nothing is lost and nothing is endless: what names a missing group stands at the root, a ring of groups is opened at
its first one, and what lies deeper than `MAX_DEPTH` groups begins again at the root.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from docdeck.service.rules.expressions import ExpressionError, evaluate

MAX_DEPTH = 50
_NOBODY: dict[str, Any] = {"visitor": {"claims": {"unsigned": {}}}}
Fields = Mapping[str, Any]
"""A row of groups, sections or site spaces."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section with its site spaces in order."""

    row: Fields
    spaces: tuple[Fields, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A group with what stands in it; `parent` is the group that it really stands in."""

    row: Fields
    children: tuple[Entry, ...]


Entry = Section | Group


def arranged(
    groups: Sequence[Fields], sections: Sequence[Fields], spaces: Mapping[str, Sequence[Fields]]
) -> tuple[Entry, ...]:
    """The entries at the root, in order; rows come in their order, `spaces` by the id of their section."""
    parents = _parents(groups)
    inside: dict[str | None, list[tuple[int, str, Fields]]] = {}
    for kind, rows in (("group", groups), ("section", sections)):
        for row in rows:
            parent = parents[row["id"]] if kind == "group" else row["parent"]
            known = parent if parent in parents else None
            inside.setdefault(known, []).append((row["position"], kind, row))

    def below(parent: str | None) -> tuple[Entry, ...]:
        entries = sorted(inside.get(parent, ()), key=lambda entry: (entry[0], entry[1], entry[2]["id"]))
        return tuple(
            Group(row, below(row["id"])) if kind == "group" else Section(row, tuple(spaces.get(row["id"], ())))
            for _position, kind, row in entries
        )

    return below(None)


def groups_in(entries: Iterable[Entry]) -> dict[str, Group]:
    """All groups by id, at whatever depth."""
    found: dict[str, Group] = {}
    waiting = list(entries)
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, Group):
            found[entry.row["id"]] = entry
            waiting.extend(entry.children)
    return found


def for_visitors(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """What a visitor without any claims gets: no drafts, nothing hidden, no condition unmet, nothing empty."""
    found: list[Entry] = []
    for entry in entries:
        if entry.row["draft"]:
            continue
        if isinstance(entry, Group):
            children = for_visitors(entry.children)
            if children:
                found.append(replace(entry, children=children))
        elif shown(entry.row["condition"]):
            spaces = tuple(space for space in entry.spaces if space_shown(space))
            if spaces:
                found.append(replace(entry, spaces=spaces))
    return tuple(found)


def space_shown(row: Fields) -> bool:
    """Whether a visitor without any claims gets a site space."""
    return not row["on_site_draft"] and not row["on_site_hidden"] and shown(row["on_site_condition"])


def shown(condition: str | None) -> bool:
    """Whether a condition holds for a visitor of whom nothing is known; one that cannot be read does not."""
    if condition is None or not condition.strip():
        return True
    try:
        return evaluate(condition, _NOBODY)
    except ExpressionError:
        return False


def _parents(groups: Sequence[Fields]) -> dict[str, str | None]:
    """The group that each group really stands in."""
    known = {group["id"] for group in groups}
    inside: dict[str | None, list[str]] = {}
    for group in groups:
        inside.setdefault(group["parent"] if group["parent"] in known else None, []).append(group["id"])
    found: dict[str, str | None] = {}
    starts = [*inside.get(None, ()), *(group["id"] for group in groups)]
    for start in starts:
        if start in found:
            continue
        found[start] = None
        waiting = [(start, 0)]
        while waiting:
            parent, depth = waiting.pop()
            for id in inside.get(parent, ()):
                if id not in found:
                    deeper = depth + 1 < MAX_DEPTH
                    found[id] = parent if deeper else None
                    waiting.append((id, depth + 1 if deeper else 0))
    return found
