"""How a verb writes: an act described, then carried out by the session (journal, read-back) or, dry, only printed."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from docdeck.api.errors import DocdeckError
from docdeck.cli.connecting import with_session
from docdeck.cli.failures import CONFLICT, DONE, UNREACHABLE, WrongUse, exit_code, say
from docdeck.cli.output import print_json, print_line
from docdeck.cli.spaces import space_id

if TYPE_CHECKING:
    from docdeck.models.change_requests import ChangeRequest
    from docdeck.workspace.acts import Act, Where
    from docdeck.workspace.session import Session
    from docdeck.workspace.writes import Outcome

SHORT, SHOWN_PAGES = 8, 8
"""Letters of an id that are enough for a revision (the deck shows as many), and pages that a sentence names."""
ON_SPACE = "-"
"""Stands where the number of a change request would, for what is on the space itself."""


class Refusal(Exception):
    """What an act was asked for is not so any more; the outcome says it, and nothing is sent."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.sentence)
        self.outcome = outcome


Told = tuple["Outcome | None", "Act | None"]
"""What became of an act, or (dry) the act that would be sent."""


def carry_out(options: Namespace, describe: Callable[[Session], Awaitable[Act]]) -> int:
    """Describe an act with what is read from the server, send it unless dry, and say what became of it."""

    async def run(session: Session) -> Told:
        try:
            act = await describe(session)
        except Refusal as refusal:
            return refusal.outcome, None
        return (None, act) if options.dry_run else (await session.writes.submit(act), None)

    outcome, act = with_session(getattr(options, "profile", None), run)
    if act is not None:
        print_call(act)
        return DONE
    assert outcome is not None
    return tell(options, outcome)


def print_call(act: Act, **more: Any) -> None:
    """What would be sent, as JSON."""
    command = act.command
    print_json({"would": act.label, "method": command.method, "path": command.path, "body": command.body, **more})


def tell(options: Namespace, outcome: Outcome, code: int | None = None) -> int:
    """Say what became of a write, on stdout when it was done and else on stderr; its exit code unless one is given."""
    words = f"{outcome.sentence} {outcome.hint}".strip()
    done = outcome.state == "done"
    if options.json:
        answer = outcome.value.to_wire() if hasattr(outcome.value, "to_wire") else None
        print_json({
            "state": outcome.state, "sentence": outcome.sentence, "hint": outcome.hint,
            "readBack": outcome.read_back, "answer": answer,
        })  # fmt: skip
    elif done:
        print_line(words)
    if not done:
        say(words)
    return code if code is not None else _code(outcome)


def _code(outcome: Outcome) -> int:
    if outcome.state == "done":
        return DONE
    if isinstance(outcome.value, DocdeckError):
        return exit_code(outcome.value)
    return CONFLICT if outcome.state in ("refused", "not_sent") else UNREACHABLE


async def request_at(session: Session, space: str, number: str) -> tuple[ChangeRequest, Where]:
    """A change request by its number or id as it is now, and its place. Raises DocdeckError."""
    from docdeck.api.operations import change_requests
    from docdeck.workspace.acts import Where

    space = await space_id(session.platform, space)
    found = (await session.platform.read(change_requests.get(space, number.removeprefix("#")))).value.within(space)
    return found, Where.of(found, await _title(session, space))


async def check_revision(session: Session, asked: str | None, request: ChangeRequest, name: str, verb: str) -> None:
    """Raises Refusal when the request is not at the revision (or the beginning of its id) that was asked for."""
    from docdeck.workspace.merging import moved_pages
    from docdeck.workspace.writes import Outcome

    if asked is None or request.revision == asked or (len(asked) >= SHORT and request.revision.startswith(asked)):
        return
    try:
        pages = await moved_pages(session, request.space, asked, request.revision)
        moved = ", ".join(page.title for page in pages[:SHOWN_PAGES]) or "no page"
        moved = f" What moved since: {moved}{' and more' if len(pages) > SHOWN_PAGES else ''}."
    except DocdeckError:
        moved = ""  # a revision that is not there has nothing to compare with
    sentence = f"{name}: not {verb}. It is at revision {request.revision}, not at {asked}.{moved}"
    raise Refusal(Outcome("refused", sentence, "Look at it (docdeck cr diff), then name the revision you saw."))


async def place_at(session: Session, space: str, number: str) -> Where:
    """The place of comments: a change request, or with `-` the space itself. Raises DocdeckError."""
    from docdeck.workspace.acts import Where

    if number != ON_SPACE:
        return (await request_at(session, space, number))[1]
    space = await space_id(session.platform, space)
    return Where(space, "", await _title(session, space))


async def _title(session: Session, space: str) -> str:
    from docdeck.api.operations import spaces

    try:
        return (await session.platform.read(spaces.get(space), max_age=3600)).value.title or space
    except DocdeckError:
        return space  # the title is for the sentences only


def text_of(given: str) -> str:
    """The words of `--body`: as they stand, or with `-` all of standard input. Raises WrongUse for none."""
    try:
        text = sys.stdin.read() if given == "-" else given
        text.encode()
    except UnicodeError as error:
        raise WrongUse("The text is not UTF-8.") from error
    if not text.strip():
        raise WrongUse("There is no text to send.", "Give it with --body TEXT, or --body - and standard input.")
    return text.strip("\n")
