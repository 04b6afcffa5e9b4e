"""Spaces as answers. Document section: "Space"."""

from __future__ import annotations

from docdeck.models.organizations import MergeRules
from docdeck.models.spaces import Space
from docdeck.service.access import role_in
from docdeck.service.rules.permissions import space_permissions
from docdeck.service.store import Row
from docdeck.service.views.links import Links
from docdeck.service.views.present import present, when


def space_view(row: Row, links: Links) -> Space:
    """A space from a row with counts and the caller's roles."""
    return Space(
        object="space",
        id=row["id"],
        title=row["title"],
        emoji=row["emoji"],
        visibility=row["visibility"],
        created_at=when(row["created_at"]),
        updated_at=when(row["updated_at"]),
        edit_mode=row["edit_mode"],
        merge_rules=MergeRules.model_validate(row["merge_rules"]),
        urls={**links.both(f"s/{row['id']}", "spaces", row["id"]), **present(icon=row["icon"])},
        organization=row["organization"],
        revision=row["revision"],
        default_level=row["default_level"],
        comments=row["comments"],
        change_requests=row["requests"],
        change_requests_open=row["requests_open"],
        change_requests_draft=row["requests_draft"],
        permissions=space_permissions(role_in(row)),
        **present(parent=row["parent"], language=row["language"], deleted_at=when(row["deleted_at"])),
    )
