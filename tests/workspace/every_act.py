"""One act of every kind, ready to be carried out."""

from __future__ import annotations

from docdeck.service.actions.spaces import edit_space
from docdeck.workspace import acts, request_acts
from docdeck.workspace.acts import Act
from docdeck.workspace.session import Session
from tests.workspace.asking import comments_of, here, read, replies_of
from tests.workspace.world import World, update_page

KINDS: list[tuple[str, str]] = [
    ("comment", "/comments"),
    ("reply", "/replies"),
    ("edit_comment", ""),
    ("edit_reply", ""),
    ("delete_comment", ""),
    ("delete_reply", ""),
    ("react", ""),
    ("unreact", ""),
    ("resolve", ""),
    ("reopen", ""),
    ("review", "/reviews"),
    ("request_reviewers", "/requested-reviewers"),
    ("update", "/update"),
    ("subject", ""),
    ("description", ""),
    ("status", ""),
    ("create", "/change-requests"),
    ("merge", "/merge"),
]
"""Each kind, and how the path ends that it writes to."""


async def act_of(kind: str, session: Session, world: World, request: str) -> Act:
    """An act of this kind by Mira, on what it needs."""
    where = here(world, request)
    mine = world.comment("mira", request, "Mine.")
    reply = world.reply("mira", request, mine, "My reply.")
    if kind == "reopen":
        await session.writes.submit(acts.resolve(where, mine))
    if kind == "unreact":
        await session.writes.submit(acts.react(where, "1f44d", mine))
    if kind == "update":
        with world.store.write() as tx:
            edit_space(tx, world.people["mira"], world.space, [update_page(world.pages["limits"], "Main moved.")])
    found = next(one for one in await comments_of(session, world, request) if one.id == mine)
    answer = (await replies_of(session, world, request, mine))[0]
    now = await read(session, world, request)
    return {
        "comment": acts.comment(where, "Said *once*, only."),
        "reply": acts.reply(where, mine, "Answered once."),
        "edit_comment": acts.edit_comment(where, found, "Mine, edited."),
        "edit_reply": acts.edit_reply(where, mine, answer, "My reply, edited."),
        "delete_comment": acts.delete_comment(where, mine),
        "delete_reply": acts.delete_reply(where, mine, reply),
        "react": acts.react(where, "1f44d", mine),
        "unreact": acts.unreact(where, "1f44d", mine),
        "resolve": acts.resolve(where, mine),
        "reopen": acts.reopen(where, mine),
        "review": request_acts.review(where, "approved", now.revision, "A note."),
        "request_reviewers": request_acts.request_reviewers(where, [world.people["sam"]]),
        "update": request_acts.update_from_main(where),
        "subject": request_acts.edit_subject(where, now, "New subject"),
        "description": request_acts.edit_description(where, now, "New *description*."),
        "status": request_acts.set_status(where, now, "draft"),
        "create": request_acts.create_change_request(world.space, "Handbook", "Brand new"),
        "merge": request_acts.merge(where, now.revision),
    }[kind]
