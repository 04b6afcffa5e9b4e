"""Conversations, issues and clusters as answers. Document section: "Conversations"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from docdeck.models.conversations import (
    ClusterStats,
    Conversation,
    ConversationDetail,
    ConversationIssue,
    ConversationMetadata,
    ConversationPart,
    IssueDetail,
    IssuesCluster,
)
from docdeck.service.clock import moment
from docdeck.service.rules.issues import weekly_pulse
from docdeck.service.store import Row
from docdeck.service.views.links import Links
from docdeck.service.views.present import present, when

_ICON = "comments-question"


def conversation_view(row: Row, links: Links, url: str | None = None) -> Conversation:
    """A conversation; `url` is where it took place, when that is known."""
    return Conversation(
        object="conversation",
        id=row["id"],
        created_at=when(row["created_at"]),
        source=row["source"],
        urls={
            **links.location("orgs", row["organization"], "conversations", row["id"]),
            **present(source=url),
        },
        **present(subject=row["subject"], processed_at=when(row["processed_at"])),
    )


def conversation_detail_view(row: Row, links: Links) -> ConversationDetail:
    """A conversation with its messages and what its source says of it."""
    return ConversationDetail(
        conversation=conversation_view(row, links, row["given_metadata"].get("url")),
        parts=[ConversationPart.model_validate(part) for part in row["parts"]],
        metadata=ConversationMetadata.model_validate(row["given_metadata"]),
    )


def issue_detail_view(row: Row, links: Links) -> IssueDetail:
    """An issue with its conversation, whose columns are named `of_...`."""
    place = ("orgs", row["organization"], "conversations-issues", row["id"])
    issue = ConversationIssue(
        object="conversation-issue",
        id=row["id"],
        title=row["title"],
        summary=row["summary"],
        created_at=when(row["created_at"]),
        ingested_at=when(row["ingested_at"]),
        conversation=row["conversation"],
        urls=links.location(*place),
        **present(cluster=row["cluster"]),
    )
    of = {name.removeprefix("of_"): value for name, value in row.items() if name.startswith("of_")}
    return IssueDetail(issue=issue, conversation=conversation_view(of, links))


def cluster_view(row: Row, issues: Sequence[Row], links: Links, now: datetime) -> IssuesCluster:
    """A cluster with what its issues say: the pulse of 13 weeks, and conversations by their source."""
    sources: dict[str, int | float] = {}
    for source in {issue["conversation"]: issue["source"] for issue in issues}.values():
        sources[source] = sources.get(source, 0) + 1
    return IssuesCluster(
        object="issues-cluster",
        id=row["id"],
        label=row["label"],
        created_at=when(row["created_at"]),
        updated_at=when(row["updated_at"]),
        icon=_ICON,
        summary=row["summary"],
        weekly_pulse=list(weekly_pulse((moment(issue["created_at"]) for issue in issues), now)),
        sources=sources,
        stats=ClusterStats(issues=len(issues), conversations=len({issue["conversation"] for issue in issues})),
        urls=links.location("orgs", row["organization"], "conversations-clusters", row["id"]),
    )
