"""A page as it will read, with its changes: what was added, removed, moved and, inside blocks, which words changed.

Only the blocks that are visible are painted; unchanged stretches are folded to one row.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from docdeck.deck.painters.rendered_blocks import BlockPainter, height_of
from docdeck.deck.painters.rendered_tables import Tables
from docdeck.deck.painters.times import counted
from docdeck.deck.widgets.lines import EMPTY, Line, span, wrap_spans
from docdeck.text import safe_line
from docdeck.workspace.block_changes import Change
from docdeck.workspace.page_comparisons import PageComparison

CONTEXT = 2
"""Unchanged blocks that are shown on either side of a change."""
FOLD_FROM = 3
"""A shorter unchanged stretch is not worth folding."""
_KEPT = 1024

Entry = tuple[str, int, int]
"""What stands in a row of the list: `block`, `space`, `gap`, `line`, `rest` and its range of changes."""
REST = "Comparing the rest of the page …"


@dataclass(frozen=True, slots=True)
class Note:
    """What is said at a block beside its words: an open thread's first line."""

    sign: str
    words: str


@dataclass(frozen=True)
class Reading:
    """A comparison and what the reader sees around it: notes by change, what was unfolded, lines above."""

    comparison: PageComparison
    top: tuple[Line, ...] = ()
    notes: Mapping[int, tuple[Note, ...]] = field(default_factory=dict[int, tuple[Note, ...]])
    unfolded: frozenset[int] = frozenset()


class RenderedSource:
    """An item source over a comparison. Keys: `title`, `note N`, `block N`, `gap N` where N counts changes."""

    uniform = False

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.changes = reading.comparison.changes
        self.whole = reading.comparison.whole
        self.entries = _entries(reading)
        self._painter = BlockPainter(Tables(self.changes), plain_added=not reading.comparison.before)
        self._made: OrderedDict[tuple[int, int], Sequence[Line]] = OrderedDict()
        self._heights: dict[int, list[int]] = {}
        self._places = {self.key(at): at for at in range(len(self.entries) - 1, -1, -1)}
        self.starts: Sequence[int] = [self._places[block_key(at)] for at in reading.comparison.starts]

    @property
    def count(self) -> int:
        return len(self.entries)

    def key(self, index: int) -> str:
        name, at, _ = self.entries[index]
        return f"{name} {at}"

    def index_of(self, key: str) -> int | None:
        """Where the item with this key is; a folded block is where its gap is."""
        found = self._places.get(key)
        name, _, number = key.partition(" ")
        if found is not None or name not in ("block", "gap") or not number.isdecimal():
            return found
        for at, (kind, low, high) in enumerate(self.entries):
            if kind in ("gap", "block") and low <= int(number) < high:
                return at
        return None

    def selectable(self, index: int) -> bool:
        name, at, _ = self.entries[index]
        return name in ("line", "gap") or (name == "block" and self._stops(at))

    def _stops(self, at: int) -> bool:
        """Lines of code are one block to the cursor, but it stops where a change in them begins."""
        change = self.changes[at]
        if change.block.kind not in ("code", "math") or at == 0 or at in self.reading.notes:
            return True
        above = self.changes[at - 1]
        return above.group != change.group or (change.changed and not above.changed)

    def key_of(self, node: str) -> str | None:
        """The block that holds a node, or held it."""
        at = self.reading.comparison.places.get(node)
        return None if at is None else block_key(at)

    def node_of(self, key: str | None) -> str | None:
        """The node of the new page under this key; a removed block has none."""
        change = self._change(key)
        if change is None:
            return None
        if change.after is not None:
            return change.after.key
        node = change.before.key if change.before is not None else None
        at = self.reading.comparison.places.get(node or "")
        return node if at is not None and self.changes[at].after is not None else None

    def folded_words(self, index: int) -> str:
        """The words of the blocks behind a fold."""
        name, at, end = self.entries[index]
        return "\n".join(change.block.words for change in self.changes[at:end]) if name == "gap" else ""

    def words_of(self, key: str | None) -> str:
        """The words of the block as they will read; code as a whole."""
        change = self._change(key)
        if change is None or change.after is None:
            return ""
        if change.after.kind not in ("code", "math") and change.after.name != "code":
            return change.after.words
        group = [each.after for each in self.changes if each.group == change.group and each.after is not None]
        return "\n".join(block.words for block in group if block.kind != "label")

    def _change(self, key: str | None) -> Change | None:
        at = change_at(key)
        return self.changes[at] if at is not None and key == block_key(at) else None

    def height(self, index: int, width: int) -> int:
        known = self._heights.get(width)
        if known is not None:
            return known[index]
        return self._height(index, width)

    def _height(self, index: int, width: int) -> int:
        name, at, _ = self.entries[index]
        if name in ("space", "gap", "rest"):
            return 1
        if name == "block" and at not in self.reading.notes:
            quick = height_of(self.changes[at], width)
            if quick is not None:
                return quick
        return len(self.lines(index, width))

    def measure(self, width: int) -> None:
        """Work out all heights for a width; for big pages, beside the event loop."""
        self._heights[width] = [self._height(index, width) for index in range(self.count)]

    def lines(self, index: int, width: int) -> Sequence[Line]:
        kept = self._made.get((index, width))
        if kept is None:
            kept = self._made[index, width] = self._lines(index, width)
            if len(self._made) > _KEPT:
                self._made.popitem(last=False)
        return kept

    def _lines(self, index: int, width: int) -> Sequence[Line]:
        name, at, end = self.entries[index]
        if name == "space":
            return (EMPTY,)
        if name == "rest":
            return ((span(REST, "dim"),),)
        if name == "gap":
            return ((span(f"⋯ {counted(end - at, 'unchanged block')}, enter shows them", "dim"),),)
        if name == "line":
            return wrap_spans(self.reading.top[at], max(8, width)) or [EMPTY]
        rows = self._block(at, width)
        for note in self.reading.notes.get(at, ()):
            rows.append((span(f"  {note.sign} ", "warn"), span(safe_line(note.words), "warn")))
        return rows

    def _block(self, at: int, width: int) -> list[Line]:
        return self._painter.rows(self.changes[at], width)


