"""What administrators set in an organization, and how people come in. Document: "Organizations"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from docdeck.models.base import Document
from docdeck.models.invites import CreateInvite, PatchInvite
from docdeck.models.organizations import CreateOrganization, PatchOrganization
from docdeck.service.access import organization_access, space_access
from docdeck.service.actions.sent import sent_values
from docdeck.service.errors import Conflict, Denied, Invalid, Missing
from docdeck.service.rules.addresses import domain_of, email_domain, web_address
from docdeck.service.rules.permissions import at_least
from docdeck.service.store import Row, Tx
from docdeck.service.store.doors import (
    delete_link_invite,
    insert_link_invite,
    link_invite,
    set_instructions,
    update_link_invite,
)
from docdeck.service.store.membership import (
    any_organization,
    has_site,
    hostname_taken,
    membership,
    organizations_with_domain,
    set_grant,
    update_organization,
)
from docdeck.service.store.people import insert_member, insert_organization, users_by_id
from docdeck.service.store.sites import insert_site
from docdeck.service.store.spaces import space_for

_HOSTNAME = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")
MAX_SITE_TITLE = 128
_SHUT = "This organization does not exist, or it does not let your email address in."


def patch_organization(tx: Tx, actor: str, organization: str, sent: PatchOrganization) -> None:
    """Set what was sent; the rest stays."""
    organization_access(tx, actor, organization, "admin")
    values = sent_values(sent, nullable=("default_role", "default_content", "logo"))
    if "title" in values and len(values["title"].strip()) < 2:
        raise Invalid("title: must have at least two characters that show.")
    if "email_domains" in values:
        values["email_domains"] = _domains(values["email_domains"])
    if "hostname" in values:
        values["hostname"] = _hostname(tx, organization, values["hostname"])
    if values.get("logo") is not None:
        web_address("logo", values["logo"])
    if "merge_rules" in values:
        values["merge_rules"] = sent.to_wire()["mergeRules"]
    if "default_content" in values:
        values["default_site"] = _default_site(tx, organization, values.pop("default_content"))
    if values:
        update_organization(tx, organization, **values)


def create_organization(tx: Tx, actor: str, sent: CreateOrganization, *, with_site: bool) -> str:
    """Add an organization whose administrator is the person who asks, perhaps with a site; answers the id."""
    values = sent_values(sent)
    if len(sent.title.strip()) < 2:
        raise Invalid("title: must have at least two characters that show.")
    made = insert_organization(tx, sent.title, email_domains=_domains(values.get("email_domains", ())))
    insert_member(tx, made, actor, "admin", last_seen_at=tx.now())
    if with_site:
        update_organization(tx, made, default_site=insert_site(tx, made, sent.title[:MAX_SITE_TITLE]))
    return made


def _domains(sent: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(email_domain("emailDomains", text) for text in sent))


def _hostname(tx: Tx, organization: str, text: str) -> str:
    hostname = text.lower()
    if not _HOSTNAME.fullmatch(hostname):
        raise Invalid("hostname: has letters, digits, hyphens and dots only.")
    if hostname_taken(tx, organization, hostname):
        raise Conflict(f"The hostname {hostname} belongs to another organization.")
    return hostname


def _default_site(tx: Tx, organization: str, content: Any) -> str | None:
    if content is None:
        return None
    if not has_site(tx, organization, content.site):
        raise Invalid("defaultContent.site: this organization has no such site.")
    return content.site


def join_organization(tx: Tx, actor: str, organization: str) -> None:
    """Become a member by one's email domain, which the operator of the service vouches for."""
    row = any_organization(tx, organization)
    known = None if row is None else membership(tx, organization, actor)
    if row is None or (known is None and _domain(tx, actor) not in row["email_domains"]):
        raise Missing(_SHUT)
    _let_in(tx, actor, organization, known, row["default_role"])


def _let_in(tx: Tx, actor: str, organization: str, known: Row | None, role: str | None) -> None:
    """Add a member; who is one already stays as they are."""
    if known is None:
        insert_member(tx, organization, actor, role, last_seen_at=tx.now())
    elif known["disabled"]:
        raise Denied("An administrator has disabled you in this organization.")


def _domain(tx: Tx, user: str) -> str | None:
    return domain_of(users_by_id(tx, [user])[user]["email"])


def organizations_for_domain(tx: Tx, actor: str, domain: str) -> list[Row]:
    """Which organizations let an email domain in: all for one's own domain, else those that one belongs to."""
    wanted = email_domain("emailDomain", domain)
    found = organizations_with_domain(tx, actor, wanted)
    if _domain(tx, actor) == wanted:
        return found
    return [row for row in found if row["belongs"] is not None]


def write_instructions(tx: Tx, actor: str, organization: str, instructions: Document) -> None:
    """Replace what the organization tells its agent."""
    organization_access(tx, actor, organization, "admin")
    set_instructions(tx, organization, actor, instructions.to_wire())


def create_invite(tx: Tx, actor: str, organization: str, sent: CreateInvite) -> str:
    """Make a link into the organization, or into one of its spaces; answers the id."""
    organization_access(tx, actor, organization, "admin")
    if sent.collection is not None:
        raise Invalid("collection: links lead to the organization or to a space, not to a collection.")
    if sent.space is None:
        if "role" not in sent.model_fields_set:
            raise Invalid("role: is needed, or level with space.")
        return insert_link_invite(tx, organization, sent.role)
    if space_access(tx, actor, sent.space).space["organization"] != organization:
        raise Invalid("space: this organization has no such space.")
    if sent.level is None:
        raise Invalid("level: is needed with space.")
    return insert_link_invite(tx, organization, sent.level, space=sent.space)


def invite_of(tx: Tx, actor: str, organization: str, invite: str) -> Row:
    """A link into the organization, else 404."""
    organization_access(tx, actor, organization, "admin")
    row = link_invite(tx, organization, invite)
    if row is None:
        raise Missing("This organization has no such invitation.")
    return row


def patch_invite(tx: Tx, actor: str, organization: str, invite: str, sent: PatchInvite) -> None:
    """Change what a link gives to those who follow it from now on."""
    row = invite_of(tx, actor, organization, invite)
    name = "role" if row["space"] is None else "level"
    if name not in sent.model_fields_set:
        raise Invalid(f"{name}: is what this invitation has.")
    role = sent.role if row["space"] is None else sent.level
    if role is None and row["space"] is not None:
        raise Invalid("level: must not be null.")
    update_link_invite(tx, invite, role)


def delete_invite(tx: Tx, actor: str, organization: str, invite: str) -> None:
    """Make a link lead nowhere; fine when it already does."""
    organization_access(tx, actor, organization, "admin")
    delete_link_invite(tx, organization, invite)


def join_with_invite(tx: Tx, actor: str, organization: str, invite: str) -> Row:
    """Follow a link into an organization; answers the link's row."""
    row, home = link_invite(tx, organization, invite), any_organization(tx, organization)
    if row is None or home is None:
        raise Missing("This invitation does not exist any more.")
    if not home["invite_links"]:
        raise Denied("This organization has switched its invitation links off.")
    known = membership(tx, organization, actor)
    _let_in(tx, actor, organization, known, row["role"] if row["space"] is None else None)
    if row["space"] is not None:
        seen = space_for(tx, actor, row["space"])
        current = None if seen is None else space_access(tx, actor, row["space"]).role
        if not at_least(current, row["role"]):
            set_grant(tx, row["space"], actor, row["role"])
    return row
