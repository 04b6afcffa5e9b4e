"""OpenAPI specifications and their versions as answers. Document section: "OpenAPI spec"."""

from __future__ import annotations

from docdeck.models.openapi import OpenApiContent, OpenApiSpec, OpenApiVersion, SpecError
from docdeck.service.rules.permissions import at_least
from docdeck.service.store import Row
from docdeck.service.views.links import Links
from docdeck.service.views.present import present, when


def spec_view(row: Row, role: str | None, links: Links) -> OpenApiSpec:
    """A specification as a member with a role sees it; a public one has an address for everybody."""
    place = ("orgs", row["organization"], "openapi", row["slug"])
    version = row["last_version"] if row["visibility"] == "public" else None
    return OpenApiSpec(
        object="openapi-spec",
        id=row["id"],
        created_at=when(row["created_at"]),
        updated_at=when(row["updated_at"]),
        slug=row["slug"],
        processing_state=row["state"],
        visibility=row["visibility"],
        permissions={"view": True, "edit": at_least(role, "create")},
        urls={
            **links.both(f"o/{row['organization']}/openapi/{row['slug']}", *place),
            **present(published=None if version is None else _address(version, links)),
        },
        last_processed_errors=[SpecError.model_validate(problem) for problem in row["errors"]],
        **present(
            source_url=row["source_url"],
            last_version=row["last_version"],
            last_processed_at=when(row["processed_at"]),
            last_process_error_code=row["error_code"],
        ),
    )


def version_view(spec: Row, row: Row, links: Links) -> OpenApiVersion:
    """A version; `url` is where its file is."""
    place = ("orgs", spec["organization"], "openapi", spec["slug"], "versions", row["id"])
    return OpenApiVersion(
        object="openapi-spec-version",
        id=row["id"],
        created_at=when(row["created_at"]),
        url=_address(row["id"], links),
        urls=links.location(*place),
    )


def content_view(row: Row, links: Links) -> OpenApiContent:
    """What a version says: its one file by name."""
    return OpenApiContent(filesystem={row["name"]: row["content"]}, url=_address(row["id"], links))


def _address(version: str, links: Links) -> str:
    return f"{links.base}/files/openapi/{version}"
