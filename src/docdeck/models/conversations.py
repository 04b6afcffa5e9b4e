"""Conversations with readers, their issues, and clusters of issues. Document section: "Conversations"."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from docdeck.models.base import Answer, Body, TaggedBody, Timestamp


class Conversation(Answer):
    """`object` is `conversation`; `source` is `email` or `integration:NAME:ID`."""

    object: str = "conversation"
    id: str
    subject: str | None = None
    created_at: Timestamp | None = None
    processed_at: Timestamp | None = None
    source: str = ""
    urls: dict[str, Any] = Field(default_factory=dict)


class ConversationIssue(Answer):
    """`object` is `conversation-issue`: what a reader was missing."""

    object: str = "conversation-issue"
    id: str
    title: str = ""
    summary: str = ""
    created_at: Timestamp | None = None
    ingested_at: Timestamp | None = None
    conversation: str = ""
    cluster: str | None = None
    urls: dict[str, Any] = Field(default_factory=dict)


class ClusterStats(Answer):
    """How many issues and conversations a cluster holds."""

    issues: int = 0
    conversations: int = 0


class IssuesCluster(Answer):
    """`object` is `issues-cluster`; `weeklyPulse` holds 13 numbers, the past three months by week."""

    object: str = "issues-cluster"
    id: str
    label: str = ""
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None
    icon: str = ""
    summary: str = ""
    weekly_pulse: list[int | float] = Field(default_factory=list[int | float])
    sources: dict[str, int | float] = Field(default_factory=dict[str, int | float])
    stats: ClusterStats = Field(default_factory=ClusterStats)
    urls: dict[str, Any] = Field(default_factory=dict)


class ConversationPart(Answer):
    """One message; `role` is `user`, `assistant` or `team-member`; `body` is Markdown or HTML."""

    type: str = "message"
    role: str = ""
    body: str = ""


class ConversationMetadata(Answer):
    """Where a conversation took place, and what its source says of it."""

    url: str | None = None
    attributes: dict[str, str] = Field(default_factory=dict)
    created_at: Timestamp | None = None


class ConversationDetail(Answer):
    """A conversation with its messages."""

    conversation: Conversation
    parts: list[ConversationPart] = Field(default_factory=list[ConversationPart])
    metadata: ConversationMetadata = Field(default_factory=ConversationMetadata)


class IssueDetail(Answer):
    """An issue with the conversation it came up in."""

    issue: ConversationIssue
    conversation: Conversation | None = None


class IngestPart(TaggedBody):
    """One message to ingest."""

    type: Literal["message"] = "message"
    role: Literal["user", "assistant", "team-member"]
    body: str


class IngestMetadata(Body):
    """Where a conversation took place; attributes are free."""

    url: str | None = None
    attributes: dict[str, str] | None = None
    created_at: Timestamp | None = None


class IngestConversation(Body):
    """One conversation to ingest, by the source's own id; the operation also takes a list of these."""

    id: str = Field(min_length=1, max_length=255)
    metadata: IngestMetadata | None = None
    subject: str | None = Field(default=None, max_length=512)
    parts: list[IngestPart]
