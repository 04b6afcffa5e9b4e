"""Integrations, where they are installed, and their events. Document section: "Integration"."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from docdeck.models.base import Answer, Body, Flags, Timestamp
from docdeck.models.organizations import Organization
from docdeck.models.sites import Site
from docdeck.models.spaces import Space

NAME = r"^[a-zA-Z0-9-_.]+$"


class IntegrationBlock(Answer):
    """A block that an integration adds to the editor."""

    id: str
    title: str = ""
    description: str | None = None
    icon: str | None = None
    url_unfurl: list[str] = Field(default_factory=list)
    markdown: dict[str, Any] | None = None


class ContentSource(Answer):
    """A source of computed content."""

    id: str
    title: str = ""
    description: str | None = None
    icon: str | None = None
    configuration: dict[str, Any] = Field(default_factory=dict)


class Configuration(Answer):
    """What has to be filled in: `properties` by name, or the `componentId` of the integration's own form."""

    properties: dict[str, dict[str, Any]] = Field(default_factory=dict[str, dict[str, Any]])
    required: list[str] = Field(default_factory=list)
    component_id: str | None = None


class Configurations(Answer):
    """The forms for an account, a space and a site."""

    account: Configuration | None = None
    space: Configuration | None = None
    site: Configuration | None = None


class ExternalLink(Answer):
    """A link that the integration's page shows."""

    url: str = ""
    label: str = ""


class Integration(Answer):
    """`object` is `integration`; known by its `name`, not by an id."""

    object: str = "integration"
    name: str
    version: int | float = 0
    title: str = ""
    description: str | None = None
    summary: str | None = None
    preview_images: list[str] = Field(default_factory=list)
    target: str = "all"
    verified: bool = False
    visibility: str = ""
    scopes: list[str] = Field(default_factory=list)
    categories: list[str] = Field(default_factory=list)
    blocks: list[IntegrationBlock] = Field(default_factory=list[IntegrationBlock])
    content_sources: list[ContentSource] = Field(default_factory=list[ContentSource])
    configurations: Configurations | None = None
    external_links: list[ExternalLink] = Field(default_factory=list[ExternalLink])
    owner: Organization | None = None
    urls: dict[str, Any] = Field(default_factory=dict)
    permissions: Flags = Field(default_factory=dict)
    content_security_policy: str | dict[str, Any] | None = None


class Installation(Answer):
    """An integration in an organization; `space_selection` and `site_selection` are `all` or `selected`."""

    id: str
    status: str = ""
    space_selection: str = Field(default="all", alias="space_selection")
    site_selection: str = Field(default="all", alias="site_selection")
    spaces: int = 0
    configuration: dict[str, Any] = Field(default_factory=dict)
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None
    urls: dict[str, Any] = Field(default_factory=dict)
    external_ids: list[str] = Field(default_factory=list)
    target: dict[str, Any] = Field(default_factory=dict)


class SpaceInstallation(Answer):
    """An installation in one space; `space` is its id, or the space itself when the list was expanded."""

    integration: str = ""
    installation: str = ""
    status: str = ""
    configuration: dict[str, Any] = Field(default_factory=dict)
    external_ids: list[str] = Field(default_factory=list)
    urls: dict[str, Any] = Field(default_factory=dict)
    space: str | Space = ""


class SiteInstallation(Answer):
    """An installation on one site; `site` is its id, or the site itself when the list was expanded."""

    integration: str = ""
    installation: str = ""
    status: str = ""
    configuration: dict[str, Any] = Field(default_factory=dict)
    external_ids: list[str] = Field(default_factory=list)
    urls: dict[str, Any] = Field(default_factory=dict)
    site: str | Site = ""


class EventPayload(Answer):
    """What happened: `type` names it and tells which further keys there are."""

    event_id: str | None = None
    type: str = ""
    installation_id: str | None = None
    status: str | None = None
    previous: dict[str, Any] | None = None


class IntegrationEvent(Answer):
    """`status` is `success` or `failed`."""

    id: str
    integration_id: str = ""
    installation_id: str | None = None
    created_at: Timestamp | None = None
    payload: EventPayload = Field(default_factory=EventPayload)
    status: str = ""


class EventLog(Answer):
    """A line that the integration wrote; `level` is `debug`, `info`, `warn` or `error`."""

    message: str | None = None
    timestamp: Timestamp | None = None
    level: str | None = None


class EventTrace(Answer):
    """What an event's handling wrote."""

    logs: list[EventLog] = Field(default_factory=list[EventLog])


class EventDetail(Answer):
    """An event with its trace."""

    event: IntegrationEvent
    trace: EventTrace = Field(default_factory=EventTrace)


class ExternalLinkBody(Body):
    """A link for the integration's page."""

    url: str = Field(max_length=2048)
    label: str


class PublishIntegration(Body):
    """A version of an integration; images and icon are base64, secrets are never read back."""

    runtime: Literal["v1", "v2"] | None = None
    icon: str | None = None
    title: str = Field(min_length=2, max_length=30)
    description: str = Field(max_length=100)
    summary: str | None = Field(default=None, max_length=2048)
    preview_images: list[str] | None = Field(default=None, max_length=3)
    visibility: Literal["public", "private", "unlisted"] | None = None
    target: Literal["all", "site", "space", "organization"] | None = None
    scopes: list[str]
    categories: list[str] | None = None
    blocks: list[dict[str, Any]] | None = None
    content_sources: list[dict[str, Any]] | None = None
    external_links: list[ExternalLinkBody] | None = Field(default=None, max_length=5)
    configurations: dict[str, Any] | None = None
    script: str
    organization: str
    secrets: dict[str, str] | None = Field(default=None, repr=False)
    content_security_policy: str | dict[str, str] | None = None


class Install(Body):
    """The organization to install in."""

    organization: str


class DevelopmentTunnel(Body):
    """Where events go while developing; `all` forwards those of every organization."""

    tunnel_url: str = Field(min_length=1, max_length=256)
    all: bool | None = None
