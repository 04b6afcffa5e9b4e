"""`docdeck cr diff` and `cr record`: what a change request changes, and who approved which revision of it and when."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from docdeck.cli.connecting import with_session
from docdeck.cli.failures import DONE, FAILED, say
from docdeck.cli.output import print_json, print_line, print_text
from docdeck.cli.spaces import space_id

if TYPE_CHECKING:
    from docdeck.workspace.record import Format, Record
    from docdeck.workspace.session import Session


def diff(options: Namespace) -> int:
    """Print the patch of the deck's record; pages that could not be read are named on stderr, exit code 1."""
    record = _read(options)
    if options.json:
        pages = [{"kind": kind, "path": path, "title": title} for kind, path, title in record.pages]
        print_json({"revision": record.revision, "pages": pages, "patch": record.patch})
    else:
        print_text(record.patch)
    return _told(record)


def record(options: Namespace) -> int:
    """Print the record as the deck writes it, or write it into a folder; what it lacks is said, exit code 1."""
    from docdeck.workspace.record import written
    from docdeck.workspace.record_files import write_record

    form: Format = "json" if options.json else options.format
    found = _read(options)
    if options.folder is not None:
        for path in write_record(found, options.folder, (form,)):
            print_line(str(path))
    else:
        print_text(written(found, form))
    return _told(found)


def _read(options: Namespace) -> Record:
    number = options.change_request.removeprefix("#")
    return with_session(getattr(options, "profile", None), lambda session: _record(session, options.space, number))


def _told(record: Record) -> int:
    """Name what could not be read, and tell by the exit code."""
    for problem in record.problems:
        say(problem)
    return FAILED if record.problems else DONE


async def _record(session: Session, space: str, number: str) -> Record:
    from docdeck.workspace.record import record_of

    return await record_of(session, await space_id(session.platform, space), number)
