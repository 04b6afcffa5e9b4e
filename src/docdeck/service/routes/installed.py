"""Integrations as an organization has them: what it can install, has installed, and where they work. Facts 2.8."""

from __future__ import annotations

from typing import Any

from docdeck.models.installed import InstallationStatus, OrganizationInstallation
from docdeck.service.access import organization_access, space_access
from docdeck.service.errors import Missing
from docdeck.service.place_access import site_access
from docdeck.service.routes.call import Call, reads
from docdeck.service.routes.integrations import integrations_asked_for, views_of
from docdeck.service.store import Tx
from docdeck.service.store.integrations import installation_in, installed_in, integrations_named, integrations_on
from docdeck.service.views.integrations import installation_view

_ORG = "/v1/orgs/{org}"


def _available(tx: Tx, call: Call) -> dict[str, Any]:
    home = organization_access(tx, call.actor, call.params["org"], "listIntegrations")
    part = integrations_asked_for(tx, call, home["id"])
    return call.listed(part, views_of(tx, call, part.items))


def _installed(tx: Tx, call: Call) -> dict[str, Any]:
    home = organization_access(tx, call.actor, call.params["org"], "listInstallations")
    part = installed_in(tx, home["id"], call.window("installed"), call.query.get("search"))
    known = integrations_named(tx, (row["integration"] for row in part.items))
    views = views_of(tx, call, [known[row["integration"]] for row in part.items])
    pairs = zip(part.items, views, strict=True)
    items = [
        OrganizationInstallation(installation=installation_view(row, call.links), integration=view)
        for row, view in pairs
    ]
    return call.listed(part, items)


def _status(tx: Tx, call: Call) -> InstallationStatus:
    home = organization_access(tx, call.actor, call.params["org"], "listInstallations")
    row = installation_in(tx, call.params["integration"], home["id"])
    if row is None:
        raise Missing("This integration is not installed in the organization.")
    return InstallationStatus(status=row["status"])


def _on_space(tx: Tx, call: Call) -> dict[str, Any]:
    space = space_access(tx, call.actor, call.params["space"]).space
    return _working(tx, call, "space", space["organization"], space["id"])


def _on_site(tx: Tx, call: Call) -> dict[str, Any]:
    site = site_access(tx, call.actor, call.params["org"], call.params["site"])
    return _working(tx, call, "site", site["organization"], site["id"])


def _working(tx: Tx, call: Call, place: str, organization: str, id: str) -> dict[str, Any]:
    """All at once: these two lists have no parts."""
    rows = integrations_on(tx, call.actor, place, organization, id, call.query.get("search"))
    return {"items": views_of(tx, call, rows), "count": len(rows)}


ROUTES = (
    reads(f"{_ORG}/integrations", _available),
    reads(f"{_ORG}/installations", _installed),
    reads(f"{_ORG}/integrations/{{integration}}/installation_status", _status),
    reads("/v1/spaces/{space}/integrations", _on_space),
    reads(f"{_ORG}/sites/{{site}}/integrations", _on_site),
)
