"""Several comments and the verdict as one review: held while they are written, seen together, sent in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docdeck.api.errors import DocdeckError
from docdeck.deck.painters.times import counted
from docdeck.deck.screens.request_marks import RequestMarks
from docdeck.text import Safe, safe, safe_line

if TYPE_CHECKING:
    from docdeck.deck.widgets.composer import Composer
    from docdeck.workspace.acts import Act
    from docdeck.workspace.writes import Outcome

_SHOWN = 200


class RequestHolding(RequestMarks):
    """Holds texts for one review (`ctrl+t` in the composer) and sends them (`ctrl+t` in the view)."""

    def __init__(self, space: str, change_request: str, label: Safe) -> None:
        super().__init__(space, change_request, label)
        self._going: dict[str, str] = {}
        self._results: list[str] = []

    def on_composer_hold_asked(self, message: Composer.HoldAsked) -> None:
        from docdeck.deck.screens.composing import leave
        from docdeck.workspace.held_review import HeldItem, can_be_held, hold

        session, state, writing = self.app.session, self.state, self.writing
        if session is None or state is None or writing is None:
            return
        objection = writing.objection(message.text)
        if not can_be_held(writing.draft):
            objection = "Only new comments and the verdict can be held for one review."
        if objection is not None:
            self.say(safe(objection))
            return
        try:
            count = hold(session, state.change_request.id, HeldItem(writing.draft, writing.title, state.head))
        except DocdeckError as error:
            self.say(safe_line(str(error)), failed=True)
            return
        leave(self)
        self.say(safe(f"Held for one review: {counted(count, 'text')}. ctrl+t shows and sends them."))

    def do_review_send(self) -> None:
        from docdeck.deck.screens.confirming import confirm
        from docdeck.workspace.held_review import held_items, review_acts

        session, state, target = self.app.session, self.state, self.target
        if session is None or state is None or target is None:
            return
        items = held_items(session, state.change_request.id)
        if not items:
            self.answer(safe("Nothing is held; ctrl+t in a comment or a verdict holds it for one review."))
            return
        lines: list[str] = []
        for item in items:
            words = " ".join((session.desk.drafts.read(item.draft) or "").split())
            lines.append(f"{item.about}: {words[:_SHOWN]}" if words else item.about)
            if item.verdict is not None and item.revision != state.head:
                lines.append("  The request moved on since this verdict; it counts for the revision that is there now.")
        if not any(item.verdict for item in items):
            lines.append("No verdict is held: the comments go out alone (a and A give one).")

        def go() -> None:
            made = review_acts(session, target.where, items, requested=self._was_asked(target))
            self._going = {act.drafts[0]: item.about for act, item in zip(made, items, strict=True)}
            self._results = []
            self.app.submit(*made)

        confirm(self.app, f"Send as one review: {counted(len(items), 'text')}", lines, "send", go)

    def after_write(self, act: Act, outcome: Outcome) -> None:
        from docdeck.workspace.held_review import let_go

        draft = act.drafts[0] if act.drafts else ""
        if outcome.state == "done" and draft and self.app.session is not None and self.state is not None:
            try:
                let_go(self.app.session, self.state.change_request.id, (draft,))
            except DocdeckError as error:
                self.say(safe_line(str(error)), failed=True)
        if draft in self._going:
            self._result(draft, outcome)
        super().after_write(act, outcome)

    def _result(self, draft: str, outcome: Outcome) -> None:
        """Each result of a review that was sent, in the message line; what failed is held still."""
        about = self._going.pop(draft)
        self._results.append(outcome.sentence if outcome.state == "done" else f"{about}: {outcome.sentence}")
        failed = outcome.state != "done"
        left = f" {counted(len(self._going), 'text')} not sent, still held." if failed and self._going else ""
        if failed:
            self._going = {}
        if not self._going:
            self.say(safe_line("Review: " + " ".join(self._results) + left), failed=failed)

    # A suggestion

    def do_suggest(self) -> None:
        """The words of the block as a suggestion, in the comment that is open, else in a new one."""
        from docdeck.deck.widgets.composer import Composer

        words = self.form.words_of(self.reading.view.cursor_key) if self.form is not None else ""
        if not words:
            self.answer(safe("No block with words is under the cursor."))
            return
        if self.writing is None:
            self.do_comment_here()
        elif not self.writing.draft.startswith("comment:"):
            self.say(safe("A suggestion belongs into a comment."))
            return
        fence = "```"
        while fence in words:
            fence += "`"
        template = f"{fence}suggestion\n{words}\n{fence}"

        def put() -> None:
            for composer in self.query(Composer):
                before = composer.text.rstrip()
                composer.replace_text(f"{before}\n\n{template}" if before else template)

        self.call_after_refresh(put)
