"""Spaces. Document section: "Spaces"; making and listing them: platform facts, "creating and listing spaces"."""

from __future__ import annotations

from typing import Any, Literal

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import change, deletion, order
from docdeck.api.reading import many, one
from docdeck.models.collections import MoveContent
from docdeck.models.links import Link, LinkStats
from docdeck.models.publishing import Address
from docdeck.models.spaces import CreateSpace, PatchSpace, Space, TransferSpace

_ONE = "/v1/spaces/{space}"
LinkStatus = Literal["ok", "broken", "in-app"]


def list_in_organization(organization: str, *, limit: int | None = None) -> Query[Page[Space]]:
    """All spaces of an organization that the caller may see."""
    path = path_of("/v1/orgs/{organization}/spaces", organization=organization)
    return Query("listSpacesInOrganizationById", path, many(Space), params_of(limit=limit), ids=(organization,))


def get(space: str, *, share_key: str | None = None) -> Query[Space]:
    """One space; with the key of a share link its published addresses are told too. Document section: "Spaces"."""
    path = path_of(_ONE, space=space)
    return Query("getSpaceById", path, one(Space), params_of(shareKey=share_key), ids=(space,))


def create(organization: str, body: CreateSpace | None = None) -> Command[Space]:
    """A new space. Platform facts: "creating and listing spaces"."""
    path = path_of("/v1/orgs/{organization}/spaces", organization=organization)
    sent = (body or CreateSpace()).to_wire()
    return Command("createSpace", "POST", path, one(Space), body=sent, touches=(organization,))


def update(space: str, body: PatchSpace) -> Command[Space]:
    """Set title, emoji, edit mode, default level, language or merge rules. Document section: "Spaces"."""
    path = path_of(_ONE, space=space)
    return change("updateSpaceById", "PATCH", path, Space, body, (space,), answers=get(space))


def delete(space: str) -> Command[None]:
    """Delete a space; for 7 days it can be restored. Document section: "Space deletion"."""
    return deletion("deleteSpaceById", path_of(_ONE, space=space), (space,))


def restore(space: str) -> Command[Space]:
    """Take back a deletion of the last 7 days. Document section: "Space deletion"."""
    path = path_of(_ONE + "/restore", space=space)
    return Command("restoreSpace", "POST", path, one(Space), touches=(space,), answers=get(space))


def duplicate(space: str) -> Command[Space]:
    """Copy a space with its content; the copy stands on no site. Document section: "Spaces"."""
    return Command("duplicateSpace", "POST", path_of(_ONE + "/duplicate", space=space), one(Space), touches=(space,))


def move(space: str, body: MoveContent) -> Command[Space]:
    """Put a space in a collection (or null, at the root), before or after a neighbour. Document section: "Spaces"."""
    path = path_of(_ONE + "/move", space=space)
    touches = (space, body.parent) if body.parent else (space,)
    return order("moveSpace", path, Space, body, touches, answers=get(space))


def transfer(space: str, organization: str, *, collection: str | None = None) -> Command[Space]:
    """Give a space to another organization, perhaps to a collection there. Not on the newest platforms."""
    given = {"organization": organization} | ({"collection": collection} if collection is not None else {})
    body = TransferSpace.model_validate(given)
    path = path_of(_ONE + "/transfer", space=space)
    touches = (space, organization)
    return Command("transferSpace", "POST", path, one(Space), body.to_wire(), touches=touches, answers=get(space))


def links(space: str, *, status: LinkStatus | None = None, limit: int | None = None) -> Query[Page[Link]]:
    """The links in a space and whether they lead somewhere; `link_stats` reads the counts. Not on newest platforms."""
    path = path_of(_ONE + "/links", space=space)
    return Query("listSpaceLinks", path, many(Link), params_of(status=status, limit=limit), ids=(space,))


def link_stats(page: Page[Link]) -> LinkStats:
    """The counts that a page of links carries: over all links, not only this page. Raises ValidationError."""
    stats: Any = page.extra.get("stats")
    return LinkStats.model_validate({} if stats is None else stats)


def pdf(space: str, *, page: str | None = None, only: bool | None = None) -> Query[Address]:
    """Where the PDF of a space, or of a page of it (`only`: without those below), can be fetched for an hour."""
    path = path_of(_ONE + "/pdf", space=space)
    return Query("getSpacePDF", path, one(Address), params_of(page=page, only=only), ids=(space,))
