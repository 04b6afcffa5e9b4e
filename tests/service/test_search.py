from __future__ import annotations

from typing import Any

from sqlalchemy import func, select

from docdeck.models.search import SearchPageResult, SearchSpaceResult
from docdeck.service.actions.spaces import NewPage
from docdeck.service.rules.page_text import excerpt, terms_of, words_in
from docdeck.service.store.places_schema import search_pages, search_words
from tests.service.conftest import World, new_space

LONG = "Filler words stand here. " * 30 + "The needle is a heron. " + "More words follow after it. " * 30
SIGNING = f"Intro about herons.\n\n## Verify a signature\n\n{LONG}\n\n## Rotate keys\n\nNothing special."


async def pages(world: World, query: str, *, who: str = "read", space: str | None = None, **more: Any) -> list[str]:
    answer = await world.ok(who, "GET", f"{f'/v1/spaces/{space}' if space else world.at}/search", query=query, **more)
    return [item["title"] for item in answer["items"]]


async def spaces_of(world: World, query: str, *, who: str = "read", **more: Any) -> list[tuple[str, list[str]]]:
    answer = await world.ok(who, "GET", f"/v1/orgs/{world.organization}/search", query=query, **more)
    return [(item["title"], [page["title"] for page in item["pages"]]) for item in answer["items"]]


async def test_pages_are_found_by_words_and_their_beginnings_in_any_case(world: World) -> None:
    assert await pages(world, "second PARAGRAPH") == ["Start"]
    assert await pages(world, "webh") == ["Webhooks"]
    assert await pages(world, "paragraph webhooks") == []
    assert await pages(world, "ebhooks") == []
    assert await pages(world, "we") == []
    assert await pages(world, "second") == ["Start", "Limits"]
    assert await pages(world, "a second") == ["Limits"]
    assert await pages(world, "guides") == ["Guides"]
    assert await pages(world, "!!! %") == []
    assert await pages(world, "") == []


async def test_a_page_is_told_with_its_ancestors_and_the_parts_that_match(world: World) -> None:
    inner = NewPage("Signing", SIGNING, id="signing", description="How to trust a call.")
    space = new_space(world, "Security", [NewPage("Top", pages=[NewPage("Middle", type="group", pages=[inner])])])
    answer = await world.ok("read", "GET", f"/v1/spaces/{space}/search", query="heron")
    assert answer["count"] == 1
    page = SearchPageResult.model_validate(answer["items"][0])
    assert (page.id, page.title, page.path) == ("signing", "Signing", "top/middle/signing")
    assert [above.title for above in page.ancestors] == ["Top", "Middle"]
    assert page.description == "How to trust a call."
    assert page.urls["app"].endswith(f"/s/{space}/top/middle/signing")
    assert [section.title for section in page.sections] == ["Signing", "Verify a signature"]
    assert [section.path for section in page.sections] == [page.path, f"{page.path}#verify-a-signature"]
    assert page.sections[0].body == "Intro about herons."
    body = page.sections[1].body
    assert "heron" in body
    assert len(body) <= 204
    assert body.startswith("… ")
    assert body.endswith(" …")
    assert len({section.id for section in page.sections} - {""}) == 2


async def test_titles_count_more_than_headings_and_those_more_than_text(world: World) -> None:
    space = new_space(
        world,
        "Ranks",
        [
            NewPage("Body", "Quokka once."),
            NewPage("Heading", "## Quokka\n\nText."),
            NewPage("Quokkas", "Begins so."),
            NewPage("Quokka", "Text."),
        ],
    )
    assert await pages(world, "quokka", space=space) == ["Quokka", "Quokkas", "Heading", "Body"]
    found: list[str] = []
    query: dict[str, Any] = {"limit": 1}
    while True:
        answer = await world.ok("read", "GET", f"/v1/spaces/{space}/search", query="quokka", **query)
        found += [item["title"] for item in answer["items"]]
        if "next" not in answer:
            break
        query["page"] = answer["next"]["page"]
    assert found == ["Quokka", "Quokkas", "Heading", "Body"]
    page = query["page"]
    assert (await world.refused("read", "GET", f"/v1/spaces/{space}/search", query="body", page=page))[0] == 400


