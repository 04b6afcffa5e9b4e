"""Tells the life of one change request: created, edited, opened, reviewed, merged or archived."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from docdeck.service.actions.change_requests import (
    create_change_request,
    edit_content,
    merge,
    patch_change_request,
)
from docdeck.service.actions.reviews import request_reviewers, submit_review
from docdeck.service.sample.files import Table
from docdeck.service.sample.sources import Sources, Texts
from docdeck.service.sample.talk import At, Conversations
from docdeck.service.store import Tx


class RequestStory:
    """One change request of the data files; `id` is known once it was created."""

    def __init__(
        self,
        tx: Tx,
        key: str,
        told: Table,
        users: Mapping[str, str],
        spaces: Mapping[str, str],
        sources: Sources,
    ) -> None:
        self._tx = tx
        self._told = told
        self._users = users
        self._spaces = spaces
        self._sources = sources
        self._base: Texts = {}
        self._head: Texts = {}
        self.key = key
        self.id = ""

    def tell(self, at: At, talk: Conversations) -> None:
        """Name everything that happened, each at its age."""
        told = self._told
        at(told["created"], self._create)
        for step in told.get("step", []):
            at(step["age"], partial(self._edit, step))
        if "opened" in told:
            at(told["opened"], partial(self._status, told["by"], "open"))
        for asked in told.get("request", []):
            at(asked["age"], partial(self._ask, asked))
        for review in told.get("review", []):
            at(review["age"], partial(self._review, review))
        for thread in told.get("thread", []):
            talk.tell(thread, told["space"], lambda: self.id, at)
        if "merged" in told:
            at(told["merged"]["age"], partial(self._merge, told["merged"]["by"]))
        if "archived" in told:
            at(told["archived"]["age"], partial(self._status, told["archived"]["by"], "archived"))

    @property
    def _space(self) -> str:
        return self._spaces[self._told["space"]]

    def _create(self) -> None:
        told = self._told
        self._base = self._sources.of_main(told["space"])
        self._head = dict(self._base)
        self.id = create_change_request(
            self._tx, self._users[told["by"]], self._space, told["subject"], description=told.get("description")
        )

    def _edit(self, step: Table) -> None:
        actor = self._users[step["by"]]
        pages = self._sources.head(self._told["space"], self.id).pages
        space = self._told["space"]
        changes = [self._sources.change(space, pages, self._head, change) for change in step["change"]]
        done = edit_content(self._tx, actor, self._space, self.id, changes)
        paged = (told for told in step["change"] if "file" not in told)
        for told, (_did, page, _ref) in zip(paged, done.applied, strict=True):
            if "markdown" in told:
                self._head[page] = told["markdown"]
        self._sources.moved_on(self._told["space"], self.id)

    def _status(self, who: str, status: str) -> None:
        patch_change_request(self._tx, self._users[who], self._space, self.id, status=status)

    def _ask(self, asked: Table) -> None:
        users = [self._users[who] for who in asked["users"]]
        request_reviewers(self._tx, self._users[asked["by"]], self._space, self.id, users)

    def _review(self, review: Table) -> None:
        actor = self._users[review["by"]]
        submit_review(self._tx, actor, self._space, self.id, review["status"], review.get("text"))

    def _merge(self, who: str) -> None:
        merge(self._tx, self._users[who], self._space, self.id)
        self._sources.merged(self._told["space"], self._base, self._head)
