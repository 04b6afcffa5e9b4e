"""Going on with a draft: its place is opened, and its composer as soon as what it is about was read there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from docdeck.deck.widgets.turns import call_after
from docdeck.text import safe, safe_line

if TYPE_CHECKING:
    from docdeck.deck.app import DeckApp
    from docdeck.deck.screens.base import DeckScreen
    from docdeck.deck.screens.request_actions import RequestTarget
    from docdeck.workspace.drafts import Draft
    from docdeck.workspace.threads import Thread

TRIES, TRY_SECONDS = 150, 0.1
"""How long what a draft is about is waited for, while it is read."""
ON_A_REQUEST = frozenset({"comment", "reply", "edit", "review", "subject", "description"})
_TITLE = re.compile(r"(?:New change request in |Comment on all of )(.+?)(?:: its subject| · .*)?\Z", re.DOTALL)


def go_on(app: DeckApp, draft: Draft) -> bool:
    """Open the place of a draft and its composer; False when there is no such place."""
    kind, *ids = draft.thing.split(":")
    title = _TITLE.match(draft.about)
    name = title[1] if title is not None else "this space"
    match kind, ids:
        case "new", [space]:
            app.open_requests(space, name)
        case "comment", [space, "", page, _] if page != "-":
            app.open_page(space, page, safe("the page"))
        case (("comment" | "reply" | "edit"), [space, "", *_]):
            app.open_threads(space, name)
        case _, [space, request, *_] if kind in ON_A_REQUEST and request:
            app.open_change_request(space, request, safe_line(draft.about))
        case _:
            return False
    view = app.view
    if view is not None:
        view.call_after_refresh(_compose, view, draft, name, TRIES)
    return True


def _compose(view: DeckScreen, draft: Draft, name: str, tries: int) -> None:
    """Open the composer, once what it needs is there; not if the reader went elsewhere meanwhile."""
    app = view.app
    if app.view is not view or app.session is None:
        return
    if view.writing is not None:
        view.say(safe("A text is open here already; send it or leave it first."))
        return
    if not _ready(view, draft):
        if tries:
            call_after(view, TRY_SECONDS, lambda: _compose(view, draft, name, tries - 1))
        else:
            view.say(safe("What this draft is about could not be read; its text stays in the list (!)."), failed=True)
        return
    app.session.desk.drafts.prefer(draft)
    found = _open(view, draft, name)
    if view.writing is None:
        app.session.desk.drafts.forget_preference(draft)
    if not found:
        view.say(safe("What this draft is about is not there any more; its text stays in the list (!)."), failed=True)


def _ready(view: DeckScreen, draft: Draft) -> bool:
    kind, _, request, *rest = [*draft.thing.split(":"), ""]
    if kind == "new":
        return view.is_mounted
    if kind in ("reply", "edit"):
        return _thread(view, rest[0]) is not None or view.shown.state == "live"
    if kind == "comment" and not request:
        return view.is_mounted and (rest[0] == "-" or getattr(view, "page", None) is not None)
    return getattr(view, "target", None) is not None


def _open(view: DeckScreen, draft: Draft, name: str) -> bool:
    """Open the composer of this draft; False when what it is about is gone."""
    from docdeck.deck.screens.request_actions import RequestActions
    from docdeck.deck.screens.writings import compose_comment, compose_request
    from docdeck.workspace.acts import Where

    kind, space, *rest = draft.thing.split(":")
    if kind == "new":
        compose_request(view, space, name)
        return True
    if kind in ("reply", "edit"):
        return _open_in_thread(view, kind, rest[1], draft)
    page, node = (None if part == "-" else part for part in (*rest[1:3], "-", "-")[:2])
    if kind == "comment" and not rest[0]:
        compose_comment(view, Where(space, "", str(getattr(view, "label", "") or name)), page, node)
        return True
    target: RequestTarget | None = getattr(view, "target", None)
    if target is None or not isinstance(view, RequestActions):
        return False
    match kind:
        case "comment":
            _show_page(view, page)
            titled: Callable[[str | None], str] | None = getattr(view, "title_of", None)
            compose_comment(view, target.where, page, node, page_title=titled(page) if titled is not None else "")
        case "review":
            action = "review.approve" if rest[1] == "approved" else "review.ask_changes"
            reason = view.why_not(action)
            if reason is not None:
                view.say(safe_line(reason), failed=True)
            elif rest[1] == "approved":
                view.do_review_approve()
            else:
                view.do_review_ask_changes()
        case "subject":
            view.edit_subject()
        case _:
            view.edit_description()
    return True


def _show_page(view: DeckScreen, page: str | None) -> None:
    """Show the page that is written about, where the change request has it."""
    from docdeck.deck.screens.change_request import ChangeRequestScreen

    if isinstance(view, ChangeRequestScreen) and any(row.page == page for row in view.rows):
        view.show_page(page)


def _threads(view: DeckScreen) -> list[tuple[str, Thread]]:
    """The threads of a view with the keys of their rows."""
    from docdeck.deck.screens.change_request import ChangeRequestScreen
    from docdeck.deck.screens.threads import ThreadsScreen

    if isinstance(view, ChangeRequestScreen):
        return [(each.comment.id, each) for each in view.state.threads] if view.state is not None else []
    if isinstance(view, ThreadsScreen):
        return [(each.thread.comment.id, each.thread) for each in view.found.threads]
    return []


def _thread(view: DeckScreen, word: str) -> Thread | None:
    """The thread with this comment or reply in it."""
    return next(
        (thread for key, thread in _threads(view) if word == key or any(reply.id == word for reply in thread.replies)),
        None,
    )


def _open_in_thread(view: DeckScreen, kind: str, word: str, draft: Draft) -> bool:
    from docdeck.deck.screens.change_request import ChangeRequestScreen
    from docdeck.deck.screens.thread_actions import ThreadActions
    from docdeck.workspace.acts import Where

    thread = _thread(view, word)
    if thread is None or not isinstance(view, ThreadActions):
        return False
    if isinstance(view, ChangeRequestScreen) and view.target is not None:
        view.go_to_thread(thread.comment.id)
        where = view.target.where
    else:
        where = Where(draft.thing.split(":")[1], "", str(getattr(view, "space_title", "") or "this space"))
    if kind == "reply":
        view.reply_in(where, thread, resolve=draft.about.startswith("Reply and resolve"))
    else:
        view.edit_word(where, thread, next(each for each in (thread.comment, *thread.replies) if each.id == word))
    return True
