"""Organizations and their members. Document sections: "Organization", "Member"."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from pydantic import Field, model_validator

from docdeck.models.base import Answer, Body, Flags, Role, RoleName, Timestamp, User


class MergeRule(Answer):
    """One rule by its name; `users` for the reviewer rules, `expression` and `message` for `custom`."""

    rule: str
    users: list[str] = Field(default_factory=list)
    expression: str | None = None
    message: str | None = None


class MergeRules(Answer):
    """`inherit` (from the organization), `rules` or `none`."""

    type: str = "none"
    rules: list[MergeRule] = Field(default_factory=list[MergeRule])


class Organization(Answer):
    """`object` is `organization`."""

    object: str = "organization"
    id: str
    title: str = ""
    created_at: Timestamp | None = None
    email_domains: list[str] = Field(default_factory=list)
    hostname: str | None = None
    type: str | None = None
    use_case: str | None = None
    community_type: str | None = None
    default_role: Role | None = None
    default_content: dict[str, Any] | None = None
    sso: bool | None = None
    ai: bool | None = None
    invite_links: bool | None = None
    plan: str | None = None
    billing: dict[str, Any] | None = None
    merge_rules: MergeRules | None = None
    urls: dict[str, Any] = Field(default_factory=dict)
    trial: dict[str, Any] | None = None
    custom_hostname: str | None = None
    blocked: dict[str, Any] | None = None
    internal_billing_migration: dict[str, Any] | None = Field(default=None, alias="internal_billingMigration")
    permissions: Flags = Field(default_factory=dict)


class Member(Answer):
    """`object` is `member`; `role` null means guest."""

    object: str = "member"
    id: str
    role: Role | None = None
    user: User
    disabled: bool = False
    joined_at: Timestamp | None = None
    last_seen_at: Timestamp | None = None
    sso: bool = False
    spaces: int | None = None
    teams: int | None = None


class UsersRule(Body):
    """A rule about named people, by user id."""

    rule: Literal["require_specific_reviewers", "require_one_of_specific_reviewers", "allow_bypass"]
    users: list[str]


class PlainRule(Body):
    """A rule that says all by its name."""

    rule: Literal[
        "require_at_least_one_review",
        "require_at_least_one_approved_review",
        "require_all_reviews_approved",
        "require_agent_review",
        "require_up_to_date_change_request",
        "require_change_request_subject",
        "require_change_request_description",
        "require_author_to_merge",
    ]


class CustomRule(Body):
    """A rule written as an expression over `space`, `changeRequest`, `reviews` and `actor`."""

    rule: Literal["custom"]
    expression: str = Field(max_length=1024)
    message: str | None = None


RuleBody = Annotated[UsersRule | PlainRule | CustomRule, Field(discriminator="rule")]


class RulesBody(Body):
    """Merge rules as a list."""

    type: Literal["rules"]
    rules: list[RuleBody]


class NoRulesBody(Body):
    """No merge rules."""

    type: Literal["none"]


class InheritedRulesBody(Body):
    """The merge rules of the organization: for spaces only."""

    type: Literal["inherit"]


OwnRules = Annotated[RulesBody | NoRulesBody, Field(discriminator="type")]
"""Merge rules that an organization may have."""

SpaceRules = Annotated[RulesBody | NoRulesBody | InheritedRulesBody, Field(discriminator="type")]
"""Merge rules that a space may have."""


class DefaultContent(Body):
    """The site that opens first."""

    type: Literal["site"]
    site: str


class CreateOrganization(Body):
    """A new organization."""

    title: str = Field(min_length=2, max_length=255)
    email_domains: list[str] | None = None


class PatchOrganization(Body):
    """`defaultRole` null makes guests; null takes the default content or the logo away."""

    title: str | None = Field(default=None, min_length=2, max_length=255)
    email_domains: list[str] | None = None
    hostname: str | None = Field(default=None, min_length=3, max_length=32)
    default_role: RoleName | None = None
    default_content: DefaultContent | None = None
    logo: str | None = Field(default=None, max_length=2048)
    sso: bool | None = None
    ai: bool | None = None
    invite_links: bool | None = None
    merge_rules: OwnRules | None = None


class PatchMember(Body):
    """`role` null makes a guest."""

    role: RoleName | None = None


class OrganizationsOfDomain(Answer):
    """Which organizations an email domain belongs to, without an envelope."""

    organizations: list[Organization] = Field(default_factory=list[Organization])


class Seen(Answer):
    """The answer of a ping: a token about the visitor, under a name that begins with the platform's brand."""

    service_visitor_claims: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _of_any_brand(cls, value: Any) -> Any:
        """Whatever stands before `VisitorClaims` in the name, the value is the same thing."""
        if not isinstance(value, dict):
            return value
        fields = cast("dict[str, Any]", value)
        if "serviceVisitorClaims" in fields or "service_visitor_claims" in fields:
            return fields
        branded = [name for name in fields if name.endswith("VisitorClaims")]
        return {**fields, "serviceVisitorClaims": fields[branded[0]]} if branded else fields
