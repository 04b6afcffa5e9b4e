"""Publishing a site: checkout, preview, visitor authentication, order of its structure. Platform facts 2.7, A.7."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from docdeck.models.base import Answer, Body


class Checkout(Answer):
    """What publishing answers when the plan has to be paid for first: the site is not published."""

    type: Literal["checkout"]
    session_id: str = ""


class Address(Answer):
    """`{url}`: where a PDF or a preview can be fetched; it works for an hour."""

    url: str


class PublishingAuth(Answer):
    """`object` is `publishing-auth`: how visitors of a site are known; `privateKey` signs their tokens."""

    object: str = "publishing-auth"
    backend: str = ""
    private_key: str = Field(default="", repr=False)
    fallback_url: str | None = Field(default=None, alias="fallbackURL")
    logout_url: str | None = Field(default=None, alias="logoutURL")
    integration: str | None = None


class PatchPublishingAuth(Body):
    """Null takes an address away."""

    backend: Literal["custom", "integration"] | None = None
    integration: str | None = None
    fallback_url: str | None = Field(default=None, alias="fallbackURL")
    logout_url: str | None = Field(default=None, alias="logoutURL")


class StructurePointer(Body):
    """An entry of a site's structure."""

    type: Literal["site-space", "site-section", "site-section-group", "site-external-link"]
    id: str


class StructurePosition(Body):
    """Before one entry, or after one."""

    before: StructurePointer | None = None
    after: StructurePointer | None = None


class SortStructure(Body):
    """An entry's new place among its siblings."""

    item: StructurePointer
    position: StructurePosition


class SectionPlace(Body):
    """The group a section goes to; null is the root of the site. Newer platforms only."""

    site_section_group_id: str | None


class GroupPlace(Body):
    """The group a group goes to; null is the root of the site. Newer platforms only."""

    parent_section_group_id: str | None


class PointerOfGroup(Body):
    """A neighbour of a group: a section or a group."""

    type: Literal["site-section", "site-section-group"]
    id: str


class PositionOfGroup(Body):
    """Before one neighbour, or after one."""

    before: PointerOfGroup | None = None
    after: PointerOfGroup | None = None


class MoveSectionGroup(Body):
    """A group's new place; the platforms call the operation deprecated."""

    position: PositionOfGroup


class Redirect(Answer):
    """`object` is `site-redirect`; `destination` is a union on `kind`, kept as it came."""

    object: str = "site-redirect"
    id: str
    source: str = ""
    destination: dict[str, Any] = Field(default_factory=dict)


class RedirectTarget(Answer):
    """The redirect of a path, and where it leads."""

    redirect: Redirect
    target: str = ""


class RedirectDestination(Body):
    """Where a redirect leads: a section, a site space, or a page of one."""

    kind: Literal["site-section", "site-space", "site-page"]
    site_section_id: str | None = None
    site_space_id: str | None = None
    page_id: str | None = None


class CreateRedirect(Body):
    """From a path of the site to a destination."""

    source: str = Field(max_length=512, pattern=r"^/")
    destination: RedirectDestination


class PatchRedirect(Body):
    """What is absent stays."""

    source: str | None = Field(default=None, max_length=512, pattern=r"^/")
    destination: RedirectDestination | None = None


class SearchScope(Body):
    """Which site spaces are searched: the visitor's (`default`), some (`specific`) or all."""

    mode: Literal["default", "specific", "all"]
    current_site_space: str | None = None
    site_space_ids: list[str] | None = None


class SearchSiteAnyForm(Body):
    """A search of a site as platforms take it: with `scope`, or with the older `mode` beside the query."""

    query: str = Field(max_length=512)
    scope: SearchScope | None = None
    mode: Literal["specific", "current", "all"] | None = None
    site_space_ids: list[str] | None = None
    site_space_id: str | None = None


class SearchSite(Body):
    """A text to look for on a site."""

    query: str = Field(max_length=512)
    scope: SearchScope
