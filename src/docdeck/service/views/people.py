"""Users, organizations and members as answers. Document sections: "Organization", "Member"."""

from __future__ import annotations

from docdeck.models.base import User
from docdeck.models.organizations import Member, MergeRules, Organization
from docdeck.service.rules.permissions import organization_permissions
from docdeck.service.store import Row
from docdeck.service.views.links import Links
from docdeck.service.views.present import present, when


def user_view(row: Row, links: Links, *, id: str | None = None) -> User:
    """A person; `id` where the row names the user otherwise than by `id`."""
    made = id or row["id"]
    return User(
        object="user",
        id=made,
        display_name=row["display_name"],
        urls=links.location("users", made),
        **present(email=row["email"], photo_url=row["photo_url"]),
    )


def organization_view(row: Row, links: Links) -> Organization:
    """An organization; nullable fields are null, optional ones absent."""
    return Organization(
        object="organization",
        id=row["id"],
        title=row["title"],
        created_at=when(row["created_at"]),
        email_domains=row["email_domains"],
        default_role=row["default_role"],
        sso=row["sso"],
        ai=row["ai"],
        invite_links=row["invite_links"],
        merge_rules=MergeRules.model_validate(row["merge_rules"]),
        urls={
            **links.both(f"o/{row['id']}", "orgs", row["id"]),
            **present(logo=row["logo"]),
        },
        permissions=organization_permissions(row["member_role"]),
        **present(
            hostname=row["hostname"],
            type=row["type"],
            use_case=row["use_case"],
            community_type=row["community_type"],
            plan=row["plan"],
            default_content={"type": "site", "site": row["default_site"]} if row["default_site"] else None,
        ),
    )


def member_view(row: Row, links: Links) -> Member:
    """A member with their user; the member's id is the user's."""
    return Member(
        object="member",
        id=row["user"],
        role=row["role"],
        user=user_view(row, links, id=row["user"]),
        disabled=row["disabled"],
        joined_at=when(row["joined_at"]),
        sso=row["sso"],
        spaces=row["spaces"],
        teams=row.get("teams", 0),
        **present(last_seen_at=when(row["last_seen_at"])),
    )
