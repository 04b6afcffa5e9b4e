"""Members and teams of an organization, what each reaches, and people to choose from."""

from __future__ import annotations

from typing import Any

import pytest

from docdeck.workspace.node_details import watch_details
from docdeck.workspace.organization_tree import watch_branch
from docdeck.workspace.people import members_of
from docdeck.workspace.space_tree import watch_roots
from docdeck.workspace.tree import Node
from tests.deck.company import Company, make_company
from tests.workspace.test_branches import last_of


@pytest.fixture
def company() -> Company:
    return make_company()


async def below(session: Any, node: Node) -> dict[str, Node]:
    return {each.title: each for each in (await last_of(watch_branch(session, node))).nodes}


async def acme(company: Company) -> tuple[Any, dict[str, Node]]:
    session = company.world.session("mira")
    roots = await last_of(watch_roots(session))
    return session, await below(session, next(node for node in roots.nodes if node.title == "Acme"))


async def test_members_have_their_roles_and_teams_their_members(company: Company) -> None:
    session, lists = await acme(company)
    assert list(lists) == ["Members", "Teams"]
    members = await below(session, lists["Members"])
    assert {name: node.marks for name, node in members.items()} == {
        "Mira Koch": ("admin",),
        "Jonas Weber": ("create",),
        "Sam Ode": ("review",),
        "Rea Der": ("read",),
    }
    teams = await below(session, lists["Teams"])
    assert teams["Writers"].marks == ("1 member",)
    assert (await below(session, teams["Writers"]))["Jonas Weber"].marks == ("owner", "create")


async def test_details_of_a_member_name_teams_and_spaces(company: Company) -> None:
    session, lists = await acme(company)
    jonas = (await below(session, lists["Members"]))["Jonas Weber"]
    details = await last_of(watch_details(session, jonas))
    groups = dict(details.groups)
    assert [(fact.label, fact.value) for fact in groups["Teams"]] == [("Writers", "owner")]
    assert {fact.label for fact in groups["Spaces"]} >= {"Handbook"}


async def test_a_second_source_that_fails_leaves_what_is_known(company: Company) -> None:
    session, lists = await acme(company)
    jonas = (await below(session, lists["Members"]))["Jonas Weber"]
    company.world.wire.status[("GET", f"/members/{jonas.ids['user']}/spaces")] = 403
    details = await last_of(watch_details(session, jonas))
    groups = dict(details.groups)
    assert groups["Member"][0].value == "create"
    assert "Teams" in groups
    assert "may not" in details.problem


async def test_people_to_choose_from_come_by_name(company: Company) -> None:
    session, _ = await acme(company)
    found = await members_of(session, company.world.organization)
    assert [each.user.display_name for each in found] == ["Jonas Weber", "Mira Koch", "Rea Der", "Sam Ode"]
