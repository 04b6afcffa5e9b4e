"""Sites as they are built, over the real service, and from the three lists where a platform tells no structure."""

from __future__ import annotations

import json
from typing import Any

import pytest

from docdeck.models.sites import SiteSection, SiteSectionGroup, SiteSpace
from docdeck.workspace.node_details import watch_details
from docdeck.workspace.site_tree import MISSING, put_together, watch_branch
from docdeck.workspace.space_tree import watch_roots
from docdeck.workspace.tree import Node
from tests.deck.company import Company, make_company
from tests.workspace.test_branches import last_of


@pytest.fixture
def company() -> Company:
    return make_company()


async def walk(session: Any, node: Node, depth: int = 0) -> list[str]:
    """Every node below as indented words with their marks; pages are left out."""
    if not node.branch or depth > 8 or node.kind == "site_space":
        return []
    lines: list[str] = []
    for each in (await last_of(watch_branch(session, node))).nodes:
        lines.append("  " * depth + " ".join((each.kind, each.title, *each.marks)))
        lines += await walk(session, each, depth + 1)
    return lines


async def site_of(company: Company) -> tuple[Any, Node]:
    session = company.world.session("mira")
    roots = await last_of(watch_roots(session))
    acme = next(node for node in roots.nodes if node.title == "Acme")
    return session, (await last_of(watch_branch(session, acme))).nodes[0]


WALK = [
    "section Start default",
    "  site_space Handbook default",
    "section_group Build",
    "  section API",
    "    site_space Guide hidden",
    "  section_group Older",
    "    section Old API if visitor.claims.isOld",
    "      site_space Guide",
    "section Nothing yet empty",
]


async def test_a_site_is_shown_in_the_order_of_its_structure(company: Company) -> None:
    session, site = await site_of(company)
    assert (site.title, site.path) == ("Acme Docs", "docs.acme.example")
    assert "published" in site.marks
    assert await walk(session, site) == WALK


async def test_without_a_structure_the_three_lists_give_the_same_items(company: Company) -> None:
    company.world.wire.status[("GET", "/structure")] = 501
    session, site = await site_of(company)
    assert sorted(line.strip() for line in await walk(session, site)) == sorted(line.strip() for line in WALK)


async def test_pages_stand_below_a_site_space(company: Company) -> None:
    session, site = await site_of(company)
    start = (await last_of(watch_branch(session, site))).nodes[0]
    placed = (await last_of(watch_branch(session, start))).nodes[0]
    pages = (await last_of(watch_branch(session, placed))).nodes
    assert [page.title for page in pages] == ["Intro", "Webhooks", "Secrets", "Limits"]
    assert all(page.key.startswith(placed.key) for page in pages)


async def test_entries_of_other_kinds_and_missing_sections_are_shown_for_what_they_are(company: Company) -> None:
    nameless = {"object": "site-section", "id": "x"}
    structure = [
        {"object": "site-hologram", "id": "h", "title": "From the future"},
        {
            "object": "site-section-group",
            "id": "g",
            "title": "Group",
            "children": [nameless],
        },
        {"object": "site-external-link", "id": "l", "title": "Out", "url": "https://elsewhere.example"},
        {"object": "site-section-group", "id": "e", "title": "Hollow"},
    ]
    answer = {"type": "sections", "structure": structure}
    company.world.wire.answers[("GET", "/structure")] = json.dumps(answer).encode()
    session, site = await site_of(company)
    assert await walk(session, site) == [
        "heading From the future site-hologram",
        "section_group Group",
        f"  section {MISSING} empty",
        "external_link Out",
        "section_group Hollow empty",
    ]


def group(key: str, parent: str | None = None, *children: Any) -> SiteSectionGroup:
    return SiteSectionGroup.model_validate(
        {"object": "site-section-group", "id": key, "title": key, "sectionGroup": parent, "children": list(children)}
    )


def section(key: str, parent: str | None = None) -> SiteSection:
    return SiteSection.model_validate({"object": "site-section", "id": key, "title": key, "sectionGroup": parent})


def placed(key: str, parent: str | None) -> SiteSpace:
    space = {"object": "space", "id": f"space {key}", "title": key}
    return SiteSpace.model_validate({"object": "site-space", "id": key, "section": parent, "space": space})


def ids(entries: Any) -> Any:
    """Nested ids, groups as pairs."""
    return [(each.id, ids(each.children)) if isinstance(each, SiteSectionGroup) else each.id for each in entries]


def test_lists_are_put_together_by_what_each_names_as_its_parent() -> None:
    made = put_together(
        [group("inner", "outer"), group("outer")],
        [section("a", "inner"), section("b", "outer"), section("c")],
        [placed("one", "a"), placed("two", None), placed("three", "not there")],
    )
    assert ids(made) == [("outer", [("inner", ["a"]), "b"]), "c", "two", "three"]
    assert ids(made[0].children[0].children[0].site_spaces) == ["one"]  # type: ignore[attr-defined]


def test_groups_in_a_circle_and_below_nothing_stand_on_top() -> None:
    made = put_together([group("a", "b"), group("b", "a"), group("self", "self"), group("lost", "gone")], [], [])
    assert [each.id for each in made] == ["a", "b", "self", "lost"]  # type: ignore[attr-defined]


def test_a_section_that_a_group_lists_stands_there_once() -> None:
    made = put_together([group("g", None, {"object": "site-section", "id": "a", "title": "a"})], [section("a")], [])
    assert ids(made) == [("g", ["a"])]


def test_a_thousand_groups_deep() -> None:
    groups = [group(str(at), str(at - 1) if at else None) for at in range(1_000)]
    entries, depth = put_together(groups, [], []), 0
    while entries:
        entries, depth = entries[0].children, depth + 1  # type: ignore[attr-defined]
    assert depth == 1_000


async def test_details_tell_what_a_visitor_gets(company: Company) -> None:
    session, site = await site_of(company)
    details = await last_of(watch_details(session, site))
    facts = {fact.label: fact.value for _, group in details.groups for fact in group}
    assert facts["Reached by"] == "anyone, and search engines list it"
    entries = (await last_of(watch_branch(session, site))).nodes
    build = (await last_of(watch_branch(session, entries[1]))).nodes
    api = await last_of(watch_branch(session, build[0]))
    hidden = await last_of(watch_details(session, api.nodes[0]))
    assert hidden.groups[0][1][0].value == "hidden from the navigation; its address works"
    old = (await last_of(watch_branch(session, build[1]))).nodes[0]
    conditional = await last_of(watch_details(session, old))
    assert conditional.groups[0][1][0].value == "visitors for whom visitor.claims.isOld"


async def test_a_space_that_may_not_be_seen_leaves_the_site_space_readable(company: Company) -> None:
    session, site = await site_of(company)
    start = (await last_of(watch_branch(session, site))).nodes[0]
    node = (await last_of(watch_branch(session, start))).nodes[0]
    company.world.wire.status[("GET", f"/spaces/{company.world.space}")] = 403
    details = await last_of(watch_details(session, node))
    assert details.title == "Handbook"
    assert "may not" in details.problem
