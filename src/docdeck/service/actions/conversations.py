"""Ingesting conversations: what readers were missing becomes issues, and issues about the same thing a cluster."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from docdeck.models.conversations import IngestConversation
from docdeck.service.clock import stored
from docdeck.service.errors import Denied, Invalid
from docdeck.service.place_access import insider_access
from docdeck.service.rules.issues import alike, common_words, summary_of, title_of, words_of
from docdeck.service.rules.permissions import organization_permissions
from docdeck.service.store import Row, Tx
from docdeck.service.store.conversations import (
    all_clusters,
    drop_empty_clusters,
    insert_cluster,
    insert_issue,
    issues_of_clusters,
    loose_issues,
    put_conversation,
    put_in_cluster,
    update_cluster,
)

SOURCE = re.compile(r"integration:[^:]+:[^:]+")
_MAX_SOURCE = 255


def conversations_access(tx: Tx, actor: str, organization: str) -> Row:
    """An organization whose conversations the person may read, else 404, or 403 for guests."""
    return insider_access(tx, actor, organization, "conversations")


def ingest(tx: Tx, actor: str, organization: str, sent: Sequence[IngestConversation]) -> None:
    """Keep conversations; one that is known is replaced. All or nothing."""
    home = conversations_access(tx, actor, organization)
    if not organization_permissions(home["member_role"])["ingestConversations"]:
        raise Denied("You may not ingest conversations here: ask an administrator.")
    keep(tx, organization, sent)


def keep(tx: Tx, organization: str, sent: Iterable[IngestConversation]) -> None:
    """Keep conversations and derive their issues. Asks for no permission."""
    for one in sent:
        meta = one.metadata.to_wire() if one.metadata else {}
        now = tx.now()
        began = one.metadata.created_at if one.metadata else None
        if began is not None and began.tzinfo is None:
            raise Invalid("metadata.createdAt: needs a zone, such as Z.")
        created = now if began is None else stored(began)
        put_conversation(
            tx,
            organization,
            one.id,
            subject=one.subject,
            source=_source(meta.get("attributes") or {}),
            created_at=created,
            processed_at=now,
            parts=[part.to_wire() for part in one.parts],
            given_metadata=meta,
        )
        messages = [part.body for part in one.parts if part.role == "user" and part.body.strip()]
        title, words = title_of(one.subject, messages), words_of(" ".join((one.subject or "", *messages[:1])))
        if title and messages:
            values = {"title": title, "summary": summary_of(messages), "words": words}
            insert_issue(tx, organization, one.id, created_at=created, ingested_at=now, **values)
    _group(tx, organization)


def _source(attributes: dict[str, str]) -> str:
    """Where a conversation comes from: what its metadata names as an integration, else mail."""
    named = attributes.get("source", "")
    return named if SOURCE.fullmatch(named) and len(named) <= _MAX_SOURCE else "email"


def _group(tx: Tx, organization: str) -> None:
    """Give each issue without a cluster the one it is most alike, or begin one with other such issues."""
    clusters = [dict(cluster) for cluster in all_clusters(tx, organization)]
    loose = loose_issues(tx, organization)
    taken: set[str] = set()
    for issue in loose:
        if issue["id"] in taken:
            continue
        best = max(clusters, key=lambda cluster: alike(issue["words"], cluster["words"]), default=None)
        if best is not None and alike(issue["words"], best["words"]):
            put_in_cluster(tx, [issue["id"]], best["id"])
            taken.add(issue["id"])
            continue
        others = [
            other for other in loose if other["id"] not in taken and other["id"] != issue["id"]
            and alike(issue["words"], other["words"])
        ]  # fmt: skip
        if others:
            clusters.append(_begin(tx, organization, [issue, *others]))
            taken.update(one["id"] for one in (issue, *others))
    drop_empty_clusters(tx, organization)
    _describe(tx, organization)


def _begin(tx: Tx, organization: str, issues: Sequence[Row]) -> dict[str, Any]:
    words = common_words(issue["words"] for issue in issues)
    began = min(issue["created_at"] for issue in issues)
    made = insert_cluster(tx, organization, issues[0]["title"], "", words, began)
    put_in_cluster(tx, [issue["id"] for issue in issues], made)
    return {"id": made, "words": words}


def _describe(tx: Tx, organization: str) -> None:
    """Bring words, summary and time of update of clusters in line with their issues."""
    clusters = all_clusters(tx, organization)
    inside: dict[str, list[Row]] = {}
    for issue in issues_of_clusters(tx, [cluster["id"] for cluster in clusters]):
        inside.setdefault(issue["cluster"], []).append(issue)
    for cluster in clusters:
        issues = inside[cluster["id"]]
        words = common_words(issue["words"] for issue in issues) or cluster["words"]
        talks = len({issue["conversation"] for issue in issues})
        summary = f"{len(issues)} issues in {talks} conversations share the words {', '.join(words[:5])}."
        latest = max(issue["created_at"] for issue in issues)
        if (summary, words, latest) != (cluster["summary"], cluster["words"], cluster["updated_at"]):
            update_cluster(tx, cluster["id"], words=words, summary=summary, updated_at=latest)
