"""Change requests: lists, one, create, patch, edit, update, merge. Document: "Change requests"; facts N16, N19."""

from __future__ import annotations

from typing import Any

from docdeck.models.change_requests import (
    ChangeRequest,
    ContentUpdateAnswer,
    CreateChangeRequest,
    MergeAnswer,
    PatchChangeRequest,
    UpdateAnswer,
    UpdateContent,
)
from docdeck.service.access import organization_access, request_access, space_access
from docdeck.service.actions import change_requests as actions
from docdeck.service.routes.call import Call, Made, reads, writes
from docdeck.service.rules.states import STATUSES
from docdeck.service.store import Tx
from docdeck.service.store.requests import RequestFilters, contributions, requests_in_organization, requests_in_space
from docdeck.service.views.files import file_view
from docdeck.service.views.requests import contributor_views, request_views

SPACE_LIST = "/v1/spaces/{space}/change-requests"
ONE = "/v1/spaces/{space}/change-requests/{request}"


def _filters(call: Call) -> RequestFilters:
    return RequestFilters(
        statuses=call.choices("status", STATUSES, ("open",)),
        creator=call.query.get("creator"),
        contributor=call.query.get("contributor"),
        requested_reviewer=call.query.get("requestedReviewer"),
        cluster=call.query.get("conversationsIssuesCluster"),
    )


def _in_space(tx: Tx, call: Call) -> dict[str, Any]:
    space = space_access(tx, call.actor, call.params["space"]).space
    part = requests_in_space(tx, space["id"], _filters(call), call.window("change requests"))
    return call.listed(part, request_views(tx, part.items, call.links))


def _in_organization(tx: Tx, call: Call) -> dict[str, Any]:
    organization_access(tx, call.actor, call.params["org"])
    part = requests_in_organization(tx, call.actor, call.params["org"], _filters(call), call.window("change requests"))
    return call.listed(part, request_views(tx, part.items, call.links))


def _one(tx: Tx, call: Call) -> ChangeRequest:
    return _view(tx, call, call.params["request"])


def _view(tx: Tx, call: Call, request: str) -> ChangeRequest:
    _access, row = request_access(tx, call.actor, call.params["space"], request)
    return request_views(tx, [row], call.links)[0]


def _contributors(tx: Tx, call: Call) -> dict[str, Any]:
    _access, row = request_access(tx, call.actor, call.params["space"], call.params["request"])
    rows = contributions(tx, row["id"])
    items = [view.to_wire() for view in contributor_views(tx, rows, call.links)]
    return {"items": items, "count": len(items)}


def _create(tx: Tx, call: Call) -> Made:
    sent = call.body(CreateChangeRequest)
    made = actions.create_change_request(tx, call.actor, call.params["space"], sent.subject or "")
    view = _view(tx, call, made)
    return Made(view, 201, {"Location": view.urls["location"]})


def _patch(tx: Tx, call: Call) -> ChangeRequest:
    sent = call.body(PatchChangeRequest)
    space, request = call.params["space"], call.params["request"]
    actions.patch_change_request(
        tx, call.actor, space, request, subject=sent.subject, description=sent.description, status=sent.status
    )
    return _view(tx, call, request)


def _merge(tx: Tx, call: Call) -> dict[str, Any]:
    return _merged(actions.merge(tx, call.actor, call.params["space"], call.params["request"]), MergeAnswer)


def _update(tx: Tx, call: Call) -> dict[str, Any]:
    done = actions.update_from_main(tx, call.actor, call.params["space"], call.params["request"])
    return _merged(done, UpdateAnswer)


def _merged(done: actions.Merged, answer: type[MergeAnswer | UpdateAnswer]) -> dict[str, Any]:
    wire = answer(revision=done.revision, result=done.result).to_wire()
    files = ({"file": file.id, "title": file.name} for file in done.conflicting_files)
    conflicts = [*done.conflicts, *files]
    return {**wire, "conflicts": conflicts} if conflicts else wire


def _edit(tx: Tx, call: Call) -> ChangeRequest | ContentUpdateAnswer:
    compat = call.flag("compat")
    space, request = call.params["space"], call.params["request"]
    done = actions.edit_content(tx, call.actor, space, request, call.body(UpdateContent).changes)
    view = _view(tx, call, request)
    if compat is not False:
        return view
    inserted = [file_view(file, call.links) for file in done.files.inserted.values()]
    optional: dict[str, Any] = {"inserted_files": inserted} if inserted else {}
    changes = [_edited(call, view, *one) for one in done.applied]
    return ContentUpdateAnswer(change_request=view, changes=changes, **optional)


def _edited(call: Call, view: ChangeRequest, what: str, page: str, ref: str | None) -> dict[str, Any]:
    if what == "deleted_page":
        return {"object": what, "page": page}
    urls = call.links.location("spaces", view.space, "change-requests", view.id, "content", "page", page)
    made: dict[str, Any] = {"object": what, "page": {"object": "page", "id": page, "urls": urls}}
    return made if ref is None else {**made, "ref": ref}


ROUTES = (
    reads("/v1/orgs/{org}/change-requests", _in_organization),
    reads(SPACE_LIST, _in_space),
    writes("POST", SPACE_LIST, _create, CreateChangeRequest),
    reads(ONE, _one),
    writes("PATCH", ONE, _patch, PatchChangeRequest),
    writes("POST", f"{ONE}/merge", _merge),
    writes("POST", f"{ONE}/update", _update),
    writes("POST", f"{ONE}/content", _edit, UpdateContent),
    reads(f"{ONE}/contributors", _contributors),
)
