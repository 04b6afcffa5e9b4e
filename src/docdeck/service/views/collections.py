"""Collections as answers. Document section: "Collection"."""

from __future__ import annotations

from docdeck.models.collections import Collection
from docdeck.service.rules.place_permissions import collection_permissions
from docdeck.service.store import Row
from docdeck.service.views.links import Links
from docdeck.service.views.present import present, when


def collection_view(row: Row, links: Links) -> Collection:
    """A collection from a row with the caller's role."""
    return Collection(
        object="collection",
        id=row["id"],
        title=row["title"],
        organization=row["organization"],
        default_level=row["default_level"],
        created_at=when(row["created_at"]),
        urls=links.both(f"o/{row['organization']}/c/{row['id']}", "collections", row["id"]),
        permissions=collection_permissions(row["member_role"], row["default_level"]),
        **present(description=row["description"], parent=row["parent"]),
    )
