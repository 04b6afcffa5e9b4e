"""`docdeck inbox`: what waits for the person, over all organizations."""

from __future__ import annotations

import time
from argparse import Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING

from docdeck.cli.connecting import with_session
from docdeck.cli.failures import DONE, FAILED, say
from docdeck.cli.output import print_json, print_table
from docdeck.deck.painters.times import ago
from docdeck.workspace.inbox_rows import Inbox

if TYPE_CHECKING:
    from docdeck.workspace.session import Session

TITLES = {"to_review": "to review", "returned": "returned", "threads": "thread", "stuck": "stuck"}


def inbox(options: Namespace) -> int:
    """Read everything once and print it; parts that could not be read are named on stderr and the exit code is 1."""
    found = with_session(getattr(options, "profile", None), _read)
    if options.json:
        print_json([asdict(row) for row in found.rows])
    else:
        now = time.time()
        print_table(
            ("WHY", "REQUEST", "SUBJECT", "SPACE", "BY", "OPEN", "UPDATED"),
            [
                (
                    TITLES[row.section],
                    f"#{row.number}" if row.change_request else "",
                    row.note or row.subject if row.section == "threads" else row.subject,
                    row.space_title,
                    row.author,
                    str(row.open_threads),
                    ago(row.updated_at, now),
                )
                for row in found.rows
            ],
            empty="Nothing waits for you.",
        )
    for problem in found.problems:
        say(problem)
    return FAILED if found.problems else DONE


async def _read(session: Session) -> Inbox:
    from docdeck.workspace.inbox import watch_inbox

    seen = [inbox async for inbox in watch_inbox(session)]
    return seen[-1]
