"""Sites and what stands on them. Document sections: "Sites" to "Site section groups"; structure: platform facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import change, deletion
from docdeck.api.reading import either, many, one
from docdeck.models.publishing import Address, Checkout, SortStructure
from docdeck.models.sites import (
    CreateSite,
    PatchSite,
    PublishedSite,
    PutAdaptiveSchema,
    Site,
    SiteAdaptiveSchema,
    SiteItem,
    SiteSection,
    SiteSectionGroup,
    SiteSpace,
    SiteStructure,
    TemplateCondition,
)


def _path(organization: str, site: str, rest: str = "") -> str:
    return path_of("/v1/orgs/{organization}/sites/{site}", organization=organization, site=site) + rest


def list_in_organization(
    organization: str,
    *,
    space: str | None = None,
    title: str | None = None,
    published: bool | None = None,
    types: Sequence[str] = (),
    limit: int | None = None,
) -> Query[Page[Site]]:
    """Sites of an organization; `space` keeps those that show a space, `title` those whose title holds a text."""
    path = path_of("/v1/orgs/{organization}/sites", organization=organization)
    params = params_of(space=space, title=title, published=published, type=list(types) or None, limit=limit)
    return Query("listSites", path, many(Site), params, ids=(organization,))


def get(organization: str, site: str) -> Query[Site]:
    """One site."""
    return Query("getSiteById", _path(organization, site), one(Site), ids=(organization, site))


def structure(organization: str, site: str, *, share_key: str | None = None) -> Query[SiteStructure]:
    """Groups, sections and site spaces in their order; not every server offers it (the three lists do instead)."""
    path = _path(organization, site, "/structure")
    return Query("getSiteStructure", path, one(SiteStructure), params_of(shareKey=share_key), ids=(organization, site))


def published(organization: str, site: str, *, share_key: str | None = None) -> Query[PublishedSite]:
    """The published profile: site, structure, customization and scripts as a visitor gets them."""
    path = _path(organization, site, "/published")
    params = params_of(shareKey=share_key)
    return Query("getPublishedContentSite", path, one(PublishedSite), params, ids=(organization, site))


def site_spaces(
    organization: str,
    site: str,
    *,
    default: bool | None = None,
    share_key: str | None = None,
    limit: int | None = None,
) -> Query[Page[SiteSpace]]:
    """Spaces as they stand on the site; `default` keeps only the default one (True) or the others (False)."""
    path = _path(organization, site, "/site-spaces")
    params = params_of(default=default, shareKey=share_key, limit=limit)
    return Query("listSiteSpaces", path, many(SiteSpace), params, ids=(organization, site))


def sections(
    organization: str, site: str, *, share_key: str | None = None, limit: int | None = None
) -> Query[Page[SiteSection]]:
    """The sections of a site with their site spaces."""
    path = _path(organization, site, "/sections")
    params = params_of(shareKey=share_key, limit=limit)
    return Query("listSiteSections", path, many(SiteSection), params, ids=(organization, site))


def section_groups(organization: str, site: str, *, limit: int | None = None) -> Query[Page[SiteSectionGroup]]:
    """The groups of sections, nested by their `sectionGroup`."""
    path = _path(organization, site, "/section-groups")
    params = params_of(limit=limit)
    return Query("listSiteSectionGroups", path, many(SiteSectionGroup), params, ids=(organization, site))


def adaptive_schema(organization: str, site: str) -> Query[SiteAdaptiveSchema]:
    """The visitor claims that conditions of the site may ask for."""
    path = _path(organization, site, "/adaptive-schema")
    return Query("getSiteAdaptiveSchema", path, one(SiteAdaptiveSchema), ids=(organization, site))


def template_conditions(organization: str, site: str) -> Query[Page[TemplateCondition]]:
    """Conditions made from the visitor schema, ready for use. Document section: "Sites"."""
    path = _path(organization, site, "/adaptive-schema/template-conditions")
    return Query("listSiteAdaptiveTemplateConditions", path, many(TemplateCondition), ids=(organization, site))


def put_adaptive_schema(organization: str, site: str, json_schema: dict[str, Any]) -> Command[SiteAdaptiveSchema]:
    """Replace the visitor schema (JSON Schema draft-07). Document section: "Sites"."""
    return change(
        "updateSiteAdaptiveSchema",
        "PUT",
        _path(organization, site, "/adaptive-schema"),
        SiteAdaptiveSchema,
        PutAdaptiveSchema(json_schema=json_schema),
        (site,),
        answers=adaptive_schema(organization, site),
    )


def create(organization: str, body: CreateSite | None = None) -> Command[Site]:
    """A new site, not published yet. Document section: "Sites"."""
    path = path_of("/v1/orgs/{organization}/sites", organization=organization)
    sent = (body or CreateSite()).to_wire()
    return Command("createSite", "POST", path, one(Site), body=sent, touches=(organization,))


def update(organization: str, site: str, body: PatchSite) -> Command[Site]:
    """Set what the body names; a `proxy` of null removes it. Document section: "Sites"."""
    path = _path(organization, site)
    return change("updateSiteById", "PATCH", path, Site, body, (site,), answers=get(organization, site))


def delete(organization: str, site: str) -> Command[None]:
    """Delete a site; its spaces stay. Document section: "Sites"."""
    return deletion("deleteSiteById", _path(organization, site), (organization, site))


def publish(organization: str, site: str) -> Command[Site | Checkout]:
    """Make a site reachable for its audience; a `Checkout` means that its plan has to be paid for first."""
    path = _path(organization, site, "/publish")
    reader = either(Site, Checkout)
    return Command("publishSite", "POST", path, reader, repeat="same_effect", touches=(organization, site))


def unpublish(organization: str, site: str) -> Command[Site]:
    """Take a site down; settings and content stay. Platform facts 2.7."""
    return Command(
        "unpublishSite",
        "POST",
        _path(organization, site, "/unpublish"),
        one(Site),
        repeat="same_effect",
        touches=(organization, site),
        answers=get(organization, site),
    )


def preview(
    organization: str, site: str, *, site_space: str | None = None, claims: str | None = None
) -> Query[Address]:
    """Where a site can be looked at for an hour before it is published. Platform facts 2.7."""
    params = params_of(siteSpace=site_space, claims=claims)
    path = _path(organization, site, "/publishing/preview")
    return Query("getSitePublishingPreviewById", path, one(Address), params, ids=(organization, site))


def sort(organization: str, site: str, body: SortStructure) -> Command[SiteItem]:
    """Put an entry of the structure before or after a sibling; answers with the entry. Platform facts 2.7."""
    path = _path(organization, site, "/structure/sort")
    return change("sortSiteStructure", "PATCH", path, SiteItem, body, (site,))