async def test_an_organization_is_searched_space_by_space(world: World) -> None:
    new_space(world, "More", [NewPage("Limits of limits", "Limits."), NewPage("Other", "One paragraph on limits.")])
    assert await spaces_of(world, "limits") == [
        ("More", ["Limits of limits", "Other"]),
        ("Handbook", ["Limits"]),
    ]
    first = await world.ok("read", "GET", f"/v1/orgs/{world.organization}/search", query="limits", limit=1)
    space = SearchSpaceResult.model_validate(first["items"][0])
    assert (space.title, first["count"], space.type) == ("More", 2, "space")
    page = first["next"]["page"]
    assert await spaces_of(world, "limits", limit=1, page=page) == [("Handbook", ["Limits"])]
    assert await spaces_of(world, "absent") == []


async def test_a_space_shows_its_ten_best_pages(world: World) -> None:
    many = [NewPage(f"Zebra {number}", "Zebra. " * (number % 4)) for number in range(25)]
    space = new_space(world, "Herd", many)
    ((title, best),) = await spaces_of(world, "zebra")
    assert (title, len(best)) == ("Herd", 10)
    everything = await pages(world, "zebra", space=space)
    assert len(everything) == 25
    assert best == everything[:10]


async def test_only_what_one_may_see_is_found(world: World) -> None:
    secret = new_space(world, "Secret", [NewPage("Hidden thing", "A paragraph too.")])
    assert await spaces_of(world, "paragraph", who="guest") == [("Handbook", ["Start"])]
    assert len(await spaces_of(world, "paragraph")) == 2
    organization = f"/v1/orgs/{world.organization}/search"
    for who, at, status in (
        ("guest", f"/v1/spaces/{secret}/search", 404),
        ("other", f"{world.at}/search", 404),
        ("other", organization, 404),
        ("gone", organization, 404),
        ("nobody", organization, 401),
    ):
        assert (await world.refused(who, "GET", at, query="x"))[0] == status


async def test_a_search_needs_words_of_a_sane_length(world: World) -> None:
    for at in (f"{world.at}/search", f"/v1/orgs/{world.organization}/search"):
        assert (await world.refused("read", "GET", at))[0] == 400
        assert (await world.refused("read", "GET", at, query="x" * 513))[0] == 400
        assert (await world.ok("read", "GET", at, query="x " * 256))["count"] == 0
        assert (await world.refused("read", "GET", at, query="x", limit=0))[0] == 400


async def test_a_merge_changes_what_is_found_and_a_change_request_does_not(world: World) -> None:
    path = await world.request()
    await world.words(path, "start", "Now about ocelots.")
    await world.edit(path, {"operation": "delete_page", "page": "limits"})
    await world.edit(path, {"operation": "update_page", "page": "guides", "title": "Manuals"})
    assert await pages(world, "ocelots") == []
    assert await pages(world, "limits") == ["Limits"]
    await world.ok("review", "POST", f"{path}/merge")
    assert await pages(world, "ocelots") == ["Start"]
    assert await pages(world, "paragraph") == []
    assert await pages(world, "limits") == []
    assert await pages(world, "manuals") == ["Manuals"]
    assert await pages(world, "guides") == []
    hooks = (await world.ok("read", "GET", f"{world.at}/search", query="webhooks"))["items"][0]
    assert hooks["ancestors"] == [{"title": "Manuals"}]
    with world.store.read() as tx:
        known = {row["page"] for row in tx.rows(select(search_pages.c.page))}
        assert {row["page"] for row in tx.rows(select(search_words.c.page))} == known
        assert tx.value(select(func.count()).where(search_pages.c.page == "limits")) == 0


def test_words_fold_case_and_width_and_split_signs_without_spaces() -> None:
    assert words_in("Straße ＡＢＣ, v2-beta_1") == ["strasse", "abc", "v2", "beta_1"]
    assert words_in("東京 docs") == ["東", "京", "docs"]
    assert words_in("x" * 100) == ["x" * 40]
    assert terms_of("a b a c d e f g h i j") == ("a", "b", "c", "d", "e", "f", "g", "h")


def test_an_excerpt_stands_around_the_word_and_never_ends_inside_one() -> None:
    assert excerpt("short\n\ntext", ("text",)) == "short text"
    piece = excerpt("alpha " * 100 + "needle " + "omega " * 100, ("need",))
    assert "needle" in piece
    assert set(piece.split()) <= {"…", "alpha", "needle", "omega"}
    assert len(excerpt("y" * 1000, ("need",))) <= 204
