"""Integrations, their installations and events. Document: "Integrations"; facts 2.9."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from docdeck.models.installed import InstallOnSite, InstallOnSpace
from docdeck.models.integrations import (
    DevelopmentTunnel,
    EventDetail,
    Install,
    Installation,
    Integration,
    PublishIntegration,
)
from docdeck.models.sites import Site
from docdeck.models.spaces import Space
from docdeck.service.actions import integrations as actions
from docdeck.service.errors import Invalid, Missing
from docdeck.service.paging import Slice
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.rules.publishing import CATEGORIES, NAME, SCOPES, TARGETS
from docdeck.service.store import Row, Tx
from docdeck.service.store.integrations import (
    event_of,
    events_of,
    installation_for,
    installations_for,
    integrations_for,
    organizations_for,
    placings_for,
)
from docdeck.service.store.sites import site_in
from docdeck.service.store.spaces import space_with_counts
from docdeck.service.views.integrations import (
    event_detail_view,
    event_view,
    installation_view,
    integration_view,
    site_installation_view,
    space_installation_view,
)
from docdeck.service.views.sites import SitePlace, site_view
from docdeck.service.views.spaces import space_view

_ONE = "/v1/integrations/{integration}"
_INSTALLATION = f"{_ONE}/installations/{{installation}}"
_MAX_DOMAIN = 100


def _marks(call: Call) -> list[str]:
    found: list[str] = []
    for name, allowed in (("category", CATEGORIES), ("scope", SCOPES)):
        if name in call.query:
            found.append(f"{name}={call.choice(name, allowed, '')}")
    domain = call.query.get("blockDomain")
    if domain is not None:
        if len(domain) > _MAX_DOMAIN or not NAME.fullmatch(domain):
            raise Invalid("blockDomain: must be letters, digits, hyphens and dots, at most 100 characters.")
        found.append(f"domain={domain}")
    return found


def _list(tx: Tx, call: Call) -> dict[str, Any]:
    part = integrations_asked_for(tx, call)
    return call.listed(part, views_of(tx, call, part.items))


def integrations_asked_for(tx: Tx, call: Call, organization: str | None = None) -> Slice:
    """The integrations that the filters of a call leave; with an organization, of those it can install."""
    flags = {"blocks": call.flag("blocks"), "sources": call.flag("contentSources")}
    target = call.choice("target", TARGETS, "") if "target" in call.query else None
    return integrations_for(
        tx,
        call.actor,
        call.window("integrations"),
        search=call.query.get("search"),
        owner=call.query.get("owner"),
        target=target,
        marks=[*_marks(call), *(name for name, wanted in flags.items() if wanted)],
        without=[name for name, wanted in flags.items() if wanted is False],
        organization=organization,
    )


def views_of(tx: Tx, call: Call, rows: Sequence[Row]) -> list[Integration]:
    """Integrations with their owners, who are read in one question."""
    owners = organizations_for(tx, call.actor, (row["organization"] for row in rows))
    return [integration_view(row, owners[row["organization"]], call.links) for row in rows]


def _row(tx: Tx, call: Call, *, own: bool = False) -> Row:
    return actions.integration_access(tx, call.actor, call.params["integration"], own=own)


def _one(tx: Tx, call: Call) -> Integration:
    return views_of(tx, call, [_row(tx, call)])[0]


def _publish(tx: Tx, call: Call) -> Integration:
    actions.publish(tx, call.actor, call.params["integration"], call.body(PublishIntegration))
    return _one(tx, call)


def _unpublish(tx: Tx, call: Call) -> Made:
    actions.unpublish(tx, call.actor, call.params["integration"])
    return GONE


def _installations(tx: Tx, call: Call) -> dict[str, Any]:
    row = _row(tx, call)
    window, external = call.window("installations"), call.query.get("externalId")
    part = installations_for(tx, actions.whose(row, call.actor), row["name"], window, external)
    return call.listed(part, [installation_view(found, call.links) for found in part.items])


def _installation(tx: Tx, call: Call) -> Installation:
    row = _row(tx, call)
    found = installation_for(tx, actions.whose(row, call.actor), row["name"], call.params["installation"])
    if found is None:
        raise Missing("This integration has no such installation, or you may not see it.")
    return installation_view(found, call.links)


def _install(tx: Tx, call: Call) -> Made:
    name = call.params["integration"]
    call.params["installation"] = actions.install(tx, call.actor, name, call.body(Install).organization)
    view = _installation(tx, call)
    return Made(view, 201, {"Location": view.urls["location"]})


def _events(tx: Tx, call: Call) -> dict[str, Any]:
    part = events_of(tx, _row(tx, call, own=True)["name"], call.window("events"))
    return call.listed(part, [event_view(row) for row in part.items])


def _event(tx: Tx, call: Call) -> EventDetail:
    row = event_of(tx, _row(tx, call, own=True)["name"], call.params["event"])
    if row is None:
        raise Missing("This integration has no such event.")
    return event_detail_view(row)


def _space(tx: Tx, call: Call, row: Row, extended: bool) -> str | Space:
    """The space, or its id also when it is hidden from the caller."""
    found = space_with_counts(tx, call.actor, row["space"]) if extended else None
    return row["space"] if found is None else space_view(found, call.links)


def _site(tx: Tx, call: Call, row: Row, extended: bool) -> str | Site:
    mine = organizations_for(tx, call.actor, [row["organization"]])[row["organization"]]["member_role"] is not None
    found = site_in(tx, row["organization"], row["site"]) if extended and mine else None
    return row["site"] if found is None else site_view(SitePlace(found, call.links))


def _spaces(tx: Tx, call: Call) -> dict[str, Any]:
    row, extended = _row(tx, call), call.flag("extended") is True
    window, external = call.window("spaces of an integration"), call.query.get("externalId")
    part = placings_for(tx, "space", actions.whose(row, call.actor), row["name"], window, external)
    views = [space_installation_view(one, _space(tx, call, one, extended), call.links) for one in part.items]
    return call.listed(part, views)


def _sites(tx: Tx, call: Call) -> dict[str, Any]:
    row, extended = _row(tx, call), call.flag("extended") is True
    window, external = call.window("sites of an integration"), call.query.get("externalId")
    part = placings_for(tx, "site", actions.whose(row, call.actor), row["name"], window, external)
    views = [site_installation_view(one, _site(tx, call, one, extended), call.links) for one in part.items]
    return call.listed(part, views)


def _on_space(tx: Tx, call: Call) -> Made:
    name, installation = call.params["integration"], call.params["installation"]
    row = actions.place(tx, call.actor, name, installation, "space", call.body(InstallOnSpace).space)
    view = space_installation_view(row, _space(tx, call, row, call.flag("extended") is True), call.links)
    return Made(view, 201, {"Location": view.urls["location"]})


def _on_site(tx: Tx, call: Call) -> Made:
    name, installation = call.params["integration"], call.params["installation"]
    row = actions.place(tx, call.actor, name, installation, "site", call.body(InstallOnSite).site_id)
    view = site_installation_view(row, _site(tx, call, row, call.flag("extended") is True), call.links)
    return Made(view, 201, {"Location": view.urls["location"]})


def _open_tunnel(tx: Tx, call: Call) -> Made:
    actions.set_tunnel(tx, call.actor, call.params["integration"], call.body(DevelopmentTunnel))
    return GONE


def _close_tunnel(tx: Tx, call: Call) -> Made:
    actions.close_tunnel(tx, call.actor, call.params["integration"])
    return GONE


ROUTES = (
    reads("/v1/integrations", _list),
    reads(_ONE, _one),
    writes("POST", _ONE, _publish, PublishIntegration),
    writes("DELETE", _ONE, _unpublish),
    reads(f"{_ONE}/installations", _installations),
    writes("POST", f"{_ONE}/installations", _install, Install),
    reads(_INSTALLATION, _installation),
    writes("POST", f"{_INSTALLATION}/spaces", _on_space, InstallOnSpace),
    writes("POST", f"{_INSTALLATION}/sites", _on_site, InstallOnSite),
    reads(f"{_ONE}/events", _events),
    reads(f"{_ONE}/events/{{event}}", _event),
    reads(f"{_ONE}/spaces", _spaces),
    reads(f"{_ONE}/sites", _sites),
    writes("PUT", f"{_ONE}/dev", _open_tunnel, DevelopmentTunnel),
    writes("DELETE", f"{_ONE}/dev", _close_tunnel),
)
