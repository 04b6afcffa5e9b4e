"""Many at once: a plan from fresh reads, then each by itself; one failure never hides the others. Design section 4."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from docdeck.api.errors import DocdeckError
from docdeck.api.operations import change_requests, spaces
from docdeck.models.change_requests import ChangeRequest
from docdeck.models.spaces import Space
from docdeck.workspace import acts, request_acts
from docdeck.workspace.acts import Act, Where, missing_permission
from docdeck.workspace.held_checks import objection_to
from docdeck.workspace.merging import merge_act, prepare_merge
from docdeck.workspace.reads import ServerReads
from docdeck.workspace.session import Session
from docdeck.workspace.writes import Outcome

RequestVerb = Literal["approve", "archive", "reopen", "update", "merge"]
ThreadVerb = Literal["resolve", "reopen", "reply"]
AT_ONCE = 4
"""So many are under way side by side."""
TITLES_FOR = 60.0


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of a plan (raw strings): `why_not` says why it is left out, `run` does it."""

    key: str
    name: str
    why_not: str = ""
    run: Callable[[], Awaitable[tuple[Outcome, ...]]] | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one item; several outcomes when it took several acts."""

    item: Item
    outcomes: tuple[Outcome, ...]

    @property
    def done(self) -> bool:
        """Whether all of it was done."""
        return bool(self.outcomes) and all(outcome.state == "done" for outcome in self.outcomes)

    @property
    def sentence(self) -> str:
        """What to say about it: what went wrong, else what was done last."""
        wrong = next((each for each in self.outcomes if each.state != "done"), None)
        return f"{wrong.sentence} {wrong.hint}".strip() if wrong is not None else self.outcomes[-1].sentence


async def plan_requests(session: Session, verb: RequestVerb, requests: Sequence[tuple[str, str]]) -> tuple[Item, ...]:
    """What would happen to each request (space and id), from fresh reads; one that cannot be read says so."""
    reads = ServerReads(session.platform)

    async def one(space: str, request_id: str) -> Item:
        try:
            request, home = await asyncio.gather(
                reads.value(change_requests.get(space, request_id)),
                reads.value(spaces.get(space), max_age=TITLES_FOR),
            )
        except DocdeckError as error:
            return Item(request_id, request_id, str(error))
        assert request is not None
        return await _request_item(session, verb, request.within(space), home)

    return tuple(await asyncio.gather(*(one(space, request) for space, request in requests)))


async def _request_item(session: Session, verb: RequestVerb, request: ChangeRequest, home: Space | None) -> Item:
    where = Where.of(request, home.title if home is not None else "")
    name = f"{where.name} {request.subject}".strip()
    if verb == "merge":
        return await _merge_item(session, request, where, name)
    objection = _request_objection(verb, request)
    act = _request_act(verb, request, where)
    if not objection and home is not None:
        objection = missing_permission(act.permission, home.permissions) or ""
    return Item(request.id, name, objection, lambda: _run_act(session, act))


def _request_objection(verb: RequestVerb, request: ChangeRequest) -> str:
    status = request.status
    if verb == "reopen":
        return "" if status == "archived" else f"It is {status}, not archived."
    if status not in ("open", "draft"):
        return f"It is {status}."
    if verb == "update" and not request.outdated:
        return "It is up to date."
    return ""


def _request_act(verb: RequestVerb, request: ChangeRequest, where: Where) -> Act:
    match verb:
        case "approve":
            return request_acts.review(where, "approved", request.revision)
        case "archive":
            return request_acts.set_status(where, request, "archived")
        case "reopen":
            return request_acts.set_status(where, request, "open")
        case _:
            return request_acts.update_from_main(where)


async def _merge_item(session: Session, request: ChangeRequest, where: Where, name: str) -> Item:
    try:
        sheet = await prepare_merge(session, request.space, request.id, request.revision)
    except DocdeckError as error:
        return Item(request.id, name, str(error))
    blockers = [check.text for check in sheet.checks if check.state == "blocked"]

    async def run() -> tuple[Outcome, ...]:
        """Read once more right before: what moved or is blocked now is not merged."""
        try:
            now = await prepare_merge(session, request.space, request.id, request.revision)
        except DocdeckError as error:
            return (Outcome("not_sent", f"Merge of {where.name}: not sent. {error.sentence}", error.hint),)
        if now.unseen:
            return (Outcome("not_sent", f"Merge of {where.name}: not sent. It moved since the plan was made."),)
        if now.blocked:
            why = "; ".join(check.text for check in now.checks if check.state == "blocked")
            return (Outcome("not_sent", f"Merge of {where.name}: not sent, {why}."),)
        return (await asyncio.shield(session.writes.submit(merge_act(now))),)

    return Item(request.id, name, "; ".join(blockers), run)


async def _run_act(session: Session, act: Act) -> tuple[Outcome, ...]:
    if act.kind == "review":
        try:
            reason = await objection_to(session.platform, await session.me(), act, aged=False)
        except DocdeckError:
            reason = None  # the server decides
        if reason is not None:
            return (Outcome("not_sent", f"{act.label}: not sent. {reason}"),)
    return (await asyncio.shield(session.writes.submit(act)),)


@dataclass(frozen=True, slots=True)
class ThreadRef:
    """A thread of a plan: where it is, its comment's id, its first words (raw)."""

    where: Where
    comment: str
    resolved: bool
    words: str


def plan_threads(session: Session, verb: ThreadVerb, threads: Sequence[ThreadRef], text: str = "") -> tuple[Item, ...]:
    """What would happen to each thread; `text` is the answer that `reply` gives before it resolves."""

    def one(thread: ThreadRef) -> Item:
        where, comment = thread.where, thread.comment
        name = f"{where.name} · {thread.words}"
        if verb != "reopen" and thread.resolved:
            return Item(comment, name, "It is resolved already.")
        if verb == "reopen" and not thread.resolved:
            return Item(comment, name, "It is open.")
        todo: tuple[Act, ...]
        match verb:
            case "resolve":
                todo = (acts.resolve(where, comment),)
            case "reopen":
                todo = (acts.reopen(where, comment),)
            case _:
                todo = acts.reply_and_resolve(where, comment, text)
        return Item(comment, name, "", lambda: session.writes.submit_in_order(todo))

    return tuple(one(each) for each in threads)


async def run_plan(plan: Sequence[Item], told: Callable[[Result], None]) -> tuple[Result, ...]:
    """Do what can be done, four at a time; `told` hears of each as it ends. Items left out are not in the results."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(item: Item, run: Callable[[], Awaitable[tuple[Outcome, ...]]]) -> Result:
        async with gate:
            result = Result(item, await run())
        told(result)
        return result

    jobs = [one(item, item.run) for item in plan if not item.why_not and item.run is not None]
    return tuple(await asyncio.gather(*jobs))
