"""Conversations with readers, their issues and clusters. Document: "Conversations"."""

from __future__ import annotations

from typing import Any

from docdeck.models.conversations import ConversationDetail, IngestConversation, IssueDetail, IssuesCluster
from docdeck.service.actions import conversations as actions
from docdeck.service.errors import Missing
from docdeck.service.routes.call import GONE, Call, Made, reads, writes
from docdeck.service.store import Row, Tx
from docdeck.service.store.conversations import (
    all_clusters,
    clusters_in,
    conversation_in,
    conversations_in,
    issue_in,
    issues_in,
    issues_of_clusters,
)
from docdeck.service.views.conversations import (
    cluster_view,
    conversation_detail_view,
    conversation_view,
    issue_detail_view,
)

_ORDERS = ("updatedAt", "issues", "conversations", "tasksTotal", "tasksBacklog", "tasksStarted")


def _home(tx: Tx, call: Call) -> str:
    return actions.conversations_access(tx, call.actor, call.params["org"])["id"]


def _list(tx: Tx, call: Call) -> dict[str, Any]:
    part = conversations_in(tx, _home(tx, call), call.window("conversations"), call.query.get("source"))
    return call.listed(part, [conversation_view(row, call.links) for row in part.items])


def _ingest(tx: Tx, call: Call) -> Made:
    actions.ingest(tx, call.actor, call.params["org"], call.bodies(IngestConversation))
    return GONE


def _one(tx: Tx, call: Call) -> ConversationDetail:
    row = conversation_in(tx, _home(tx, call), call.params["conversation"])
    if row is None:
        raise Missing("This organization has no such conversation.")
    return conversation_detail_view(row, call.links)


def _issues(tx: Tx, call: Call) -> dict[str, Any]:
    home = _home(tx, call)
    cluster, conversation = call.query.get("cluster"), call.query.get("conversation")
    part = issues_in(tx, home, call.window("issues"), cluster=cluster, conversation=conversation)
    return call.listed(part, [issue_detail_view(row, call.links) for row in part.items])


def _issue(tx: Tx, call: Call) -> IssueDetail:
    row = issue_in(tx, _home(tx, call), call.params["issue"])
    if row is None:
        raise Missing("This organization has no such issue.")
    return issue_detail_view(row, call.links)


def _clusters(tx: Tx, call: Call) -> dict[str, Any]:
    home = _home(tx, call)
    order_by = call.choice("orderBy", _ORDERS, "updatedAt")
    descending = call.choice("order", ("asc", "desc"), "desc") == "desc"
    window = call.window(f"clusters {order_by} {descending}")
    part = clusters_in(tx, home, window, order_by=order_by, descending=descending)
    return call.listed(part, _cluster_views(tx, call, part.items))


def _cluster(tx: Tx, call: Call) -> IssuesCluster:
    found = [row for row in all_clusters(tx, _home(tx, call)) if row["id"] == call.params["cluster"]]
    if not found:
        raise Missing("This organization has no such cluster.")
    return _cluster_views(tx, call, found)[0]


def _cluster_views(tx: Tx, call: Call, rows: Any) -> list[IssuesCluster]:
    inside: dict[str, list[Row]] = {row["id"]: [] for row in rows}
    for issue in issues_of_clusters(tx, inside):
        inside[issue["cluster"]].append(issue)
    now = tx.clock.now()
    return [cluster_view(row, inside[row["id"]], call.links, now) for row in rows]


ROUTES = (
    reads("/v1/orgs/{org}/conversations", _list),
    writes("POST", "/v1/orgs/{org}/conversations", _ingest, IngestConversation, many=True),
    reads("/v1/orgs/{org}/conversations/{conversation:path}", _one),
    reads("/v1/orgs/{org}/conversations-issues", _issues),
    reads("/v1/orgs/{org}/conversations-issues/{issue}", _issue),
    reads("/v1/orgs/{org}/conversations-clusters", _clusters),
    reads("/v1/orgs/{org}/conversations-clusters/{cluster}", _cluster),
)
