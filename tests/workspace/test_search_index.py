"""What quick find looks through, over the real service, and how names are matched, a hundred thousand of them too."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from docdeck.api.operations import change_requests
from docdeck.models.content import RevisionPage
from docdeck.service.actions.spaces import NewPage, create_space
from docdeck.service.store.collections import insert_collection
from docdeck.service.store.sites import insert_site
from docdeck.workspace import search_sources
from docdeck.workspace.search_index import MOST_HITS, Entry, SearchIndex, folded
from docdeck.workspace.search_sources import Found, page_entries, search_pages, watch_entries
from tests.deck.widgets.hostile import HOSTILE
from tests.workspace.world import World


async def last(session) -> Found:
    return [found async for found in watch_entries(session)][-1]


def titled(found: Found) -> dict[tuple[str, str], Entry]:
    return {(each.kind, each.title): each for each in found.entries}


def pages(*titles: str) -> SearchIndex:
    return SearchIndex([Entry("page", str(at), title, "Acme › Handbook") for at, title in enumerate(titles)])


def names(entries: tuple[Entry, ...]) -> list[str]:
    return [each.title for each in entries]


# Reading


async def test_every_kind_of_thing_is_there_with_its_place_and_its_way(world: World, request_id: str) -> None:
    with world.store.write() as tx:
        outer = insert_collection(tx, world.organization, "Outer")
        inner = insert_collection(tx, world.organization, "Inner", parent=outer)
        site = insert_site(tx, world.organization, "Acme Docs", hostname="docs.acme.example")
        tree = [NewPage("Parts", type="group", pages=(NewPage("Deep", "x", pages=(NewPage("Deeper", "y"),)),))]
        guide = create_space(tx, world.people["mira"], world.organization, "Guide", tree, parent=inner)
    found = await last(world.session("mira"))
    entries = titled(found)
    acme = f"organization:{world.organization}"
    assert found.freshness.state == "live"
    assert entries["organization", "Acme"].way == (acme,)
    assert ("organization", "Globex") in entries
    assert entries["space", "Guide"].way == (acme, f"collection:{outer}", f"collection:{inner}", f"space:{guide}")
    assert entries["site", "Acme Docs"].way == (acme, f"site:{site}")
    person = entries["person", "Jonas Weber"]
    members = f"members:{world.organization}"
    assert person.way == (acme, members, f"{members}/member:{world.people['jonas']}")
    assert person.note == "jonas@acme.example"
    assert entries["page", "Deeper"].place == "Acme › Guide › Parts › Deep"
    assert entries["page", "Deep"].url.startswith("http")
    assert ("page", "Parts") not in entries
    request = entries["change_request", "Rewrite webhooks"]
    assert (request.id, request.space, request.place) == (request_id, world.space, "Acme › Handbook")
    assert request.note.startswith("#")
    assert len({each.key for each in found.entries}) == len(found.entries)


async def test_what_is_stored_comes_first_and_without_a_network(world: World) -> None:
    before = await last(world.session("mira", cached=True))
    world.wire.unreachable.add("GET")
    world.wait(3600)
    states = [found async for found in watch_entries(world.session("mira", desk="other", cached=True))]
    assert {each.key for each in states[0].entries} == {each.key for each in before.entries}
    assert states[0].freshness.state == "refreshing"
    assert states[-1].entries == states[0].entries
    assert states[-1].freshness.state == "offline"
    assert states[-1].problems


async def test_a_second_search_of_a_session_begins_with_all_that_the_first_had(world: World) -> None:
    session = world.session("mira")
    before = await last(session)
    asked = len(world.wire.requests)
    states = [found async for found in watch_entries(session)]
    assert states[0].entries == before.entries
    assert {path.rpartition("/")[2] for _, path in world.wire.requests[asked:]} <= {"spaces"}


async def test_what_is_gone_is_not_found_any_more(world: World, request_id: str) -> None:
    session = world.session("mira")
    assert ("change_request", "Rewrite webhooks") in titled(await last(session))
    await session.platform.write(change_requests.patch(world.space, request_id, status="archived"))
    assert ("change_request", "Rewrite webhooks") not in titled(await last(session))


@pytest.mark.parametrize(("ending", "what"), [("/members", "People of Acme"), ("/sites", "Sites of Acme")])
async def test_a_source_that_fails_leaves_the_others_and_is_said(world: World, ending: str, what: str) -> None:
    world.wire.status["GET", f"/orgs/{world.organization}{ending}"] = 403
    found = await last(world.session("mira"))
    assert found.freshness.state == "partial"
    assert any(problem.startswith(what) for problem in found.problems)
    assert ("page", "Webhooks") in titled(found)


async def test_pages_of_one_space_that_fail_leave_the_space(world: World) -> None:
    world.wire.status["GET", f"/spaces/{world.space}/content/pages"] = 403
    found = await last(world.session("mira"))
    assert ("space", "Handbook") in titled(found)
    assert any(problem.startswith("Pages of Handbook") for problem in found.problems)


async def test_what_a_platform_does_not_have_is_no_failure(world: World) -> None:
    world.wire.status["GET", f"/orgs/{world.organization}/sites"] = 501
    found = await last(world.session("mira"))
    assert not found.problems
    assert found.freshness.state == "live"


async def test_pages_beyond_the_limit_are_left_out_and_it_is_said(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_sources, "MOST_ENTRIES", 3)
    found = await last(world.session("mira"))
    assert len(found.entries) <= 3
    assert any("Only the first 3 names" in problem for problem in found.problems)


async def test_so_many_page_trees_are_asked_for_and_no_more(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    with world.store.write() as tx:
        for number in range(3):
            page = [NewPage(f"Only {number}", "x")]
            create_space(tx, world.people["mira"], world.organization, f"Space {number}", page)
    monkeypatch.setattr(search_sources, "MOST_TREES", 2)
    found = await last(world.session("mira"))
    assert world.wire.count("GET", "/content/pages") == 2
    assert any("first 2 spaces" in problem for problem in found.problems)


async def test_the_platform_finds_words_that_stand_in_pages(world: World) -> None:
    entries, problems = await search_pages(world.session("mira"), ((world.organization, "Acme"),), "signature")
    assert names(entries) == ["Webhooks"]
    assert entries[0].note == "in its text"
    by_name, _ = await search_pages(world.session("mira"), ((world.organization, "Acme"),), "Webhooks")
    assert {(entry.title, entry.note) for entry in by_name} >= {("Webhooks", "")}
    assert entries[0].place.startswith("Acme › Handbook")
    assert entries[0].key == f"page:{world.space}:{world.pages['webhooks']}"
    assert not problems


@pytest.mark.parametrize(("status", "said"), [(501, 0), (403, 1), (500, 1)])
async def test_a_search_that_fails_is_said_unless_there_is_none(world: World, status: int, said: int) -> None:
    world.wire.status["GET", f"/orgs/{world.organization}/search"] = status
    entries, problems = await search_pages(world.session("mira"), ((world.organization, "Acme"),), "signature")
    assert not entries
    assert len(problems) == said


def test_pages_nested_without_end_are_all_found() -> None:
    page = RevisionPage(id="0", title="0")
    for number in range(1, 3_000):
        page = RevisionPage.model_construct(id=str(number), title=str(number), type="document", pages=[page], urls={})
    assert len(page_entries("Acme", "o", "s", [page])) == 3_000


# Matching


def test_exact_then_beginning_then_word_then_within() -> None:
    index = pages("Rebilling", "A billing guide", "Billing guide", "Billing", "Other")
    assert names(index.find("billing")) == ["Billing", "Billing guide", "A billing guide", "Rebilling"]


def test_words_in_any_order_also_those_of_the_place() -> None:
    index = SearchIndex(
        [Entry("page", "1", "Webhook reference", "Acme › Guide"), Entry("page", "2", "Webhook reference", "Acme › API")]
    )
    assert [each.id for each in index.find("reference web")] == ["1", "2"]
    assert [each.id for each in index.find("webhook api")] == ["2"]


def test_neither_case_nor_accents_matter() -> None:
    index = pages("Über uns", "STRASSE", "Ångström")
    assert names(index.find("uber")) == ["Über uns"]
    assert names(index.find("straße")) == ["STRASSE"]
    assert names(index.find("angstrom")) == ["Ångström"]


def test_the_last_and_the_first_line_are_found_whole() -> None:
    index = pages("First", "Middle", "Last")
    assert names(index.find("first")) == ["First"]
    assert names(index.find("last")) == ["Last"]
    assert names(index.find("middle")) == ["Middle"]
    assert names(SearchIndex().find("first")) == []


def test_names_spelled_nearly_so_are_alike() -> None:
    index = pages("Webhook signatures", "Billing", "Rate limits")
    assert names(index.find("webhok")) == []
    assert names(index.alike("webhok sgnatures")) == ["Webhook signatures"]
    assert names(index.alike("web")) == []


def test_a_search_that_was_stopped_ends() -> None:
    asked: list[int] = []

    def stopped() -> bool:
        asked.append(1)
        return len(asked) > 2

    assert SearchIndex([Entry("page", str(at), "Guide") for at in range(100_000)]).alike("guided", stopped) == ()
    assert len(asked) == 3


@pytest.mark.parametrize("title", HOSTILE)
def test_hostile_titles_are_one_line_and_are_found(title: str) -> None:
    index = pages("Before", title, "After")
    assert "\n" not in folded(title)
    assert names(index.find("after")) == ["After"]
    if folded(title):
        assert title in names(index.find(title))
    index.alike(title)


def test_words_that_mean_something_to_patterns_are_only_words() -> None:
    assert names(pages("a.b", "axb").find("a.b")) == ["a.b"]
    assert names(pages("x").find("(")) == []


def test_a_hundred_thousand_titles_are_searched_within_a_key() -> None:
    entries = [Entry("page", str(at), f"Guide to section {at}", f"Acme › Space {at % 300}") for at in range(100_000)]
    index = SearchIndex(entries)
    loop = min(_seconds(lambda: [each for each in entries if "zzz" in each.title.casefold()]) for _ in range(3))
    for typed in ("g", "gui", "section 99", "99999", "zzz", "guide 77 space"):
        hits: list[tuple[Entry, ...]] = []
        took = min(_seconds(lambda typed=typed, hits=hits: hits.append(index.find(typed))) for _ in range(3))
        assert len(hits[0]) <= MOST_HITS
        assert took < 8 * loop, f"{typed!r} took {took:.3f} s; a plain loop {loop:.3f} s"


def _seconds(call) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def test_nothing_of_it_is_imported_before_it_is_asked_for() -> None:
    sources = Path(search_sources.__file__).parents[1]
    for early in ("deck/app.py", "deck/places.py", "workspace/search_index.py"):
        lines = (sources / early).read_text(encoding="utf-8").splitlines()
        top = [line for line in lines if line.startswith(("import ", "from "))]
        assert not [line for line in top if "rapidfuzz" in line or "quick_find" in line or "search_" in line]
