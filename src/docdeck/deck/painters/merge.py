"""The merge sheet as lines: effects first, then each rule with its state and the key that repairs it."""

from __future__ import annotations

from docdeck.deck.painters.times import ago, counted
from docdeck.deck.widgets.lines import EMPTY, FILL, Line, span
from docdeck.text import Safe, safe_line
from docdeck.workspace.merge_rules import MergeCheck
from docdeck.workspace.merging import MergeSheet

SIGNS = {"ok": ("✓", "ok"), "blocked": ("✗", "bad"), "warn": ("!", "warn"), "server": ("?", "warn")}
REPAIR_NAMES = {
    "u": "update",
    "@": "ask for reviews",
    "t": "next thread",
    "e": "write it",
    "a": "approve",
    "W": "open it",
    "X": "reopen",
}


def merge_lines(sheet: MergeSheet, now: float, moved: bool, read: bool = True) -> list[Line]:
    """What a merge does, what stands in its way, and which revision it is about."""
    request = sheet.change_request
    pages = (
        "Its pages go"
        if sheet.pages is None
        else f"{counted(sheet.pages, 'page')} {'goes' if sheet.pages == 1 else 'go'}"
    )
    published = (sheet.space.urls.get("published") if sheet.space is not None else None) or ""
    shown = ", ".join(sheet.sites[:3]) + (f" and {len(sheet.sites) - 3} more" if len(sheet.sites) > 3 else "")
    published = shown or published
    where = f" at {published}" if published else (f" to {sheet.space.title}" if sheet.space is not None else "")
    lines: list[Line] = [
        (span(request.subject, "strong"),),
        (span(f"{pages} live{where} at once. There is no undo here."),),
        EMPTY,
    ]
    lines.extend(_check(check) for check in sheet.checks)
    lines.append(EMPTY)
    since = "you read it" if read else "it was shown"
    if moved and not sheet.moved_pages:
        lines.append((span(f"This request moved since {since}, and none of its pages differs.", "warn"),))
        lines.append((span("y now means: merge what it is today.", "warn"),))
    elif moved:
        lines.append((span(f"This request moved since {since}:", "warn"),))
        lines.extend(
            (span(f"  {change.kind} ", "dim"), span(safe_line(change.title))) for change in sheet.moved_pages[:8]
        )
        if len(sheet.moved_pages) > 8:
            lines.append((span(f"  and {len(sheet.moved_pages) - 8} more", "dim"),))
        lines.append((span("Merging takes them too. y now means: merge what it is today.", "warn"),))
    elif read:
        lines.append((span(f"Revision {sheet.current_revision[:8]} is the one you read.", "dim"),))
    else:
        unread = f"You have not read this request; it is at revision {sheet.current_revision[:8]}."
        lines.append((span(unread, "warn"),))
    lines.append((span(f"Read {ago(sheet.read_at, now)}.".replace("Read now", "Read just now"), "dim"),))
    return lines


def _check(check: MergeCheck) -> Line:
    sign, role = SIGNS.get(check.state, ("·", "dim"))
    line: Line = (span(f"{sign} ", role), span(check.text))
    if check.state == "ok" or not check.repair_key:
        return line
    name = REPAIR_NAMES.get(check.repair_key, "")
    return (*line, FILL, span(check.repair_key, "strong"), span(f" {name}"))


def repairs_of(sheet: MergeSheet) -> list[tuple[str, Safe]]:
    """The keys that repair what stands in the way, each once."""
    keys = dict.fromkeys(check.repair_key for check in sheet.checks if check.state != "ok" and check.repair_key)
    return [(key, safe_line(REPAIR_NAMES[key])) for key in keys if key in REPAIR_NAMES]
