"""The audit trail of an organization. Platform facts 2.8, A.2."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from docdeck.models.base import Answer, Timestamp


class AuditParty(Answer):
    """Who did something, or what it was done to; `label` is its name at that time."""

    type: str = ""
    id: str = ""
    label: str | None = None


class AuditEvent(Answer):
    """`object` is `audit-event`; `source` is `ui`, `api`, `integration`, `webhook`, `workflow`, `script`, `support`.

    `payload` and the ids of the cause are given for a single event only.
    """

    object: str = "audit-event"
    id: str
    occurred_at: Timestamp | None = None
    action: str = ""
    actor: AuditParty = Field(default_factory=AuditParty)
    source: str = ""
    target: AuditParty = Field(default_factory=AuditParty)
    urls: dict[str, Any] = Field(default_factory=dict)
    execution_id: str | None = None
    correlation_id: str | None = None
    caused_by_event_id: str | None = None
    payload: dict[str, Any] | None = None


class AuditAction(Answer):
    """`object` is `audit-event-action`: a kind of event that can be asked for."""

    object: str = "audit-event-action"
    id: str
    label: str = ""
