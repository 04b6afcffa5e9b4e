"""The outbox: what others will see waits a moment and can be taken back; what cannot leave is kept and re-checked.

Each entry is on disk before its countdown begins. It leaves the disk only after the journal of writes has its acts,
so that whatever ends the program, nothing is lost and nothing is sent twice. Design section 4.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from docdeck.api.errors import DocdeckError
from docdeck.api.exchange import Connection
from docdeck.api.operations import users
from docdeck.api.platform import Platform
from docdeck.models.base import User
from docdeck.workspace.acts import Act
from docdeck.workspace.desk import Desk
from docdeck.workspace.desk_file import DeskProblem
from docdeck.workspace.held import HeldRow, HeldState
from docdeck.workspace.held_checks import known_objections, objection_to
from docdeck.workspace.remaking import act_from, can_be_held, record_of
from docdeck.workspace.writes import Outcome, Writes, is_running

QUIT_WAIT = 5.0


@dataclass(frozen=True, slots=True)
class Held:
    """Acts that were decided and are not sent yet; see `held.HeldRow` for the states. `reason` is raw."""

    id: int
    acts: tuple[Act, ...]
    state: HeldState
    reason: str
    held_at: float
    due_at: float
    aged: bool = False

    @property
    def label(self) -> str:
        """What would be done."""
        return self.acts[0].label

    @property
    def text(self) -> str:
        """The words that would be sent, if any."""
        return self.acts[0].text or ""


class Outbox:
    """Holds acts of tier 1. `on_change` hears of every change, `on_settled` of what became of what was sent."""

    def __init__(
        self,
        platform: Platform,
        desk: Desk,
        writes: Writes,
        me: Callable[[], Awaitable[User]],
        *,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.delay = 0.0
        self._platform, self._desk, self._writes, self._me = platform, desk, writes, me
        self._clock, self._sleep = clock, sleep
        self._entries: dict[int, Held] = {}
        self._timers: dict[int, asyncio.Task[None]] = {}
        self._sending: dict[int, asyncio.Task[None]] = {}
        self.on_change: list[Callable[[], None]] = []
        self.on_settled: list[Callable[[tuple[Act, ...], tuple[Outcome, ...]], None]] = []
        platform.state.on_change.append(self._connection_changed)

    @property
    def entries(self) -> tuple[Held, ...]:
        """Everything that is not sent, the oldest first."""
        return tuple(self._entries.values())

    @property
    def waiting(self) -> tuple[Held, ...]:
        """What goes out by itself when its time has come."""
        return tuple(each for each in self._entries.values() if each.state == "waiting")

    @property
    def kept(self) -> tuple[Held, ...]:
        """What does not go out by itself now: offline, or somebody has to look."""
        return tuple(each for each in self._entries.values() if each.state in ("offline", "held"))

    def holding(self, draft: str) -> Held | None:
        """What waits with the text of this draft."""
        return next((each for each in self.entries if draft in each.acts[0].drafts and each.state != "sending"), None)

    def hold(self, acts: Sequence[Act]) -> tuple[Held, bool]:
        """Keep acts and begin the countdown; False when the very same already waits. Raises DeskProblem."""
        for each in self.entries:
            if [one.identity for one in each.acts] == [one.identity for one in acts]:
                return each, False
        if not all(can_be_held(act) for act in acts):
            raise ValueError(f"{acts[0].kind} cannot wait in the outbox")
        known = known_objections(self._platform, acts[0])
        decided = tuple(replace(act, evidence={**act.evidence, "against": known}) for act in acts)
        row = self._desk.held.add([record_of(act) for act in decided], self._clock() + self.delay, os.getpid())
        entry = self._adopt(row, decided)
        if self.delay > 0:
            self._timers[entry.id] = asyncio.create_task(self._count_down(entry), name=f"outbox {entry.id}")
            self._tell()
        else:
            self.release(entry.id)
        return entry, True

    def take_back(self, number: int) -> Held | None:
        """Stop an entry that has not left; its text stays as a draft. None when it is too late."""
        entry = self._entries.get(number)
        if entry is None or entry.state == "sending":
            return None
        self._stop(number)
        self._desk.held.keep_only(number, ())
        del self._entries[number]
        self._tell()
        return entry

    def release(self, number: int, *, checked: bool = True) -> None:
        """Send an entry now. `checked` False sends it in spite of what was found (the person has looked)."""
        entry = self._entries.get(number)
        if entry is None or entry.state == "sending":
            return
        self._stop(number)
        self._note(replace(entry, state="sending", reason=""))
        task = asyncio.create_task(self._send(entry, checked=checked), name=f"outbox {number}")
        self._sending[number] = task
        task.add_done_callback(lambda _: self._sending.pop(number, None))

    def recover(self) -> tuple[Held, ...]:
        """What an earlier run left unsent; it is only sent when the person says so."""
        found: list[Held] = []
        for row in self._desk.held.all():
            if row.id in self._entries or (row.owner != os.getpid() and is_running(row.owner)):
                continue
            acts = self._unsent(row)
            if not acts:
                continue
            reason = row.reason or "docdeck ended before it was sent."
            self._desk.held.change(row.id, "held", reason, owner=os.getpid())
            entry = replace(self._adopt(row, acts), state="held", reason=reason, aged=True)
            self._entries[row.id] = entry
            found.append(entry)
        if found:
            self._tell()
        return tuple(found)

    async def knock(self) -> None:
        """Ask the server whether it is back, if anything waits for that."""
        if not any(each.state == "offline" for each in self.entries):
            return
        try:
            await self._platform.read(users.me())
        except DocdeckError:
            return
        self._send_what_waited()

    async def aclose(self) -> None:
        """Send what still counts down; what cannot be sent in 5 s stays on disk and is asked about next time."""
        for entry in self.waiting:
            self.release(entry.id)
        if self._sending:
            await asyncio.wait(list(self._sending.values()), timeout=QUIT_WAIT)
        for timer in self._timers.values():
            timer.cancel()

    # One entry

    def _adopt(self, row: HeldRow, acts: tuple[Act, ...]) -> Held:
        entry = Held(row.id, acts, row.state, row.reason, row.held_at, row.due_at)
        self._entries[row.id] = entry
        return entry

    def _unsent(self, row: HeldRow) -> tuple[Act, ...]:
        """The acts of a row that never reached the journal; one that did is read back, not sent again."""
        acts = [act_from(record) for record in row.acts]
        journal = self._desk.journal.recent(500)
        begun = {each.identity for each in journal if each.started_at >= row.held_at and each.state != "not_sent"}
        left = tuple(act for act in acts if act is not None and act.identity not in begun)
        self._desk.held.keep_only(row.id, [record_of(act) for act in left])
        return left

    async def _count_down(self, entry: Held) -> None:
        await self._sleep(max(0.0, entry.due_at - self._clock()))
        self._timers.pop(entry.id, None)
        self.release(entry.id)

    async def _send(self, entry: Held, *, checked: bool) -> None:
        if checked:
            try:
                reason = await objection_to(self._platform, await self._me(), entry.acts[0], aged=entry.aged)
            except DocdeckError as error:
                if not self._platform.state.online:
                    self._wait_for_server(entry, str(error))
                    return
                reason = None  # what cannot be looked at here is the server's to decide
            if reason is not None:
                self._note(replace(entry, state="held", reason=reason))
                self._tell_settled(entry.acts[:1], (Outcome("not_sent", f"{entry.label}: held. {reason}", "", None),))
                return
        outcomes = await self._writes.submit_in_order(entry.acts)
        if outcomes[-1].state == "not_sent" and not self._platform.state.online:
            left = entry.acts[len(outcomes) - 1 :]
            self._keep(entry.id, left)
            self._wait_for_server(replace(entry, acts=left), outcomes[-1].sentence)
            if len(outcomes) > 1:
                self._tell_settled(entry.acts, outcomes[:-1])
            return
        self._keep(entry.id, ())
        self._entries.pop(entry.id, None)
        self._tell()
        self._tell_settled(entry.acts, outcomes)

    def _wait_for_server(self, entry: Held, why: str) -> None:
        self._note(replace(entry, state="offline", reason=why, aged=True))
        sentence = f"{entry.label}: held until the server is back."
        self._tell_settled(entry.acts[:1], (Outcome("not_sent", sentence, "It is looked at again before it goes."),))

    def _keep(self, number: int, acts: Sequence[Act]) -> None:
        # A row that cannot be changed is compared with the journal at the next start.
        with contextlib.suppress(DeskProblem):
            self._desk.held.keep_only(number, [record_of(act) for act in acts])

    def _note(self, entry: Held) -> None:
        self._entries[entry.id] = entry
        with contextlib.suppress(DeskProblem):
            self._desk.held.change(entry.id, entry.state, entry.reason)
        self._tell()

    def _stop(self, number: int) -> None:
        timer = self._timers.pop(number, None)
        if timer is not None and timer is not asyncio.current_task():
            timer.cancel()

    # The server is back

    def _connection_changed(self, state: Connection) -> None:
        if state.online:
            self._send_what_waited()

    def _send_what_waited(self) -> None:
        for entry in self.entries:
            if entry.state == "offline":
                self.release(entry.id)

    # Listeners

    def _tell(self) -> None:
        for listener in tuple(self.on_change):
            listener()

    def _tell_settled(self, acts: tuple[Act, ...], outcomes: tuple[Outcome, ...]) -> None:
        for listener in tuple(self.on_settled):
            listener(acts, outcomes)
