"""Integrations, where they are installed, and their events. Document section: "Integration"."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, Text, and_, cast, delete, func, not_, or_, select, update

from docdeck.service.paging import Slice, Window
from docdeck.service.store.matching import holds
from docdeck.service.store.paged import cut
from docdeck.service.store.schema import members, organizations, spaces
from docdeck.service.store.store import Row, Tx
from docdeck.service.store.works_schema import (
    installations,
    integration_events,
    integrations,
    site_installations,
    space_installations,
)

PLACES: dict[str, Table] = {"space": space_installations, "site": site_installations}


def put_integration(tx: Tx, name: str, **values: Any) -> int:
    """Publish an integration, or its next version; answers the version."""
    known = tx.value(select(integrations.c.version).where(integrations.c.name == name))
    if known is None:
        fresh = {"verified": False, "created_at": tx.now(), "tunnel_all": False, **values}
        tx.insert(integrations, name=name, version=1, **fresh)
        return 1
    tx.run(update(integrations).where(integrations.c.name == name).values(version=known + 1, **values))
    return known + 1


def update_integration(tx: Tx, name: str, **values: Any) -> None:
    """Change columns of an integration."""
    tx.run(update(integrations).where(integrations.c.name == name).values(**values))


def delete_integration(tx: Tx, name: str) -> None:
    """Remove an integration with its installations and events."""
    tx.run(delete(integrations).where(integrations.c.name == name))


def integrations_for(
    tx: Tx,
    caller: str,
    window: Window,
    *,
    search: str | None,
    owner: str | None,
    target: str | None,
    marks: Iterable[str],
    without: Iterable[str],
    organization: str | None = None,
) -> Slice:
    """The integrations a user may come upon, oldest first, with all of some marks and none of others.

    With an organization, those that it can install: all public ones, and its own.
    """
    homes = integrations.c.organization.in_(_homes(caller))
    own = homes if organization is None else integrations.c.organization == organization
    shown = or_(integrations.c.visibility == "public", own)
    asked = select(integrations).select_from(integrations).where(shown)
    if search:
        asked = asked.where(holds(integrations.c.folded, search))
    if owner is not None:
        asked = asked.where(integrations.c.organization == owner)
    if target is not None:
        asked = asked.where(integrations.c.target == target)
    for mark in marks:
        asked = asked.where(holds(integrations.c.marks, f" {mark} "))
    for mark in without:
        asked = asked.where(not_(holds(integrations.c.marks, f" {mark} ")))
    return cut(tx, asked, window, integrations.c.created_at, integrations.c.name)


def integration_for(tx: Tx, caller: str, name: str) -> Row | None:
    """An integration by name, with the caller's role in the owning organization as `owner_role`; None when hidden."""
    mine = and_(
        members.c.organization == integrations.c.organization, members.c.user == caller, members.c.disabled.is_(False)
    )
    asked = select(integrations, members.c.role.label("owner_role")).select_from(integrations.outerjoin(members, mine))
    shown = or_(integrations.c.visibility != "private", members.c.role.is_not(None))
    return tx.one(asked.where(integrations.c.name == name, shown))


def integration_by_name(tx: Tx, name: str) -> Row | None:
    """An integration, whoever asks."""
    return tx.one(select(integrations).where(integrations.c.name == name))


def organizations_for(tx: Tx, caller: str, ids: Iterable[str]) -> dict[str, Row]:
    """Organizations by id with the caller's role, or none, as `member_role`."""
    mine = and_(members.c.organization == organizations.c.id, members.c.user == caller, members.c.disabled.is_(False))
    asked = select(organizations, members.c.role.label("member_role"))
    asked = asked.select_from(organizations.outerjoin(members, mine))
    return {row["id"]: row for row in tx.rows(asked.where(organizations.c.id.in_(sorted(set(ids)))))}


def organization_named(tx: Tx, caller: str, name: str) -> Row | None:
    """An organization of the caller's by its id or subdomain."""
    mine = and_(members.c.organization == organizations.c.id, members.c.user == caller, members.c.disabled.is_(False))
    asked = select(organizations, members.c.role.label("member_role")).select_from(organizations.join(members, mine))
    return tx.one(asked.where(or_(organizations.c.id == name, organizations.c.hostname == name)))


def insert_installation(
    tx: Tx,
    integration: str,
    organization: str,
    *,
    status: str = "active",
    configuration: Mapping[str, Any] | None = None,
    external_ids: Sequence[str] = (),
) -> str:
    """Install an integration in an organization; answers the id."""
    made, now = tx.ids(), tx.now()
    tx.insert(
        installations,
        id=made,
        integration=integration,
        organization=organization,
        status=status,
        space_selection="all",
        site_selection="all",
        configuration=dict(configuration or {}),
        external_ids=list(external_ids),
        created_at=now,
        updated_at=now,
    )
    return made


def insert_placing(
    tx: Tx,
    place: str,
    installation: str,
    id: str,
    *,
    status: str = "active",
    configuration: Mapping[str, Any] | None = None,
    external_ids: Sequence[str] = (),
) -> None:
    """Set an installation up in a space or on a site."""
    row = {"installation": installation, place: id, "status": status, "created_at": tx.now()}
    tx.insert(PLACES[place], configuration=dict(configuration or {}), external_ids=list(external_ids), **row)


def insert_event(
    tx: Tx,
    integration: str,
    installation: str | None,
    payload: Mapping[str, Any],
    *,
    status: str = "success",
    logs: Sequence[Mapping[str, Any]] = (),
) -> str:
    """Record an event; the payload gets its id. Answers the id."""
    made = tx.ids()
    tx.insert(
        integration_events,
        id=made,
        integration=integration,
        installation=installation,
        created_at=tx.now(),
        payload={"eventId": made, **payload},
        status=status,
        logs=list(logs),
    )
    return made


