"""Reviews and requested reviewers as answers. Facts A.5."""

from __future__ import annotations

from collections.abc import Sequence

from docdeck.models.change_requests import RequestedReviewer, Review
from docdeck.service.access import SpaceAccess
from docdeck.service.store import Row, Tx
from docdeck.service.store.people import users_by_id
from docdeck.service.store.talk import comments_by_id
from docdeck.service.views.comments import comment_views
from docdeck.service.views.links import Links
from docdeck.service.views.people import user_view
from docdeck.service.views.present import present, when


def review_views(
    tx: Tx, access: SpaceAccess, rows: Sequence[Row], links: Links, *, style: str = "markdown"
) -> list[Review]:
    """Reviews with their people and notes."""
    people = users_by_id(tx, [row[name] for row in rows for name in ("reviewer", "requested_by")])
    notes = comment_views(tx, access, comments_by_id(tx, (row["comment"] for row in rows)), links, style=style)
    by_id = {note.id: note for note in notes}
    space = access.space["id"]
    return [
        Review(
            object="change-request-review",
            id=row["id"],
            revision=row["revision"],
            reviewer=user_view(people[row["reviewer"]], links),
            status=row["status"],
            outdated=bool(row["outdated"]),
            created_at=when(row["created_at"]),
            updated_at=when(row["updated_at"]),
            urls=links.location("spaces", space, "change-requests", row["change_request"], "reviews", row["id"]),
            **present(
                requested_by=user_view(people[row["requested_by"]], links) if row["requested_by"] else None,
                comment=by_id.get(row["comment"]),
            ),
        )
        for row in rows
    ]


def requested_views(tx: Tx, rows: Sequence[Row], links: Links) -> list[RequestedReviewer]:
    """Requested reviewers with their people."""
    people = users_by_id(tx, [row[name] for row in rows for name in ("user", "requested_by")])
    return [
        RequestedReviewer(
            object="change-request-requested-reviewer",
            revision=row["revision"],
            requested_by=user_view(people[row["requested_by"]], links),
            created_at=when(row["created_at"]),
            kind="user",
            user=user_view(people[row["user"]], links),
        )
        for row in rows
    ]
