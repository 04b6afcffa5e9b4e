"""Links of a space as answers: what they point at, and where they stand. Facts N20."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from docdeck.models.links import Link
from docdeck.service.rules.files import Files, files_by_id
from docdeck.service.rules.page_text import parts_of
from docdeck.service.rules.pages import Page, Pages, by_id, paths
from docdeck.service.rules.space_links import LinkUse, Target
from docdeck.service.store import Row, Tx
from docdeck.service.store.collections import collection_for
from docdeck.service.store.openapi import spec_by_id, spec_by_slug
from docdeck.service.store.people import organization_of, visible_user
from docdeck.service.store.revisions import document_body, files_in, pages_in
from docdeck.service.store.spaces import space_with_counts
from docdeck.service.views.collections import collection_view
from docdeck.service.views.content import app_address, page_view
from docdeck.service.views.files import file_view
from docdeck.service.views.links import Links
from docdeck.service.views.openapi import spec_view
from docdeck.service.views.people import organization_view, user_view
from docdeck.service.views.spaces import space_view

Reference = dict[str, Any]


@dataclass(slots=True)
class LinkReader:
    """Follows links of one space for one person; everything is looked up once."""

    tx: Tx
    actor: str
    space: Row
    pages: Pages
    files: Files
    links: Links
    _places: dict[str, Reference | None] = field(default_factory=dict[str, "Reference | None"])
    _pages: dict[str, Pages] = field(default_factory=dict[str, Pages])
    _targets: dict[str, Reference | None] = field(default_factory=dict[str, "Reference | None"])

    def status(self, target: Target) -> str:
        """`ok`, `broken`, or `in-app` for an address of the app itself."""
        if target.kind == "url":
            inside = target.name.startswith((f"{self.links.base}/s/", f"{self.links.base}/o/"))
            return "in-app" if inside else "ok"
        return "broken" if self.reference(target) is None else "ok"

    def view(self, use: LinkUse) -> Link:
        """One link with everything about it."""
        reference = self.reference(use.target)
        found: Reference = {} if reference is None else {"target_reference": reference}
        return Link(
            status=self.status(use.target),
            relation="reference",
            location_references=[self.location(page, node) for page, node in use.places],
            **found,
        )

    def reference(self, target: Target) -> Reference | None:
        """What a link points at, or None when it is not there."""
        if target.key not in self._targets:
            self._targets[target.key] = self._follow(target)
        return self._targets[target.key]

    def _follow(self, target: Target) -> Reference | None:
        if target.kind == "url":
            return {"kind": "url", "url": target.name}
        if target.kind in ("page", "anchor"):
            return self._page(target)
        if target.kind == "space":
            place = self._place(target.name)
            return None if place is None else {"kind": "space", **place}
        if target.kind == "file":
            return self._file(target)
        if target.kind == "collection":
            row = collection_for(self.tx, self.actor, target.name)
            return None if row is None else self._of_organization(row, collection=collection_view(row, self.links))
        if target.kind == "user":
            row = visible_user(self.tx, self.actor, target.name)
            return None if row is None else {"kind": "user", "user": user_view(row, self.links).to_wire()}
        return self._spec(target.name) if target.kind == "openapi" else None

    def _spec(self, name: str) -> Reference | None:
        row = spec_by_slug(self.tx, self.space["organization"], name) or spec_by_id(self.tx, name)
        if row is None or row["organization"] != self.space["organization"]:
            return None
        view = spec_view(row, self.space["member_role"], self.links)
        return {**self._of_organization(row, openAPISpec=view), "kind": "openapi"}

    def _page(self, target: Target) -> Reference | None:
        place = self._place(target.space)
        page = None if place is None else by_id(self._pages_of(target.space)).get(target.page)
        if place is None or page is None:
            return None
        found: Reference = {**place, "kind": "page", "page": self._page_wire(target.space, page)}
        if target.kind == "page":
            return found
        body = None if page.document is None else document_body(self.tx, page.document)
        if target.name not in {part.anchor for part in parts_of(body)}:
            return None
        return {**found, "internalLocation": {"type": "anchor", "anchor": target.name}}

    def _file(self, target: Target) -> Reference | None:
        place = self._place(target.space)
        file = None if place is None else files_by_id(self._files_of(target.space)).get(target.name)
        if place is None or file is None:
            return None
        return {**place, "kind": "file", "file": file_view(file, self.links).to_wire()}

    def _files_of(self, space: str) -> Files:
        if space == self.space["id"]:
            return self.files
        row = space_with_counts(self.tx, self.actor, space)
        return () if row is None else files_in(self.tx, row["revision"])

    def _pages_of(self, space: str) -> Pages:
        if space == self.space["id"]:
            return self.pages
        if space not in self._pages:
            row = space_with_counts(self.tx, self.actor, space)
            self._pages[space] = () if row is None else pages_in(self.tx, row["revision"])
        return self._pages[space]

    def _page_wire(self, space: str, page: Page) -> Reference:
        known = paths(self._pages_of(space))
        return page_view(page, known, app_address(self.links, space), []).to_wire()

    def _place(self, space: str) -> Reference | None:
        """A space with its organization, or None when the person may not see it."""
        if space not in self._places:
            row = space_with_counts(self.tx, self.actor, space)
            self._places[space] = None if row is None else self._of_organization(row, space=space_view(row, self.links))
        return self._places[space]

    def _of_organization(self, row: Row, **named: Any) -> Reference:
        home = organization_of(self.tx, self.actor, row["organization"])
        assert home is not None
        told = {name: view.to_wire() for name, view in named.items()}
        return {
            **next({"kind": name} for name in named),
            "organization": organization_view(home, self.links).to_wire(),
            **told,
        }

    def location(self, page: Page, node: str | None) -> Reference:
        """A page of the space, and the block in it, as a place that something is pointed at from."""
        place = self._place(self.space["id"]) or {}
        found: Reference = {**place, "kind": "page", "page": self._page_wire(self.space["id"], page)}
        return found if node is None else {**found, "internalLocation": {"type": "node", "node": node}}
