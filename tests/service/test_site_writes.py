from __future__ import annotations

import copy
from typing import Any

import pytest

from docdeck.models.sites import Site, SiteSection, SiteSectionGroup, SiteSpace
from tests.service.conftest import World, new_space
from tests.service.places import add_site


def sites(world: World) -> str:
    return f"/v1/orgs/{world.organization}/sites"


async def new_site(world: World, **body: Any) -> str:
    made = await world.ok("create", "POST", sites(world), body)
    return f"{sites(world)}/{made['id']}"


async def test_a_site_begins_unpublished_with_its_spaces(world: World) -> None:
    second = new_space(world, "API")
    body = {"title": "Docs", "visibility": "unlisted", "type": "premium", "spaces": [world.space, second]}
    answer = await world.call("create", "POST", sites(world), body)
    assert answer.status_code == 201
    site = Site.model_validate(answer.json())
    assert answer.headers["location"] == site.urls["location"]
    assert (site.title, site.visibility, site.type, site.published, site.site_spaces) == (
        "Docs", "unlisted", "premium", False, 2,
    )  # fmt: skip
    listed = await world.ok("read", "GET", f"{sites(world)}/{site.id}/site-spaces")
    assert [(item["space"]["id"], item["default"], item["path"]) for item in listed["items"]] == [
        (world.space, True, "handbook"), (second, False, "api"),
    ]  # fmt: skip
    assert (await world.ok("create", "POST", sites(world)))["title"] == "Untitled site"


async def test_a_site_is_changed_published_and_deleted(world: World) -> None:
    path = await new_site(world, title="Docs", spaces=[world.space])
    body = {"title": "Help", "basename": "help", "adaptiveContent": {"enabled": True}, "agentsContext": "excluded"}
    site = await world.ok("create", "PATCH", path, {**body, "proxy": "acme.test/docs"})
    assert {name: site[name] for name in body} == body
    assert site["proxy"]["origin"] == "acme.test/docs"
    assert "published" not in site["urls"]
    published = await world.ok("admin", "POST", f"{path}/publish")
    assert published["published"] is True
    assert published["urls"]["published"] == "https://acme.test/docs/"
    assert "proxy" not in await world.ok("create", "PATCH", path, {"proxy": None})
    assert (await world.ok("admin", "POST", f"{path}/unpublish"))["published"] is False
    other = await new_site(world)
    assert (await world.refused("create", "PATCH", other, {"basename": "help"}))[0] == 409
    for _ in range(2):
        assert (await world.call("admin", "DELETE", path)).status_code == 204
    assert (await world.refused("read", "GET", path))[0] == 404
    assert (await world.ok("read", "GET", world.at))["id"] == world.space


async def test_the_limits_of_sites_are_named(world: World) -> None:
    path = await new_site(world, title="Docs", spaces=[world.space])
    for body in (
        {"title": "D"}, {"title": "D" * 129}, {"title": None}, {"visibility": "secret"}, {"basename": ""},
        {"basename": "b" * 101}, {"proxy": "https://acme.test/docs"}, {"proxy": "acme.test"},
        {"defaultSiteSpace": "nothing"}, {"defaultSiteSection": "nothing"}, {"agentsContext": "maybe"},
    ):  # fmt: skip
        status, sentence = await world.refused("create", "PATCH", path, body)
        assert (status, sentence.split(":")[0].split(".")[0]) == (400, next(iter(body)))
    status, sentence = await world.refused("create", "POST", sites(world), {"spaces": ["nothing"]})
    assert (status, sentence.partition(":")[0]) == (400, "spaces.0")


async def test_only_some_may_change_sites(world: World) -> None:
    path = await new_site(world, title="Docs", spaces=[world.space])
    assert (await world.refused("review", "PATCH", path, {"title": "Mine"}))[0] == 403
    assert (await world.refused("review", "POST", sites(world), {}))[0] == 403
    assert (await world.refused("create", "POST", f"{path}/publish"))[0] == 403
    assert (await world.call("create", "DELETE", path)).status_code == 403
    assert (await world.refused("other", "PATCH", path, {"title": "Mine"}))[0] == 404


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "isPartner": {"type": "boolean", "description": "A partner"},
        "plan": {"type": "string", "enum": ["free", "pro"], "description": "Plan"},
        "tags": {"type": "array", "description": "Tags", "items": {"type": "string", "description": "Tag"}},
        "unsigned": {
            "type": "object", "description": "Unsigned claims of the site visitor.", "additionalProperties": False,
            "properties": {"beta": {"type": "boolean", "description": "In the beta"}},
        },
    },
    "additionalProperties": False,
}  # fmt: skip


