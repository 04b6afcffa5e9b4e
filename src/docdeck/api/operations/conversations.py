"""Conversations with readers, their issues and clusters. Document section: "Conversations". Not on newer platforms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.reading import many, nothing, one
from docdeck.models.conversations import (
    Conversation,
    ConversationDetail,
    IngestConversation,
    IssueDetail,
    IssuesCluster,
)

_ALL = "/v1/orgs/{organization}/conversations"
_ISSUES = "/v1/orgs/{organization}/conversations-issues"
_CLUSTERS = "/v1/orgs/{organization}/conversations-clusters"
ClusterOrder = Literal["updatedAt", "issues", "conversations", "tasksTotal", "tasksBacklog", "tasksStarted"]


def list_clusters(
    organization: str,
    *,
    order: Literal["asc", "desc"] | None = None,
    order_by: ClusterOrder | None = None,
    status: Literal["pending", "analysing"] | None = None,
    limit: int | None = None,
) -> Query[Page[IssuesCluster]]:
    """Clusters of issues, the one changed last first."""
    path = path_of(_CLUSTERS, organization=organization)
    params = params_of(order=order, orderBy=order_by, status=status, limit=limit)
    return Query("listConversationsIssuesClusters", path, many(IssuesCluster), params, ids=(organization,))


def get_cluster(organization: str, cluster: str) -> Query[IssuesCluster]:
    """One cluster. Platform facts 2.8."""
    path = path_of(_CLUSTERS + "/{cluster}", organization=organization, cluster=cluster)
    return Query("getConversationsIssuesCluster", path, one(IssuesCluster), ids=(organization, cluster))


def list_in_organization(
    organization: str, *, source: str | None = None, limit: int | None = None
) -> Query[Page[Conversation]]:
    """Conversations; `source` is `email` or `integration:NAME:ID`."""
    path = path_of(_ALL, organization=organization)
    return Query(
        "listConversations", path, many(Conversation), params_of(source=source, limit=limit), ids=(organization,)
    )


def ingest(organization: str, body: IngestConversation | Sequence[IngestConversation]) -> Command[None]:
    """Hand in one conversation or several; each carries the id its source has for it."""
    sent = body.to_wire() if isinstance(body, IngestConversation) else [single.to_wire() for single in body]
    path = path_of(_ALL, organization=organization)
    return Command("ingestConversation", "POST", path, nothing, body=sent, touches=(organization,))


def get(organization: str, conversation: str) -> Query[ConversationDetail]:
    """One conversation with its messages."""
    path = path_of(_ALL + "/{conversation}", organization=organization, conversation=conversation)
    return Query("getConversationById", path, one(ConversationDetail), ids=(organization, conversation))


def list_issues(
    organization: str, *, cluster: str | None = None, conversation: str | None = None, limit: int | None = None
) -> Query[Page[IssueDetail]]:
    """What readers were missing, each with the conversation it came up in."""
    path = path_of(_ISSUES, organization=organization)
    params = params_of(cluster=cluster, conversation=conversation, limit=limit)
    return Query("listConversationsIssues", path, many(IssueDetail), params, ids=(organization,))


def get_issue(organization: str, issue: str) -> Query[IssueDetail]:
    """One issue with its conversation."""
    path = path_of(_ISSUES + "/{issue}", organization=organization, issue=issue)
    return Query("getConversationIssueById", path, one(IssueDetail), ids=(organization, issue))
