"""What an address for people leads to: a collection, a space, a change request, a page. Facts 2.1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from docdeck.models.addresses import ContentOfUrl
from docdeck.models.content import RevisionPage
from docdeck.service.access import request_access
from docdeck.service.errors import Invalid, Missing
from docdeck.service.place_access import collection_access
from docdeck.service.routes.call import Call, reads
from docdeck.service.rules.pages import paths
from docdeck.service.store import Tx
from docdeck.service.store.revisions import pages_of, revision_row
from docdeck.service.store.spaces import space_with_counts
from docdeck.service.views.collections import collection_view
from docdeck.service.views.content import app_address, branch_view
from docdeck.service.views.requests import request_views
from docdeck.service.views.spaces import space_view

_MAX_URL = 2048
_NOWHERE = "This address leads to nothing here, or you may not see it."


@dataclass(frozen=True, slots=True)
class _Place:
    """What the parts of an address say: `version` is `changes` or `revisions` with its name, or empty."""

    space: str
    version: str = ""
    name: str = ""
    path: str = ""

    @classmethod
    def of(cls, parts: list[str]) -> _Place:
        """The place behind the parts after `/s/`."""
        space, *rest = parts
        if rest[:1] != ["~"]:
            return cls(space, path="/".join(rest))
        if len(rest) < 3 or rest[1] not in ("changes", "revisions"):
            raise Missing(_NOWHERE)
        return cls(space, rest[1], rest[2], "/".join(rest[3:]))


def _content(tx: Tx, call: Call) -> ContentOfUrl:
    parts = _parts(call)
    if len(parts) == 4 and (parts[0], parts[2]) == ("o", "c"):
        row = collection_access(tx, call.actor, parts[3])
        if row["organization"] != parts[1]:
            raise Missing(_NOWHERE)
        return ContentOfUrl(collection=collection_view(row, call.links))
    if len(parts) < 2 or parts[0] != "s":
        raise Missing(_NOWHERE)
    return _in_space(tx, call, _Place.of(parts[1:]))


def _parts(call: Call) -> list[str]:
    """The parts of the path of an address of this service."""
    url = call.query.get("url")
    if url is None or len(url) > _MAX_URL:
        raise Invalid(f"url: is missing, or longer than {_MAX_URL} characters.")
    try:
        split = urlsplit(url.strip())
    except ValueError:
        raise Invalid("url: is no address.") from None
    if f"{split.scheme}://{split.netloc}" != call.links.base:
        raise Missing("This address is not one of this service.")
    return [unquote(part) for part in split.path.split("/") if part]


def _in_space(tx: Tx, call: Call, place: _Place) -> ContentOfUrl:
    row = space_with_counts(tx, call.actor, place.space)
    if row is None:
        raise Missing(_NOWHERE)
    found: dict[str, Any] = {"space": space_view(row, call.links)}
    revision = place.name if place.version == "revisions" else row["revision"]
    app = app_address(call.links, row["id"], place.name if place.version == "revisions" else None)
    if place.version == "changes":
        _access, request = request_access(tx, call.actor, row["id"], place.name)
        found["change_request"] = request_views(tx, [request], call.links)[0]
        revision, app = request["revision"], f"{app}/~/changes/{request['number']}"
    page = _page(tx, row["id"], revision, place.path, app)
    return ContentOfUrl(**found) if page is None else ContentOfUrl(**found, page=page)


def _page(tx: Tx, space: str, revision: str, path: str, app: str) -> RevisionPage | None:
    """The page at a path; None for no path."""
    row = revision_row(tx, space, revision)
    if row is None:
        raise Missing(_NOWHERE)
    if not path:
        return None
    pages = pages_of(row)
    known = paths(pages)
    page = next((page for page in pages if page.type != "link" and known.get(page.id) == path), None)
    if page is None:
        raise Missing(_NOWHERE)
    return branch_view(pages, page, app)


ROUTES = (reads("/v1/urls/content", _content),)
