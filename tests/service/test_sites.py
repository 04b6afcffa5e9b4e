from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import update

from docdeck.models.sites import (
    PublishedSite,
    Site,
    SiteAdaptiveSchema,
    SiteSection,
    SiteSectionGroup,
    SiteSpace,
    SiteStructure,
)
from docdeck.service.actions.spaces import NewPage, create_space
from docdeck.service.rules.site_structure import shown
from docdeck.service.store.schema import spaces
from docdeck.service.store.sites import insert_section_group, insert_share_link, insert_site, insert_site_space
from tests.service.conftest import World
from tests.service.places import add_site


def titles(items: list[dict[str, Any]]) -> list[Any]:
    """Titles of entries; a group is its title and what is in it."""
    return [(item["title"], titles(item["children"])) if "children" in item else item["title"] for item in items]


async def test_a_site_is_told_in_full(world: World) -> None:
    places = add_site(world)
    for who in ("read", "admin"):
        site = Site.model_validate(await world.ok(who, "GET", places.site))
    assert (site.object, site.title, site.type, site.visibility) == ("site", "Acme Docs", "ultimate", "public")
    assert (site.published, site.site_spaces, site.hostname, site.basename) == (True, 8, "docs.acme.test", "docs")
    assert site.agents_context == "included"
    assert site.ads is not None
    assert site.ads.status == "pending"
    assert site.adaptive_content is not None
    assert "sites-adaptive-content" in {feature.id for feature in site.features}
    assert site.urls["published"] == "https://docs.acme.test/"
    assert site.urls["location"] == f"http://service.test{places.site}"
    assert site.urls["app"].endswith(site.id)


async def test_who_may_see_sites(world: World) -> None:
    places = add_site(world)
    for path in (f"{places.org}/sites", places.site, *(f"{places.site}/{name}" for name in PARTS)):
        assert (await world.refused("guest", "GET", path))[0] == 403
        assert (await world.refused("other", "GET", path))[0] == 404
        assert (await world.refused("gone", "GET", path))[0] == 404
        assert (await world.refused("nobody", "GET", path))[0] == 401
    for part in ("", *(f"/{name}" for name in PARTS)):
        assert (await world.refused("admin", "GET", f"{places.org}/sites/none{part}"))[0] == 404


PARTS = ("site-spaces", "sections", "section-groups", "structure", "published")


async def test_sites_are_found_by_space_title_type_and_state(world: World) -> None:
    places = add_site(world)
    with world.store.write() as tx:
        draft = insert_site(tx, world.organization, "Über_uns", type="basic")
        insert_site(tx, world.organization, "Third", type="premium", published=True)

    async def found(**query: Any) -> list[str]:
        return [item["title"] for item in (await world.ok("read", "GET", f"{places.org}/sites", **query))["items"]]

    assert await found() == ["Acme Docs", "Über_uns", "Third"]
    assert await found(space=world.space) == ["Acme Docs"]
    assert await found(title="ÜBER_") == ["Über_uns"]
    assert await found(title="%") == []
    assert await found(published="true") == ["Acme Docs", "Third"]
    assert await found(published="false") == ["Über_uns"]
    assert await found(type=["basic", "premium"]) == ["Über_uns", "Third"]
    assert (await world.refused("read", "GET", f"{places.org}/sites", type="golden"))[0] == 400
    assert (await world.refused("read", "GET", f"{places.org}/sites", published="yes"))[0] == 400
    one = await world.ok("read", "GET", f"{places.org}/sites/{draft}")
    assert "published" not in one["urls"]
    first = await world.ok("read", "GET", f"{places.org}/sites", limit=2)
    rest = await world.ok("read", "GET", f"{places.org}/sites", limit=2, page=first["next"]["page"])
    assert ([item["title"] for item in rest["items"]], rest["count"], "next" in rest) == (["Third"], 3, False)


