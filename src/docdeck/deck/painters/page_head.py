"""What stands above a compared page: its title, what happened to it, and its changed attributes with both sides."""

from __future__ import annotations

from docdeck.deck.painters.rendered_words import spans_of
from docdeck.deck.painters.times import counted
from docdeck.deck.widgets.lines import Line, span
from docdeck.workspace.block_changes import merged_pieces
from docdeck.workspace.blocks import Piece
from docdeck.workspace.page_comparisons import PageComparison
from docdeck.workspace.review import ChangedPageRow

SAME_WORDS = "The words of this page are the same on both sides."


def page_head(comparison: PageComparison, row: ChangedPageRow | None) -> tuple[Line, ...]:
    """The rows above a page, each wrapped where it is shown."""
    titles = {name: (before, after) for name, before, after in comparison.facts}
    before, after = titles.get("title", (comparison.title, comparison.title))
    rows: list[Line] = [(*_words(before, after, "heading"), span(f"   {_counts(comparison)}", "dim"))]
    for name, old, new in comparison.facts:
        if name != "title":
            rows.append((span(f"{name}  ", "dim"), *_words(old, new, "")))
    said = set(titles)
    for note in row.notes if row is not None else ():
        if note.split(" ", 1)[0] not in said:
            rows.append((span(note, "warn"),))
    if comparison.note:
        rows.append((span(comparison.note, "warn"),))
    if not comparison.starts and comparison.before and comparison.after:
        rows.append((span(SAME_WORDS, "dim"),))
    return tuple(rows)


def _words(before: str, after: str, role: str) -> Line:
    old = (Piece(before),) if before else ()
    new = (Piece(after),) if after else ()
    if before == after:
        return tuple(spans_of(tuple((piece, "") for piece in new), "", role))
    return tuple(spans_of(merged_pieces(old, new), "", role))


def _counts(comparison: PageComparison) -> str:
    if not comparison.whole:
        return "comparing the rest …"
    if not comparison.before:
        return "new page"
    if not comparison.after:
        return "deleted page"
    kinds = ("added", "removed", "edited", "moved")
    found = [(comparison.counted(kind), kind) for kind in kinds]
    parts = [f"{count} {kind}" for count, kind in found if count]
    first = f"{counted(found[0][0], 'block')} added" if found[0][0] else ""
    if first:
        parts[0] = first
    elif parts:
        count, _, kind = parts[0].partition(" ")
        parts[0] = f"{counted(int(count), 'block')} {kind}"
    return ", ".join(parts) or "no words changed"
