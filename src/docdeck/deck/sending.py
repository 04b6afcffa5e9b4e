"""Writes on their way: held where others will see them, handed to the session, told when they end, taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from docdeck.deck.launch import Launch
from docdeck.deck.messages import WriteFinished
from docdeck.deck.shell import Shell
from docdeck.deck.undoing import Step, UndoLog, instead
from docdeck.text import safe, safe_line

if TYPE_CHECKING:
    from docdeck.deck.screens.base import DeckScreen
    from docdeck.deck.screens.request_actions import RequestTarget
    from docdeck.workspace.acts import Act
    from docdeck.workspace.bulk import Result
    from docdeck.workspace.outbox import Held
    from docdeck.workspace.session import Session
    from docdeck.workspace.writes import Outcome

KNOCK_SECONDS = 15.0
"""How often the server is asked whether it is back while something waits for it."""


class Sending(Shell):
    """The deck's side of `workspace.writes` and `workspace.outbox`."""

    def __init__(self, launch: Launch) -> None:
        super().__init__(launch)
        self.undo_log = UndoLog()
        self.pending: frozenset[str] = frozenset()
        self._reopen: dict[int, Callable[[], None]] = {}
        self._merging: tuple[DeckScreen, RequestTarget] | None = None
        self._counted = ""

    def watch_outbox(self, session: Session) -> None:
        """Begin to show what waits, to send it when its time comes, and to look for the server while offline."""
        session.outbox.delay = self.launch.outbox_seconds
        session.outbox.on_change.append(self._outbox_changed)
        session.outbox.on_settled.append(self._outbox_settled)
        self.set_interval(1.0, self._count_down)
        self.set_interval(KNOCK_SECONDS, self._knock)

    # Handing over

    def submit(self, *acts: Act, again: Callable[[], None] | None = None, at_once: bool = False) -> None:
        """Hand acts over, which are owned by the session from here on: leaving this view never cancels them.

        What others will see waits in the outbox first, unless `at_once`; `again` opens its text once more.
        """
        if self.session is None:
            self.say(safe("Not connected yet; the text is kept as a draft."), failed=True)
            return
        from docdeck.workspace.remaking import can_be_held

        at_once = at_once or self._repairs(acts[0])
        if not at_once and acts[0].tier == 1 and all(can_be_held(act) for act in acts):
            self._hold(self.session, acts, again)
        else:
            self._send(acts)

    def _hold(self, session: Session, acts: Sequence[Act], again: Callable[[], None] | None) -> None:
        from docdeck.api.errors import DocdeckError

        try:
            entry, new = session.outbox.hold(acts)
        except DocdeckError as error:
            self.say(safe_line(f"{acts[0].label}: not sent. {error}"), failed=True)
            return
        if not new:
            self.say(safe_line(f"{acts[0].label}: already on its way."))
            return
        if again is not None:
            self._reopen[entry.id] = again
        if entry.state == "waiting" and session.outbox.delay > 0:
            self._count_down()
        else:
            self.say(safe_line(f"{acts[0].label} …"))

    def _send(self, acts: Sequence[Act], step: Step | None = None, way: str = "do", *, in_order: bool = True) -> None:
        """Begin acts, `in_order` each after the one before was done.

        `way` is do, undo or redo; `step` is what is undone or done again.
        """
        session, first = self.session, acts[0]
        if session is None:
            return
        task: asyncio.Task[Any]
        if len(acts) == 1:
            task = session.writes.submit(first)
        elif in_order:
            task = session.writes.submit_in_order(acts)
        else:
            task = asyncio.ensure_future(_all_of([session.writes.submit(act) for act in acts]))
        if task in self.pending_writes:
            self.say(safe_line(f"{first.label}: already on its way."))
            return
        self.pending_writes.add(task)
        self._mark_pending({act.target for act in acts if act.tier == 0}, on=True)
        if way == "do":
            self.say(safe_line(f"{first.label} …"))

        def finished(done: asyncio.Task[Any]) -> None:
            self.pending_writes.discard(done)
            self._mark_pending({act.target for act in acts}, on=False)
            if done.cancelled():
                return
            error = done.exception()
            if isinstance(error, Exception):
                self._handle_exception(error)
                return
            outcomes: Sequence[Outcome] = done.result() if len(acts) > 1 else (done.result(),)
            self._note(acts, outcomes, step, way)
            self.tell(acts, outcomes)
            if step is not None and all(outcome.state == "done" for outcome in outcomes):
                # After the sentence of each: what it was about may be in another place than the one in sight.
                self.call_later(self.say, safe_line(_back_or_again(step, outcomes, way)))

        task.add_done_callback(finished)

    def _note(self, acts: Sequence[Act], outcomes: Sequence[Outcome], step: Step | None, way: str) -> None:
        """Keep what was done for undo and redo; what failed can be tried again."""
        done = [act for act, outcome in zip(acts, outcomes, strict=False) if outcome.state == "done"]
        if way == "do" or step is None:
            self.undo_log.did(done)
        elif len(done) < len(acts):
            self.undo_log.put_back(step, undone=way == "redo")
        elif way == "undo":
            self.undo_log.undid(step)
        else:
            self.undo_log.did(step.acts, step.label, again=True)

    def tell(self, acts: Sequence[Act], outcomes: Sequence[Outcome]) -> None:
        """Say what became of acts, and let every view read what they changed."""
        for act, outcome in zip(acts, outcomes, strict=False):
            self.post_message(WriteFinished(act, outcome))

    def on_write_finished(self, message: WriteFinished) -> None:
        outcome = message.outcome
        act, failed = message.act, outcome.state != "done"
        kept = safe("draft kept") if failed and act.text and act.drafts else None
        # What became of the reader's own words is told before whatever else failed meanwhile.
        self.say(safe_line(f"{outcome.sentence} {outcome.hint}".strip()), failed, kept, first=bool(act.text))
        for view in self.views:
            if not failed and view.is_mounted:
                view.status.done(safe_line(act.label))
            view.after_write(message.act, outcome)
        self._repaired(message.act, outcome)

    # Repairs of a merge sheet

    def come_back_to_merge(self, target: RequestTarget) -> None:
        """A repair needs the view beneath: show the sheet again when it is done or given up."""
        self._merging = (self.view, target) if self.view is not None else None

    def _repairs(self, act: Act) -> bool:
        """Whether an act repairs what a merge sheet showed: it goes at once, because the sheet waits for it."""
        return (
            self._merging is not None
            and self._merging[0] is self.view
            and act.evidence.get("change_request") == self._merging[1].where.change_request
        )

    def _repaired(self, act: Act, outcome: Outcome) -> None:
        after_write = getattr(self.top, "after_write", None)
        if self.view is None and after_write is not None:
            after_write(act, outcome)  # a sheet on top hears of it too
        elif self._repairs(act):
            self.give_up_repair()

    def give_up_repair(self) -> None:
        """Show the merge sheet again that a repair was begun from, if its view is still on top."""
        from docdeck.deck.screens.merge import open_merge_sheet

        merging, self._merging = self._merging, None
        if merging is not None and merging[0] is self.view:
            open_merge_sheet(self, merging[1])  # pyright: ignore[reportArgumentType]

    def bulk_ended(self, verb: str, results: Sequence[Result]) -> None:
        """Many at once are over: one sentence, one undo, and every view reads anew."""
        done = [each.act for result in results for each in result.outcomes if each.state == "done" and each.act]
        back = [act for act in done if act.undo is not None]
        well = sum(result.done for result in results)
        self.undo_log.did(back or done, f"{verb}: {well}")
        failed = len(results) - well
        words = f"{verb}: {well} of {len(results)} done" + (f", {failed} not." if failed else ".")
        undo = " z takes it back." if back and len(back) >= well else ""
        self.say(safe_line(words + undo), failed=failed > 0)
        for view in self.views:
            view.bulk_ended(results)

    def _mark_pending(self, targets: set[str], *, on: bool) -> None:
        before = self.pending
        self.pending = before | targets if on else before - targets
        if self.pending != before:
            for view in self.views:
                view.pending_changed()

    # The outbox

    def _outbox_settled(self, acts: tuple[Act, ...], outcomes: tuple[Outcome, ...]) -> None:
        done = [act for act, outcome in zip(acts, outcomes, strict=False) if outcome.state == "done"]
        # Words cannot be unsent; a thread that was resolved with them can be reopened.
        self.undo_log.did([act for act in done if act.undo is not None] or done)
        self.tell(acts, outcomes)

    def _outbox_changed(self) -> None:
        for view in self.views:
            view.pending_changed()

    def _count_down(self) -> None:
        """The seconds that are left, in the message line; it gives the line back when something else was said."""
        session, view = self.session, self.view
        if session is None or view is None:
            return
        waiting = session.outbox.waiting
        if not waiting:
            if self._counted and view.status.text == self._counted:
                view.status.clear()
            self._counted = ""
            return
        newest = waiting[-1]
        left = max(0, round(newest.due_at - session.clock()))
        more = f" (and {len(waiting) - 1} more)" if len(waiting) > 1 else ""
        self._counted = safe_line(f"{newest.label}{more} goes out in {left} s. z takes it back.")
        self.say(self._counted)

    def _knock(self) -> None:
        if self.session is not None:
            self.run_worker(self.session.outbox.knock(), group="knock", exclusive=True, exit_on_error=False)

    def _take_back(self, entry: Held) -> bool:
        session = self.session
        if session is None or session.outbox.take_back(entry.id) is None:
            return False
        again = self._reopen.pop(entry.id, None)
        if again is not None:
            again()
        kept = " The text is a draft again." if entry.text else ""
        self.say(safe_line(f"{entry.label}: taken back, nothing was sent.{kept}"))
        return True

    # Undo and redo

    def do_undo(self) -> None:
        if self.session is not None and any(self._take_back(each) for each in reversed(self.session.outbox.waiting)):
            return
        step = self.undo_log.take()
        if step is None:
            self.say(safe("Nothing to undo yet: what you do is taken back here, where it has an inverse."))
            return
        inverses = step.inverses
        if not inverses:
            self.say(safe_line(instead(step, self.undo_log.next_label())))
            return
        self.say(safe_line(f"Undo: {inverses[0].label} …" if len(inverses) == 1 else f"Undo: {step.label} …"))
        self._send(inverses, step, "undo", in_order=False)

    def do_redo(self) -> None:
        step = self.undo_log.take_undone()
        if step is None:
            self.say(safe("Nothing to do again: Z repeats what z took back."))
            return
        self.say(safe_line(f"Again: {step.label} …"))
        self._send(tuple(act for act in step.acts if act.undo is not None), step, "redo", in_order=False)


def _back_or_again(step: Step, outcomes: Sequence[Outcome], way: str) -> str:
    """What was taken back or done again, and where."""
    if len(outcomes) > 1:
        return f"{step.label} {'taken back; Z does it again.' if way == 'undo' else 'done again.'}"
    return f"{outcomes[0].sentence} {'Taken back' if way == 'undo' else 'Done again'}: {step.label}."


async def _all_of(tasks: Sequence[asyncio.Task[Outcome]]) -> tuple[Outcome, ...]:
    """Every outcome, whatever became of the others."""
    return tuple(await asyncio.gather(*(asyncio.shield(task) for task in tasks)))
