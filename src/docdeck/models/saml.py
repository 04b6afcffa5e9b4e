"""Single sign-on and subdomains. Document section: "SAML provider"."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from docdeck.models.base import Answer, Body, Role, RoleName, Timestamp
from docdeck.models.teams import Team


class SamlService(Answer):
    """What the identity provider has to be told of this side."""

    acs_url: str = Field(default="", alias="acsURL")
    start_url: str = Field(default="", alias="startURL")
    entity_id: str = Field(default="", alias="entityID")


class SamlProvider(Answer):
    """`object` is `saml-provider`; `status` is `active` or `pending`."""

    object: str = "saml-provider"
    id: str
    label: str = ""
    sso_url: str | None = Field(default=None, alias="ssoURL")
    entity_id: str = Field(default="", alias="entityID")
    certificate: str = ""
    default_team: Team | None = None
    default_role: Role | None = None
    created_at: Timestamp | None = None
    status: str = ""
    service: SamlService = Field(default_factory=SamlService)
    urls: dict[str, Any] = Field(default_factory=dict)


class SsoLogin(Answer):
    """A way to sign in that an organization offers."""

    id: str
    label: str = ""
    start_url: str = Field(default="", alias="startURL")


class SsoLogins(Answer):
    """`{items}`, without cursor."""

    items: list[SsoLogin] = Field(default_factory=list[SsoLogin])


class Subdomain(Answer):
    """`object` is `subdomain`: a name on the platform's host and what it leads to."""

    object: str = "subdomain"
    subdomain: str = ""
    target: dict[str, Any] = Field(default_factory=dict)
    is_active: bool = False


class PatchSamlProvider(Body):
    """`defaultTeam` is a team id; `defaultRole` null is a guest."""

    label: str | None = Field(default=None, min_length=1, max_length=30)
    entity_id: str | None = Field(default=None, alias="entityID", max_length=1024)
    certificate: str | None = Field(default=None, max_length=10_000)
    sso_url: str | None = Field(default=None, alias="ssoURL", max_length=2048)
    default_team: str | None = None
    default_role: RoleName | None = None


class CreateSamlProvider(PatchSamlProvider):
    """A new provider needs a label."""

    label: str = Field(min_length=1, max_length=30)  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]
