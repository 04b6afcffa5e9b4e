"""States of a change request and the moves between them. Facts N16; design section 8."""

from __future__ import annotations

STATUSES = ("draft", "open", "archived", "merged")
_MOVES: dict[str, tuple[str, ...]] = {
    "draft": ("draft", "open", "archived"),
    "open": ("draft", "open", "archived"),
    "archived": ("archived", "open", "draft"),
    "merged": (),
}


def refuse_status(current: str, wanted: str) -> str | None:
    """Why a change request may not take this status, or None."""
    if wanted in _MOVES[current]:
        return None
    return f"This change request is merged and cannot become {wanted}: create a new one instead."


def refuse_words(current: str) -> str | None:
    """Why the subject or description of a change request may not change, or None."""
    if current == "merged":
        return "This change request is merged, so its subject and description stay as they are."
    return None


def refuse_edit(current: str) -> str | None:
    """Why the content of a change request may not change, or None."""
    if current == "merged":
        return "This change request is merged, so it can no longer be changed: create a new one instead."
    if current == "archived":
        return "This change request is archived: reopen it before changing its content."
    return None


def refuse_update(current: str) -> str | None:
    """Why a change request may not be updated from the main content, or None."""
    if current == "merged":
        return "This change request is merged, so there is nothing to update."
    if current == "archived":
        return "This change request is archived: reopen it before updating it."
    return None


def refuse_merge(current: str) -> str | None:
    """Why a change request may not be merged whatever the rules, or None."""
    if current == "merged":
        return "This change request is already merged."
    if current == "archived":
        return "This change request is archived: reopen it before merging."
    if current == "draft":
        return "This change request is a draft: open it for review before merging."
    return None


def refuse_review(current: str) -> str | None:
    """Why a change request may not be reviewed, or None."""
    if current == "merged":
        return "This change request is merged, so it can no longer be reviewed."
    if current == "archived":
        return "This change request is archived: reopen it before reviewing."
    return None
