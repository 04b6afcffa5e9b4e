"""Sites, their sections and spaces, and the published profile. Document sections: "Site" to "Site section group"."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Discriminator, Field, Tag

from docdeck.models.base import Answer, Body, Flags, Role, TaggedBody, Timestamp
from docdeck.models.spaces import Space


class SiteProxy(Answer):
    """Where a site is served from by a proxy."""

    origin: str = ""
    target: str = ""


class SiteAdaptiveContent(Answer):
    """Whether pages may differ by visitor."""

    enabled: bool = False


class SiteAds(Answer):
    """`status` is `pending`, `in-review`, `rejected`, `live` or `disabled`; the other keys depend on it."""

    status: str = ""
    submittable: bool | None = None
    topic: str | None = None
    reason: str | None = None
    zone_id: str | None = None


class SiteFeature(Answer):
    """A feature of the site's plan."""

    id: str
    plan: str = ""
    frozen: bool = False
    customizations: list[str] = Field(default_factory=list)


class Site(Answer):
    """`object` is `site`; `siteSpaces` is a count; `published` means its audience can reach it."""

    object: str = "site"
    id: str
    type: str = "basic"
    title: str = ""
    icon: dict[str, Any] | None = None
    hostname: str | None = None
    basename: str | None = None
    proxy: SiteProxy | None = None
    visibility: str = ""
    published: bool = False
    site_spaces: int = 0
    created_at: Timestamp | None = None
    adaptive_content: SiteAdaptiveContent | None = None
    ads: SiteAds | None = None
    agents_context: str | None = None
    features: list[SiteFeature] = Field(default_factory=list[SiteFeature])
    default_level: Role | None = None
    urls: dict[str, Any] = Field(default_factory=dict)
    permissions: Flags = Field(default_factory=dict)


class SiteSpace(Answer):
    """`object` is `site-space`: a space as it stands on a site; `condition` decides whether a visitor sees it."""

    object: str = "site-space"
    id: str
    path: str = ""
    section: str | None = None
    space: Space
    title: str = ""
    default: bool = False
    condition: str | None = None
    has_advanced_customization_feature: bool | None = None
    hidden: bool = False
    draft: bool = False
    urls: dict[str, Any] = Field(default_factory=dict)


class SiteSection(Answer):
    """`object` is `site-section`: some site spaces under one path, variants of one content."""

    object: str = "site-section"
    id: str
    title: str = ""
    description: str | None = None
    default: bool = False
    path: str = ""
    condition: str | None = None
    section_group: str | None = None
    site_spaces: list[SiteSpace] = Field(default_factory=list[SiteSpace])
    icon: str | None = None
    draft: bool = False
    urls: dict[str, Any] = Field(default_factory=dict)


class SiteExternalLink(Answer):
    """`object` is `site-external-link`: an entry of the navigation that leads elsewhere."""

    object: str = "site-external-link"
    id: str
    title: str = ""
    description: str | None = None
    icon: str | None = None
    url: str = ""
    section_group: str | None = None
    condition: str | None = None
    draft: bool = False


class SiteItem(Answer):
    """An entry of a kind this program does not know; its fields are in `model_extra`."""

    object: str = ""
    id: str = ""
    title: str = ""


def _kind(value: Any) -> str:
    """The kind of a structure entry by its `object`, else by the fields that only one kind has."""
    fields: dict[str, Any] = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    name: Any = fields.get("object") if isinstance(value, dict) else getattr(value, "object", "")
    if name in ("site-section", "site-section-group", "site-space", "site-external-link"):
        return str(name)
    if name is None:
        for field, kind in (
            ("children", "site-section-group"),
            ("siteSpaces", "site-section"),
            ("space", "site-space"),
        ):
            if field in fields:
                return kind
    return "other"


def _listed(value: Any) -> Any:
    """Null stands for no entries."""
    return [] if value is None else value


SiteEntry = Annotated[
    Annotated["SiteSectionGroup", Tag("site-section-group")]
    | Annotated[SiteSection, Tag("site-section")]
    | Annotated[SiteSpace, Tag("site-space")]
    | Annotated[SiteExternalLink, Tag("site-external-link")]
    | Annotated[SiteItem, Tag("other")],
    Discriminator(_kind),
]
"""What stands in a site's structure; a kind of a newer server is a `SiteItem`."""


class SiteSectionGroup(Answer):
    """`object` is `site-section-group`; its `children` are sections and, nested, groups."""

    object: str = "site-section-group"
    id: str
    title: str = ""
    section_group: str | None = None
    icon: str | None = None
    children: Annotated[list[SiteEntry], BeforeValidator(_listed)] = Field(default_factory=list[SiteEntry])
    sections: Annotated[list[SiteSection], BeforeValidator(_listed)] = Field(default_factory=list[SiteSection])
    draft: bool = False


class SiteStructure(Answer):
    """`type` is `sections` (entries are sections, groups and links) or `siteSpaces` (a site without sections)."""

    type: str = "sections"
    structure: Annotated[list[SiteEntry], BeforeValidator(_listed)] = Field(default_factory=list[SiteEntry])


