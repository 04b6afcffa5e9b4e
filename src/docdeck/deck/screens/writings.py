"""What is written about a change request or a space: a verdict, a comment, the subject of a new request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docdeck.deck.screens.composing import Writing, compose_line, compose_text
from docdeck.workspace import request_acts
from docdeck.workspace.acts import comment, draft_key

if TYPE_CHECKING:
    from docdeck.deck.screens.base import DeckScreen
    from docdeck.deck.screens.request_actions import RequestActions, RequestTarget
    from docdeck.workspace.acts import Act, Verdict, Where

UNREAD = "A verdict needs the change request read, with the cursor on it; then send again."


def compose_comment(
    view: DeckScreen, where: Where, page: str | None = None, node: str | None = None, *, page_title: str = ""
) -> None:
    """Open the composer for a comment on a block, a page, or the whole of a request or a space."""
    about = "this block" if node else "this page" if page else f"all of {where.name}"
    if page and page_title:  # the text may wait in a list, where no page is open
        about = f"this block of {page_title}" if node else f"the page {page_title}"
    compose_text(
        view,
        Writing(
            title=f"Comment on {about}",
            draft=draft_key("comment", where, page, node),
            acts=lambda text: (comment(where, text, page=page, node=node),),
        ),
    )


def compose_request(view: DeckScreen, space: str, title: str) -> None:
    """Open the field for the subject of a new change request in a space; `title` names it (raw)."""
    compose_line(
        view,
        Writing(
            title=f"New change request in {title}: its subject",
            draft=f"new:{space}",
            acts=lambda text: (request_acts.create_change_request(space, title, text.strip()),),
            longest=100,
        ),
    )


def compose_verdict(view: RequestActions, verdict: Verdict) -> None:
    """Open the composer for a verdict on the request that is reached.

    It counts for the revision that was read: on a row that is not read yet it is sent only when that is.
    """
    target = view.reached
    if target is None:
        return
    approves = verdict == "approved"
    action = "review.approve" if approves else "review.ask_changes"
    where = target.where

    def read() -> RequestTarget | None:
        """The request with its revision: what was read when the key was pressed, else what is read by now."""
        found = target if target.revision else view.target
        return found if found is not None and found.where.change_request == where.change_request else None

    def objection() -> str | None:
        if target.revision:
            return None
        return UNREAD if read() is None else view.why_not(action)

    def acts(text: str) -> tuple[Act, ...]:
        found = read()
        return () if found is None else (request_acts.review(found.where, verdict, found.revision, text),)

    title = f"{'Approve' if approves else 'Ask for changes to'} {where.name}"
    compose_text(
        view,
        Writing(
            title=title + (" · a note if you like" if approves else " · say what to change"),
            draft=draft_key("review", where, verdict),
            acts=acts,
            may_be_empty=approves,
            in_the_way=objection,
        ),
    )
