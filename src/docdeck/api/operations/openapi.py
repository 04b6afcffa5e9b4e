"""OpenAPI specifications, named by their slugs, and their versions. Document section: "OpenAPI specs"."""

from __future__ import annotations

from typing import Literal

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import change, deletion
from docdeck.api.reading import many, one
from docdeck.models.openapi import (
    CreateSpec,
    OpenApiContent,
    OpenApiSpec,
    OpenApiVersion,
    PatchSpec,
    PutSpec,
    SpecSource,
)

_ALL = "/v1/orgs/{organization}/openapi"
_ONE = _ALL + "/{slug}"


def list_in_organization(organization: str, *, limit: int | None = None) -> Query[Page[OpenApiSpec]]:
    """The specifications of an organization."""
    path = path_of(_ALL, organization=organization)
    return Query("listOpenAPISpecs", path, many(OpenApiSpec), params_of(limit=limit), ids=(organization,))


def get(organization: str, slug: str) -> Query[OpenApiSpec]:
    """One specification, with how its processing went."""
    path = path_of(_ONE, organization=organization, slug=slug)
    return Query("getOpenAPISpecBySlug", path, one(OpenApiSpec), ids=(organization, slug))


def create(organization: str, slug: str, source: SpecSource) -> Command[OpenApiSpec]:
    """A new specification, from an address or from its text."""
    path = path_of(_ALL, organization=organization)
    body = CreateSpec(slug=slug, source=source).to_wire()
    return Command("createOpenAPISpec", "POST", path, one(OpenApiSpec), body=body, touches=(organization,))


def put(organization: str, slug: str, source: SpecSource) -> Command[OpenApiSpec]:
    """A new version of the specification, or a new specification under this slug."""
    path = path_of(_ONE, organization=organization, slug=slug)
    answers = get(organization, slug)
    body = PutSpec(source=source)
    touches = (organization, slug)
    return change("createOrUpdateOpenAPISpecBySlug", "PUT", path, OpenApiSpec, body, touches, answers=answers)


def delete(organization: str, slug: str) -> Command[None]:
    """Delete a specification with its versions."""
    path = path_of(_ONE, organization=organization, slug=slug)
    return deletion("deleteOpenAPISpecBySlug", path, (organization, slug))


def set_visibility(organization: str, slug: str, visibility: Literal["private", "public"]) -> Command[OpenApiSpec]:
    """Let everybody with a public link read it, or nobody."""
    path = path_of(_ONE, organization=organization, slug=slug)
    answers = get(organization, slug)
    body = PatchSpec(visibility=visibility)
    touches = (organization, slug)
    return change("updateOpenAPISpecBySlug", "PATCH", path, OpenApiSpec, body, touches, answers=answers)


def list_versions(organization: str, slug: str, *, limit: int | None = None) -> Query[Page[OpenApiVersion]]:
    """The versions of a specification."""
    path = path_of(_ONE + "/versions", organization=organization, slug=slug)
    ids = (organization, slug)
    return Query("listOpenAPISpecVersions", path, many(OpenApiVersion), params_of(limit=limit), ids=ids)


def latest_version(organization: str, slug: str) -> Query[OpenApiVersion]:
    """The version of today."""
    path = path_of(_ONE + "/versions/latest", organization=organization, slug=slug)
    return Query("getLatestOpenAPISpecVersion", path, one(OpenApiVersion), ids=(organization, slug))


def latest_content(organization: str, slug: str) -> Query[OpenApiContent]:
    """The files of the version of today."""
    path = path_of(_ONE + "/versions/latest/content", organization=organization, slug=slug)
    return Query("getLatestOpenAPISpecVersionContent", path, one(OpenApiContent), ids=(organization, slug))


def get_version(organization: str, slug: str, version: str) -> Query[OpenApiVersion]:
    """One version."""
    path = path_of(_ONE + "/versions/{version}", organization=organization, slug=slug, version=version)
    return Query("getOpenAPISpecVersionById", path, one(OpenApiVersion), ids=(organization, slug, version))


def version_content(organization: str, slug: str, version: str) -> Query[OpenApiContent]:
    """The files of one version."""
    path = path_of(_ONE + "/versions/{version}/content", organization=organization, slug=slug, version=version)
    ids = (organization, slug, version)
    return Query("getOpenAPISpecVersionContentById", path, one(OpenApiContent), ids=ids)
