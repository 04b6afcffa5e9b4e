"""Conversations, their issues, and clusters of issues. Document section: "Conversations"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, literal, select, update

from docdeck.service.paging import Slice, Window
from docdeck.service.store.paged import cut
from docdeck.service.store.store import Row, Tx
from docdeck.service.store.works_schema import conversation_issues, conversations, issue_clusters

_LIGHT = tuple(column for column in conversations.c if column.name not in ("parts", "given_metadata"))


def put_conversation(tx: Tx, organization: str, id: str, **values: Any) -> None:
    """Add a conversation, or replace the one with this id and what was made of it."""
    known = (conversations.c.organization == organization) & (conversations.c.id == id)
    tx.run(delete(conversations).where(known))
    issues = conversation_issues
    tx.run(delete(issues).where(issues.c.organization == organization, issues.c.conversation == id))
    tx.insert(conversations, organization=organization, id=id, **values)


def insert_issue(tx: Tx, organization: str, conversation: str, **values: Any) -> str:
    """Add an issue; answers the id."""
    made = tx.ids()
    tx.insert(conversation_issues, id=made, organization=organization, conversation=conversation, **values)
    return made


def insert_cluster(tx: Tx, organization: str, label: str, summary: str, words: Sequence[str], created_at: str) -> str:
    """Add a cluster; answers the id."""
    made = tx.ids()
    tx.insert(
        issue_clusters,
        id=made,
        organization=organization,
        label=label,
        summary=summary,
        words=list(words),
        created_at=created_at,
        updated_at=created_at,
    )
    return made


def update_cluster(tx: Tx, id: str, **values: Any) -> None:
    """Change columns of a cluster."""
    tx.run(update(issue_clusters).where(issue_clusters.c.id == id).values(**values))


def put_in_cluster(tx: Tx, issues: Iterable[str], cluster: str) -> None:
    """Make issues those of a cluster."""
    tx.run(update(conversation_issues).where(conversation_issues.c.id.in_(list(issues))).values(cluster=cluster))


def drop_empty_clusters(tx: Tx, organization: str) -> None:
    """Remove clusters that no issue is in any more."""
    used = select(conversation_issues.c.cluster).where(conversation_issues.c.cluster.is_not(None))
    tx.run(
        delete(issue_clusters).where(issue_clusters.c.organization == organization, issue_clusters.c.id.not_in(used))
    )


def all_clusters(tx: Tx, organization: str) -> list[Row]:
    """The clusters of an organization, oldest first."""
    asked = select(issue_clusters).where(issue_clusters.c.organization == organization)
    return tx.rows(asked.order_by(issue_clusters.c.created_at, issue_clusters.c.id))


def loose_issues(tx: Tx, organization: str) -> list[Row]:
    """The issues that are in no cluster, oldest first."""
    issues = conversation_issues
    asked = select(issues).where(issues.c.organization == organization, issues.c.cluster.is_(None))
    return tx.rows(asked.order_by(issues.c.created_at, issues.c.id))


def issues_of_clusters(tx: Tx, clusters: Iterable[str]) -> list[Row]:
    """The issues of clusters, each with the source of its conversation as `source`."""
    issues = conversation_issues
    joined = issues.join(
        conversations,
        (conversations.c.organization == issues.c.organization) & (conversations.c.id == issues.c.conversation),
    )
    asked = select(issues, conversations.c.source).select_from(joined)
    return tx.rows(asked.where(issues.c.cluster.in_(list(clusters))))


def clusters_in(tx: Tx, organization: str, window: Window, *, order_by: str, descending: bool) -> Slice:
    """The clusters of an organization by time of update, or by how many issues or conversations they hold."""
    issues = conversation_issues
    counts: dict[str, ColumnElement[Any]] = {
        "issues": func.count(issues.c.id),
        "conversations": func.count(func.distinct(issues.c.conversation)),
    }
    first: ColumnElement[Any] = issue_clusters.c.updated_at
    if order_by in counts:
        inside = select(counts[order_by]).where(issues.c.cluster == issue_clusters.c.id).correlate(issue_clusters)
        first = inside.scalar_subquery()
    elif order_by != "updatedAt":
        first = literal(0)  # tasks, of which this service has none
    asked = select(issue_clusters).select_from(issue_clusters).where(issue_clusters.c.organization == organization)
    return cut(tx, asked, window, first, issue_clusters.c.id, descending=descending)


def conversations_in(tx: Tx, organization: str, window: Window, source: str | None) -> Slice:
    """The conversations of an organization, newest first, without their messages."""
    asked = select(*_LIGHT).select_from(conversations).where(conversations.c.organization == organization)
    if source is not None:
        asked = asked.where(conversations.c.source == source)
    return cut(tx, asked, window, conversations.c.created_at, conversations.c.id, descending=True)


def conversation_in(tx: Tx, organization: str, id: str) -> Row | None:
    """A conversation with its messages."""
    return tx.one(select(conversations).where(conversations.c.organization == organization, conversations.c.id == id))


def issues_in(tx: Tx, organization: str, window: Window, *, cluster: str | None, conversation: str | None) -> Slice:
    """The issues of an organization, newest first, with the columns of their conversations as `of_...`."""
    asked = _issues(organization)
    if cluster is not None:
        asked = asked.where(conversation_issues.c.cluster == cluster)
    if conversation is not None:
        asked = asked.where(conversation_issues.c.conversation == conversation)
    issues = conversation_issues
    return cut(tx, asked, window, issues.c.created_at, issues.c.id, descending=True)


def issue_in(tx: Tx, organization: str, id: str) -> Row | None:
    """One issue with the columns of its conversation as `of_...`."""
    return tx.one(_issues(organization).where(conversation_issues.c.id == id))


def _issues(organization: str) -> Select[Any]:
    issues = conversation_issues
    joined = issues.join(
        conversations,
        (conversations.c.organization == issues.c.organization) & (conversations.c.id == issues.c.conversation),
    )
    placed = [column.label(f"of_{column.name}") for column in _LIGHT]
    return select(issues, *placed).select_from(joined).where(issues.c.organization == organization)
