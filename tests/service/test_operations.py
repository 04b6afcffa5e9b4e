"""Every row of the table of operations, through the service: answered, read, and refused as it should be."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from docdeck.api.operations.catalog import CATALOG
from tests.api.sample_calls import called
from tests.service.conftest import World
from tests.service.whole_world import Ids, Row, body_of, everything, rows

ROWS = rows()
BY_NAME = {row.operation: row for row in ROWS}
NOBODYS_OWN = {
    "listOrganizationsForAuthenticatedUser": "everybody has a list of their own",
    "joinOrganization": "it is for people who are not members",
    "getOrganizationsForEmailDomain": "it is for people who look for their organization",
    "listIntegrations": "everybody sees those that are public",
    "getIntegrationByName": "public ones are for everybody",
    "listIntegrationInstallations": "everybody sees those of their own organizations",
    "listIntegrationSpaceInstallations": "everybody sees those of their own organizations",
    "listIntegrationSiteInstallations": "everybody sees those of their own organizations",
    "updateOrganizationMemberLastSeenAt": "every member was seen",
    "getOrganizationById": "every member, guests too, sees the organization",
    "listChangeRequestsForOrganization": "everybody sees those of the spaces shared with them",
    "listCollectionsInOrganizationById": "guests have an empty list",
    "searchOrganizationContent": "everybody finds what is in the spaces shared with them",
    "listSSOProviderLoginsInOrganization": "guests sign in too",
}
"""Operations that nobody who is signed in and may see the thing is refused, and why."""
HIDDEN = re.compile(r"/v1/(spaces|collections)/")
"""Reads of these are 404 for people who may not see them: nobody can tell whether they exist."""


@pytest.fixture
async def made(world: World) -> tuple[World, Ids]:
    """The company with one of everything."""
    return world, await everything(world)


async def call(world: World, who: str, row: Row, path: str, ids: Ids, **query: Any) -> httpx.Response:
    if row.operation == "searchOrganizationContent":
        query.setdefault("query", "words")
    return await world.call(who, row.method, path, body_of(row.operation, ids), **query)


def without(row: Row, ids: Ids) -> str:
    """The path with its last id one that nothing has."""
    name = re.findall(r"\{(\w+)\}", row.path)[-1]
    if row.operation in ("createOrUpdateOpenAPISpecBySlug",):
        name = "organizationId"
    return row.path.format_map({**ids, name: "none"})


def order(row: Row) -> tuple[bool, bool, int]:
    """Deletes come last, of the deepest things first, and those of whole groups after those of what is in them."""
    return row.method == "DELETE", row.operation in ("deleteSpaceById", "transferSpace"), -row.path.count("/")


def test_there_are_142_rows() -> None:
    assert len(ROWS) == len(BY_NAME) == 142


async def test_every_operation_answers_as_stated_and_is_read_by_its_model(made: tuple[World, Ids]) -> None:
    world, ids = made
    wrong: list[str] = []
    for row in sorted(ROWS, key=order):
        answer = await call(world, "admin", row, row.at(ids), ids)
        stated = {*row.success, 204} if row.method == "DELETE" else set(row.success)
        if answer.status_code not in stated:
            wrong.append(f"{row.operation}: {answer.status_code} {answer.text}")
            continue
        if answer.status_code in (204, 205):
            assert answer.content == b"", row.operation
            continue
        read = called(CATALOG[row.operation].function).read(row.operation, answer.content)
        if getattr(read, "unreadable", ()):
            wrong.append(f"{row.operation}: {read.unreadable}")
    assert wrong == []


async def test_every_operation_needs_a_token(made: tuple[World, Ids]) -> None:
    world, ids = made
    wrong: list[str] = []
    for row in ROWS:
        for headers in ({}, {"authorization": "Bearer nobody"}, {"authorization": "Basic dTpw"}):
            body = body_of(row.operation, ids)
            answer = await world.client.request(row.method, row.at(ids), json=body, headers=headers)
            if answer.status_code != 401 or answer.json()["error"]["code"] != 401:
                wrong.append(f"{row.operation}: {answer.status_code}")
    assert wrong == []


async def test_every_operation_is_refused_to_who_may_not(made: tuple[World, Ids]) -> None:
    world, ids = made
    wrong: list[str] = []
    # an organization that a member sees and does not administrate
    ids = {**ids, "secondOrganization": ids["organizationId"]}
    for row in ROWS:
        if row.operation in NOBODYS_OWN:
            continue
        if row.operation == "restoreSpace":  # a deleted space is hidden from all who may not restore it
            who, status = "read", 404
        elif row.method == "GET" and HIDDEN.match(row.path):
            who, status = "other", 404
        else:
            who, status = ("guest" if row.method == "GET" else "read"), 403
        answer = await call(world, who, row, row.at(ids), ids)
        if answer.status_code != status:
            wrong.append(f"{row.operation} as {who}: {answer.status_code} {answer.text}")
    assert wrong == []


async def test_absent_things_are_missing_and_deleting_them_is_fine(made: tuple[World, Ids]) -> None:
    world, ids = made
    wrong: list[str] = []
    for row in ROWS:
        if "{" not in row.path or row.operation == "getOrganizationsForEmailDomain":
            continue
        if row.operation == "publishIntegration":  # a name that nothing has is a new integration
            continue
        answer = await call(world, "admin", row, without(row, ids), ids)
        if answer.status_code != (204 if row.method == "DELETE" else 404):
            wrong.append(f"{row.operation}: {answer.status_code} {answer.text}")
    assert wrong == []


async def test_every_list_holds_its_limits(made: tuple[World, Ids]) -> None:
    world, ids = made
    wrong: list[str] = []
    lists = 0
    for row in (row for row in ROWS if row.method == "GET"):
        answer = await call(world, "admin", row, row.at(ids), ids)
        if "count" not in answer.json():
            continue
        lists += 1
        for query in ({"limit": 0}, {"limit": 1001}, {"limit": "all"}, {"limit": 1.5}, {"page": "nonsense"}):
            refused = await call(world, "admin", row, row.at(ids), ids, **query)
            field = next(iter(query))
            named = refused.json().get("error", {}).get("message", "").startswith(f"{field}:")
            if refused.status_code != 400 or not named:
                wrong.append(f"{row.operation} {query}: {refused.status_code} {refused.text}")
        for fine in (1, 1000):
            if (await call(world, "admin", row, row.at(ids), ids, limit=fine)).status_code != 200:
                wrong.append(f"{row.operation} with the limit {fine}")
    assert wrong == []
    assert lists >= 30


LIMITS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("updateSpaceById", {"title": "t" * 51}),
    ("updateSpaceById", {"emoji": "e" * 51}),
    ("addSectionToSite", {"icon": "i" * 51}),
    ("addSectionToSite", {"title": "t"}),
    ("addSectionToSite", {"title": "t" * 129}),
    ("updateSiteSectionById", {"title": "t"}),
    ("updateSiteSectionById", {"title": "t" * 129}),
    ("updateSiteSectionById", {"description": "d" * 257}),
    ("updateSiteSectionById", {"path": ""}),
    ("updateSiteSectionById", {"path": "p" * 101}),
    ("updateSiteSectionById", {"condition": "c" * 1025}),
    ("updateSiteSectionById", {"icon": "i" * 51}),
    ("addSectionGroupToSite", {"title": ""}),
    ("addSectionGroupToSite", {"title": "t" * 101}),
    ("addSectionGroupToSite", {"icon": "i" * 51}),
    ("updateSiteSectionGroupById", {"title": "t" * 101}),
    ("createOpenAPISpec", {"slug": ""}),
    ("createOpenAPISpec", {"slug": "s" * 101}),
    ("createOpenAPISpec", {"slug": "not a slug"}),
    ("createOpenAPISpec", {"source": {"url": "https://a.test/" + "u" * 2048}}),
    ("createChangeRequest", {"subject": "s" * 101}),
    ("updateCollectionById", {"title": "t" * 51}),
    ("updateCollectionById", {"description": "d" * 101}),
    ("updateOrganizationById", {"title": "t"}),
    ("updateTeamInOrganizationById", {"title": ""}),
    ("updateTeamInOrganizationById", {"title": "t" * 65}),
    ("createOrganizationSAMLProvider", {"label": "l" * 31}),
    ("createSite", {"title": "t" * 129}),
    ("updateSiteById", {"basename": "b" * 101}),
    ("updateSiteSpaceById", {"path": "p" * 101}),
    ("setIntegrationDevelopmentMode", {"tunnelUrl": "http://" + "t" * 256}),
)


async def test_limits_are_refused_by_the_field_they_are_of(made: tuple[World, Ids]) -> None:
    world, ids = made
    wrong: list[str] = []
    for operation, change in LIMITS:
        row, field = BY_NAME[operation], next(iter(change))
        body = {**(body_of(operation, ids) or {}), **change}
        answer = await world.call("admin", row.method, row.at(ids), body)
        message = answer.json().get("error", {}).get("message", "")
        if answer.status_code != 400 or not message.startswith(field):
            wrong.append(f"{operation} {field}: {answer.status_code} {answer.text}")
    named = await world.call("admin", "POST", "/v1/integrations/not%20a%20name", body_of("publishIntegration", ids))
    assert (named.status_code, named.json()["error"]["message"].partition(":")[0]) == (400, "name")
    assert wrong == []