async def test_a_visitor_schema_gives_its_conditions(world: World) -> None:
    path = await new_site(world)
    assert (await world.refused("read", "GET", f"{path}/adaptive-schema"))[0] == 404
    made = await world.ok("create", "PUT", f"{path}/adaptive-schema", {"jsonSchema": SCHEMA})
    assert made["jsonSchema"] == SCHEMA
    assert made == await world.ok("read", "GET", f"{path}/adaptive-schema")
    found = await world.ok("read", "GET", f"{path}/adaptive-schema/template-conditions")
    assert [item["condition"] for item in found["items"]] == [
        "visitor.claims.isPartner", 'visitor.claims.plan == "free"', 'visitor.claims.plan == "pro"',
        "visitor.claims.unsigned.beta",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("where", "value", "named"),
    [
        ((), {}, "jsonSchema.type"),
        (("type",), "array", "jsonSchema.type"),
        (("additionalProperties",), True, "jsonSchema.additionalProperties"),
        (("properties",), [], "jsonSchema.properties"),
        (("$schema",), "https://json-schema.org/draft/2020-12/schema", "jsonSchema.$schema"),
        (("title",), "x", "jsonSchema.title"),
        (("properties", "isPartner", "type"), "null", "jsonSchema.properties.isPartner.type"),
        (("properties", "isPartner", "description"), 1, "jsonSchema.properties.isPartner.description"),
        (("properties", "plan", "enum"), ["a", "a"], "jsonSchema.properties.plan.enum"),
        (("properties", "plan", "minLength"), 1, "jsonSchema.properties.plan.minLength"),
        (("properties", "tags", "items"), {"type": "array"}, "jsonSchema.properties.tags.items.type"),
        (("properties", "unsigned", "type"), "boolean", "jsonSchema.properties.unsigned.type"),
        (("properties", "unsigned", "additionalProperties"), 1, "jsonSchema.properties.unsigned.additionalProperties"),
    ],
)
async def test_other_schemas_are_refused_by_their_place(
    world: World, where: tuple[str, ...], value: Any, named: str
) -> None:
    schema: Any = copy.deepcopy(SCHEMA)
    if where:
        inner = schema
        for name in where[:-1]:
            inner = inner[name]
        inner[where[-1]] = value
    else:
        schema = value
    path = await new_site(world)
    status, sentence = await world.refused("create", "PUT", f"{path}/adaptive-schema", {"jsonSchema": schema})
    assert (status, sentence.partition(":")[0]) == (400, named)


async def spaces_on(world: World, path: str) -> list[tuple[str, bool]]:
    listed = await world.ok("read", "GET", f"{path}/site-spaces")
    return [(item["title"], item["default"]) for item in listed["items"]]


async def test_site_spaces_come_go_and_move(world: World) -> None:
    path = await new_site(world, spaces=[world.space])
    made = {}
    for title in ("API", "SDKs"):
        answer = await world.call("create", "POST", f"{path}/site-spaces", {"spaceId": new_space(world, title)})
        assert answer.status_code == 201
        made[title] = SiteSpace.model_validate(answer.json())
    assert await spaces_on(world, path) == [("Handbook", True), ("API", False), ("SDKs", False)]
    sdks, api = (f"{path}/site-spaces/{made[title].id}" for title in ("SDKs", "API"))
    position = {"before": {"type": "site-space", "siteSpace": made["API"].id}}
    moved = await world.ok("create", "POST", f"{sdks}/move", {"position": position})
    assert moved["title"] == "SDKs"
    assert [title for title, _ in await spaces_on(world, path)] == ["Handbook", "SDKs", "API"]
    body = {"path": "sdk", "condition": "visitor.claims.beta", "hidden": True}
    changed = await world.ok("create", "PATCH", sdks, body)
    assert {name: changed[name] for name in body} == body
    changed = await world.ok("create", "PATCH", sdks, {"condition": None, "hidden": False, "spaceId": world.space})
    assert "condition" not in changed
    assert changed["space"]["id"] == world.space
    assert (await world.refused("create", "PATCH", api, {"path": "sdk"}))[0] == 409
    for wrong in ({"path": ""}, {"path": "a" * 101}, {"path": "a/b"}, {"condition": "c" * 1025}, {"spaceId": "x"}):
        status, sentence = await world.refused("create", "PATCH", api, wrong)
        assert (status, sentence.partition(":")[0]) == (400, next(iter(wrong)))
    for wrong in ({}, {"before": {"siteSpace": "x"}}, {"after": {"siteSpace": made["API"].id}}):
        assert (await world.refused("create", "POST", f"{api}/move", {"position": wrong}))[0] == 400


