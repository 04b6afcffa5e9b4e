"""Single sign-on of an organization. Document section: "SSO"."""

from __future__ import annotations

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import change, deletion
from docdeck.api.reading import many, one
from docdeck.models.saml import CreateSamlProvider, PatchSamlProvider, SamlProvider, SsoLogin

_ALL = "/v1/orgs/{organization}/saml"
_ONE = _ALL + "/{provider}"


def list_in_organization(organization: str, *, limit: int | None = None) -> Query[Page[SamlProvider]]:
    """The identity providers of an organization."""
    path = path_of(_ALL, organization=organization)
    params = params_of(limit=limit)
    return Query("listSAMLProvidersInOrganizationById", path, many(SamlProvider), params, ids=(organization,))


def get(organization: str, provider: str) -> Query[SamlProvider]:
    """One identity provider, with what it has to be told of this side."""
    path = path_of(_ONE, organization=organization, provider=provider)
    ids = (organization, provider)
    return Query("getOrganizationSAMLProviderById", path, one(SamlProvider), ids=ids)


def create(organization: str, body: CreateSamlProvider) -> Command[SamlProvider]:
    """A new identity provider."""
    path = path_of(_ALL, organization=organization)
    sent = body.to_wire()
    return Command(
        "createOrganizationSAMLProvider", "POST", path, one(SamlProvider), body=sent, touches=(organization,)
    )


def update(organization: str, provider: str, body: PatchSamlProvider) -> Command[SamlProvider]:
    """Set what the body names."""
    return change(
        "updateOrganizationSAMLProvider",
        "PATCH",
        path_of(_ONE, organization=organization, provider=provider),
        SamlProvider,
        body,
        (organization, provider),
        answers=get(organization, provider),
    )


def delete(organization: str, provider: str) -> Command[None]:
    """Delete an identity provider."""
    path = path_of(_ONE, organization=organization, provider=provider)
    return deletion("deleteOrganizationSAMLProvider", path, (organization, provider))


def logins(organization: str) -> Query[Page[SsoLogin]]:
    """The ways to sign in that an organization offers; one page, without cursor."""
    path = path_of("/v1/orgs/{organization}/sso", organization=organization)
    return Query("listSSOProviderLoginsInOrganization", path, many(SsoLogin), ids=(organization,))
