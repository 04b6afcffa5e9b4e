"""Where a page or a file is pointed at from, in the pages of its space or of a change request. Facts 2.2, 2.4."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.routing import Route

from docdeck.service.access import SpaceAccess, request_access, space_access
from docdeck.service.errors import Missing
from docdeck.service.paging import Slice
from docdeck.service.routes.call import Call, reads
from docdeck.service.rules.files import Files, files_by_id
from docdeck.service.rules.pages import Page, Pages, by_id, in_reading_order
from docdeck.service.rules.space_links import Target, link_uses
from docdeck.service.store import Tx
from docdeck.service.store.revisions import document_bodies, files_in, pages_in
from docdeck.service.views.space_links import LinkReader

Place = tuple[Page, str | None]
"""A page, and the block in it."""


@dataclass(frozen=True, slots=True)
class _Content:
    """The pages and files that are looked through."""

    access: SpaceAccess
    pages: Pages
    files: Files

    @classmethod
    def of(cls, tx: Tx, access: SpaceAccess, revision: str) -> _Content:
        """What a revision holds."""
        return cls(access, pages_in(tx, revision), files_in(tx, revision))


Find = Callable[[Tx, Call], _Content]


def _of_space(tx: Tx, call: Call) -> _Content:
    access = space_access(tx, call.actor, call.params["space"])
    return _Content.of(tx, access, access.space["revision"])


def _of_request(tx: Tx, call: Call) -> _Content:
    access, request = request_access(tx, call.actor, call.params["space"], call.params["request"])
    return _Content.of(tx, access, request["revision"])


def _places(tx: Tx, content: _Content, meant: Callable[[Target], bool]) -> list[Place]:
    """The places that point at what is meant, page by page in reading order, each once."""
    space = content.access.space["id"]
    uses = link_uses(space, content.pages, document_bodies(tx, (page.document for page in content.pages)))
    meaning = (use for use in uses.values() if use.target.space == space and meant(use.target))
    found = {(page.id, node): (page, node) for use in meaning for page, node in use.places}
    order = {page.id: number for number, page in enumerate(in_reading_order(content.pages))}
    return sorted(found.values(), key=lambda place: order[place[0].id])


def _part(tx: Tx, call: Call, content: _Content, places: list[Place]) -> tuple[Slice, list[Any]]:
    """The part of the places that the caller asked for, and their views."""
    keyed = [((f"{number:09}", ""), place) for number, place in enumerate(places)]
    part = call.window("backlinks").cut(keyed, lambda each: each[0])
    reader = LinkReader(tx, call.actor, content.access.space, content.pages, content.files, call.links)
    return part, [reader.location(*place) for _key, place in part.items]


def _routes(prefix: str, find: Find) -> tuple[Route, ...]:
    """The routes below one way to content."""

    def of_page(tx: Tx, call: Call) -> dict[str, Any]:
        content, page = find(tx, call), call.params["page"]
        if page not in by_id(content.pages):
            raise Missing("There is no such page here.")
        places = _places(tx, content, lambda target: target.kind in ("page", "anchor") and target.page == page)
        return call.listed(*_part(tx, call, content, places))

    def of_file(tx: Tx, call: Call) -> dict[str, Any]:
        content, file = find(tx, call), call.params["file"]
        if file not in files_by_id(content.files):
            raise Missing("There is no such file here.")
        places = _places(tx, content, lambda target: target.kind == "file" and target.name == file)
        return call.listed(*_part(tx, call, content, places))

    return (
        reads(f"{prefix}/page/{{page}}/backlinks", of_page),
        reads(f"{prefix}/files/{{file}}/backlinks", of_file),
    )


ROUTES = (
    *_routes("/v1/spaces/{space}/content", _of_space),
    *_routes("/v1/spaces/{space}/change-requests/{request}/content", _of_request),
)