def update_event(tx: Tx, id: str, **values: Any) -> None:
    """Change columns of an event."""
    tx.run(update(integration_events).where(integration_events.c.id == id).values(**values))


def installation_in(tx: Tx, integration: str, organization: str) -> Row | None:
    """The installation of an integration in an organization."""
    of = and_(installations.c.integration == integration, installations.c.organization == organization)
    return tx.one(_installations().where(of))


def installation_for(tx: Tx, caller: str | None, integration: str, id: str) -> Row | None:
    """An installation by its id; with a caller, only one in an organization of theirs."""
    asked = _installations().where(installations.c.integration == integration, installations.c.id == id)
    if caller is not None:
        asked = asked.where(installations.c.organization.in_(_homes(caller)))
    return tx.one(asked)


def installations_for(tx: Tx, caller: str | None, integration: str, window: Window, external: str | None) -> Slice:
    """The installations of an integration; with a caller, only those in organizations of theirs."""
    asked = _installations().where(installations.c.integration == integration)
    asked = _narrowed(asked, caller, installations.c.external_ids, external)
    return cut(tx, asked, window, installations.c.created_at, installations.c.id)


def installed_in(tx: Tx, organization: str, window: Window, search: str | None) -> Slice:
    """What an organization has installed, in the order of installing."""
    joined = installations.c.integration == integrations.c.name
    asked = _installations().join(integrations, joined).where(installations.c.organization == organization)
    if search:
        asked = asked.where(holds(integrations.c.folded, search))
    return cut(tx, asked, window, installations.c.created_at, installations.c.id)


def integrations_on(tx: Tx, caller: str, place: str, organization: str, id: str, search: str | None) -> list[Row]:
    """The integrations that work in a space or on a site, as a user sees them: set up for it, or for all."""
    table = PLACES[place]
    selection = installations.c[f"{place}_selection"]
    placed = select(table.c.installation).where(table.c[place] == id)
    asked = (
        select(integrations)
        .join(installations, installations.c.integration == integrations.c.name)
        .where(
            installations.c.organization == organization,
            integrations.c.target.in_(("all", place)),
            or_(integrations.c.visibility != "private", integrations.c.organization.in_(_homes(caller))),
            or_(selection == "all", installations.c.id.in_(placed)),
        )
        .order_by(integrations.c.created_at, integrations.c.name)
    )
    return tx.rows(asked.where(holds(integrations.c.folded, search)) if search else asked)


def integrations_named(tx: Tx, names: Iterable[str]) -> dict[str, Row]:
    """Integrations by their names, whoever asks."""
    wanted = sorted(set(names))
    return {row["name"]: row for row in tx.rows(select(integrations).where(integrations.c.name.in_(wanted)))}


def placings_for(
    tx: Tx, place: str, caller: str | None, integration: str, window: Window, external: str | None
) -> Slice:
    """Where an integration is set up: its rows per space or site, with the organization's id."""
    table = PLACES[place]
    joined = table.join(installations, installations.c.id == table.c.installation)
    asked = select(table, installations.c.organization, installations.c.integration).select_from(joined)
    asked = asked.where(installations.c.integration == integration)
    asked = _narrowed(asked, caller, table.c.external_ids, external)
    return cut(tx, asked, window, table.c.created_at, table.c[place])


def placing_of(tx: Tx, place: str, installation: str, id: str) -> Row | None:
    """One space or site of an installation."""
    table = PLACES[place]
    joined = table.join(installations, installations.c.id == table.c.installation)
    asked = select(table, installations.c.organization, installations.c.integration).select_from(joined)
    return tx.one(asked.where(table.c.installation == installation, table.c[place] == id))


def events_of(tx: Tx, integration: str, window: Window) -> Slice:
    """The events of an integration, newest first, without what their handling wrote."""
    asked = select(integration_events).select_from(integration_events)
    asked = asked.where(integration_events.c.integration == integration)
    events = integration_events
    return cut(tx, asked, window, events.c.created_at, events.c.id, descending=True)


def event_of(tx: Tx, integration: str, id: str) -> Row | None:
    """One event with what its handling wrote."""
    events = integration_events
    return tx.one(select(events).where(events.c.integration == integration, events.c.id == id))


def _narrowed(asked: Select[Any], caller: str | None, column: ColumnElement[Any], external: str | None) -> Select[Any]:
    if caller is not None:
        asked = asked.where(installations.c.organization.in_(_homes(caller)))
    if external is not None:
        # the ids are a JSON list of texts: as text, each stands between quotation marks, which no id has unescaped
        asked = asked.where(cast(column, Text).contains(json.dumps(external), autoescape=True))
    return asked


def _installations() -> Select[Any]:
    """Installations with their count of spaces: all of the organization, or the selected ones."""
    everywhere = (
        select(func.count())
        .where(spaces.c.organization == installations.c.organization, spaces.c.deleted_at.is_(None))
        .correlate(installations)
        .scalar_subquery()
    )
    selected = (
        select(func.count())
        .where(space_installations.c.installation == installations.c.id)
        .correlate(installations)
        .scalar_subquery()
    )
    counts = (everywhere.label("spaces_everywhere"), selected.label("spaces_selected"))
    return select(installations, *counts).select_from(installations)


def _homes(caller: str) -> Select[Any]:
    """The organizations where a user is more than a guest."""
    return select(members.c.organization).where(
        members.c.user == caller, members.c.disabled.is_(False), members.c.role.is_not(None)
    )