class SiteCustomizations(Answer):
    """How a site looks: settings by their names, of the site and of single site spaces by id."""

    site: dict[str, Any] = Field(default_factory=dict)
    site_spaces: dict[str, dict[str, Any]] = Field(default_factory=dict[str, dict[str, Any]])


class SiteScript(Answer):
    """A script that an integration adds to the site's pages."""

    script: str = ""
    content_security_policy: str | dict[str, Any] | None = None
    cookies: bool = False


class PublishedSite(Answer):
    """`object` is `published-content-site`: all that a visitor's browser needs to know of a site."""

    object: str = "published-content-site"
    site: Site
    structure: SiteStructure = Field(default_factory=SiteStructure)
    customizations: SiteCustomizations = Field(default_factory=SiteCustomizations)
    scripts: list[SiteScript] = Field(default_factory=list[SiteScript])


class SiteAdaptiveSchema(Answer):
    """`object` is `site-adaptive-schema`: what claims of a visitor conditions may ask for, as JSON Schema."""

    object: str = "site-adaptive-schema"
    json_schema: dict[str, Any] = Field(default_factory=dict)
    updated_at: Timestamp | None = None


class TemplateCondition(Answer):
    """A condition made from the visitor schema."""

    description: str = ""
    condition: str = ""


class CreateSite(Body):
    """A new site is not published; `spaces` are the ids of spaces to put on it."""

    type: Literal["basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"] | None = None
    title: str | None = Field(default=None, min_length=2, max_length=128)
    visibility: Literal["public", "unlisted", "share-link", "visitor-auth"] | None = None
    spaces: list[str] | None = None


class AdaptiveContentBody(Body):
    """Turns content by visitor on or off."""

    enabled: bool


class PatchSite(Body):
    """`proxy` is a host name with a path, without scheme; null removes it."""

    title: str | None = Field(default=None, min_length=2, max_length=128)
    visibility: Literal["public", "unlisted", "share-link", "visitor-auth"] | None = None
    basename: str | None = Field(default=None, min_length=1, max_length=100)
    adaptive_content: AdaptiveContentBody | None = None
    agents_context: Literal["excluded", "included"] | None = None
    default_site_space: str | None = None
    default_site_section: str | None = None
    proxy: str | None = Field(
        default=None, max_length=512, pattern=r"^([A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]+\.[a-zA-Z]{2,}(/[A-Za-z0-9_-]+)+$"
    )


class PutAdaptiveSchema(Body):
    """Replaces the visitor schema."""

    json_schema: dict[str, Any]


class SiteSpacePointer(TaggedBody):
    """A neighbour among the site spaces."""

    type: Literal["site-space"] = "site-space"
    site_space: str


class SiteSpacePosition(Body):
    """Before one site space, or after one."""

    before: SiteSpacePointer | None = None
    after: SiteSpacePointer | None = None


class MoveSiteSpace(Body):
    """A site space's new place."""

    position: SiteSpacePosition


class AddSiteSpace(Body):
    """Puts a space on the site: in the given section, else in the default one or at the root."""

    space_id: str
    section_id: str | None = None


class PatchSiteSpace(Body):
    """A `condition` of null removes it; what is absent stays."""

    path: str | None = Field(default=None, min_length=1, max_length=100)
    condition: str | None = Field(default=None, max_length=1024)
    space_id: str | None = None
    hidden: bool | None = None


class CreateSiteSection(Body):
    """A section around one space."""

    space_id: str
    title: str | None = Field(default=None, min_length=2, max_length=128)
    icon: str | None = Field(default=None, max_length=50)


class PatchSiteSection(Body):
    """Null removes `condition`, `icon` and `description`; what is absent stays."""

    title: str | None = Field(default=None, min_length=2, max_length=128)
    path: str | None = Field(default=None, min_length=1, max_length=100)
    default_site_space: str | None = None
    condition: str | None = Field(default=None, max_length=1024)
    icon: str | None = Field(default=None, max_length=50)
    description: str | None = Field(default=None, max_length=256)


class SiteSectionPointer(TaggedBody):
    """A neighbour among the sections."""

    type: Literal["site-section"] = "site-section"
    site_section: str


class SiteSectionPosition(Body):
    """Before one section, or after one."""

    before: SiteSectionPointer | None = None
    after: SiteSectionPointer | None = None


class MoveSiteSection(Body):
    """A section's new place; the document calls the operation deprecated."""

    position: SiteSectionPosition


class CreateSiteSectionGroup(Body):
    """A group of sections, at the root or in the group `parent`."""

    title: str = Field(min_length=1, max_length=100)
    icon: str | None = Field(default=None, max_length=50)
    sections: list[str] | None = None
    parent: str | None = None


class PatchSiteSectionGroup(Body):
    """Null removes the icon."""

    title: str | None = Field(default=None, min_length=1, max_length=100)
    icon: str | None = Field(default=None, max_length=50)


class AddSectionToGroup(Body):
    """The section to put in a group."""

    section_id: str
