"""Sends events through a development tunnel, and records how that went. Document section: "Events"."""

from __future__ import annotations

import json
from typing import Any

from docdeck.service.store import Store
from docdeck.service.store.integrations import event_of, integration_by_name, update_event
from docdeck.service.work.fetching import FetchError, call
from docdeck.service.work.worker import Job

_SECONDS = 10.0
_MAX_ANSWER = 64 * 1024


def run(store: Store, job: Job) -> None:
    """POST one event to the tunnel that is open now; a failure makes the event `failed`, with a line that says why."""
    with store.read() as tx:
        integration = integration_by_name(tx, job.given["integration"])
        event = event_of(tx, job.given["integration"], job.given["event"])
    if integration is None or event is None or not integration["tunnel"]:
        return
    status, level, message = _sent(integration["tunnel"], event["payload"], integration["published"])
    with store.write() as tx:
        log = {"level": level, "timestamp": tx.now(), "message": message}
        update_event(tx, event["id"], status=status, logs=[*event["logs"], log])


def _sent(tunnel: str, payload: dict[str, Any], published: dict[str, Any]) -> tuple[str, str, str]:
    headers = {"Content-Type": "application/json"}
    policy = published.get("contentSecurityPolicy")
    if isinstance(policy, str) and policy.isascii() and policy.isprintable():
        headers["Content-Security-Policy"] = policy
    try:
        answered, _body = call(
            "POST", tunnel, json.dumps(payload).encode(), headers, seconds=_SECONDS, limit=_MAX_ANSWER
        )
    except FetchError as problem:
        return "failed", "error", f"The development tunnel failed: {problem}"
    return "success", "info", f"The development tunnel answered with the status {answered}."
