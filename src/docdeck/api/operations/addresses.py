"""What an address leads to, and what a server is. Platform facts 2.1, 2.8."""

from __future__ import annotations

from docdeck.api.description import Query, params_of, path_of
from docdeck.api.reading import one
from docdeck.models.addresses import ApiInformation, ContentOfUrl
from docdeck.models.saml import Subdomain


def content_of(url: str) -> Query[ContentOfUrl]:
    """The collection, space, change request or page that an address of the app leads to."""
    return Query("getContentByUrl", "/v1/urls/content", one(ContentOfUrl), params_of(url=url))


def about() -> Query[ApiInformation]:
    """Which build the server runs."""
    return Query("getApiInformation", "/v1/", one(ApiInformation))


def subdomain(name: str) -> Query[Subdomain]:
    """What a name on the platform's host leads to. Platform facts 2.8."""
    return Query("getSubdomain", path_of("/v1/subdomains/{name}", name=name), one(Subdomain))
