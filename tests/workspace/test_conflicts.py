"""What an update left in conflict is known for as long as it holds."""

from __future__ import annotations

import pytest

from docdeck.models.change_requests import MergeAnswer, UpdateAnswer
from docdeck.models.content import SemanticChanges
from docdeck.service.actions.spaces import edit_space
from docdeck.workspace import request_acts
from docdeck.workspace.conflicts import Conflict, Conflicts, conflict_check
from docdeck.workspace.writes import Outcome, WriteChange
from tests.workspace.asking import read
from tests.workspace.test_read_backs import here
from tests.workspace.world import World, update_page


async def test_it_holds_until_the_revision_is_another(world: World, request_id: str) -> None:
    with world.store.write() as tx:
        edit_space(tx, world.people["mira"], world.space, [update_page(world.pages["webhooks"], "All new on main.")])
    session = world.session("mira")
    assert session.conflicts.of(await read(session, world, request_id)) is None
    await session.writes.submit(request_acts.update_from_main(here(world, request_id)))
    request = await read(session, world, request_id)
    assert session.conflicts.of(request) == Conflict(request.revision, frozenset({world.pages["webhooks"]}))
    world.edit("jonas", request_id, update_page(world.pages["webhooks"], "Mended."))
    assert session.conflicts.of(await read(session, world, request_id)) is None


@pytest.mark.parametrize("kind", ["update", "merge"])
async def test_another_answer_ends_it(world: World, request_id: str, kind: str) -> None:
    request, where = await read(world.session("mira"), world, request_id), here(world, request_id)
    update, known = request_acts.update_from_main(where), Conflicts()

    def settle(kind: str, value: UpdateAnswer | MergeAnswer | None, state: str = "done") -> None:
        act = update if kind == "update" else request_acts.merge(where, request.revision)
        known.heard(WriteChange(act, "settled", Outcome(state, "", value=value)))  # pyright: ignore[reportArgumentType]

    settle("update", UpdateAnswer(revision=request.revision, result="conflicts"))
    settle(kind, None, "refused")
    assert known.of(request) == Conflict(request.revision)
    answer = UpdateAnswer if kind == "update" else MergeAnswer
    settle(kind, answer(revision=request.revision, result=kind))
    assert known.of(request) is None


def test_pages_nobody_can_name_are_counted() -> None:
    (check,) = conflict_check(Conflict("r", frozenset({"a", "b"})), SemanticChanges())
    assert (check.state, check.text) == ("warn", "the update from main left conflicts: 2 pages")
