"""`docdeck cr merge`: everything read again first, consent, and then what became of it; never on a guess."""

from __future__ import annotations

import contextlib
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from docdeck.cli.connecting import with_session
from docdeck.cli.failures import CONFLICT, DONE, FAILED, NOT_ALLOWED, UNREACHABLE, WrongUse, say
from docdeck.cli.spaces import space_id
from docdeck.cli.writing import SHOWN_PAGES, Refusal, check_revision, print_call, tell
from docdeck.text import safe_line

if TYPE_CHECKING:
    from docdeck.workspace.merging import MergeSheet
    from docdeck.workspace.session import Session
    from docdeck.workspace.writes import Outcome

WORD = "merge"
"""What a person types to consent."""


def merge(options: Namespace) -> int:
    """Merge with `--yes`, or once the word was typed on a terminal; without both that is wrong use."""
    if options.yes or options.dry_run:
        return _merge(options, seen="")
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise WrongUse("Merging is final and needs consent, which nobody can give here.", "Add --yes to merge.")

    async def first(session: Session) -> MergeSheet | Outcome:
        sheet = await _sheet(session, options, "")
        return await _moved(session, options, sheet) or sheet

    sheet = with_session(_profile(options), first)
    from docdeck.workspace.writes import Outcome

    if isinstance(sheet, Outcome):
        return tell(options, sheet)
    stopped = _stopped(options, sheet)
    if stopped is not None:
        return stopped
    _show(sheet)
    if not _consented():
        say("Nothing was merged.")
        return FAILED
    return _merge(options, seen=sheet.current_revision)


def _merge(options: Namespace, *, seen: str) -> int:
    """Read everything again, and merge when nothing stands in the way and the revision is the one that was `seen`."""

    async def run(session: Session) -> tuple[MergeSheet, Outcome | None]:
        from docdeck.workspace.merging import merge_act

        for earlier in await session.writes.recover():
            say(earlier.sentence)  # a merge whose answer was lost is looked for before there is another
        sheet = await _sheet(session, options, seen)
        moved = await _moved(session, options, sheet)
        if moved is not None:
            return sheet, moved
        if options.dry_run or sheet.unread or sheet.blocked or sheet.unseen:
            return sheet, None
        return sheet, await session.writes.submit(merge_act(sheet))

    sheet, outcome = with_session(_profile(options), run)
    if outcome is not None:
        return tell(options, outcome)
    stopped = _stopped(options, sheet)
    if stopped is not None:
        return stopped
    from docdeck.workspace.merging import merge_act

    checks = [{"rule": check.rule, "state": check.state, "text": check.text} for check in sheet.checks]
    print_call(merge_act(sheet), checks=checks)
    return DONE


async def _sheet(session: Session, options: Namespace, seen: str) -> MergeSheet:
    from docdeck.workspace.merging import prepare_merge

    space = await space_id(session.platform, options.space)
    return await prepare_merge(session, space, options.change_request.removeprefix("#"), seen)


async def _moved(session: Session, options: Namespace, sheet: MergeSheet) -> Outcome | None:
    """What to say when the request is not at the revision that was named."""
    try:
        await check_revision(session, options.revision, sheet.change_request, _name(sheet), "merged")
    except Refusal as refusal:
        return refusal.outcome
    return None


def _name(sheet: MergeSheet) -> str:
    return f"{sheet.space.title if sheet.space else ''} #{sheet.change_request.number}".strip()


def _stopped(options: Namespace, sheet: MergeSheet) -> int | None:
    """The exit code when this cannot be merged, which is said; None when nothing stands in the way."""
    from docdeck.workspace.writes import Outcome

    name = _name(sheet)
    if sheet.unread:
        return tell(options, Outcome("not_sent", f"{name}: not merged. {' '.join(sheet.unread)}"), UNREACHABLE)
    if sheet.unseen:
        moved = ", ".join(page.title for page in sheet.moved_pages[:SHOWN_PAGES]) or "no page"
        sentence = f"{name}: not merged. It moved since you read it: {moved}."
        return tell(options, Outcome("not_sent", sentence, "Look at it, then merge again."), CONFLICT)
    if sheet.change_request.status == "merged":
        return tell(options, Outcome("refused", f"{name} is merged already."), CONFLICT)
    blocking = [check for check in sheet.checks if check.state == "blocked"]
    if not blocking:
        return None
    code = NOT_ALLOWED if any(check.rule == "permission" for check in blocking) else CONFLICT
    hint = "docdeck cr update brings it up to date." if any(check.repair_key == "u" for check in blocking) else ""
    reasons = "; ".join(check.text.rstrip(".") for check in blocking)
    sentence = f"{name}: not merged. {reasons[0].upper()}{reasons[1:]}."
    return tell(options, Outcome("refused", sentence, hint), code)


def _show(sheet: MergeSheet) -> None:
    request = sheet.change_request
    title = sheet.space.title if sheet.space is not None else request.space
    where = f" at {', '.join(sheet.sites)}" if sheet.sites else ""
    lines = [
        f"Merge #{request.number} {request.subject} into {title}",
        f"Its pages go live{where} at once. There is no undo.",
        *(f"  {check.state:<8} {check.text}" for check in sheet.checks),
        *sheet.problems,
    ]
    for line in lines:
        sys.stderr.write(f"{safe_line(line)}\n")


def _consented() -> bool:
    """Whether the person types the word now; keys that came before the question do not count."""
    with contextlib.suppress(ImportError, OSError):
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
    sys.stderr.write(f"Type {WORD} to merge it, anything else leaves it: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip() == WORD


def _profile(options: Namespace) -> str | None:
    return getattr(options, "profile", None)
