"""Rows of quick find: hits under the name of their kind, with the place where they live."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from docdeck.deck.painters.rows import Heading, RowsSource
from docdeck.deck.widgets.lines import FILL, Line, cut, span
from docdeck.text import safe_line
from docdeck.workspace.search_index import MOST_HITS, Entry, EntryKind
from docdeck.workspace.search_sources import Found

KINDS: dict[EntryKind, str] = {
    "organization": "ORGANIZATIONS",
    "space": "SPACES",
    "site": "SITES",
    "page": "PAGES",
    "change_request": "CHANGE REQUESTS",
    "person": "PEOPLE",
}
_SHOWN_LETTERS = 300
"""Letters of a title that are cleaned; a row has fewer cells."""


def hits_source(hits: Sequence[Entry] | str) -> RowsSource[Entry]:
    """Hits by kind, the kind of the best hit first; or a sentence in their place."""
    if isinstance(hits, str):
        return RowsSource([Heading("why", (span(safe_line(hits), "dim"),))], _key, _row)
    kinds: dict[EntryKind, list[Entry]] = {}
    for entry in hits:
        kinds.setdefault(entry.kind, []).append(entry)
    rows: list[Entry | Heading] = []
    for kind, entries in kinds.items():
        count = f"  {len(entries)}{'+' if len(hits) >= MOST_HITS else ''}"
        rows.append(Heading(f"kind {kind}", (span(KINDS[kind], "heading"), span(count, "dim"))))
        rows.extend(entries)
    return RowsSource(rows, _key, _row)


def _key(entry: Entry) -> str:
    return entry.key


def _row(entry: Entry, width: int) -> Line:
    title = safe_line(entry.title[:_SHOWN_LETTERS]).strip() or safe_line("(no title)")
    number = f"{entry.note} " if entry.kind == "change_request" else ""
    note = "" if entry.kind == "change_request" else entry.note[:_SHOWN_LETTERS]
    place = cut(safe_line(" · ".join(part for part in (entry.place[:_SHOWN_LETTERS], note) if part)), width // 2)
    return (span(f"  {number}", "number"), span(title), FILL, span(f"  {place}", "dim"))


def why_nothing(text: str, found: Found, problem: str) -> str:
    """Why no hit is shown, as a sentence."""
    if problem:
        return f"Nothing can be found yet: {problem}"
    if not found.entries and found.freshness.state in ("loading", "refreshing"):
        return "Reading what there is …"
    if not found.entries:
        return found.freshness.reason or "There is nothing to find: you belong to no organization yet."
    if found.freshness.state == "refreshing":
        return f"Nothing is called “{text}” so far; reading goes on."
    return f"Nothing is called “{text}”."


def foot_line(found: Found, count: int, problems: Sequence[str], now: float) -> Line:
    """How much is looked through, how old it is, and what is missing."""
    names = f"{count:,} name{'' if count == 1 else 's'}"
    state = found.freshness
    words = replace(state, reason="").words(now)  # the reason has a line of its own
    shown = span(safe_line(f"{names} · {words}"), "dim")
    if not problems:
        return (shown,)
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return (shown, span(safe_line(f" · {problems[0]}{more}"), "warn"))