async def test_the_structure_stands_in_its_order_with_groups_in_groups(world: World) -> None:
    places = add_site(world)
    answer = await world.ok("read", "GET", f"{places.site}/structure")
    assert answer["type"] == "sections"
    assert titles(answer["structure"]) == [
        "Start",
        ("Build", ["API", ("Reference", ["Old API"])]),
        "Partners",
        "Drafts",
    ]
    build = SiteStructure.model_validate(answer).structure[1]
    assert isinstance(build, SiteSectionGroup)
    assert [section.title for section in build.sections] == ["API"]
    assert isinstance(build.children[1], SiteSectionGroup)
    assert build.children[1].section_group == build.id
    start = answer["structure"][0]
    assert [item["title"] for item in start["siteSpaces"]] == ["Handbook", "tlhIngan"]
    assert start["urls"]["published"] == "https://docs.acme.test/"
    assert [item["urls"]["published"] for item in start["siteSpaces"]] == [
        "https://docs.acme.test/",
        "https://docs.acme.test/tlh/",
    ]


async def test_lists_show_hidden_conditional_and_draft_items_for_what_they_are(world: World) -> None:
    places = add_site(world)
    spaces_list = await world.ok("read", "GET", f"{places.site}/site-spaces")
    assert spaces_list["count"] == 8
    found = {item.id: item for item in (SiteSpace.model_validate(item) for item in spaces_list["items"])}
    assert list(found) == [
        places.ids[name] for name in ("one", "two", "three", "four", "five", "six", "seven", "eight")
    ]
    assert found[places.ids["four"]].hidden
    assert not found[places.ids["one"]].hidden
    assert found[places.ids["five"]].condition == "visitor.claims.unsigned.beta == true"
    assert found[places.ids["three"]].section == places.ids["API"]
    assert found[places.ids["three"]].urls["published"] == "https://docs.acme.test/api/"
    assert found[places.ids["four"]].urls["published"] == "https://docs.acme.test/api/beta/"
    assert found[places.ids["five"]].path == "beta-2"
    assert found[places.ids["one"]].space.title == "Handbook"
    sections = [
        SiteSection.model_validate(item) for item in (await world.ok("read", "GET", f"{places.site}/sections"))["items"]
    ]
    assert [section.title for section in sections] == ["Start", "API", "Old API", "Partners", "Drafts"]
    assert (sections[0].default, sections[0].description, sections[1].default) == (True, "Begin here.", False)
    assert (sections[1].section_group, sections[1].icon) == (places.ids["Build"], "plug")
    assert sections[3].condition == "visitor.claims.isPartner"
    assert sections[4].draft
    groups = await world.ok("read", "GET", f"{places.site}/section-groups")
    assert titles(groups["items"]) == [("Build", ["API", ("Reference", ["Old API"])]), ("Reference", ["Old API"])]
    assert groups["items"][1]["sectionGroup"] == places.ids["Build"]


async def test_default_site_spaces_can_be_told_apart(world: World) -> None:
    places = add_site(world)

    async def paths(**query: Any) -> list[str]:
        answer = await world.ok("read", "GET", f"{places.site}/site-spaces", **query)
        return [item["id"] for item in answer["items"]]

    everything = await paths()
    defaults, others = await paths(default="true"), await paths(default="false")
    assert others == [places.ids[name] for name in ("two", "four", "five")]
    assert sorted(defaults + others) == sorted(everything)
    assert (await world.refused("read", "GET", f"{places.site}/site-spaces", default="1"))[0] == 400


@pytest.mark.parametrize("part", ["site-spaces", "sections", "section-groups"])
async def test_the_parts_of_a_site_come_page_by_page(world: World, part: str) -> None:
    places = add_site(world)
    whole = await world.ok("read", "GET", f"{places.site}/{part}")
    seen: list[Any] = []
    query: dict[str, Any] = {"limit": 1}
    while True:
        answer = await world.ok("read", "GET", f"{places.site}/{part}", **query)
        assert answer["count"] == whole["count"]
        seen += answer["items"]
        if "next" not in answer:
            break
        query["page"] = answer["next"]["page"]
    assert seen == whole["items"]
    assert (await world.refused("read", "GET", f"{places.site}/{part}", limit=1001))[0] == 400
    assert (await world.refused("read", "GET", f"{places.site}/{part}", page="zzz"))[0] == 400


