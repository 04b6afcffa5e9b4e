"""Asking people for their review: the members of the organization, those already asked marked as such."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docdeck.api.errors import DocdeckError
from docdeck.deck.screens.choosing import Choice, choose
from docdeck.text import safe, safe_line
from docdeck.workspace import request_acts
from docdeck.workspace.people import members_of

if TYPE_CHECKING:
    from docdeck.deck.screens.base import DeckScreen
    from docdeck.deck.screens.request_actions import RequestTarget


def pick_reviewers(view: DeckScreen, target: RequestTarget) -> None:
    """Read the members, then let the reader choose one to ask."""
    session, space, request = view.app.session, target.space, target.request
    if session is None or space is None or request is None:
        view.answer(safe("The space of this request is not read yet."))
        return
    asked = {each.user.id for each in target.requested if each.user is not None}
    author = request.created_by.id if request.created_by is not None else ""

    async def read() -> None:
        try:
            found = await members_of(session, space.organization)
        except DocdeckError as error:
            view.say(safe_line(str(error)), failed=True)
            return
        choices = [
            Choice(
                each.user.id,
                each.user.display_name or each.user.id,
                each.role or "guest",
                "already asked" if each.user.id in asked else "the author" if each.user.id == author else "",
            )
            for each in found
        ]

        def ask(user: str) -> None:
            view.app.submit(request_acts.request_reviewers(target.where, [user]))

        choose(view.app, f"Ask for a review of {target.where.name}", choices, ask)

    view.run_read(read, "members")
