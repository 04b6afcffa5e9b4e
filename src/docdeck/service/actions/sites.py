"""Making, changing, publishing and deleting sites. Document section: "Sites"."""

from __future__ import annotations

from typing import Any

from docdeck.models.sites import CreateSite, PatchSite
from docdeck.service.access import space_access
from docdeck.service.actions.sent import sent_values
from docdeck.service.errors import Conflict, Denied, Invalid, Missing
from docdeck.service.place_access import site_access, sites_access
from docdeck.service.rules.permissions import at_least
from docdeck.service.rules.visitor_schema import schema_problem
from docdeck.service.store import Row, Tx
from docdeck.service.store.site_writes import (
    basename_taken,
    delete_site,
    section_in,
    set_default_section,
    set_default_space,
    site_space_in,
    update_site,
)
from docdeck.service.store.sites import all_sections, insert_site, insert_site_space, site_in

_UNTITLED = "Untitled site"


def editable_sites(tx: Tx, actor: str, organization: str, needed: str = "create") -> Row:
    """An organization whose sites the person may change, else 403."""
    home = sites_access(tx, actor, organization)
    if not at_least(home["member_role"], needed):
        role = "an administrator" if needed == "admin" else "somebody with the creator role"
        raise Denied(f"You may not do this with the sites of this organization: ask {role}.")
    return home


def editable_site(tx: Tx, actor: str, organization: str, site: str, needed: str = "create") -> Row:
    """A site that the person may change, else 404 or 403."""
    editable_sites(tx, actor, organization, needed)
    return site_access(tx, actor, organization, site)


def space_for_site(tx: Tx, actor: str, organization: str, space: str, field: str) -> str:
    """A space of the organization that the person sees, else 400 naming the field."""
    try:
        row = space_access(tx, actor, space).space
    except Missing:
        raise Invalid(f"{field}: there is no such space, or you may not see it.") from None
    if row["organization"] != organization:
        raise Invalid(f"{field}: the space belongs to another organization.")
    return row["id"]


def create_site(tx: Tx, actor: str, organization: str, sent: CreateSite) -> str:
    """Add a site that is not published; the first space is its default one. Answers the id."""
    editable_sites(tx, actor, organization)
    spaces = [
        space_for_site(tx, actor, organization, space, f"spaces.{place}")
        for place, space in enumerate(sent.spaces or ())
    ]
    site = insert_site(
        tx, organization, sent.title or _UNTITLED, type=sent.type or "basic", visibility=sent.visibility or "public"
    )
    for place, space in enumerate(dict.fromkeys(spaces)):
        insert_site_space(tx, site, space, default=place == 0)
    return site


def patch_site(tx: Tx, actor: str, organization: str, site: str, sent: PatchSite) -> None:
    """Set what was sent; null removes the proxy only."""
    row = editable_site(tx, actor, organization, site)
    given = sent_values(sent, nullable=("proxy",))
    values: dict[str, Any] = {
        name: value for name, value in given.items() if name in ("title", "visibility", "basename", "agents_context")
    }
    if "basename" in values and basename_taken(tx, organization, values["basename"], site):
        raise Conflict(f"basename: {values['basename']} is taken by another site of this organization.")
    if sent.adaptive_content is not None:
        values["adaptive"] = sent.adaptive_content.enabled
    if "proxy" in given:
        target = row["hostname"] or f"{row['organization_hostname'] or organization}/{row['basename'] or site}"
        values["proxy"] = None if sent.proxy is None else {"origin": sent.proxy, "target": f"https://{target}"}
    if values:
        update_site(tx, site, **values)
    if sent.default_site_section is not None:
        if section_in(tx, site, sent.default_site_section) is None:
            raise Invalid("defaultSiteSection: this site has no such section.")
        set_default_section(tx, site, sent.default_site_section)
    if sent.default_site_space is not None:
        _set_default_space(tx, site, sent.default_site_space)


def _set_default_space(tx: Tx, site: str, id: str) -> None:
    placing = site_space_in(tx, site, id)
    default = next((section["id"] for section in all_sections(tx, site) if section["is_default"]), None)
    if placing is None or placing["section"] != default:
        where = "the site's root" if default is None else "the default section"
        raise Invalid(f"defaultSiteSpace: must be a site space in {where}.")
    set_default_space(tx, site, default, id)


def put_schema(tx: Tx, actor: str, organization: str, site: str, schema: dict[str, Any]) -> None:
    """Replace the visitor schema."""
    editable_site(tx, actor, organization, site)
    problem = schema_problem(schema)
    if problem is not None:
        raise Invalid(f"jsonSchema{problem}")
    update_site(tx, site, adaptive_schema=schema, adaptive_at=tx.now())


def set_published(tx: Tx, actor: str, organization: str, site: str, published: bool) -> None:
    """Let visitors in, or keep them out; settings and content stay."""
    editable_site(tx, actor, organization, site, "admin")
    update_site(tx, site, published=published)


def remove_site(tx: Tx, actor: str, organization: str, site: str) -> None:
    """Delete a site; its spaces stay. Does nothing when it is absent."""
    editable_sites(tx, actor, organization, "admin")
    if site_in(tx, organization, site) is not None:
        delete_site(tx, site)
