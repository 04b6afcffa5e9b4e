"""Collections of spaces. Document section: "Collections"."""

from __future__ import annotations

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import change, deletion, order
from docdeck.api.reading import many, one
from docdeck.models.collections import Collection, CreateCollection, MoveContent, PatchCollection, TransferCollection
from docdeck.models.spaces import Space

_ONE = "/v1/collections/{collection}"


def list_in_organization(
    organization: str, *, nested: bool | None = None, limit: int | None = None
) -> Query[Page[Collection]]:
    """Collections of an organization, nested ones too unless `nested` is False."""
    path = path_of("/v1/orgs/{organization}/collections", organization=organization)
    params = params_of(nested=nested, limit=limit)
    return Query("listCollectionsInOrganizationById", path, many(Collection), params, ids=(organization,))


def get(collection: str) -> Query[Collection]:
    """One collection."""
    return Query("getCollectionById", path_of(_ONE, collection=collection), one(Collection), ids=(collection,))


def list_spaces(collection: str, *, limit: int | None = None) -> Query[Page[Space]]:
    """The spaces that lie in a collection."""
    path = path_of(_ONE + "/spaces", collection=collection)
    return Query("listSpacesInCollectionById", path, many(Space), params_of(limit=limit), ids=(collection,))


def create(organization: str, body: CreateCollection | None = None) -> Command[Collection]:
    """A new collection, at the root or in another one. Document section: "Collections"."""
    path = path_of("/v1/orgs/{organization}/collections", organization=organization)
    sent = (body or CreateCollection()).to_wire()
    return Command("createCollection", "POST", path, one(Collection), body=sent, touches=(organization,))


def update(collection: str, body: PatchCollection) -> Command[Collection]:
    """Set title, description or default level. Document section: "Collections"."""
    path = path_of(_ONE, collection=collection)
    return change("updateCollectionById", "PATCH", path, Collection, body, (collection,), answers=get(collection))


def delete(collection: str) -> Command[None]:
    """Delete a collection. Document section: "Collections"."""
    return deletion("deleteCollectionById", path_of(_ONE, collection=collection), (collection,))


def move(collection: str, body: MoveContent) -> Command[Collection]:
    """Put a collection in another (or null, at the root), before or after a neighbour. Section: "Collections"."""
    path = path_of(_ONE + "/move", collection=collection)
    touches = (collection, body.parent) if body.parent else (collection,)
    return order("moveCollection", path, Collection, body, touches, answers=get(collection))


def transfer(collection: str, organization: str) -> Command[Collection]:
    """Give a collection with all that lies in it to another organization. Document section: "Collections"."""
    return Command(
        "transferCollection",
        "POST",
        path_of(_ONE + "/transfer", collection=collection),
        one(Collection),
        body=TransferCollection(organization=organization).to_wire(),
        touches=(collection, organization),
        answers=get(collection),
    )
