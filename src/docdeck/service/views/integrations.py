"""Integrations, installations and events as answers. Document section: "Integration"."""

from __future__ import annotations

from typing import Any

from docdeck.models.integrations import (
    EventDetail,
    EventLog,
    EventPayload,
    EventTrace,
    Installation,
    Integration,
    IntegrationEvent,
    SiteInstallation,
    SpaceInstallation,
)
from docdeck.models.sites import Site
from docdeck.models.spaces import Space
from docdeck.service.rules.permissions import at_least
from docdeck.service.store import Row
from docdeck.service.views.links import Links
from docdeck.service.views.people import organization_view
from docdeck.service.views.present import present, when

_OPTIONAL = (
    "description", "summary", "blocks", "contentSources", "configurations", "contentSecurityPolicy",
)  # fmt: skip


def integration_view(row: Row, owner: Row, links: Links) -> Integration:
    """An integration of the organization `owner`; what was never published is absent."""
    told: dict[str, Any] = row["published"]
    name = row["name"]
    given = {field: told[field] for field in _OPTIONAL if told.get(field) is not None}
    return Integration.model_validate(
        {
            "object": "integration",
            "name": name,
            "version": row["version"],
            "title": row["title"],
            "previewImages": [
                f"{links.base}/files/integrations/{name}/images/{place}"
                for place in range(len(told.get("previewImages") or ()))
            ],
            "target": row["target"],
            "verified": row["verified"],
            "visibility": row["visibility"],
            "scopes": told["scopes"],
            "categories": told.get("categories") or [],
            "externalLinks": told.get("externalLinks") or [],
            "owner": organization_view(owner, links).to_wire(),
            "urls": {
                **links.both(f"integrations/{name}", "integrations", name),
                "assets": f"{links.base}/files/integrations/{name}/images",
                "publicEndpoint": f"{links.base}/files/integrations/{name}/script",
                **present(icon=f"{links.base}/files/integrations/{name}/icon" if told.get("icon") else None),
            },
            "permissions": {"admin": at_least(owner["member_role"], "admin")},
            **given,
        }
    )


def installation_view(row: Row, links: Links) -> Installation:
    """An installation in an organization; `spaces` counts those it works in."""
    name, everywhere = row["integration"], row["space_selection"] == "all"
    return Installation(
        id=row["id"],
        status=row["status"],
        space_selection=row["space_selection"],
        site_selection=row["site_selection"],
        spaces=row["spaces_everywhere"] if everywhere else row["spaces_selected"],
        configuration=row["configuration"],
        created_at=when(row["created_at"]),
        updated_at=when(row["updated_at"]),
        urls=_urls(links, name, row["id"]),
        external_ids=row["external_ids"],
        target={"organization": row["organization"]},
    )


def _urls(links: Links, name: str, installation: str, *place: str) -> dict[str, str]:
    parts = ("integrations", name, "installations", installation, *place)
    return {
        **links.both(f"integrations/{name}/{installation}", *parts),
        "publicEndpoint": f"{links.base}/files/integrations/{name}/script",
    }


def space_installation_view(row: Row, space: str | Space, links: Links) -> SpaceInstallation:
    """An installation in one space, which is its id, or the space itself."""
    return SpaceInstallation(**_placed(row, links, "spaces", row["space"]), space=space)


def site_installation_view(row: Row, site: str | Site, links: Links) -> SiteInstallation:
    """An installation on one site, which is its id, or the site itself."""
    return SiteInstallation(**_placed(row, links, "sites", row["site"]), site=site)


def _placed(row: Row, links: Links, kind: str, id: str) -> dict[str, Any]:
    urls = _urls(links, row["integration"], row["installation"], kind, id)
    return {
        "integration": row["integration"],
        "installation": row["installation"],
        "status": row["status"],
        "configuration": row["configuration"],
        "external_ids": row["external_ids"],
        "urls": {name: urls[name] for name in ("location", "publicEndpoint")},
    }


def event_view(row: Row) -> IntegrationEvent:
    """An event without its trace."""
    return IntegrationEvent(
        id=row["id"],
        integration_id=row["integration"],
        created_at=when(row["created_at"]),
        payload=EventPayload.model_validate(row["payload"]),
        status=row["status"],
        **present(installation_id=row["installation"]),
    )


def event_detail_view(row: Row) -> EventDetail:
    """An event with what its handling wrote."""
    return EventDetail(
        event=event_view(row), trace=EventTrace(logs=[EventLog.model_validate(log) for log in row["logs"]])
    )
