"""Integrations: published, installed, their events. Document section: "Integrations". Named by `name`, not by id."""

from __future__ import annotations

from typing import Literal

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import deletion
from docdeck.api.reading import many, nothing, one
from docdeck.models.integrations import (
    DevelopmentTunnel,
    EventDetail,
    Install,
    Installation,
    Integration,
    IntegrationEvent,
    PublishIntegration,
    SiteInstallation,
    SpaceInstallation,
)

_ONE = "/v1/integrations/{name}"
Target = Literal["all", "site", "space", "organization"]


def list_all(
    *,
    search: str | None = None,
    category: str | None = None,
    block_domain: str | None = None,
    blocks: bool | None = None,
    content_sources: bool | None = None,
    owner: str | None = None,
    scope: str | None = None,
    target: Target | None = None,
    limit: int | None = None,
) -> Query[Page[Integration]]:
    """Integrations that can be installed; `owner` is an organization, `blocks` keeps those that have some."""
    params = params_of(
        search=search,
        category=category,
        blockDomain=block_domain,
        blocks=blocks,
        contentSources=content_sources,
        owner=owner,
        scope=scope,
        target=target,
        limit=limit,
    )
    return Query("listIntegrations", "/v1/integrations", many(Integration), params)


def get(name: str) -> Query[Integration]:
    """One integration; a private one only for the organization that owns it."""
    return Query("getIntegrationByName", path_of(_ONE, name=name), one(Integration), ids=(name,))


def publish(name: str, body: PublishIntegration) -> Command[Integration]:
    """Publish an integration, or its next version."""
    path = path_of(_ONE, name=name)
    touches = (name, body.organization)
    return Command(
        "publishIntegration", "POST", path, one(Integration), body=body.to_wire(), touches=touches, answers=get(name)
    )


def unpublish(name: str) -> Command[None]:
    """Take an integration off the platform."""
    return deletion("unpublishIntegration", path_of(_ONE, name=name), (name,))


def list_installations(
    name: str, *, external_id: str | None = None, limit: int | None = None
) -> Query[Page[Installation]]:
    """Where an integration is installed; some platforms tell only the integration itself."""
    path = path_of(_ONE + "/installations", name=name)
    params = params_of(externalId=external_id, limit=limit)
    return Query("listIntegrationInstallations", path, many(Installation), params, ids=(name,))


def install(name: str, organization: str) -> Command[Installation]:
    """Install an integration in an organization."""
    path = path_of(_ONE + "/installations", name=name)
    body = Install(organization=organization).to_wire()
    touches = (name, organization)
    return Command("installIntegration", "POST", path, one(Installation), body=body, touches=touches)


def list_events(name: str, *, limit: int | None = None) -> Query[Page[IntegrationEvent]]:
    """What an integration was told."""
    path = path_of(_ONE + "/events", name=name)
    return Query("listIntegrationEvents", path, many(IntegrationEvent), params_of(limit=limit), ids=(name,))


def get_event(name: str, event: str) -> Query[EventDetail]:
    """One event, with what its handling wrote."""
    path = path_of(_ONE + "/events/{event}", name=name, event=event)
    return Query("getIntegrationEvent", path, one(EventDetail), ids=(name, event))


def list_spaces(
    name: str, *, external_id: str | None = None, extended: bool | None = None, limit: int | None = None
) -> Query[Page[SpaceInstallation]]:
    """The spaces an integration is installed in; `extended` gives the spaces themselves in place of their ids."""
    path = path_of(_ONE + "/spaces", name=name)
    params = params_of(externalId=external_id, extended=extended, limit=limit)
    return Query("listIntegrationSpaceInstallations", path, many(SpaceInstallation), params, ids=(name,))


def list_sites(
    name: str, *, external_id: str | None = None, extended: bool | None = None, limit: int | None = None
) -> Query[Page[SiteInstallation]]:
    """The sites an integration is installed on; `extended` gives the sites themselves in place of their ids."""
    path = path_of(_ONE + "/sites", name=name)
    params = params_of(externalId=external_id, extended=extended, limit=limit)
    return Query("listIntegrationSiteInstallations", path, many(SiteInstallation), params, ids=(name,))


def start_development(name: str, tunnel_url: str, *, all: bool | None = None) -> Command[None]:
    """Send events to a tunnel while developing: those of the owner, or with `all` those of every organization."""
    body = DevelopmentTunnel(tunnel_url=tunnel_url)
    if all is not None:
        body = DevelopmentTunnel(tunnel_url=tunnel_url, all=all)
    return Command(
        "setIntegrationDevelopmentMode",
        "PUT",
        path_of(_ONE + "/dev", name=name),
        nothing,
        body=body.to_wire(),
        repeat="same_effect",
        touches=(name,),
    )


def stop_development(name: str) -> Command[None]:
    """Send events to the integration again."""
    return deletion("disableIntegrationDevelopmentMode", path_of(_ONE + "/dev", name=name), (name,))
