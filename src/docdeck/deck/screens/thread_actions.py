"""What can be done in comment threads: comment, reply, react, resolve, reopen, edit and delete one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docdeck.deck.painters.threads import person, quote_of
from docdeck.deck.screens.composing import Writing, compose_text
from docdeck.deck.screens.request_actions import RequestActions
from docdeck.deck.screens.writings import compose_comment
from docdeck.text import safe
from docdeck.workspace import acts
from docdeck.workspace.bodies import body_markdown
from docdeck.workspace.threads import Thread

if TYPE_CHECKING:
    from docdeck.models.base import User
    from docdeck.models.comments import Comment, CommentReply

THREAD_ACTIONS = frozenset({"thread.reply", "thread.reply_resolve", "thread.react", "delete"})
REACTIONS = ("👍", "🎉", "❤️", "👀", "🙏", "😄", "🤔", "👎")


class ThreadActions(RequestActions):
    """Acts on `thread` and on `block`, of the change request that `target` names."""

    @property
    def thread(self) -> Thread | None:
        """The thread under the threads cursor."""
        return None

    @property
    def block(self) -> tuple[str | None, str | None]:
        """The page and block that a new comment would be about."""
        return None, None

    def why_not(self, action_id: str) -> str | None:
        reason = super().why_not(action_id)
        if reason is None and action_id in THREAD_ACTIONS and self.thread is None:
            return "No thread is under the cursor (t goes to the next)."
        if reason is None and action_id == "delete" and self._own_word() is None:
            return "Only your own comment or reply can be deleted."
        return reason

    def _me(self) -> User | None:
        return self.app.session.stored_me() if self.app.session is not None else None

    def _own_word(self) -> Comment | CommentReply | None:
        """My newest word in this thread: the last reply of mine, else the comment if it is mine."""
        thread, me = self.thread, self._me()
        if thread is None or me is None:
            return None
        mine = [
            each
            for each in (thread.comment, *thread.replies)
            if each.posted_by is not None and each.posted_by.id == me.id
        ]
        return mine[-1] if mine else None

    def title_of(self, page: str | None) -> str:
        """What a page is called (raw), empty where that is not known."""
        return ""

    def do_comment_here(self) -> None:
        if self.target is not None:
            page, node = self.block
            compose_comment(self, self.target.where, page, node, page_title=self.title_of(page))

    def do_thread_reply(self) -> None:
        self._reply(resolve=False)

    def do_thread_reply_resolve(self) -> None:
        self._reply(resolve=True)

    def _reply(self, resolve: bool) -> None:
        if self.target is not None and self.thread is not None:
            self.reply_in(self.target.where, self.thread, resolve=resolve)

    def reply_in(self, where: acts.Where, thread: Thread, *, resolve: bool = False) -> None:
        """Open the composer for a reply in a thread."""
        parent = thread.comment.id

        def make(text: str) -> tuple[acts.Act, ...]:
            return acts.reply_and_resolve(where, parent, text) if resolve else (acts.reply(where, parent, text),)

        what = "Reply and resolve" if resolve else "Reply"
        compose_text(
            self,
            Writing(
                title=f"{what}: {person(thread.comment.posted_by)}, {quote_of(thread.comment)}",
                draft=acts.draft_key("reply", where, parent),
                acts=make,
            ),
        )

    def do_close(self) -> None:
        target, thread = self.target, self.thread
        if target is None or thread is None:
            self.answer(safe("No thread is under the cursor (t goes to the next)."))
        elif thread.resolved:
            self.answer(safe("This thread is resolved already; X reopens it."))
        else:
            self.app.submit(acts.resolve(target.where, thread.comment.id))

    def do_reopen(self) -> None:
        target, thread = self.target, self.thread
        if target is None or thread is None:
            self.answer(safe("No thread is under the cursor (t goes to the next)."))
        elif not thread.resolved:
            self.answer(safe("This thread is open."))
        else:
            self.app.submit(acts.reopen(target.where, thread.comment.id))

    def do_thread_react(self) -> None:
        from docdeck.deck.screens.choosing import Choice, choose

        target, thread, me = self.target, self.thread, self._me()
        if target is None or thread is None:
            return
        where, comment = target.where, thread.comment
        mine = {
            reaction.emoji
            for reaction in comment.reactions
            if me is not None and any(each.user.id == me.id for each in reaction.users)
        }
        choices = [Choice(emoji, emoji, "take back" if emoji in mine else "") for emoji in REACTIONS]

        def react(emoji: str) -> None:
            make = acts.unreact if emoji in mine else acts.react
            self.app.submit(make(where, emoji, comment.id))

        choose(self.app, "React", choices, react)

    def do_edit(self) -> None:
        target, thread, word = self.target, self.thread, self._own_word()
        if target is None:
            return
        if word is None or thread is None or not self.query_one("#threads").has_focus_within:
            self.edit_subject()
            return
        self.edit_word(target.where, thread, word)

    def edit_word(self, where: acts.Where, thread: Thread, word: Comment | CommentReply) -> None:
        """Open the composer for other words in a comment or a reply."""
        parent, text = thread.comment, body_markdown(word.body)

        def make(changed: str) -> tuple[acts.Act, ...]:
            if word.id == parent.id:
                return (acts.edit_comment(where, parent, changed),)
            reply = next(each for each in thread.replies if each.id == word.id)
            return (acts.edit_reply(where, parent.id, reply, changed),)

        compose_text(
            self,
            Writing(title="Edit your words", draft=acts.draft_key("edit", where, word.id), acts=make, initial=text),
        )

    def do_delete(self) -> None:
        from docdeck.deck.screens.confirming import confirm

        target, thread, word = self.target, self.thread, self._own_word()
        if target is None or thread is None or word is None:
            return
        where, parent = target.where, thread.comment
        if word.id == parent.id:
            act = acts.delete_comment(where, parent.id)
            effect = "Your comment and its replies go for good." if parent.replies else "Your comment goes for good."
        else:
            act = acts.delete_reply(where, parent.id, word.id)
            effect = "Your reply goes for good."
        quoted = body_markdown(word.body)
        confirm(self.app, "Delete", (effect, quoted, "There is no undo."), "delete", lambda: self.app.submit(act))
