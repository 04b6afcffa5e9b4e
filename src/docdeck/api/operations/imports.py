"""Importing content from a website or files. Platform facts 2.8; their paths begin with `/v1/org`, not `/v1/orgs`."""

from __future__ import annotations

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.reading import many, one
from docdeck.models.imports import ImportRun, StartImport

_ALL = "/v1/org/{organization}/imports"


def start(organization: str, body: StartImport) -> Command[ImportRun]:
    """Start an import into a space, or into a change request of it."""
    path = path_of(_ALL, organization=organization)
    touches = (organization, body.target.space)
    return Command("startImportRun", "POST", path, one(ImportRun), body=body.to_wire(), touches=touches)


def cancel(organization: str, run: str) -> Command[ImportRun]:
    """Stop an import; what it made stays."""
    path = path_of(_ALL + "/{run}/cancel", organization=organization, run=run)
    touches = (organization, run)
    return Command("cancelImportRun", "POST", path, one(ImportRun), repeat="same_effect", touches=touches)


def list_runs(
    organization: str, *, space: str | None = None, status: str | None = None, limit: int | None = None
) -> Query[Page[ImportRun]]:
    """The imports of an organization. Newer platforms only."""
    path = path_of(_ALL, organization=organization)
    params = params_of(space=space, status=status, limit=limit)
    return Query("listImportRuns", path, many(ImportRun), params, ids=(organization,))


def get(organization: str, run: str) -> Query[ImportRun]:
    """One import. Newer platforms only."""
    path = path_of(_ALL + "/{run}", organization=organization, run=run)
    return Query("getImportRun", path, one(ImportRun), ids=(organization, run))
