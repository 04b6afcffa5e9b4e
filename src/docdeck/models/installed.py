"""Integrations of an organization, a space or a site. Platform facts 2.8, 2.9, A.12."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from docdeck.models.base import Answer, Body
from docdeck.models.integrations import Installation, Integration


class OrganizationInstallation(Answer):
    """An installation with the integration itself."""

    installation: Installation
    integration: Integration


class InstalledIntegration(Answer):
    """How an integration stands; `status` is `active`, `pending` or `paused`."""

    status: str = ""
    integration: Integration
    target: dict[str, Any] | None = None


class InstallationStatus(Answer):
    """`active`, `pending` or `paused`."""

    status: str = ""


class PatchInstallation(Body):
    """What is absent stays; at most 5 external ids."""

    external_ids: list[str] | None = Field(default=None, max_length=5)
    configuration: dict[str, Any] | None = None
    space_selection: Literal["all", "selected"] | None = Field(default=None, alias="space_selection")
    site_selection: Literal["all", "selected"] | None = Field(default=None, alias="site_selection")


class PatchPlacedInstallation(Body):
    """The settings of an integration in one space or on one site."""

    external_ids: list[str] | None = Field(default=None, max_length=5)
    configuration: dict[str, Any] | None = None


class InstallOnSpace(Body):
    """The space to install in."""

    space: str


class InstallOnSite(Body):
    """The site to install on."""

    site_id: str
