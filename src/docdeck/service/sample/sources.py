"""The Markdown of every page as it stands in each place while the sample's past is told."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from docdeck.models.change_requests import ContentChange, NewFile, PageBody
from docdeck.service.actions.spaces import edit_space, find_page
from docdeck.service.rules.pages import Pages
from docdeck.service.sample.files import SampleFiles, Table
from docdeck.service.store import Tx
from docdeck.service.store.requests import request_in_space
from docdeck.service.store.revisions import pages_in
from docdeck.service.store.spaces import space_for
from docdeck.service.store.talk import Place

Texts = dict[str, str]
"""Markdown by the id of its page."""


@dataclass(frozen=True, slots=True)
class Head:
    """Where a space's main content or a change request stands."""

    place: Place
    revision: str
    pages: Pages


class Sources:
    """Keeps the written Markdown beside the stored one, so that an edit can name the words it replaces."""

    def __init__(self, tx: Tx, users: Mapping[str, str], spaces: Mapping[str, str], files: SampleFiles) -> None:
        self._tx = tx
        self._users = users
        self._spaces = spaces
        self._files = files
        self._main: dict[str, Texts] = {}
        self._places: dict[str, Place] = {}
        self._heads: dict[tuple[str, str | None], Head] = {}

    def begin(self, space: str, organization: str, texts: Texts) -> None:
        """Take in the pages of a new space."""
        self._main[space] = texts
        self._places[space] = Place(organization, self._spaces[space])

    def head(self, space: str, request: str | None) -> Head:
        """Where a space (by its key), or one of its change requests (by its id), stands now."""
        known = self._heads.get((space, request))
        if known is None:
            place = replace(self._places[space], change_request=request)
            revision = self._revision(place)
            known = self._heads[space, request] = Head(place, revision, pages_in(self._tx, revision))
        return known

    def moved_on(self, space: str, request: str | None) -> None:
        """Forget where a place stands, because it was edited."""
        self._heads.pop((space, request), None)

    def _revision(self, place: Place) -> str:
        if place.change_request is None:
            row = space_for(self._tx, next(iter(self._users.values())), place.space)
        else:
            row = request_in_space(self._tx, place.space, place.change_request)
        assert row is not None
        return row["revision"]

    def of_main(self, space: str) -> Texts:
        """A copy of the main content's texts."""
        return dict(self._main[space])

    def merged(self, space: str, base: Texts, head: Texts) -> None:
        """Take over what a merged change request changed."""
        changed = {page: text for page, text in head.items() if base.get(page) != text}
        self._main[space].update(changed)
        self.moved_on(space, None)

    def edit_main(self, edit: Table) -> None:
        """Make one direct edit of main content."""
        space, actor = edit["space"], self._users[edit["by"]]
        change = self.change(space, self.head(space, None).pages, self._main[space], edit)
        edit_space(self._tx, actor, self._spaces[space], [change])
        self.moved_on(space, None)

    def change(self, space: str, pages: Pages, texts: Texts, edit: Table) -> ContentChange:
        """One edit of a data file as a content change; the texts follow it."""
        if "file" in edit:
            data = b64encode(self._files.drawing(space, edit["drawing"])).decode()
            return ContentChange(operation="insert_files", files=[NewFile(name=edit["file"], base64=data)])
        if "insert" in edit:
            above, _, slug = edit["insert"].rpartition("/")
            return ContentChange(
                operation="insert_page",
                title=edit["title"],
                slug=slug,
                into=find_page(pages, above).id if above else None,
                at=edit.get("at"),
                document=PageBody(markdown=edit["markdown"]),
            )
        if "delete" in edit:
            return ContentChange(operation="delete_page", page=find_page(pages, edit["delete"]).id)
        page = find_page(pages, edit["page"]).id
        values: Table = {name: edit[name] for name in ("title", "slug", "at", "emoji") if name in edit}
        if "into" in edit:
            values["into"] = find_page(pages, edit["into"]).id if edit["into"] else None
        if "swap" in edit:
            texts[page] = _swapped(texts[page], edit["swap"], edit["page"])
            values["document"] = PageBody(markdown=texts[page])
        return ContentChange(operation="update_page", page=page, **values)


def _swapped(text: str, swaps: Sequence[Sequence[str]], where: str) -> str:
    for old, new in swaps:
        if text.count(old) != 1:
            raise ValueError(
                f"The page {where} must hold these words once, and holds them {text.count(old)} times: {old!r}"
            )
        text = text.replace(old, new)
    return text
