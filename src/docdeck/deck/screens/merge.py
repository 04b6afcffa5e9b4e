"""The merge sheet: everything read again, what stands in the way and the key that repairs it, consent last."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from docdeck.api.errors import DocdeckError
from docdeck.deck.painters.merge import merge_lines, repairs_of
from docdeck.deck.widgets.lines import span
from docdeck.deck.widgets.sheet import Sheet
from docdeck.text import Safe, safe, safe_line
from docdeck.workspace.merging import MergeSheet, merge_act, prepare_merge
from docdeck.workspace.review_bases import last_read

if TYPE_CHECKING:
    from docdeck.deck.app import DeckApp
    from docdeck.deck.screens.request_actions import RequestTarget
    from docdeck.workspace.acts import Act
    from docdeck.workspace.writes import Outcome

BENEATH = {"@": "reviewers", "t": "thread.next", "a": "review.approve"}
"""Repairs for which the view beneath is needed; the sheet comes back when they are done."""


class MergeScreen(Sheet):
    """The sheet of one change request, told from the revision that the reader has read."""

    app: DeckApp  # pyright: ignore[reportIncompatibleMethodOverride]

    def __init__(self, target: RequestTarget) -> None:
        title = safe_line(f"Merge {target.where.name}")
        reading = ((span("Reading the rules, reviews, threads and revision again …", "dim"),),)
        super().__init__(title, reading, consent=("y", safe("merge")))
        self.target = target
        self.read = target.read
        self.shown = target.revision
        self.found: MergeSheet | None = None
        self._sent = False
        self.repairing = ""

    def on_mount(self) -> None:
        super().on_mount()
        session = self.app.session
        if session is not None and not self.read:
            # From a row of a list: what counts is the revision whose pages were read, not the one of the preview.
            self.read = last_read(session, self.target.where.change_request) or ""
        self.read_again()

    def read_again(self) -> None:
        """Read everything that the sheet tells, side by side."""
        self.disarm()
        self.run_worker(self._read, exclusive=True, group="merge", exit_on_error=False)

    async def _read(self) -> None:
        session, where = self.app.session, self.target.where
        if session is None:
            return
        try:
            found = await prepare_merge(session, where.space, where.change_request, self.read or self.shown)
        except DocdeckError as error:
            self.say(safe_line(f"{error} This request cannot be merged without reading it first."), "bad")
            return
        except Exception as error:
            self.app._handle_exception(error)
            return
        self._show(found)

    def _show(self, found: MergeSheet) -> None:
        moved = found.unseen
        self.found = found
        # Where nobody read it, news is what moves from here; what was read stays what was read.
        self.shown = found.current_revision
        before, self.in_the_way = self.in_the_way, _hindrance(found)
        self.show(merge_lines(found, time.time(), moved, bool(self.read)), repairs=repairs_of(found))
        if self.in_the_way is not None:
            merged = found.change_request.status == "merged"
            self.say(self.in_the_way, "ok" if merged else "warn" if found.blocked else "bad")
            return
        self.arm()
        if found.problems:
            self.say(safe_line(found.problems[0]), "warn")
        elif before is not None and self.said == before:
            self.say(safe(""))

    def on_sheet_reread_asked(self, message: Sheet.RereadAsked) -> None:
        message.stop()
        self.read_again()

    def on_sheet_repair_asked(self, message: Sheet.RepairAsked) -> None:
        message.stop()
        key = message.key
        if key in ("u", "W", "X"):
            self._repair_here(key)
            return
        self.dismiss(None)
        self.app.come_back_to_merge(self.target)
        if key == "e":
            self.app.call_later(self._write_missing)
        else:
            self.app.call_later(self.app.act, BENEATH[key])

    def _write_missing(self) -> None:
        """The subject when that is what is missing, else the description."""
        from docdeck.deck.screens.request_actions import RequestActions

        view = self.app.view
        named = {check.rule for check in self.found.checks if check.state != "ok"} if self.found is not None else set()
        if isinstance(view, RequestActions):
            (view.edit_subject if "require_change_request_subject" in named else view.edit_description)()

    def _repair_here(self, key: str) -> None:
        """What needs no words is done under the sheet, which then reads everything again."""
        from docdeck.workspace import request_acts

        session, found, where = self.app.session, self.found, self.target.where
        if session is None or found is None:
            return
        self.disarm()
        act = (
            request_acts.update_from_main(where)
            if key == "u"
            else request_acts.set_status(where, found.change_request, "open")
        )
        self.say(safe_line(f"{act.label} …"))
        self.repairing = act.identity
        self.app.submit(act, at_once=True)

    def after_write(self, act: Act, outcome: Outcome) -> None:
        """Something about this request ended: read the sheet again."""
        if act.evidence.get("change_request") != self.target.where.change_request or self._sent:
            return
        if outcome.state != "done":
            self.say(safe_line(f"{outcome.sentence} {outcome.hint}".strip()), "bad")
        self.read_again()

    def on_sheet_consented(self, message: Sheet.Consented) -> None:
        message.stop()
        if self._sent or self.found is None or self.found.blocked or self.found.unread:
            return
        self._sent = True
        self.dismiss(None)
        self.app.submit(merge_act(self.found))


def _hindrance(found: MergeSheet) -> Safe | None:
    """Why nothing can be consented to, as a sentence; None when it can."""
    if found.change_request.status == "merged":
        return safe("It is merged already.")
    if found.blocked:
        return safe("What is marked ✗ stands in the way.")
    return safe_line(found.unread[0]) if found.unread else None


def open_merge_sheet(app: DeckApp, target: RequestTarget) -> None:
    """Show the sheet over the view."""
    app.push_screen(MergeScreen(target))
