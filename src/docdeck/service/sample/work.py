"""Sets up what the service works on beside pages: specifications, translations, integrations, conversations."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from docdeck.models.conversations import IngestConversation
from docdeck.models.integrations import PublishIntegration
from docdeck.models.translations import CreateTranslation
from docdeck.service.actions.conversations import keep
from docdeck.service.actions.integrations import record
from docdeck.service.clock import stored
from docdeck.service.prose import from_markdown
from docdeck.service.rules.publishing import needs_setup
from docdeck.service.sample.files import Table
from docdeck.service.store import Tx
from docdeck.service.store.integrations import insert_event, insert_installation, insert_placing
from docdeck.service.store.openapi import insert_spec, insert_version, update_spec
from docdeck.service.store.translations import insert_translation

Moment = Callable[[str], datetime]
Ids = Mapping[str, str]


def add_spec(tx: Tx, told: Table, organization: str, moment: Moment) -> None:
    """Add a specification with its versions, as they were processed one after another."""
    tx.clock.set(moment(told["created"]))
    spec = insert_spec(tx, organization, told["slug"], url=told["source_url"], visibility=told["visibility"])
    for version in told["version"]:
        tx.clock.set(moment(version["ago"]))
        text = version["text"].strip()
        last = insert_version(tx, spec, "openapi.json", text, json.loads(text))
        update_spec(tx, spec, last_version=last, state="complete", processed_at=tx.now())
    failed = told.get("error")
    if failed is not None:
        tx.clock.set(moment(failed["ago"]))
        errors = [{"message": failed["message"], "code": failed["code"]}]
        update_spec(tx, spec, processed_at=tx.now(), error_code=failed["code"], errors=errors)


def add_translation(tx: Tx, told: Table, organization: str, users: Ids, spaces: Ids, moment: Moment) -> None:
    """Add a translation that ran once."""
    from docdeck.service.work.translating import translate_at_once

    tx.clock.set(moment(told["ago"]))
    sent = CreateTranslation(
        language=told["language"], instructions=from_markdown(told["instructions"], make_key=tx.ids)
    )
    assert sent.instructions is not None
    made = insert_translation(
        tx,
        organization,
        spaces[told["space"]],
        users[told["by"]],
        source_language="en",
        language=sent.language,
        instructions=sent.instructions.to_wire(),
    )
    translate_at_once(tx, made)


def add_integration(tx: Tx, told: Table, organizations: Ids, spaces: Ids, sites: Ids, moment: Moment) -> None:
    """Publish an integration some times, and install it with the events that this caused."""
    tx.clock.set(moment(told["ago"]))
    home = organizations[told["organization"]]
    sent = PublishIntegration(
        title=told["title"],
        description=told["description"],
        summary=told.get("summary"),
        visibility=told["visibility"],
        target=told["target"],
        scopes=told["scopes"],
        categories=told["categories"],
        blocks=told.get("blocks"),
        external_links=told.get("links"),
        configurations=told.get("form"),
        script="export default {};",
        organization=home,
    )
    for _ in range(told["versions"]):
        record(tx, told["name"], home, sent)
    for install in told["install"]:
        tx.clock.set(moment(install["ago"]))
        _install(tx, told, install, organizations[install["organization"]], spaces, sites)


def _install(tx: Tx, told: Table, install: Table, organization: str, spaces: Ids, sites: Ids) -> None:
    name = told["name"]
    made = insert_installation(tx, name, organization, external_ids=install.get("external", []))
    _tell(tx, name, made, {"type": "installation_setup", "status": "active"})
    for kind, known in (("space", spaces), ("site", sites)):
        status = "pending" if needs_setup(told.get("form"), kind) else "active"
        for key in install.get(f"{kind}s", []):
            insert_placing(tx, kind, made, known[key], status=status)
            _tell(tx, name, made, {"type": f"{kind}_installation_setup", f"{kind}Id": known[key], "status": status})


def _tell(tx: Tx, name: str, installation: str, payload: dict[str, Any]) -> None:
    log = {"level": "debug", "timestamp": tx.now(), "message": f"{payload['type']} handed to the integration's script"}
    insert_event(tx, name, installation, {"installationId": installation, **payload}, logs=[log])


def add_conversations(tx: Tx, told: list[Table], organization: str, moment: Moment) -> None:
    """Ingest conversations, oldest first, which makes their issues and clusters."""
    for one in sorted(told, key=lambda one: moment(one["ago"])):
        at = moment(one["ago"])
        tx.clock.set(at)
        attributes = {"source": one["source"]} if "source" in one else {}
        body = {
            "id": one["id"],
            "subject": one["subject"],
            "parts": [{"type": "message", "role": role, "body": words} for role, words in one["parts"]],
            "metadata": {"createdAt": stored(at), "attributes": attributes},
        }
        keep(tx, organization, [IngestConversation.model_validate(body)])
