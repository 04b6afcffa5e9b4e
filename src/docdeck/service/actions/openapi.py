"""Creating, replacing and deleting OpenAPI specifications; processing follows in the background."""

from __future__ import annotations

from docdeck.models.openapi import CreateSpec, SpecSource
from docdeck.service.errors import Conflict, Denied, Invalid, Missing
from docdeck.service.place_access import insider_access
from docdeck.service.rules.permissions import organization_permissions
from docdeck.service.store import Row, Tx
from docdeck.service.store.jobs import queue_job
from docdeck.service.store.openapi import delete_spec, insert_spec, spec_by_slug, update_spec
from docdeck.service.work.addresses import check_http


def specs_access(tx: Tx, actor: str, organization: str, *, write: bool = False) -> Row:
    """An organization whose specifications the person may see, or write, else 404 or 403."""
    home = insider_access(tx, actor, organization, "specifications")
    if write and not organization_permissions(home["member_role"])["createOpenAPISpec"]:
        raise Denied("You may not change specifications here: ask an administrator for the creator role.")
    return home


def spec_access(tx: Tx, actor: str, organization: str, slug: str, *, write: bool = False) -> tuple[Row, Row]:
    """An organization and a specification of it, else 404 or 403."""
    home = specs_access(tx, actor, organization, write=write)
    row = spec_by_slug(tx, organization, slug)
    if row is None:
        raise Missing("This organization has no such specification.")
    return home, row


def create_spec(tx: Tx, actor: str, organization: str, sent: CreateSpec) -> None:
    """Add a specification under a free slug."""
    specs_access(tx, actor, organization, write=True)
    _check(sent.source)
    if spec_by_slug(tx, organization, sent.slug) is not None:
        raise Conflict(f"slug: {sent.slug} is taken in this organization.")
    _process(tx, insert_spec(tx, organization, sent.slug, url=sent.source.url, text=sent.source.text))


def put_spec(tx: Tx, actor: str, organization: str, slug: str, source: SpecSource) -> bool:
    """Add a specification, or give it another source; answers whether it is new."""
    specs_access(tx, actor, organization, write=True)
    _check(source)
    row = spec_by_slug(tx, organization, slug)
    if row is None:
        _process(tx, insert_spec(tx, organization, slug, url=source.url, text=source.text))
        return True
    update_spec(tx, row["id"], source_url=source.url, source_text=source.text, state="pending")
    _process(tx, row["id"])
    return False


def remove_spec(tx: Tx, actor: str, organization: str, slug: str) -> None:
    """Delete a specification; nothing happens when it is absent."""
    specs_access(tx, actor, organization, write=True)
    row = spec_by_slug(tx, organization, slug)
    if row is not None:
        delete_spec(tx, row["id"])


def _check(source: SpecSource) -> None:
    if (source.url is None) == (source.text is None):
        raise Invalid("source: needs either url or text.")
    if source.url is not None:
        check_http("source.url", source.url)


def _process(tx: Tx, spec: str) -> None:
    queue_job(tx, "openapi", {"spec": spec})