async def test_there_is_always_one_default_site_space(world: World) -> None:
    path = await new_site(world, spaces=[world.space, new_space(world, "API")])
    first, second = (await world.ok("read", "GET", f"{path}/site-spaces"))["items"]
    await world.ok("create", "PATCH", path, {"defaultSiteSpace": second["id"]})
    assert await spaces_on(world, path) == [("Handbook", False), ("API", True)]
    for _ in range(2):
        assert (await world.call("create", "DELETE", f"{path}/site-spaces/{second['id']}")).status_code == 204
    assert await spaces_on(world, path) == [("Handbook", True)]
    await world.ok("create", "DELETE", f"{path}/site-spaces/{first['id']}")
    assert (await world.ok("create", "POST", f"{path}/site-spaces", {"spaceId": world.space}))["default"] is True


async def test_the_first_section_keeps_what_stood_at_the_root(world: World) -> None:
    path = await new_site(world, title="Docs", spaces=[world.space])
    body = {"spaceId": new_space(world, "API"), "title": "Reference", "icon": "book"}
    answer = await world.call("create", "POST", f"{path}/sections", body)
    assert answer.status_code == 201
    section = SiteSection.model_validate(answer.json())
    assert (section.title, section.path, section.default, section.icon) == ("Reference", "reference", False, "book")
    assert [space.default for space in section.site_spaces] == [True]
    structure = await world.ok("read", "GET", f"{path}/structure")
    assert structure["type"] == "sections"
    assert [
        (entry["title"], entry["default"], [space["title"] for space in entry["siteSpaces"]])
        for entry in structure["structure"]
    ] == [("Docs", True, ["Handbook"]), ("Reference", False, ["API"])]
    more = await world.ok("create", "POST", f"{path}/site-spaces", {"spaceId": new_space(world, "FAQ")})
    assert more["section"] == structure["structure"][0]["id"]


async def test_sections_are_changed_and_keep_one_default(world: World) -> None:
    path = await new_site(world, title="Docs")
    made = [
        await world.ok("create", "POST", f"{path}/sections", {"spaceId": new_space(world, title)})
        for title in ("One", "Two", "Three")
    ]
    assert [section["default"] for section in made] == [True, False, False]
    one, two, three = (f"{path}/sections/{section['id']}" for section in made)
    body = {"title": "Zwei", "path": "zwei", "condition": "visitor.claims.a", "icon": "star", "description": "Words"}
    changed = await world.ok("create", "PATCH", two, body)
    assert {name: changed[name] for name in body} == body
    changed = await world.ok("create", "PATCH", two, {"condition": None, "icon": None, "description": None})
    assert not {"condition", "icon", "description"} & set(changed)
    assert (await world.refused("create", "PATCH", three, {"path": "zwei"}))[0] == 409
    for wrong in (
        {"title": "x"}, {"title": "x" * 129}, {"path": ""}, {"path": "p" * 101}, {"condition": "c" * 1025},
        {"icon": "i" * 51}, {"description": "d" * 257}, {"defaultSiteSpace": "nothing"}, {"title": None},
    ):  # fmt: skip
        status, sentence = await world.refused("create", "PATCH", three, wrong)
        assert (status, sentence.partition(":")[0]) == (400, next(iter(wrong)))
    await world.ok("create", "PATCH", path, {"defaultSiteSection": made[1]["id"]})
    await world.ok("create", "DELETE", two)
    assert (await world.call("create", "DELETE", two)).status_code == 204
    listed = (await world.ok("read", "GET", f"{path}/sections"))["items"]
    assert [(section["title"], section["default"]) for section in listed] == [("One", True), ("Three", False)]
    position = {"after": {"type": "site-section", "siteSection": made[2]["id"]}}
    await world.ok("create", "POST", f"{one}/move", {"position": position})
    listed = (await world.ok("read", "GET", f"{path}/sections"))["items"]
    assert [section["title"] for section in listed] == ["Three", "One"]


