"""Facts about a change request: exact times, ids, revisions and addresses. Document section: "Change request"."""

from __future__ import annotations

from docdeck.models.change_requests import ChangeRequest
from docdeck.models.spaces import Space
from docdeck.workspace.details import Details, facts
from docdeck.workspace.freshness import Freshness


def request_details(request: ChangeRequest, space: Space | None) -> Details:
    """What the rows leave out."""
    people = facts(
        ("Opened by", request.created_by.display_name if request.created_by is not None else None),
        ("Merged by", request.merged_by.display_name if request.merged_by is not None else None),
    )
    times = facts(("Created", request.created_at), ("Updated", request.updated_at), ("Merged", request.merged_at))
    state = facts(
        ("Status", request.status),
        ("Behind main", request.outdated),
        ("Open comments", request.comments),
        ("Space", space.title if space is not None else request.space),
    )
    ids = facts(
        ("Id", request.id),
        ("Number", request.number),
        ("Revision", request.revision),
        ("Begun at", request.revision_initial),
        ("Updated to", request.revision_merged_ancestor),
        ("Merged as", request.revision_merged),
        ("Address", request.urls.get("app")),
    )
    groups = (("", (*state, *people)), ("Times", times), ("Ids", ids))
    return Details(f"#{request.number} {request.subject}", groups, freshness=Freshness("live"))
