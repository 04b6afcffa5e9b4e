"""Where the comparison of a long page can be cut in two, so that its beginning is compared, and shown, first.

A seam is a place where both versions go on alike: it belongs to the page, and both steps are cut at the same one.
"""

from __future__ import annotations

from docdeck.models.json_nodes import JsonNodes
from docdeck.workspace.diff import blocks as stretches

Seam = tuple[int, int]
"""How many nodes of the old and of the new version stand before it."""

LONG = 400
"""Nodes from which a page is compared in two steps."""
SIGHT = 120
"""Nodes from the first difference on among which a seam is looked for: more than a screen shows."""
_SURE = 4
"""Nodes that must be the same in a row: nobody writes so many twice, ids and all."""


def seam_of(old: JsonNodes, new: JsonNodes, *, long: int = LONG, sight: int = SIGHT) -> Seam | None:
    """The last seam in sight of the first difference; None when there is none, or too little would be left."""
    least = min(len(old), len(new))
    if least < long:
        return None
    start = 0
    while start < least and old.json_at(start) == new.json_at(start):
        start += 1
    olds, news = ([side.json_at(at) for at in range(start, min(len(side), start + sight))] for side in (old, new))
    for same, low_old, high_old, low_new, _ in reversed(stretches(olds, news)):
        middle = (high_old - low_old) // 2
        if same and middle >= _SURE // 2:
            seam = start + low_old + middle, start + low_new + middle
            return seam if 2 * seam[1] <= len(new) else None
    return None
