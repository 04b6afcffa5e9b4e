"""Publishing integrations, installing them, and what they are told about it. Document section: "Integrations"."""

from __future__ import annotations

from typing import Any

from docdeck.models.integrations import DevelopmentTunnel, PublishIntegration
from docdeck.service.access import space_access
from docdeck.service.errors import Conflict, Denied, Invalid, Missing
from docdeck.service.place_access import site_access
from docdeck.service.rules.permissions import at_least, organization_permissions
from docdeck.service.rules.publishing import marks_of, name_problem, needs_setup, publishing_problem
from docdeck.service.store import Row, Tx
from docdeck.service.store.integrations import (
    delete_integration,
    insert_event,
    insert_installation,
    insert_placing,
    installation_for,
    installation_in,
    integration_by_name,
    integration_for,
    organization_named,
    placing_of,
    put_integration,
    update_integration,
)
from docdeck.service.store.jobs import queue_job
from docdeck.service.work.addresses import check_http


def integration_access(tx: Tx, actor: str, name: str, *, own: bool = False) -> Row:
    """An integration that the person sees, else 404; with `own`, one of an organization they administrate, else 403."""
    row = integration_for(tx, actor, name)
    if row is None:
        raise Missing("This integration does not exist, or you may not see it.")
    if own and not at_least(row["owner_role"], "admin"):
        raise Denied("Only an administrator of the organization that owns this integration may do this.")
    return row


def whose(row: Row, actor: str) -> str | None:
    """The caller that lists are narrowed to: administrators of the owner see all installations."""
    return None if at_least(row["owner_role"], "admin") else actor


def publish(tx: Tx, actor: str, name: str, sent: PublishIntegration) -> None:
    """Publish an integration, or its next version; only names of secrets are kept."""
    problem = name_problem(name) or publishing_problem(sent)
    if problem is not None:
        raise Invalid(problem)
    home = organization_named(tx, actor, sent.organization)
    if home is None:
        raise Missing("organization: does not exist, or you do not belong to it.")
    if not at_least(home["member_role"], "admin"):
        raise Denied("Only an administrator of the organization may publish integrations for it.")
    known = integration_by_name(tx, name)
    if known is not None and known["organization"] != home["id"]:
        raise Denied("name: belongs to an integration of another organization.")
    record(tx, name, home["id"], sent)


def record(tx: Tx, name: str, organization: str, sent: PublishIntegration) -> None:
    """Keep a version that was checked. Asks for no permission."""
    wire = sent.to_wire()
    for hidden in ("organization", "secrets", "title", "target", "visibility"):
        wire.pop(hidden, None)
    put_integration(
        tx,
        name,
        organization=organization,
        title=sent.title,
        target=sent.target or "all",
        visibility=sent.visibility or "private",
        folded=f"{name} {sent.title} {sent.description}".casefold(),
        marks=marks_of(sent),
        published=wire,
        secret_names=sorted(sent.secrets or {}),
    )


def unpublish(tx: Tx, actor: str, name: str) -> None:
    """Remove an integration everywhere. Does nothing when it is absent."""
    if integration_for(tx, actor, name) is not None:
        integration_access(tx, actor, name, own=True)
        delete_integration(tx, name)


def install(tx: Tx, actor: str, name: str, organization: str) -> str:
    """Install an integration in an organization; it waits for its settings when it needs some. Answers the id."""
    row = integration_access(tx, actor, name)
    home = organization_named(tx, actor, organization)
    if home is None or (row["visibility"] == "private" and home["id"] != row["organization"]):
        raise Missing("organization: does not exist, or this integration is not for it.")
    if not organization_permissions(home["member_role"])["installIntegration"]:
        raise Denied("Only an administrator of the organization may install integrations in it.")
    if installation_in(tx, name, home["id"]) is not None:
        raise Conflict("This integration is installed in the organization already.")
    status = "pending" if needs_setup(row["published"].get("configurations"), "account") else "active"
    made = insert_installation(tx, name, home["id"], status=status)
    tell(tx, row, home["id"], {"type": "installation_setup", "installationId": made, "status": status})
    return made


def place(tx: Tx, actor: str, name: str, installation: str, kind: str, id: str) -> Row:
    """Set an installation up in a space or on a site of its organization; the row of it."""
    row = integration_access(tx, actor, name)
    found = installation_for(tx, actor, name, installation)
    if found is None:
        raise Missing("This integration has no such installation, or you may not see it.")
    _may_place(tx, actor, found["organization"], kind, id)
    if placing_of(tx, kind, installation, id) is not None:
        raise Conflict(f"This integration is installed on this {kind} already.")
    status = "pending" if needs_setup(row["published"].get("configurations"), kind) else "active"
    insert_placing(tx, kind, installation, id, status=status)
    payload = {"type": f"{kind}_installation_setup", "installationId": installation, f"{kind}Id": id, "status": status}
    tell(tx, row, found["organization"], payload)
    made = placing_of(tx, kind, installation, id)
    assert made is not None
    return made


def _may_place(tx: Tx, actor: str, organization: str, kind: str, id: str) -> None:
    if kind == "space":
        access = space_access(tx, actor, id)
        if access.space["organization"] != organization:
            raise Missing("space: belongs to another organization.")
        if not access.may("installIntegration"):
            raise Denied("Only an administrator of the space may install integrations in it.")
        return
    site_access(tx, actor, organization, id)
    home = organization_named(tx, actor, organization)
    if home is None or not organization_permissions(home["member_role"])["installIntegration"]:
        raise Denied("Only an administrator of the organization may install integrations on its sites.")


def tell(tx: Tx, integration: Row, organization: str, payload: dict[str, Any]) -> None:
    """Record an event; while the integration is being developed, it also goes through the tunnel."""
    name: str = integration["name"]
    through = integration["tunnel"] and (integration["tunnel_all"] or organization == integration["organization"])
    where = "the development tunnel" if through else "the integration's script"
    log = {"level": "debug", "timestamp": tx.now(), "message": f"{payload['type']} handed to {where}"}
    event = insert_event(tx, name, payload.get("installationId"), payload, logs=[log])
    if through:
        queue_job(tx, "event", {"integration": name, "event": event})


def set_tunnel(tx: Tx, actor: str, name: str, sent: DevelopmentTunnel) -> None:
    """Send events to an address from now on."""
    integration_access(tx, actor, name, own=True)
    check_http("tunnelUrl", sent.tunnel_url)
    update_integration(tx, name, tunnel=sent.tunnel_url, tunnel_all=bool(sent.all))


def close_tunnel(tx: Tx, actor: str, name: str) -> None:
    """Send events nowhere else. Does nothing when the integration is absent."""
    if integration_for(tx, actor, name) is not None:
        integration_access(tx, actor, name, own=True)
        update_integration(tx, name, tunnel=None, tunnel_all=False)