async def test_groups_hold_sections_and_let_them_go(world: World) -> None:
    path = await new_site(world)
    section = await world.ok("create", "POST", f"{path}/sections", {"spaceId": world.space})
    other = await world.ok("create", "POST", f"{path}/sections", {"spaceId": world.space})
    body = {"title": "Build", "icon": "hammer", "sections": [section["id"]]}
    answer = await world.call("create", "POST", f"{path}/section-groups", body)
    assert answer.status_code == 201
    group = SiteSectionGroup.model_validate(answer.json())
    assert [child.id for child in group.children] == [section["id"]]
    inner = await world.ok("create", "POST", f"{path}/section-groups", {"title": "In", "parent": group.id})
    assert inner["sectionGroup"] == group.id
    at = f"{path}/section-groups/{group.id}"
    assert "icon" not in await world.ok("create", "PATCH", at, {"title": "Made", "icon": None})
    answer = await world.call("create", "POST", f"{at}/sections", {"sectionId": other["id"]})
    assert answer.status_code == 201
    assert [child["title"] for child in answer.json()["children"]] == ["Handbook", "Handbook", "In"]
    for _ in range(2):
        assert (await world.call("create", "DELETE", f"{at}/sections/{other['id']}")).status_code == 204
    structure = (await world.ok("read", "GET", f"{path}/structure"))["structure"]
    assert [entry["id"] for entry in structure] == [other["id"], group.id]
    for wrong, name in (
        ({"title": ""}, "title"), ({"title": "t" * 101}, "title"), ({"title": "a", "parent": "x"}, "parent"),
        ({"title": "a", "sections": ["x"]}, "sections.0"), ({"title": "a", "icon": "i" * 51}, "icon"),
    ):  # fmt: skip
        status, sentence = await world.refused("create", "POST", f"{path}/section-groups", wrong)
        assert (status, sentence.partition(":")[0]) == (400, name)
    for _ in range(2):
        assert (await world.call("create", "DELETE", at)).status_code == 204
    structure = (await world.ok("read", "GET", f"{path}/structure"))["structure"]
    assert {entry["id"] for entry in structure} == {other["id"], section["id"], inner["id"]}


async def test_the_structure_is_sorted_among_siblings(world: World) -> None:
    places = add_site(world)
    ids = places.ids

    async def sort(item: tuple[str, str], **position: tuple[str, str]) -> Any:
        body = {
            "item": {"type": item[0], "id": ids[item[1]]},
            "position": {name: {"type": kind, "id": ids[title]} for name, (kind, title) in position.items()},
        }
        return await world.call("create", "PATCH", f"{places.site}/structure/sort", body)

    answer = await sort(("site-section-group", "Build"), after=("site-section", "Partners"))
    assert answer.json()["object"] == "site-section-group"
    structure = (await world.ok("read", "GET", f"{places.site}/structure"))["structure"]
    assert [entry["title"] for entry in structure] == ["Start", "Partners", "Build", "Drafts"]
    answer = await sort(("site-section-group", "Reference"), before=("site-section", "API"))
    structure = (await world.ok("read", "GET", f"{places.site}/structure"))["structure"]
    assert [child["title"] for child in structure[2]["children"]] == ["Reference", "API"]
    assert (await sort(("site-space", "two"), before=("site-space", "one"))).status_code == 200
    assert (await sort(("site-section", "API"), before=("site-section", "Start"))).status_code == 400
    assert (await sort(("site-section", "API"))).status_code == 400
    move = f"{places.site}/section-groups/{ids['Build']}/move"
    position = {"before": {"type": "site-section", "id": ids["Start"]}}
    assert (await world.ok("create", "POST", move, {"position": position}))["title"] == "Build"
    structure = (await world.ok("read", "GET", f"{places.site}/structure"))["structure"]
    assert [entry["title"] for entry in structure] == ["Build", "Start", "Partners", "Drafts"]
