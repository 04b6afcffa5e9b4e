"""OpenAPI specifications and their versions. Document section: "OpenAPI spec"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Select, delete, select, update

from docdeck.service.paging import Slice, Window
from docdeck.service.store.paged import cut
from docdeck.service.store.schema import members
from docdeck.service.store.store import Row, Tx
from docdeck.service.store.works_schema import openapi_specs, openapi_versions

_LIGHT = tuple(column for column in openapi_versions.c if column.name not in ("text", "content"))


def insert_spec(
    tx: Tx,
    organization: str,
    slug: str,
    *,
    url: str | None = None,
    text: str | None = None,
    visibility: str = "private",
) -> str:
    """Add a specification that is still to be processed; answers the id."""
    made, now = tx.ids(), tx.now()
    tx.insert(
        openapi_specs,
        id=made,
        organization=organization,
        slug=slug,
        created_at=now,
        updated_at=now,
        source_url=url,
        source_text=text,
        state="pending",
        visibility=visibility,
        errors=[],
    )
    return made


def update_spec(tx: Tx, id: str, **values: Any) -> None:
    """Change columns of a specification and its time of update."""
    tx.run(update(openapi_specs).where(openapi_specs.c.id == id).values(**{"updated_at": tx.now(), **values}))


def delete_spec(tx: Tx, id: str) -> None:
    """Remove a specification with all its versions."""
    tx.run(delete(openapi_specs).where(openapi_specs.c.id == id))


def insert_version(tx: Tx, spec: str, name: str, text: str, content: Mapping[str, Any]) -> str:
    """Add a version: the file's name, its text as it came, and what it says as JSON; answers the id."""
    made = tx.ids()
    row = {"id": made, "spec": spec, "created_at": tx.now(), "name": name, "text": text, "content": dict(content)}
    tx.insert(openapi_versions, **row)
    return made


def specs_in(tx: Tx, organization: str, window: Window) -> Slice:
    """The specifications of an organization, oldest first."""
    asked = select(openapi_specs).select_from(openapi_specs).where(openapi_specs.c.organization == organization)
    return cut(tx, asked, window, openapi_specs.c.created_at, openapi_specs.c.id)


def spec_by_slug(tx: Tx, organization: str, slug: str) -> Row | None:
    """A specification by its slug."""
    return tx.one(
        select(openapi_specs).where(openapi_specs.c.organization == organization, openapi_specs.c.slug == slug)
    )


def spec_by_id(tx: Tx, id: str) -> Row | None:
    """A specification by its id."""
    return tx.one(select(openapi_specs).where(openapi_specs.c.id == id))


def versions_of(tx: Tx, spec: str, window: Window) -> Slice:
    """The versions of a specification, newest first, without their content."""
    asked = select(*_LIGHT).select_from(openapi_versions).where(openapi_versions.c.spec == spec)
    return cut(tx, asked, window, openapi_versions.c.created_at, openapi_versions.c.id, descending=True)


def version_of(tx: Tx, spec: str, version: str, *, whole: bool = False) -> Row | None:
    """A version by its id; `whole` adds text and content."""
    asked: Select[Any] = select(openapi_versions) if whole else select(*_LIGHT)
    return tx.one(asked.where(openapi_versions.c.spec == spec, openapi_versions.c.id == version))


def version_for_reader(tx: Tx, version: str, reader: str | None) -> Row | None:
    """A version that anybody may read because its specification is public, or that the reader may as a member."""
    joined = openapi_versions.join(openapi_specs, openapi_specs.c.id == openapi_versions.c.spec)
    asked = select(openapi_versions, openapi_specs.c.visibility, openapi_specs.c.organization).select_from(joined)
    row = tx.one(asked.where(openapi_versions.c.id == version))
    if row is None or row["visibility"] == "public":
        return row
    own = select(members.c.user).where(
        members.c.organization == row["organization"], members.c.user == reader, members.c.disabled.is_(False),
        members.c.role.is_not(None),
    )  # fmt: skip
    return row if reader is not None and tx.value(own) is not None else None