def block_key(at: int) -> str:
    """The key of a change in its view."""
    return f"block {at}"


def change_at(key: str | None) -> int | None:
    """The change that a key names; None for lines above the page."""
    name, _, number = (key or "").partition(" ")
    return int(number) if name in ("block", "gap") and number.isdecimal() else None


def _visible(reading: Reading) -> list[bool]:
    """Which blocks are shown: changes, what is around them, what has a note, and the heads of tables and code."""
    changes = reading.comparison.changes
    shown = [False] * len(changes)

    def show(places: Iterable[int]) -> None:
        for at in places:
            if 0 <= at < len(shown):
                shown[at] = True

    for at, change in enumerate(changes):
        if change.changed or at in reading.notes:
            show(range(at - CONTEXT, at + CONTEXT + 1))
    heads: dict[int, int] = {}
    for at, change in enumerate(changes):
        if change.group:
            head = heads.setdefault(change.group, at)
            shown[head] = shown[head] or shown[at]
    return shown


def _entries(reading: Reading) -> tuple[Entry, ...]:
    changes = reading.comparison.changes
    entries: list[Entry] = [("line", at, at + 1) for at in range(len(reading.top))]
    entries.append(("space", -1, -1))
    shown = _visible(reading)
    at = 0
    while at < len(changes):
        end = at
        while end < len(changes) and not shown[end]:
            end += 1
        if end - at >= FOLD_FROM and at not in reading.unfolded:
            entries.append(("gap", at, end))
            if end < len(changes):
                entries.append(("space", end, end))
            at = end
            continue
        for each in range(at, max(end, at + 1)):
            if each and entries[-1][0] != "space" and not changes[each].block.tight:
                entries.append(("space", each, each))
            entries.append(("block", each, each + 1))
        at = max(end, at + 1)
    if not reading.comparison.whole:
        entries.extend([("space", at, at), ("rest", at, at + 1)])
    return tuple(entries)
