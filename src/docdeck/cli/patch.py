"""`docdeck cr diff`: what a change request changes, as a unified patch of its pages in Markdown."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from docdeck.cli.connecting import with_session
from docdeck.cli.failures import DONE, FAILED, say
from docdeck.cli.output import print_json, print_text

if TYPE_CHECKING:
    from docdeck.workspace.record import Record
    from docdeck.workspace.session import Session


def diff(options: Namespace) -> int:
    """Print the patch of the deck's record; pages that could not be read are named on stderr, exit code 1."""
    number = options.change_request.removeprefix("#")
    record = with_session(getattr(options, "profile", None), lambda session: _record(session, options.space, number))
    if options.json:
        pages = [{"kind": kind, "path": path, "title": title} for kind, path, title in record.pages]
        print_json({"revision": record.revision, "pages": pages, "patch": record.patch})
    else:
        print_text(record.patch)
    for problem in record.problems:
        say(problem)
    return FAILED if record.problems else DONE


async def _record(session: Session, space: str, number: str) -> Record:
    from docdeck.workspace.record import record_of

    return await record_of(session, space, number)
