"""`docdeck threads list`, `reply`, `resolve` and `reopen`."""

from __future__ import annotations

import time
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from docdeck.cli.connecting import with_session
from docdeck.cli.failures import DONE, FAILED, say
from docdeck.cli.output import print_json, print_table
from docdeck.cli.spaces import space_id
from docdeck.cli.writing import ON_SPACE, carry_out, place_at, text_of
from docdeck.deck.painters.times import ago

if TYPE_CHECKING:
    from docdeck.models.base import User
    from docdeck.workspace.acts import Act
    from docdeck.workspace.session import Session
    from docdeck.workspace.thread_lists import PlacedThread, Status, ThreadList


def threads(options: Namespace) -> int:
    """Print the threads in one status; what could not be read is named on stderr and the exit code is 1."""
    status: Status = options.status
    resolved = status == "resolved"
    listed = with_session(getattr(options, "profile", None), lambda session: _read(session, options.space, status))
    found = [placed for placed in listed.threads if placed.thread.resolved == resolved]
    if options.json:
        print_json([_as_json(placed) for placed in found])
    else:
        now = time.time()
        print_table(
            ("SPACE", "REQUEST", "THREAD", "STATUS", "TURN", "LAST BY", "WHEN", "TEXT"),
            [_row(placed, now) for placed in found],
            empty=f"No thread is {options.status}.",
        )
    if listed.problem:
        say(listed.problem)
    return FAILED if listed.problem else DONE


def reply(options: Namespace) -> int:
    """Answer in a thread."""
    text = text_of(options.body)

    async def describe(session: Session) -> Act:
        from docdeck.workspace import acts

        return acts.reply(await place_at(session, options.space, options.change_request), options.thread, text)

    return carry_out(options, describe)


def resolve(options: Namespace) -> int:
    """Close a thread."""

    async def describe(session: Session) -> Act:
        from docdeck.workspace import acts

        return acts.resolve(await place_at(session, options.space, options.change_request), options.thread)

    return carry_out(options, describe)


def reopen(options: Namespace) -> int:
    """Open a resolved thread again."""

    async def describe(session: Session) -> Act:
        from docdeck.workspace import acts

        return acts.reopen(await place_at(session, options.space, options.change_request), options.thread)

    return carry_out(options, describe)


async def _read(session: Session, space: str | None, status: Status) -> ThreadList:
    from docdeck.workspace.thread_lists import watch_open_threads, watch_threads

    if space:
        watched = watch_threads(session, await space_id(session.platform, space), only=status)
    else:
        watched = watch_open_threads(session, status=status)
    return [found async for found in watched][-1]


def _row(placed: PlacedThread, now: float) -> tuple[str, ...]:
    from docdeck.workspace.bodies import body_markdown

    thread = placed.thread
    return (
        placed.space,
        f"#{placed.request.number}" if placed.request is not None else ON_SPACE,
        thread.comment.id,
        "resolved" if thread.resolved else "open",
        thread.turn,
        _name(thread.last_by),
        ago(thread.last_at, now),
        body_markdown(thread.comment.body),
    )


def _as_json(placed: PlacedThread) -> dict[str, Any]:
    thread, request = placed.thread, placed.request
    return {
        "space": placed.space,
        "changeRequest": None if request is None else {"id": request.id, "number": request.number},
        "page": placed.page_title or None,
        "turn": thread.turn,
        "comment": thread.comment.to_wire(),
        "replies": [reply.to_wire() for reply in thread.replies],
    }


def _name(user: User | None) -> str:
    return (user.display_name or user.id) if user is not None else "somebody"
