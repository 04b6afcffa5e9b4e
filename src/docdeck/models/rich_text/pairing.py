"""What in one sequence belongs to what in another, in order: by equality, by score, by the longest run that rises."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

Pair = tuple[int, int]
"""A place in the old sequence and one in the new."""

_MOST_BITS = 400_000_000


def common(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """Places of a longest common subsequence, by bit vectors; equal ends are matched first."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    middle = _common_bits(old[start : len(old) - end], new[start : len(new) - end])
    return [
        *((at, at) for at in range(start)),
        *((start + before, start + after) for before, after in middle),
        *((len(old) - at, len(new) - at) for at in range(end, 0, -1)),
    ]


def _common_bits(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    if not old or not new or len(old) * len(new) > _MOST_BITS:
        return []
    places: dict[str, int] = {}
    for at, text in enumerate(old):
        places[text] = places.get(text, 0) | (1 << at)
    every = (1 << len(old)) - 1
    rows: list[int] = []
    state = every
    for text in new:
        matches = state & places.get(text, 0)
        state = ((state + matches) | (state - matches)) & every
        rows.append(state)
    pairs: list[Pair] = []
    column, row = len(old), len(new)
    while row and column:
        bit = 1 << (column - 1)
        if rows[row - 1] & bit:
            column -= 1
            continue
        row -= 1
        if row and not rows[row - 1] & bit:
            continue
        column -= 1
        pairs.append((column, row))
    return pairs[::-1]


def best_pairs(rows: int, columns: int, score: Callable[[int, int], float]) -> list[Pair]:
    """The pairing in order with the highest sum of scores; what scores nothing is no pair."""
    scores = [[score(row, column) for column in range(columns)] for row in range(rows)]
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            both = best[row + 1][column + 1] + scores[row][column]
            best[row][column] = max(best[row + 1][column], best[row][column + 1], both)
    pairs: list[Pair] = []
    row = column = 0
    while row < rows and column < columns:
        if scores[row][column] and best[row][column] == best[row + 1][column + 1] + scores[row][column]:
            pairs.append((row, column))
            row, column = row + 1, column + 1
        elif best[row][column] == best[row + 1][column]:
            row += 1
        else:
            column += 1
    return pairs


def rising(pairs: Sequence[Pair]) -> list[Pair]:
    """The longest run of pairs that rises on both sides (they come sorted by the second)."""
    tails: list[int] = []
    owners: list[int] = []
    previous: list[int] = []
    for index, (position, _) in enumerate(pairs):
        rank = bisect_left(tails, position)
        previous.append(owners[rank - 1] if rank else -1)
        tails[rank : rank + 1] = [position]
        owners[rank : rank + 1] = [index]
    chain: list[Pair] = []
    index = owners[-1] if owners else -1
    while index >= 0:
        chain.append(pairs[index])
        index = previous[index]
    return chain[::-1]
