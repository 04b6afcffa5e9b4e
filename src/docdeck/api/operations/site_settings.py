"""How a site looks, who its visitors are, and its redirects. Platform facts 2.7."""

from __future__ import annotations

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import change, deletion
from docdeck.api.reading import many, one
from docdeck.models.customization import Customization, CustomizationBody
from docdeck.models.publishing import (
    CreateRedirect,
    PatchPublishingAuth,
    PatchRedirect,
    PublishingAuth,
    Redirect,
    RedirectTarget,
)

_SITE = "/v1/orgs/{organization}/sites/{site}"
_SPACE = _SITE + "/site-spaces/{site_space}/customization"


def customization(organization: str, site: str, *, unmasked: bool | None = None) -> Query[Customization]:
    """How a site looks; `unmasked` shows settings that its plan does not let work."""
    path = path_of(_SITE + "/customization", organization=organization, site=site)
    params = params_of(unmasked=unmasked)
    return Query("getSiteCustomizationById", path, one(Customization), params, ids=(organization, site))


def put_customization(organization: str, site: str, body: CustomizationBody) -> Command[Customization]:
    """Replace how a site looks: what is absent goes back to its default."""
    path = path_of(_SITE + "/customization", organization=organization, site=site)
    answers = customization(organization, site)
    return change("updateSiteCustomizationById", "PUT", path, Customization, body, (site,), answers=answers)


def space_customization(
    organization: str, site: str, site_space: str, *, unmasked: bool | None = None
) -> Query[Customization]:
    """How one space of a site looks."""
    path = path_of(_SPACE, organization=organization, site=site, site_space=site_space)
    ids = (organization, site, site_space)
    return Query("getSiteSpaceCustomizationById", path, one(Customization), params_of(unmasked=unmasked), ids=ids)


def override_customization(
    organization: str, site: str, site_space: str, body: CustomizationBody
) -> Command[Customization]:
    """Let one space of a site look differently; null clears one setting."""
    return change(
        "overrideSiteSpaceCustomizationById",
        "PATCH",
        path_of(_SPACE, organization=organization, site=site, site_space=site_space),
        Customization,
        body,
        (site, site_space),
        answers=space_customization(organization, site, site_space),
    )


def delete_customization(organization: str, site: str, site_space: str) -> Command[None]:
    """Let one space of a site look like the site again."""
    path = path_of(_SPACE, organization=organization, site=site, site_space=site_space)
    return deletion("deleteSiteSpaceCustomizationById", path, (site, site_space))


def publishing_auth(organization: str, site: str) -> Query[PublishingAuth]:
    """How the visitors of a site are known."""
    path = path_of(_SITE + "/publishing/auth", organization=organization, site=site)
    return Query("getSitePublishingAuthById", path, one(PublishingAuth), ids=(organization, site))


def update_publishing_auth(organization: str, site: str, body: PatchPublishingAuth) -> Command[PublishingAuth]:
    """Set how the visitors of a site are known."""
    path = path_of(_SITE + "/publishing/auth", organization=organization, site=site)
    answers = publishing_auth(organization, site)
    return change("updateSitePublishingAuthById", "PATCH", path, PublishingAuth, body, (site,), answers=answers)


def regenerate_publishing_auth(organization: str, site: str) -> Command[PublishingAuth]:
    """Make a new key; tokens signed with the old one stop working at once."""
    return Command(
        "regenerateSitePublishingAuthById",
        "POST",
        path_of(_SITE + "/publishing/auth/regenerate", organization=organization, site=site),
        one(PublishingAuth),
        touches=(site,),
        answers=publishing_auth(organization, site),
    )


def redirects(
    organization: str, site: str, *, search: str | None = None, limit: int | None = None
) -> Query[Page[Redirect]]:
    """The redirects of a site."""
    path = path_of(_SITE + "/redirects", organization=organization, site=site)
    params = params_of(search=search, limit=limit)
    return Query("listSiteRedirects", path, many(Redirect), params, ids=(organization, site))


def redirect_of(organization: str, site: str, source: str, *, share_key: str | None = None) -> Query[RedirectTarget]:
    """The redirect of one path, and where it leads."""
    path = path_of(_SITE + "/redirect", organization=organization, site=site)
    params = params_of(source=source, shareKey=share_key)
    return Query("getSiteRedirectBySource", path, one(RedirectTarget), params, ids=(organization, site))


def create_redirect(organization: str, site: str, body: CreateRedirect) -> Command[Redirect]:
    """A new redirect."""
    path = path_of(_SITE + "/redirects", organization=organization, site=site)
    return Command("createSiteRedirect", "POST", path, one(Redirect), body=body.to_wire(), touches=(site,))


def update_redirect(organization: str, site: str, redirect: str, body: PatchRedirect) -> Command[Redirect]:
    """Change a redirect; what is absent stays."""
    path = path_of(_SITE + "/redirects/{redirect}", organization=organization, site=site, redirect=redirect)
    return change("updateSiteRedirectById", "PATCH", path, Redirect, body, (site, redirect))


def delete_redirect(organization: str, site: str, redirect: str) -> Command[None]:
    """Delete a redirect."""
    path = path_of(_SITE + "/redirects/{redirect}", organization=organization, site=site, redirect=redirect)
    return deletion("deleteSiteRedirectById", path, (site, redirect))
