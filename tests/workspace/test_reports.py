"""Whatever goes wrong on the way, what a write reports is what the service has."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from docdeck.workspace import acts, request_acts
from docdeck.workspace.session import Session
from docdeck.workspace.writes import MERGE_LOCK
from tests.workspace.asking import comments_of, here, read
from tests.workspace.world import World, make_world, update_page

_FAULTS = st.sampled_from(["none", "lose", "cut", "unreachable", "blind"])
_STEPS = st.lists(st.tuples(st.sampled_from(["comment", "merge", "edit", "restart"]), _FAULTS), min_size=1, max_size=6)


def _break(world: World, fault: str, ending: str) -> None:
    world.wire.lose.clear()
    world.wire.cut.clear()
    world.wire.unreachable.clear()
    world.wire.status.clear()
    if fault in ("lose", "blind"):
        world.wire.lose.append(("POST", ending))
    if fault == "blind":
        world.wire.status[("GET", "/comments" if ending == "/comments" else "")] = 403
    if fault == "cut":
        world.wire.cut.append(("POST", ending))
    if fault == "unreachable":
        world.wire.unreachable.add("POST")


class _Story:
    """One person's writes, step by step, and what is held against the service after each."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.request = world.request("jonas", "Rewrite")
        self.session = self._opened()
        self.done: list[str] = []
        self.open_ends: set[str] = set()

    def _opened(self) -> Session:
        world = self.world
        return world.session("mira", clock=world.clock)

    async def comment(self, number: int, fault: str) -> None:
        text = f"Comment number {number}."
        _break(self.world, fault, "/comments")
        press = acts.comment(here(self.world, self.request), text)
        outcomes = await asyncio.gather(*(self.session.writes.submit(press) for _ in range(3)))
        _break(self.world, "none", "")
        assert len(set(map(id, outcomes))) == 1
        there = [one.body.markdown for one in await comments_of(self.session, self.world, self.request)].count(text)
        kept = [draft.text for draft in self.session.desk.drafts.all()]
        match outcomes[0].state:
            case "done":
                assert there == 1
                assert text not in kept
            case "unknown":
                assert there <= 1
                assert text in kept
            case _:
                assert there == 0
                assert text in kept

    async def merge(self, fault: str) -> None:
        before = await read(self.session, self.world, self.request)
        _break(self.world, fault, "/merge")
        press = request_acts.merge(here(self.world, self.request), before.revision)
        outcomes = await asyncio.gather(*(self.session.writes.submit(press) for _ in range(3)))
        _break(self.world, "none", "")
        after = await read(self.session, self.world, self.request)
        state = outcomes[0].state
        if state == "done":
            assert after.status == "merged"
        elif state != "unknown":
            assert after.status == before.status
        self.world.wait(MERGE_LOCK + 1)

    async def edit(self) -> None:
        if (await read(self.session, self.world, self.request)).status != "merged":
            text = f"Edit at {self.world.seconds}."
            self.world.edit("jonas", self.request, update_page(self.world.pages["limits"], text))

    async def restart(self) -> None:
        await self.session.aclose()
        self.session = self._opened()
        for outcome in await self.session.writes.recover():
            assert outcome.state in ("done", "not_done")
        assert self.session.desk.journal.unsettled() == ()


async def _told(steps: list[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = make_world(Path(folder))
        story = _Story(world)
        for number, (step, fault) in enumerate(steps):
            if step == "comment":
                await story.comment(number, fault)
            elif step == "merge":
                await story.merge(fault)
            elif step == "edit":
                await story.edit()
            else:
                await story.restart()
        await story.session.aclose()
        await story.session.platform.aclose()
        with world.store.read() as tx:
            from sqlalchemy import func, select

            from docdeck.service.store.schema import revisions

            found = tx.one(select(func.count().label("merges")).where(revisions.c.type == "merge"))
        assert found is not None
        assert found["merges"] <= 1


@given(_STEPS)
@settings(max_examples=30, deadline=None)
def test_reports_are_true_whatever_happens(steps: list[tuple[str, str]]) -> None:
    asyncio.run(_told(steps))
