"""Change requests. Document section: "Change requests"; facts: "Change request: diff, content, contributors".

A request is named by its id or its number in the space; both lead to one stored answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.reading import either, many, one
from docdeck.models.base import Document
from docdeck.models.change_requests import (
    ChangeRequest,
    ContentChange,
    ContentUpdateAnswer,
    Contributor,
    CreateChangeRequest,
    MergeAnswer,
    PatchChangeRequest,
    UpdateAnswer,
    UpdateContent,
)
from docdeck.models.content import Revision, SemanticChanges
from docdeck.models.publishing import Address

Status = Literal["draft", "open", "archived", "merged"]
_ONE = "/v1/spaces/{space}/change-requests/{cr}"


def list_in_space(
    space: str,
    status: Status = "open",
    *,
    creator: str | None = None,
    contributor: str | None = None,
    requested_reviewer: str | None = None,
    issues_cluster: str | None = None,
    limit: int | None = None,
) -> Query[Page[ChangeRequest]]:
    """The change requests of a space in one status (a server without a status filter means open)."""
    params = params_of(
        status=status,
        creator=creator,
        contributor=contributor,
        requestedReviewer=requested_reviewer,
        conversationsIssuesCluster=issues_cluster,
        limit=limit,
    )
    path = path_of("/v1/spaces/{space}/change-requests", space=space)
    return Query("listChangeRequestsForSpace", path, many(ChangeRequest), params, ids=(space,))


def list_in_organization(
    organization: str,
    status: Status = "open",
    *,
    creator: str | None = None,
    contributor: str | None = None,
    requested_reviewer: str | None = None,
    issues_cluster: str | None = None,
    limit: int | None = None,
) -> Query[Page[ChangeRequest]]:
    """The change requests of all spaces of an organization in one status."""
    params = params_of(
        status=status,
        creator=creator,
        contributor=contributor,
        requestedReviewer=requested_reviewer,
        conversationsIssuesCluster=issues_cluster,
        limit=limit,
    )
    path = path_of("/v1/orgs/{organization}/change-requests", organization=organization)
    return Query("listChangeRequestsForOrganization", path, many(ChangeRequest), params, ids=(organization,))


def get(space: str, change_request: str) -> Query[ChangeRequest]:
    """One change request, by id or number."""
    path = path_of(_ONE, space=space, cr=change_request)
    ids = (space, change_request)
    return Query("getChangeRequestById", path, one(ChangeRequest), ids=ids, same_as=_paths_in(space))


def _paths_in(space: str) -> Callable[[ChangeRequest], tuple[str, ...]]:
    def paths(request: ChangeRequest) -> tuple[str, ...]:
        by_id = path_of(_ONE, space=space, cr=request.id)
        return (by_id, path_of(_ONE, space=space, cr=str(request.number)))

    return paths


def create(space: str, *, subject: str | None = None, template: dict[str, Any] | None = None) -> Command[ChangeRequest]:
    """A new change request in `draft`."""
    given: dict[str, Any] = {"subject": subject, "template": template}
    body = CreateChangeRequest(**{name: value for name, value in given.items() if value is not None})
    return Command(
        "createChangeRequest",
        "POST",
        path_of("/v1/spaces/{space}/change-requests", space=space),
        one(ChangeRequest),
        body=body.to_wire(),
        touches=(space,),
    )


def patch(
    space: str,
    change_request: str,
    *,
    subject: str | None = None,
    description: Document | None = None,
    status: Literal["draft", "open", "archived"] | None = None,
) -> Command[ChangeRequest]:
    """Set the subject, the description or the status; what is None stays."""
    given: dict[str, Any] = {"subject": subject, "description": description, "status": status}
    body = PatchChangeRequest(**{name: value for name, value in given.items() if value is not None})
    return Command(
        "updateChangeRequestById",
        "PATCH",
        path_of(_ONE, space=space, cr=change_request),
        one(ChangeRequest),
        body=body.to_wire(),
        repeat="same_effect",
        touches=(change_request, space) if status is not None else (change_request,),
        answers=get(space, change_request),
    )


def changes(space: str, change_request: str, *, limit: int | None = None) -> Query[SemanticChanges]:
    """What the request changes, page by page; the server's own `limit` is 10, `more` tells how many it cut."""
    path = path_of(_ONE + "/changes", space=space, cr=change_request)
    ids = (space, change_request)
    return Query("getChangeRequestChanges", path, one(SemanticChanges), params_of(limit=limit), ids=ids)


def revision(space: str, change_request: str) -> Query[Revision]:
    """The active revision of the request, with its page tree."""
    path = path_of(_ONE + "/content", space=space, cr=change_request)
    return Query("getRevisionOfChangeRequestById", path, one(Revision), ids=(space, change_request))


def contributors(space: str, change_request: str) -> Query[Page[Contributor]]:
    """Who edited or commented."""
    path = path_of(_ONE + "/contributors", space=space, cr=change_request)
    return Query("getContributorsByChangeRequestId", path, many(Contributor), ids=(space, change_request))


def pdf(space: str, change_request: str, *, page: str | None = None, only: bool | None = None) -> Query[Address]:
    """Where the PDF of the request, or of a page of it (`only`: without those below), can be fetched for an hour."""
    path = path_of(_ONE + "/pdf", space=space, cr=change_request)
    ids = (space, change_request)
    return Query("getChangeRequestPDF", path, one(Address), params_of(page=page, only=only), ids=ids)


def merge(space: str, change_request: str) -> Command[MergeAnswer]:
    """Merge into the space. Final; `result` is `merge`, or `conflicts` when places are left to mend."""
    return Command(
        "mergeChangeRequest",
        "POST",
        path_of(_ONE + "/merge", space=space, cr=change_request),
        one(MergeAnswer),
        touches=(change_request, space),
    )


def update(space: str, change_request: str) -> Command[UpdateAnswer]:
    """Bring the request up to date with the space; `result` is `update` or `conflicts`."""
    return Command(
        "updateChangeRequest",
        "POST",
        path_of(_ONE + "/update", space=space, cr=change_request),
        one(UpdateAnswer),
        touches=(change_request,),
    )


def edit_content(space: str, change_request: str, changes: Sequence[ContentChange]) -> Command[ContentUpdateAnswer]:
    """Edit pages of the request: 1 to 50 changes, all or nothing, one new revision."""
    return Command(
        "updateChangeRequestContent",
        "POST",
        path_of(_ONE + "/content", space=space, cr=change_request),
        _content_update,
        body=UpdateContent(changes=list(changes)).to_wire(),
        params=params_of(compat=False),
        touches=(change_request,),
    )


def _content_update(operation: str, data: bytes) -> ContentUpdateAnswer:
    """The request and what was done; older platforms answer with the request alone."""
    answer = either(ContentUpdateAnswer, ChangeRequest)(operation, data)
    return answer if isinstance(answer, ContentUpdateAnswer) else ContentUpdateAnswer(change_request=answer)
