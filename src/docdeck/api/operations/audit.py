"""The audit trail of an organization, for its administrators. Platform facts 2.8. Newer platforms only."""

from __future__ import annotations

from datetime import datetime

from docdeck.api.description import Page, Query, params_of, path_of
from docdeck.api.reading import many, one
from docdeck.models.audit import AuditAction, AuditEvent

_ALL = "/v1/orgs/{organization}/audit-events"


def list_events(
    organization: str,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    action: str | None = None,
    actor: str | None = None,
    target: str | None = None,
    limit: int | None = None,
) -> Query[Page[AuditEvent]]:
    """What was done, newest first; `limit` is 1 to 100 here."""
    params = params_of(
        **{"from": since.isoformat() if since else None},
        to=until.isoformat() if until else None,
        action=action,
        actor=actor,
        target=target,
        limit=limit,
    )
    path = path_of(_ALL, organization=organization)
    return Query("listOrganizationAuditEvents", path, many(AuditEvent), params, ids=(organization,))


def get(organization: str, event: str) -> Query[AuditEvent]:
    """One event with its payload."""
    path = path_of(_ALL + "/{event}", organization=organization, event=event)
    return Query("getOrganizationAuditEvent", path, one(AuditEvent), ids=(organization, event))


def list_actions(organization: str) -> Query[Page[AuditAction]]:
    """The kinds of events that can be asked for; one page, without cursor."""
    path = path_of("/v1/orgs/{organization}/audit-event-actions", organization=organization)
    return Query("listOrganizationAuditEventActions", path, many(AuditAction), ids=(organization,))
