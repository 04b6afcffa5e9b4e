"""`docdeck cr review` and `cr update`: a verdict, and a change request brought up to date with main."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from docdeck.cli.writing import carry_out, check_revision, request_at, text_of

if TYPE_CHECKING:
    from docdeck.workspace.acts import Act
    from docdeck.workspace.session import Session


def review(options: Namespace) -> int:
    """Approve the revision as it is now or was named, or ask for changes, with a note if one is given."""
    note = text_of(options.body) if options.body is not None else ""

    async def describe(session: Session) -> Act:
        from docdeck.workspace import request_acts

        request, where = await request_at(session, options.space, options.change_request)
        verb = "approved" if options.verdict == "approved" else "sent"
        await check_revision(session, options.revision, request, where.name, verb)
        return request_acts.review(where, options.verdict, request.revision, note)

    return carry_out(options, describe)


def update(options: Namespace) -> int:
    """Bring what main has into the change request; where both changed a page, the outcome names what to mend."""

    async def describe(session: Session) -> Act:
        from docdeck.workspace import request_acts

        _, where = await request_at(session, options.space, options.change_request)
        return request_acts.update_from_main(where)

    return carry_out(options, describe)
