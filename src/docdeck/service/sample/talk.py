"""Tells the threads: a comment, its replies and reactions, and who resolved it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from docdeck.service.actions.comments import add_comment
from docdeck.service.actions.spaces import find_page
from docdeck.service.sample.files import Table
from docdeck.service.sample.quoting import quoted_block
from docdeck.service.sample.sources import Sources
from docdeck.service.store import Tx
from docdeck.service.store.talk import insert_reply, react, update_message

At = Callable[[str, Callable[[], object]], None]
"""Lets something happen at an age."""


class Conversations:
    """Threads on spaces and change requests; each thing said happens at its own age.

    It writes through the store without asking for permissions each time, which halves the time of the making;
    a test looks that everybody who speaks may speak there.
    """

    def __init__(self, tx: Tx, users: Mapping[str, str], sources: Sources) -> None:
        self._tx = tx
        self._users = users
        self._sources = sources

    def tell(self, thread: Table, space: str, request: Callable[[], str | None], at: At) -> None:
        """Name what was said in one thread; `request` gives the change request once it exists, None for a space."""
        said: list[str] = []
        at(thread["age"], partial(self._post, thread, space, request, said))
        for reply in thread.get("replies", []):
            at(reply["age"], partial(self._reply, reply, said))
        latest = (thread.get("replies") or [thread])[-1]
        at(latest["age"], partial(self._react, thread, said))
        if "resolved" in thread:
            at(thread["resolved"]["age"], partial(self._resolve, thread["resolved"]["by"], said))

    def _post(self, thread: Table, space: str, request: Callable[[], str | None], said: list[str]) -> None:
        head = self._sources.head(space, request())
        page = node = None
        if "page" in thread:
            found = find_page(head.pages, thread["page"])
            page = found.id
            node = quoted_block(self._tx, found, thread["at"]) if "at" in thread else None
        author = self._users[thread["by"]]
        made = add_comment(self._tx, author, head.place, thread["text"], revision=head.revision, page=page, node=node)
        said.append(made)

    def _reply(self, reply: Table, said: list[str]) -> None:
        made, now, author = self._tx.ids(), self._tx.now(), self._users[reply["by"]]
        insert_reply(self._tx, id=made, comment=said[0], body=reply["text"], posted_by=author, posted_at=now)
        for emoji, people in reply.get("react", {}).items():
            for who in people:
                react(self._tx, "reply", made, self._users[who], add=[emoji], remove=())

    def _react(self, thread: Table, said: list[str]) -> None:
        for emoji, people in thread.get("react", {}).items():
            for who in people:
                react(self._tx, "comment", said[0], self._users[who], add=[emoji], remove=())

    def _resolve(self, who: str, said: list[str]) -> None:
        update_message(self._tx, "comment", said[0], resolved_at=self._tx.now(), resolved_by=self._users[who])
