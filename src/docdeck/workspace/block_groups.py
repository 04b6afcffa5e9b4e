"""Rows of one table or one code block in a comparison: both sides under one number, and under the same columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from docdeck.workspace.block_changes import Change, Column
from docdeck.workspace.blocks import Block


def grouped(changes: Sequence[Change]) -> tuple[Change, ...]:
    """The changes with their groups numbered over both sides; cells of table rows stand under merged columns."""
    partner: dict[int, int] = {}
    for change in changes:
        if change.before and change.after and change.before.group and change.after.group:
            partner.setdefault(change.before.group, change.after.group)
    widest = max((change.after.group for change in changes if change.after), default=0)
    columns: dict[int, list[Column]] = {}
    heads = _heads(changes)
    for old, new in partner.items():
        if old in heads[0] and new in heads[1]:
            columns[new] = merged_columns(heads[0][old], heads[1][new])
    found: list[Change] = []
    for change in changes:
        if not change.block.group or change.before is change.after:  # sent alike: under its own columns
            found.append(change)
            continue
        before = change.before.group if change.before else 0
        group = change.after.group if change.after else partner.get(before, widest + before)
        shared = columns.get(group) if change.block.kind == "row" else None
        if shared is not None and not change.after and partner.get(before) != group:
            shared = None
        elif shared is None and change.block.kind == "row" and change.kind in ("edited", "moved"):
            shared = _by_position(change)
        if shared is not None or group != change.group:
            change = replace(change, columns=shared, group=group)
        found.append(change)
    return tuple(found)


def _heads(changes: Sequence[Change]) -> tuple[dict[int, Block], dict[int, Block]]:
    """The row with the titles of each table of the old and of the new side."""
    old: dict[int, Block] = {}
    new: dict[int, Block] = {}
    for change in changes:
        for found, block in ((old, change.before), (new, change.after)):
            if block is not None and block.header:
                found.setdefault(block.group, block)
    return old, new


def _by_position(change: Change) -> list[Column]:
    olds = len(change.before.cell_flows) if change.before else 0
    news = len(change.after.cell_flows) if change.after else 0
    return [(at if at < olds else None, at if at < news else None) for at in range(max(olds, news))]


def _titles(head: Block) -> list[str]:
    return ["".join(flow[::3]) for flow in head.cell_flows]


def merged_columns(before: Block, after: Block) -> list[Column]:
    """The columns of both sides in order: the same id, else the same title, else the same place between those."""
    shared = set(before.columns) & set(after.columns)
    old, new = (before.columns, after.columns) if shared else (_titles(before), _titles(after))
    if old == new:
        return [(at, at) for at in range(len(old))]
    found: list[Column] = []
    for tag, low_old, high_old, low_new, high_new in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        count_old, count_new = high_old - low_old, high_new - low_new
        both = count_old if tag == "equal" or (count_old == count_new and not shared) else 0
        found.extend((low_old + at, low_new + at) for at in range(both))
        found.extend((low_old + at, None) for at in range(both, count_old))
        found.extend((None, low_new + at) for at in range(both, count_new))
    return found