async def test_visitors_get_no_drafts_nothing_hidden_and_no_condition_unmet(world: World) -> None:
    places = add_site(world)
    answer = await world.ok("read", "GET", f"{places.site}/published")
    profile = PublishedSite.model_validate(answer)
    assert profile.site.id == places.ids["site"]
    assert titles(answer["structure"]["structure"]) == ["Start", ("Build", ["API", ("Reference", ["Old API"])])]
    api = answer["structure"]["structure"][1]["children"][0]
    assert [item["id"] for item in api["siteSpaces"]] == [places.ids["three"]]
    assert profile.customizations.site["styling"]["theme"] == "bold"
    assert profile.customizations.site["styling"]["corners"] == "rounded"
    assert profile.customizations.site["title"] == "Acme Docs"
    assert list(profile.customizations.site_spaces) == [places.ids["two"]]
    special = profile.customizations.site_spaces[places.ids["two"]]
    assert (special["header"]["preset"], special["styling"]["theme"]) == ("bold", "bold")
    assert answer["scripts"] == [{"script": "https://cdn.acme.test/a.js", "cookies": True}]


async def test_a_site_that_is_not_published_has_no_profile(world: World) -> None:
    places = add_site(world)
    with world.store.write() as tx:
        site = insert_site(tx, world.organization, "Later")
    status, sentence = await world.refused("admin", "GET", f"{places.org}/sites/{site}/published")
    assert (status, sentence) == (404, "This site is not published.")
    assert (await world.ok("admin", "GET", f"{places.org}/sites/{site}/structure")) == {
        "type": "siteSpaces",
        "structure": [],
    }


async def test_a_site_without_sections_is_a_list_of_site_spaces(world: World) -> None:
    with world.store.write() as tx:
        site = insert_site(tx, world.organization, "Flat", basename="flat", published=True)
        other = create_space(tx, world.users["admin"], world.organization, "Other words", [NewPage("P")])
        insert_site_space(tx, site, world.space, default=True)
        insert_site_space(tx, site, other)
        insert_site_space(tx, site, other, path="gone", hidden=True)
    path = f"/v1/orgs/{world.organization}/sites/{site}"
    answer = await world.ok("read", "GET", f"{path}/structure")
    assert answer["type"] == "siteSpaces"
    assert [item["path"] for item in answer["structure"]] == ["handbook", "other-words", "gone"]
    assert [item["urls"]["published"] for item in answer["structure"]] == [
        "http://service.test/p/flat/",
        "http://service.test/p/flat/other-words/",
        "http://service.test/p/flat/gone/",
    ]
    visible = (await world.ok("read", "GET", f"{path}/published"))["structure"]
    assert (visible["type"], [item["path"] for item in visible["structure"]]) == (
        "siteSpaces",
        ["handbook", "other-words"],
    )


async def test_a_share_key_resolves_addresses(world: World) -> None:
    with world.store.write() as tx:
        site = insert_site(
            tx, world.organization, "Quiet", hostname="quiet.acme.test", visibility="share-link", published=True
        )
        insert_site_space(tx, site, world.space, default=True)
        key = insert_share_link(tx, site, "For friends")
        old = insert_share_link(tx, site, "Stopped", active=False)
    path = f"/v1/orgs/{world.organization}/sites/{site}"
    assert "published" not in (await world.ok("read", "GET", path))["urls"]
    without = (await world.ok("read", "GET", f"{path}/site-spaces"))["items"][0]
    assert without["urls"] == {}
    within = (await world.ok("read", "GET", f"{path}/site-spaces", shareKey=key))["items"][0]
    assert within["urls"] == {"published": f"https://quiet.acme.test/{key}/"}
    profile = await world.ok("read", "GET", f"{path}/published", shareKey=key)
    assert profile["site"]["urls"]["published"] == f"https://quiet.acme.test/{key}/"
    for wrong in (old, "guessed"):
        assert (await world.refused("read", "GET", f"{path}/published", shareKey=wrong))[0] == 404


