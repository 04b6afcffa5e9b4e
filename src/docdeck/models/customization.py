"""How a site looks. Document section: "Published site profile", Customization; facts N10 and A.8.

Values are kept as they came: a newer platform sends others, and a font or an icon may be a text or an object.
"""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, Field

from docdeck.models.base import Answer, Body, Timestamp


class ThemedValue(Answer):
    """A colour (`#rrggbb`) or an address, for the light and the dark theme."""

    light: str = ""
    dark: str = ""


class Sidebar(Answer):
    """`background` is `default` or `filled`; `list` is `default`, `pill` or `line`."""

    background: str = ""
    list: str = ""


class Tint(Answer):
    """The colour that everything is tinted with."""

    color: ThemedValue = Field(default_factory=ThemedValue)


class Styling(Answer):
    """Theme, colours, shapes and fonts."""

    theme: str = ""
    primary_color: ThemedValue | None = None
    tint: Tint | None = None
    info_color: ThemedValue | None = None
    success_color: ThemedValue | None = None
    warning_color: ThemedValue | None = None
    danger_color: ThemedValue | None = None
    corners: str = ""
    depth: str = ""
    links: str = ""
    font: str | dict[str, Any] | None = None
    monospace_font: str | dict[str, Any] | None = None
    icons: str = ""
    sidebar: Sidebar | None = None
    search: str = ""


class ContentLink(Answer):
    """A link with its target: a content reference, a union on `kind`."""

    title: str = ""
    to: dict[str, Any] | None = None


class HeaderLink(ContentLink):
    """A link of the header; `style` is `link`, `button-primary` or `button-secondary`."""

    style: str | None = None
    links: list[ContentLink] = Field(default_factory=list[ContentLink])
    condition: str | None = None


class SiteHeader(Answer):
    """Logo and links above the pages."""

    preset: str | None = None
    logo: ThemedValue | None = None
    primary_link: dict[str, Any] | None = None
    links: list[HeaderLink] = Field(default_factory=list[HeaderLink])


class FooterGroup(Answer):
    """Links of the footer under one title."""

    title: str = ""
    links: list[ContentLink] = Field(default_factory=list[ContentLink])


class SiteFooter(Answer):
    """Logo, links and copyright below the pages."""

    logo: ThemedValue | None = None
    groups: list[FooterGroup] = Field(default_factory=list[FooterGroup])
    copyright: str | None = None


class Announcement(Answer):
    """A message above all pages; `style` is `info`, `warning`, `danger` or `success`."""

    enabled: bool = False
    message: str = ""
    link: ContentLink | None = None
    style: str = ""


class Switch(Answer):
    """Something that is on or off."""

    enabled: bool = False


class Themes(Answer):
    """Which theme comes first, and whether a visitor may change it."""

    default: str = "light"
    toggeable: bool = False


class PageActions(Answer):
    """What a page offers: three switches, or `items` on newer platforms."""

    external_ai: bool | None = Field(default=None, alias="externalAI")
    markdown: bool | None = None
    mcp: bool | None = None
    items: list[str] | None = None


class Customization(Answer):
    """All settings of how a site, or one space of it, looks."""

    title: str | None = None
    styling: Styling | None = None
    favicon: dict[str, Any] | None = None
    header: SiteHeader | None = None
    footer: SiteFooter | None = None
    announcement: Announcement | None = None
    themes: Themes | None = None
    pdf: Switch | None = None
    feedback: Switch | None = None
    ai: dict[str, Any] | None = None
    advanced_customization: Switch | None = None
    git: dict[str, Any] | None = None
    page_actions: PageActions | None = None
    external_links: dict[str, Any] | None = None
    pagination: Switch | None = None
    trademark: Switch | None = None
    privacy_policy: dict[str, Any] | None = None
    social_preview: dict[str, Any] | None = None
    insights: dict[str, Any] | None = None
    updated_at: Timestamp | None = None


class CustomizationBody(Body):
    """Settings by their names, as they were read. For a site they replace all; for a site space null clears one."""

    model_config = ConfigDict(extra="allow")

    title: str | None = Field(default=None, min_length=2, max_length=128)
