"""The one owner of all writes: journal first, then the call, then what became of it. Design section 4.

A write runs in a task of its own: leaving a screen, or cancelling who waits for it, never cancels the write.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, cast

from docdeck.api.errors import DocdeckError, NeverSent, OutcomeUnknown, Refused
from docdeck.api.exchange import Call
from docdeck.api.operations import content, users
from docdeck.api.platform import Platform
from docdeck.models.base import User
from docdeck.models.change_requests import MergeAnswer, UpdateAnswer
from docdeck.workspace.acts import Act
from docdeck.workspace.desk import Desk, JournalRow
from docdeck.workspace.desk_file import DeskProblem
from docdeck.workspace.page_trees import flattened
from docdeck.workspace.read_backs import TIMED, Finding, Look, known_before, look_once

OutcomeState = Literal["done", "refused", "not_sent", "not_done", "unknown"]
Step = Literal["waiting", "sending", "reading back", "settled"]

READ_BACK_AT = (0.0, 1.0, 2.0, 4.0, 8.0)
"""Seconds to wait before each look; 15 in all."""

MERGE_LOCK = 60.0
"""Seconds for which a request is not merged again after a merge whose answer was lost."""

QUIT_WAIT = 5.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a write. `sentence` and `hint` are raw; `value` is the answer, what was read back, or the error.

    `done`; `refused` by the server; `not_sent`, so nothing happened; `not_done`: the answer was lost and it is not
    there; `unknown`: the answer was lost and nobody can tell yet. Unless `done`, drafts stay.
    """

    state: OutcomeState
    sentence: str
    hint: str = ""
    value: Any = None
    act: Act | None = None
    read_back: bool = False

    @property
    def undo(self) -> Act | None:
        """The act that takes it back, if it was done and there is one."""
        return self.act.undo if self.act is not None and self.state == "done" else None


@dataclass(frozen=True, slots=True)
class WriteChange:
    """Told to every listener when a write moves on; `outcome` when it is settled."""

    act: Act
    step: Step
    outcome: Outcome | None = None