async def test_broken_and_deep_structures_lose_nothing(world: World) -> None:
    places = add_site(world)
    site = places.ids["site"]
    with world.store.write() as tx:
        insert_section_group(tx, site, "Orphan", parent="no-such-group")
        insert_section_group(tx, site, "Ring one", id="ring-1", parent="ring-2")
        insert_section_group(tx, site, "Ring two", id="ring-2", parent="ring-1")
        above = None
        for depth in range(120):
            above = insert_section_group(tx, site, f"Depth {depth}", parent=above)
        insert_site_space(tx, site, world.space, section="no-such-section")
    answer = await world.ok("read", "GET", f"{places.site}/structure")

    def all_titles(items: list[dict[str, Any]]) -> list[str]:
        return [title for item in items for title in (item["title"], *all_titles(item.get("children", [])))]

    found = all_titles(answer["structure"])
    assert len(found) == len(set(found)) == 7 + 3 + 120
    groups = await world.ok("read", "GET", f"{places.site}/section-groups", limit=1000)
    assert groups["count"] == 2 + 3 + 120
    orphan = next(item for item in groups["items"] if item["title"] == "Orphan")
    assert orphan["sectionGroup"] == "no-such-group"
    loose = (await world.ok("read", "GET", f"{places.site}/site-spaces", limit=100))["items"][-1]
    assert loose["section"] == "no-such-section"


async def test_a_deleted_space_is_on_no_site(world: World) -> None:
    places = add_site(world)
    with world.store.write() as tx:
        tx.run(update(spaces).where(spaces.c.id == world.space).values(deleted_at=tx.now()))
    assert (await world.ok("read", "GET", places.site))["siteSpaces"] == 7
    assert (await world.ok("read", "GET", f"{places.site}/site-spaces"))["count"] == 7


async def test_the_visitor_schema_and_the_conditions_it_allows(world: World) -> None:
    schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "isPartner": {"type": "boolean", "description": "Is a partner"},
            "tier": {"type": "string", "enum": ["free", "pro"], "description": "Plan"},
            "name": {"type": "string", "description": "Free words allow no template"},
            "unsigned": {"type": "object", "properties": {"beta": {"type": "boolean", "description": "Tries things"}}},
        },
    }
    with world.store.write() as tx:
        site = insert_site(tx, world.organization, "Adaptive", adaptive=True, adaptive_schema=schema)
        plain = insert_site(tx, world.organization, "Plain")
    org = f"/v1/orgs/{world.organization}/sites"
    answer = SiteAdaptiveSchema.model_validate(await world.ok("read", "GET", f"{org}/{site}/adaptive-schema"))
    assert (answer.object, answer.json_schema) == ("site-adaptive-schema", schema)
    assert answer.updated_at is not None
    templates = (await world.ok("read", "GET", f"{org}/{site}/adaptive-schema/template-conditions"))["items"]
    assert [item["condition"] for item in templates] == [
        "visitor.claims.isPartner",
        'visitor.claims.tier == "free"',
        'visitor.claims.tier == "pro"',
        "visitor.claims.unsigned.beta",
    ]
    assert templates[0]["description"] == "Is a partner"
    assert not any(shown(item["condition"]) for item in templates)
    assert (await world.refused("read", "GET", f"{org}/{plain}/adaptive-schema"))[0] == 404
    assert (await world.ok("read", "GET", f"{org}/{plain}/adaptive-schema/template-conditions")) == {"items": []}
    assert (await world.refused("guest", "GET", f"{org}/{site}/adaptive-schema"))[0] == 403


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (None, True),
        ("", True),
        ("visitor.claims.isPartner", False),
        ("!visitor.claims.isPartner", True),
        ("visitor.claims.tier != 'free'", True),
        ("visitor.claims.tier == 'free'", False),
        ("visitor.claims.age < 3", False),
        ("visitor.claims.products.includes('x')", False),
        ("visitor.claims.unsigned.beta || true", True),
        ("((((", False),
        ("process.exit()", False),
        ('visitor.claims.name == "\\x"', False),
        ("visitor.claims.age == " + "9" * 5000, False),
    ],
)
def test_conditions_are_asked_of_a_visitor_without_claims(condition: str | None, expected: bool) -> None:
    assert shown(condition) is expected
