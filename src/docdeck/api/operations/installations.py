"""Installations of integrations, and where they are switched on. Platform facts 2.8 and 2.9."""

from __future__ import annotations

from typing import Literal

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import change, deletion
from docdeck.api.reading import many, one
from docdeck.models.installed import (
    InstallationStatus,
    InstalledIntegration,
    InstallOnSite,
    InstallOnSpace,
    OrganizationInstallation,
    PatchInstallation,
    PatchPlacedInstallation,
)
from docdeck.models.integrations import Installation, Integration, SiteInstallation, SpaceInstallation

_ORGANIZATION = "/v1/orgs/{organization}"
_ONE = "/v1/integrations/{name}/installations/{installation}"
_SPACE = _ONE + "/spaces/{space}"
_SITE = _ONE + "/sites/{site}"


def available(
    organization: str,
    *,
    search: str | None = None,
    category: str | None = None,
    owner: str | None = None,
    scope: str | None = None,
    target: Literal["all", "site", "space", "organization"] | None = None,
    limit: int | None = None,
) -> Query[Page[Integration]]:
    """The integrations that an organization can install, its own private ones too."""
    path = path_of(_ORGANIZATION + "/integrations", organization=organization)
    params = params_of(search=search, category=category, owner=owner, scope=scope, target=target, limit=limit)
    return Query("listOrganizationIntegrations", path, many(Integration), params, ids=(organization,))


def list_in_organization(
    organization: str, *, search: str | None = None, limit: int | None = None
) -> Query[Page[OrganizationInstallation]]:
    """What an organization has installed."""
    path = path_of(_ORGANIZATION + "/installations", organization=organization)
    params = params_of(search=search, limit=limit)
    return Query("listOrganizationInstallations", path, many(OrganizationInstallation), params, ids=(organization,))


def statuses(
    organization: str, *, target: Literal["organization", "space", "site"] | None = None, limit: int | None = None
) -> Query[Page[InstalledIntegration]]:
    """How each installed integration stands."""
    path = path_of(_ORGANIZATION + "/integrations/installations-status", organization=organization)
    params = params_of(target=target, limit=limit)
    return Query("listOrganizationIntegrationsStatus", path, many(InstalledIntegration), params, ids=(organization,))


def status(organization: str, name: str) -> Query[InstallationStatus]:
    """How one integration stands in an organization."""
    path = path_of(_ORGANIZATION + "/integrations/{name}/installation_status", organization=organization, name=name)
    return Query("getOrganizationIntegrationStatus", path, one(InstallationStatus), ids=(organization, name))


def get(name: str, installation: str) -> Query[Installation]:
    """One installation."""
    path = path_of(_ONE, name=name, installation=installation)
    return Query("getIntegrationInstallationById", path, one(Installation), ids=(name, installation))


def update(name: str, installation: str, body: PatchInstallation) -> Command[Installation]:
    """Set configuration, external ids, or whether all spaces and sites have it."""
    path = path_of(_ONE, name=name, installation=installation)
    answers = get(name, installation)
    return change(
        "updateIntegrationInstallation", "PATCH", path, Installation, body, (name, installation), answers=answers
    )


def uninstall(name: str, installation: str) -> Command[None]:
    """Take an integration out of an organization."""
    path = path_of(_ONE, name=name, installation=installation)
    return deletion("uninstallIntegration", path, (name, installation))


def list_spaces(
    name: str, installation: str, *, extended: bool | None = None, limit: int | None = None
) -> Query[Page[SpaceInstallation]]:
    """The spaces an installation is switched on in."""
    path = path_of(_ONE + "/spaces", name=name, installation=installation)
    params = params_of(extended=extended, limit=limit)
    return Query("listIntegrationInstallationSpaces", path, many(SpaceInstallation), params, ids=(name, installation))


def install_on_space(name: str, installation: str, space: str) -> Command[SpaceInstallation]:
    """Switch an installation on in a space."""
    path = path_of(_ONE + "/spaces", name=name, installation=installation)
    body = InstallOnSpace(space=space).to_wire()
    touches = (name, installation, space)
    return Command("installIntegrationOnSpace", "POST", path, one(SpaceInstallation), body=body, touches=touches)


def get_on_space(name: str, installation: str, space: str) -> Query[SpaceInstallation]:
    """An installation as it is set up in one space."""
    path = path_of(_SPACE, name=name, installation=installation, space=space)
    ids = (name, installation, space)
    return Query("getIntegrationSpaceInstallation", path, one(SpaceInstallation), ids=ids)


def update_on_space(
    name: str, installation: str, space: str, body: PatchPlacedInstallation
) -> Command[SpaceInstallation]:
    """Set an installation up for one space."""
    return change(
        "updateIntegrationSpaceInstallation",
        "PATCH",
        path_of(_SPACE, name=name, installation=installation, space=space),
        SpaceInstallation,
        body,
        (name, installation, space),
        answers=get_on_space(name, installation, space),
    )


def uninstall_from_space(name: str, installation: str, space: str) -> Command[None]:
    """Switch an installation off in a space."""
    path = path_of(_SPACE, name=name, installation=installation, space=space)
    return deletion("uninstallIntegrationFromSpace", path, (name, installation, space))


def list_sites(
    name: str, installation: str, *, extended: bool | None = None, limit: int | None = None
) -> Query[Page[SiteInstallation]]:
    """The sites an installation is switched on for."""
    path = path_of(_ONE + "/sites", name=name, installation=installation)
    params = params_of(extended=extended, limit=limit)
    return Query("listIntegrationInstallationSites", path, many(SiteInstallation), params, ids=(name, installation))


def install_on_site(name: str, installation: str, site: str) -> Command[SiteInstallation]:
    """Switch an installation on for a site."""
    path = path_of(_ONE + "/sites", name=name, installation=installation)
    body = InstallOnSite(site_id=site).to_wire()
    touches = (name, installation, site)
    return Command("installIntegrationOnSite", "POST", path, one(SiteInstallation), body=body, touches=touches)


def get_on_site(name: str, installation: str, site: str) -> Query[SiteInstallation]:
    """An installation as it is set up for one site."""
    path = path_of(_SITE, name=name, installation=installation, site=site)
    return Query("getIntegrationSiteInstallation", path, one(SiteInstallation), ids=(name, installation, site))


def update_on_site(name: str, installation: str, site: str, body: PatchPlacedInstallation) -> Command[SiteInstallation]:
    """Set an installation up for one site."""
    return change(
        "updateIntegrationSiteInstallation",
        "PATCH",
        path_of(_SITE, name=name, installation=installation, site=site),
        SiteInstallation,
        body,
        (name, installation, site),
        answers=get_on_site(name, installation, site),
    )


def uninstall_from_site(name: str, installation: str, site: str) -> Command[None]:
    """Switch an installation off for a site."""
    path = path_of(_SITE, name=name, installation=installation, site=site)
    return deletion("uninstallIntegrationFromSite", path, (name, installation, site))


def on_space(space: str, *, search: str | None = None) -> Query[Page[Integration]]:
    """The integrations on a space. Platform facts 2.1."""
    path = path_of("/v1/spaces/{space}/integrations", space=space)
    return Query("listSpaceIntegrations", path, many(Integration), params_of(search=search), ids=(space,))


def on_site(organization: str, site: str, *, search: str | None = None) -> Query[Page[Integration]]:
    """The integrations on a site. Platform facts 2.7."""
    path = path_of("/v1/orgs/{organization}/sites/{site}/integrations", organization=organization, site=site)
    ids = (organization, site)
    return Query("listSiteIntegrations", path, many(Integration), params_of(search=search), ids=ids)