def is_running(owner: Any, since: float | None = None) -> bool:
    """Whether another docdeck that began a write (at `since`, epoch seconds) still runs, and so settles it itself.

    A process that began later than the write only got the number of one that is gone.
    """
    if not isinstance(owner, int) or owner == os.getpid():
        return False
    began = _began(owner)
    if since is not None and began is not None and began > since + 1:
        return False
    try:
        os.kill(owner, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _began(process: int) -> float | None:
    """When a process began (epoch seconds), where the system tells."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
        ticks = int(stat.rpartition(")")[2].split()[19])
        uptime = float(Path("/proc/uptime").read_text(encoding="ascii").split()[0])
        return time.time() - uptime + ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


class Writes:
    """Carries out acts: one at a time per target, the same press while in flight once. `on_change` listens."""

    def __init__(
        self,
        platform: Platform,
        desk: Desk,
        me: Callable[[], Awaitable[User]],
        *,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._platform = platform
        self._desk = desk
        self._me = me
        self._clock = clock
        self._sleep = sleep
        self._running: dict[str, asyncio.Task[Outcome]] = {}
        self._handles: dict[str, asyncio.Task[Outcome]] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._no_merge_until: dict[str, float] = {}
        self._mine: set[int] = set()
        self.on_change: list[Callable[[WriteChange], None]] = []

    @property
    def in_flight(self) -> int:
        """How many writes are not settled yet."""
        return len(self._running)

    def submit(self, act: Act) -> asyncio.Task[Outcome]:
        """Begin a write, or return the one that the same press began. Cancelling the task leaves the write alone."""
        running = self._running.get(act.identity)
        handle = self._handles.get(act.identity)
        if running is not None and handle is not None and not handle.done():
            return handle
        if running is None:
            act = self._with_secured_text(act)
            running = asyncio.create_task(self._run(act), name=f"write {act.kind}")
            self._running[act.identity] = running
            running.add_done_callback(lambda _: self._forget(act))
        handle = asyncio.create_task(_waiting_for(running))
        self._handles[act.identity] = handle
        return handle

    def submit_in_order(self, acts: Sequence[Act]) -> asyncio.Task[tuple[Outcome, ...]]:
        """Several writes, each only after the one before it was done; the last outcome says where it ended."""

        async def all_of_them() -> tuple[Outcome, ...]:
            outcomes: list[Outcome] = []
            for act in acts:
                outcomes.append(await asyncio.shield(self.submit(act)))
                if outcomes[-1].state != "done":
                    break
            return tuple(outcomes)

        return asyncio.create_task(all_of_them())

    def merge_locked_for(self, target: str) -> float:
        """Seconds for which this request may not be merged again; 0 when it may."""
        return max(0.0, self._no_merge_until.get(target, 0.0) - self._clock())

    async def recover(self) -> tuple[Outcome, ...]:
        """Look what became of writes that an earlier run left unsettled; their sentences are for the person."""
        rows = [row for row in self._desk.journal.unsettled() if row.id not in self._mine]
        rows = [row for row in rows if not is_running(row.evidence.get("owner"), row.started_at)]
        return tuple(await asyncio.gather(*(self._recover(row) for row in rows)))

    async def aclose(self) -> None:
        """Wait up to 5 s for what is in flight; the rest stays in the journal and is looked for at the next start."""
        if self._running:
            _, pending = await asyncio.wait(list(self._running.values()), timeout=QUIT_WAIT)
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)

    # One write

    def _forget(self, act: Act) -> None:
        self._running.pop(act.identity, None)
        self._handles.pop(act.identity, None)

    def _tell(self, act: Act, step: Step, outcome: Outcome | None = None) -> None:
        for listener in tuple(self.on_change):
            try:
                listener(WriteChange(act, step, outcome))
            except Exception as error:
                context = {"message": f"A listener failed while {act.kind} was {step}", "exception": error}
                asyncio.get_running_loop().call_exception_handler(context)

    def _with_secured_text(self, act: Act) -> Act:
        """The act with its text on the desk, so that a lost answer loses no word.

        Text that is not the draft under its key (sent by a verb, say) becomes a draft beside it.
        """
        if not act.text or not act.drafts:
            return act
        held = self._desk.drafts.read(act.drafts[0])
        beside = f"{act.drafts[0]}~{act.identity[-8:]}"
        key = act.drafts[0] if held is None else beside
        if held != act.text:
            try:
                self._desk.drafts.save(key, act.text, act.label)
            except DeskProblem:
                return act
        return replace(act, drafts=(*act.drafts, beside))

    async def _run(self, act: Act) -> Outcome:
        lock = self._locks.setdefault(act.target, asyncio.Lock())
        if lock.locked():
            self._tell(act, "waiting")
        async with lock:
            outcome = await self._carry_out(act)
        self._tell(act, "settled", outcome)
        return outcome

    async def _carry_out(self, act: Act) -> Outcome:
        locked = self.merge_locked_for(act.target) if act.kind == "merge" else 0.0
        if locked:
            sentence = f"{act.label}: not sent, because what became of the last merge is not known yet."
            return Outcome(
                "not_sent", sentence, f"Look at the request; merging is possible again in {locked:.0f} s.", None, act
            )
        try:
            me = (await self._me()).id
        except DocdeckError as error:
            hint = f"{error.hint} {_kept(act)}".strip()
            return Outcome("not_sent", f"{act.label}: not sent. {error.sentence}", hint, error, act)
        began = self._clock()
        evidence = {**act.evidence, "known": known_before(self._platform, me, act.kind, act.evidence)}
        try:
            row = self._desk.journal.begin(act.kind, act.target, act.label, act.identity, _record(act, evidence))
        except DeskProblem as problem:
            return Outcome("not_sent", f"{act.label}: nothing was sent. {problem.sentence}", problem.hint, problem, act)
        self._mine.add(row)
        self._tell(act, "sending")
        outcome = await self._send(act, Look(self._platform, me, began, evidence))
        self._settle(row, outcome, act.drafts, act.text)
        return outcome

    async def _send(self, act: Act, look: Look) -> Outcome:
        try:
            value = await self._platform.write(act.command)
        except NeverSent as error:
            hint = f"{error.hint} {_kept(act)}".strip()
            return Outcome("not_sent", f"{act.label}: not sent. {error.sentence}", hint, error, act)
        except Refused as error:
            hint = f"{error.hint} {_kept(act)}".strip()
            return Outcome("refused", f"{act.label}: refused. {error.sentence}", hint, error, act)
        except (OutcomeUnknown, DocdeckError) as error:
            return await self._read_back(act, look, error)
        if isinstance(value, (MergeAnswer, UpdateAnswer)) and value.result == "conflicts":
            return await self._with_conflicts(act, look, value)
        return Outcome("done", act.done, "", value, act)

    async def _read_back(self, act: Act, look: Look, error: DocdeckError) -> Outcome:
        self._tell(act, "reading back")
        if act.kind == "merge":
            self._no_merge_until[act.target] = self._clock() + sum(READ_BACK_AT) + MERGE_LOCK
        finding = await self._look(act.kind, await self._on_server_time(act.kind, look), READ_BACK_AT)
        outcome = _outcome_of(act.label, finding, error.sentence)
        if outcome.state == "done":
            self._no_merge_until.pop(act.target, None)
            self._platform.mark_stale(act.command.touches)
        elif act.kind == "merge":
            self._no_merge_until[act.target] = self._clock() + MERGE_LOCK
        return Outcome(outcome.state, outcome.sentence, outcome.hint, outcome.value, act, True)

    async def _look(self, kind: str, look: Look, waits: Sequence[float]) -> Finding:
        finding = Finding("cannot")
        for wait in waits:
            if wait:
                await self._sleep(wait)
            finding = await look_once(kind, look)
            if finding.seen == "yes":
                return finding
        return finding

    async def _on_server_time(self, kind: str, look: Look) -> Look:
        """The look with its beginning on the server's clock, where times of what was posted are compared."""
        if kind not in TIMED:
            return look
        try:
            answered = await self._platform.call(Call("getAuthenticatedUser", "GET", users.me().path))
        except DocdeckError:
            return look
        ahead = 0.0 if answered.date is None else answered.date - self._clock()
        return replace(look, began=look.began + ahead)

    async def _with_conflicts(self, act: Act, look: Look, value: MergeAnswer | UpdateAnswer) -> Outcome:
        """An answer of `conflicts` means applied, with places to mend: look, and say what was found."""
        finding = await look_once(act.kind, look)
        pages = await self._titles(look, value.revision, conflicting_pages(value))
        mend = (
            f"Mend {', '.join(pages)} in the browser: main changed it too."
            if pages
            else "Look through its changed pages for what has to be mended."
        )
        if finding.seen == "yes":
            word = "Merged" if act.kind == "merge" else "Updated"
            return Outcome("done", f"{word}, with conflicts.", mend, value, act, True)
        state: OutcomeState = "not_done" if finding.seen == "no" else "unknown"
        sentence = f"{act.label}: the server answered conflicts. {finding.sentence}"
        return Outcome(state, sentence, finding.hint or mend, value, act, True)

    async def _titles(self, look: Look, revision: str, pages: Sequence[str]) -> tuple[str, ...]:
        """Page ids as titles, as far as the revision that came out can be read."""
        if not pages or not revision:
            return tuple(pages)
        try:
            tree = await look.read(content.revision_pages(look.evidence["space"], revision))
        except DocdeckError:
            return tuple(pages)
        known = flattened(tree)
        return tuple(known[page].page.title if page in known else page for page in pages)

    def _settle(self, row: int, outcome: Outcome, drafts: Sequence[str], text: str | None) -> None:
        """Journal and drafts after the fact; a desk that fails now costs a second look at the next start, no more."""
        try:
            self._desk.journal.settle(row, outcome.state, outcome.sentence)
            if outcome.state == "done":
                for key in drafts:
                    self._desk.drafts.discard(key, sent=text)
        except DeskProblem:
            return

    async def _recover(self, row: JournalRow) -> Outcome:
        record = row.evidence
        age = self._clock() - row.started_at
        waits = READ_BACK_AT if age < 60 else READ_BACK_AT[:1]
        try:
            me = (await self._me()).id
        except DocdeckError as error:
            return Outcome("unknown", f"{row.label}: unknown what became of it. {error.sentence}", error.hint)
        look = Look(self._platform, me, row.started_at, record.get("evidence", {}))
        finding = await self._look(row.kind, await self._on_server_time(row.kind, look), waits)
        outcome = _outcome_of(row.label, finding, "docdeck ended before the answer came.")
        if outcome.state == "done":
            self._platform.mark_stale(tuple(record.get("touches", ())))
        elif row.kind == "merge":
            self._no_merge_until[row.target] = self._clock() + MERGE_LOCK
        self._settle(row.id, outcome, tuple(record.get("drafts", ())), record.get("text"))
        return Outcome(outcome.state, outcome.sentence, outcome.hint, outcome.value, None, True)


async def _waiting_for(running: asyncio.Task[Outcome]) -> Outcome:
    return await asyncio.shield(running)


def _record(act: Act, evidence: dict[str, Any]) -> dict[str, Any]:
    """What the journal keeps of an act: enough to look for it after a restart."""
    return {
        "evidence": evidence,
        "drafts": list(act.drafts),
        "text": act.text,
        "touches": list(act.command.touches),
        "owner": os.getpid(),
    }


def _kept(act: Act) -> str:
    return "Your text is kept as a draft." if act.text and act.drafts else ""


def _outcome_of(label: str, finding: Finding, why: str) -> Outcome:
    match finding.seen:
        case "yes":
            return Outcome(
                "done", f"{label}: done. The answer was lost; read back: {finding.sentence}", "", finding.value
            )
        case "no":
            return Outcome("not_done", f"{label}: {finding.sentence} ({why})", finding.hint, finding.value)
        case _:
            hint = finding.hint or "Look at it in the browser, or again in a minute."
            return Outcome("unknown", f"{label}: unknown what became of it. {finding.sentence}", hint, finding.value)


def conflicting_pages(answer: MergeAnswer | UpdateAnswer) -> tuple[str, ...]:
    """The pages that a merge or update answer names as conflicting (a service may add them), by title or id."""
    named: Any = (answer.model_extra or {}).get("conflicts")
    found: list[str] = []
    for item in cast("list[Any]", named) if isinstance(named, list) else ():
        if isinstance(item, dict):
            page = cast("dict[str, Any]", item)
            found.append(str(page.get("title") or page.get("page") or page.get("id") or ""))
        else:
            found.append(str(item))
    return tuple(name for name in found if name)
