"""What can be done to a change request, from its own view and from any list that has it under the cursor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from docdeck.deck.painters.marks import RowMarks
from docdeck.deck.screens.base import ReadingScreen
from docdeck.text import safe
from docdeck.workspace.held import Choice

if TYPE_CHECKING:
    from docdeck.models.change_requests import ChangeRequest, RequestedReviewer
    from docdeck.models.spaces import Space
    from docdeck.workspace.acts import Verdict, Where
    from docdeck.workspace.details import Details

NEEDS = {
    "review.approve": "review",
    "review.ask_changes": "review",
    "merge": "merge",
    "update": "edit",
    "reviewers": "edit",
    "draft": "edit",
    "describe": "edit",
    "comment.whole": "comment",
    "comment.here": "comment",
    "thread.reply": "comment",
    "thread.reply_resolve": "comment",
}
"""The permission of the space that an action needs."""
NEXT_CHOICE: dict[Choice | None, Choice | None] = {None: "watch", "watch": "mute", "mute": None}
WATCH_WORDS: dict[Choice | None, str] = {
    "watch": "Watched: a notice tells when it moves. w again mutes it.",
    "mute": "Muted: it stays out of the inbox. w on it in Change requests (2) takes that back.",
    None: "Neither watched nor muted.",
}
LIVE = frozenset({"review.approve", "review.ask_changes", "merge", "update", "reviewers", "draft"})
"""Actions that only make sense while a request is not merged."""
UNREAD = frozenset({"merge", "review.approve", "review.ask_changes", "comment.whole"})
"""Actions that begin before the request is read: what they do rests on what is read until they do it."""


@dataclass(frozen=True, slots=True)
class RequestTarget:
    """The change request that keys act on, its revision as it is shown, and the one that was `read`.

    `read` is empty where nobody read its pages: for a row of a list, and before the first comparison is painted.
    `request` is None for a thread on the space itself, where only comments can be acted on, and in `reached` for a
    row that is not read yet; that has no revision.
    """

    where: Where
    request: ChangeRequest | None
    space: Space | None
    revision: str
    requested: tuple[RequestedReviewer, ...] = ()
    read: str = ""


class RequestActions(ReadingScreen):
    """Approve, ask for changes, merge, update, reviewers, subject, draft and open: on `target`."""

    @property
    def row_marks(self) -> RowMarks:
        """What stands before the rows of this list: marks, and writes on their way."""
        return RowMarks(frozenset(), self.app.pending)

    @property
    def target(self) -> RequestTarget | None:
        """The change request that is acted on; None while it is not read yet."""
        return None

    @property
    def reached(self) -> RequestTarget | None:
        """The change request that the cursor has reached, also while it is not read yet."""
        return self.target

    def why_not(self, action_id: str) -> str | None:
        reason = super().why_not(action_id)
        if reason is not None or action_id not in NEEDS:
            return reason
        target = self.reached if action_id in UNREAD else self.target
        if target is None:
            return "Still reading this change request."
        request = target.request
        if action_id in LIVE and not target.where.change_request:
            return "This thread is on the space itself."
        if action_id in LIVE and request is not None and request.status == "merged":
            return "This change request is merged."
        if action_id == "update" and request is not None and not request.outdated:
            return "It is up to date with main."
        permissions = target.space.permissions if target.space is not None else {}
        if action_id.startswith("review.") and self._was_asked(target):
            return None
        from docdeck.workspace.acts import missing_permission

        return missing_permission(NEEDS[action_id], permissions)

    def _was_asked(self, target: RequestTarget) -> bool:
        """A person who was asked may review whatever the role."""
        me = self.app.session.stored_me() if self.app.session is not None else None
        return me is not None and any(each.user is not None and each.user.id == me.id for each in target.requested)

    def do_review_approve(self) -> None:
        self._review("approved")

    def do_review_ask_changes(self) -> None:
        self._review("changes-requested")

    def _review(self, verdict: Verdict) -> None:
        from docdeck.deck.screens.writings import compose_verdict

        compose_verdict(self, verdict)

    def do_comment_whole(self) -> None:
        from docdeck.deck.screens.writings import compose_comment

        if self.reached is not None:
            compose_comment(self, self.reached.where)

    def do_update(self) -> None:
        from docdeck.workspace import request_acts

        if self.target is not None:
            self.app.submit(request_acts.update_from_main(self.target.where))

    def do_draft(self) -> None:
        from docdeck.workspace import request_acts

        target = self.target
        if target is not None and target.request is not None:
            status = "open" if target.request.status in ("draft", "archived") else "draft"
            self.app.submit(request_acts.set_status(target.where, target.request, status))

    def archive(self) -> None:
        """Archive the change request; `X` opens it again."""
        from docdeck.workspace import request_acts

        target = self.target
        if target is None or target.request is None or target.request.status in ("archived", "merged"):
            self.answer(safe("It is not open." if target else "Still reading this change request."))
            return
        self.app.submit(request_acts.set_status(target.where, target.request, "archived"))

    def unarchive(self) -> None:
        """Open an archived change request again."""
        from docdeck.workspace import request_acts

        target = self.target
        if target is None or target.request is None or target.request.status != "archived":
            self.answer(safe("It is not archived." if target else "Still reading this change request."))
            return
        self.app.submit(request_acts.set_status(target.where, target.request, "open"))

    def edit_subject(self) -> None:
        """Another subject, in one line."""
        from docdeck.deck.screens.composing import Writing, compose_line
        from docdeck.workspace import request_acts
        from docdeck.workspace.acts import draft_key

        target = self.target
        if target is None or target.request is None:
            return
        where, request = target.where, target.request
        compose_line(
            self,
            Writing(
                title=f"Subject of {where.name}",
                draft=draft_key("subject", where),
                initial=request.subject,
                acts=lambda text: (request_acts.edit_subject(where, request, text.strip()),),
                longest=100,
            ),
        )

    def edit_description(self) -> None:
        """Another description, as Markdown."""
        from docdeck.deck.screens.composing import Writing, compose_text
        from docdeck.models.rich_text import to_markdown
        from docdeck.workspace import request_acts
        from docdeck.workspace.acts import draft_key

        target = self.target
        if target is None or target.request is None:
            return
        where, request = target.where, target.request
        compose_text(
            self,
            Writing(
                title=f"Description of {where.name}",
                draft=draft_key("description", where),
                initial=to_markdown(request.description) if request.description is not None else "",
                acts=lambda text: (request_acts.edit_description(where, request, text),),
                may_be_empty=True,
            ),
        )

    def do_record(self) -> None:
        from docdeck.deck.screens.recording import ask_record

        target = self.target
        if target is None or target.request is None:
            self.answer(safe("No change request is under the cursor."))
        else:
            ask_record(self, target.where)

    @property
    def watched_request(self) -> str | None:
        """The id of the request that `w` is about."""
        return self.target.where.change_request or None if self.target is not None else None

    def do_watch(self) -> None:
        """From neither to watched to muted; kept on the desk of this machine."""
        from docdeck.api.errors import DocdeckError

        session, request = self.app.session, self.watched_request
        if session is None or request is None:
            self.answer(safe("No change request is under the cursor."))
            return
        watched = session.desk.watched
        now = watched.all().get(request)
        after = NEXT_CHOICE[now]
        try:
            watched.choose(request, after)
        except DocdeckError as error:
            self.say(safe(str(error)), failed=True)
            return
        self.say(safe(WATCH_WORDS[after]))
        self.watch_changed()

    def watch_changed(self) -> None:
        """A request is watched or muted now, or not any more."""

    def do_describe(self) -> None:
        self.edit_description()

    def do_new(self) -> None:
        from docdeck.deck.screens.writings import compose_request

        target = self.target
        if target is None:
            self.answer(safe("No space is known here; open a change request or a space first."))
            return
        compose_request(self, target.where.space, target.space.title if target.space is not None else "this space")

    def address(self) -> str | None:
        """What `y` copies and `o` opens: the request's address for people."""
        target = self.target
        return str(target.request.urls.get("app") or "") or None if target is not None and target.request else None

    def details(self) -> Details | None:
        """Exact times, ids and addresses of the request."""
        from docdeck.workspace.request_details import request_details

        target = self.target
        if target is None or target.request is None:
            return None
        return request_details(target.request, target.space)

    def do_reviewers(self) -> None:
        from docdeck.deck.screens.reviewers import pick_reviewers

        if self.target is not None:
            pick_reviewers(self, self.target)

    def do_merge(self) -> None:
        from docdeck.deck.screens.merge import open_merge_sheet

        if self.reached is not None:
            open_merge_sheet(self.app, self.reached)
