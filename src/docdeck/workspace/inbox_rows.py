"""The rows of the inbox, free of models and of the client, so that the first frame can be made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from docdeck.workspace.freshness import LOADING, Freshness

Section = Literal["to_review", "returned", "threads", "stuck"]
SECTIONS: tuple[Section, ...] = ("to_review", "returned", "threads", "stuck")

STUCK_DAYS = 14
"""An open request without an update for longer than this is stuck."""


@dataclass(frozen=True, slots=True)
class InboxRow:
    """One row: a change request, or (in `threads`) a comment thread of one, or of a space itself. All strings are raw.

    On a space itself `change_request` is empty. `pages` is None until the changes of the request were read once;
    `open_threads` counts open comments; `updated_at` is epoch seconds; `note` says what happened last; `comment` is the
    thread's id.
    """

    key: str
    section: Section
    organization: str
    space: str
    space_title: str
    change_request: str
    number: int
    subject: str
    status: str
    author: str
    pages: int | None
    open_threads: int
    outdated: bool
    updated_at: float
    note: str = ""
    comment: str | None = None

    @property
    def where(self) -> str:
        """What the row is about, among several spaces: `Handbook #42`, or `Handbook` for a thread on the space."""
        return f"{self.space_title} #{self.number}".strip() if self.change_request else self.space_title

    @property
    def label(self) -> str:
        """What the row is called: `#42 Rewrite the webhook guide`, or what happened in a thread on the space."""
        return f"#{self.number} {self.subject}" if self.change_request else f"{self.space_title}: {self.note}"


@dataclass(frozen=True, slots=True)
class Inbox:
    """What waits for one person over all organizations; `problems` are sentences about what is missing."""

    me: str = ""
    organizations: tuple[tuple[str, str], ...] = ()
    rows: tuple[InboxRow, ...] = ()
    freshness: Freshness = LOADING
    problems: tuple[str, ...] = ()

    def section(self, name: Section) -> tuple[InboxRow, ...]:
        """The rows of one section, in the order to show them."""
        return tuple(row for row in self.rows if row.section == name)
