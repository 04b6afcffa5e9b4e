"""Change requests as answers. Document section: "Change request"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from docdeck.models.base import User
from docdeck.models.change_requests import ChangeRequest, Contributor
from docdeck.service.store import Row, Tx
from docdeck.service.store.people import users_by_id
from docdeck.service.views.links import Links
from docdeck.service.views.people import user_view
from docdeck.service.views.present import present, when


def base_of(row: Row) -> str:
    """The space revision that a change request's pages are compared with."""
    return row["revision_ancestor"] or row["revision_initial"]


def is_outdated(row: Row) -> bool:
    """Whether the space moved on since a change request was last brought up to date; merged ones are done."""
    return row["status"] != "merged" and base_of(row) != row["space_revision"]


def request_views(tx: Tx, rows: Sequence[Row], links: Links) -> list[ChangeRequest]:
    """Change requests with their people, who are read in one question."""
    ids = {row["created_by"] for row in rows} | {row["merged_by"] for row in rows}
    people = {id: user_view(row, links) for id, row in users_by_id(tx, ids).items()}
    return [request_view(row, people, links) for row in rows]


def request_view(row: Row, people: dict[str, User], links: Links) -> ChangeRequest:
    """One change request."""
    optional: dict[str, Any] = present(
        description=row["description"],
        revision_merged_ancestor=row["revision_ancestor"],
        revision_merged=row["revision_merged"],
        merged_by=people.get(row["merged_by"]),
        merged_at=when(row["merged_at"]),
        conversations_issues_cluster=row["cluster"],
    )
    return ChangeRequest(
        object="change-request",
        id=row["id"],
        number=row["number"],
        status=row["status"],
        subject=row["subject"],
        created_by=people[row["created_by"]],
        created_at=when(row["created_at"]),
        updated_at=when(row["updated_at"]),
        space=row["space"],
        revision=row["revision"],
        revision_initial=row["revision_initial"],
        comments=row["comments"],
        outdated=is_outdated(row),
        urls=links.both(
            f"s/{row['space']}/~/changes/{row['number']}", "spaces", row["space"], "change-requests", row["id"]
        ),
        **optional,
    )


def contributor_views(tx: Tx, rows: Sequence[Row], links: Links) -> list[Contributor]:
    """Contributors with their user."""
    people = users_by_id(tx, (row["user"] for row in rows))
    return [
        Contributor(
            user=user_view(people[row["user"]], links),
            count=row["count"],
            updated_at=when(row["updated_at"]),
            action_type=row["action"],
        )
        for row in rows
    ]
