"""Spaces from creation to removal: states, limits, roles, counts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from docdeck.models.base import ROLES
from docdeck.models.change_requests import ContentChange
from docdeck.models.spaces import Space
from docdeck.service.actions.spaces import NewPage, edit_space
from docdeck.service.errors import Conflict
from docdeck.service.store.people import insert_member, insert_organization
from docdeck.service.store.schema import METADATA
from docdeck.service.store.sites import insert_site, insert_site_space
from tests.service.conftest import PAGES, World, new_space
from tests.service.places import add_collections

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
PAGE_LINKS = "See [hooks](page:hooks), [this](page:start?space=source) and [elsewhere](page:x?space=other)."


def org(world: World) -> str:
    return f"/v1/orgs/{world.organization}"


async def titles(world: World, path: str, who: str = "admin") -> list[str]:
    answer = await world.ok(who, "GET", path)
    assert answer["count"] == len(answer["items"])
    return [item["title"] for item in answer["items"]]


def second_organization(world: World, **roles: str) -> str:
    """Another organization, with roles by person."""
    with world.store.write() as tx:
        made = insert_organization(tx, "Second")
        for who, role in roles.items():
            insert_member(tx, made, world.users[who], role)
    return made


async def test_a_space_is_created_with_a_page_or_empty(world: World) -> None:
    answer = await world.call(
        "create", "POST", f"{org(world)}/spaces", {"title": "News", "emoji": "📣", "language": "fr"}
    )
    assert answer.status_code == 201
    space = Space.model_validate(answer.json())
    assert answer.headers["location"] == space.urls["location"]
    assert (space.title, space.emoji, space.language, space.edit_mode) == ("News", "📣", "fr", "locked")
    assert (space.visibility, space.default_level, space.change_requests) == ("private", None, 0)
    pages = (await world.ok("read", "GET", f"/v1/spaces/{space.id}/content/pages"))["pages"]
    assert len(pages) == 1
    empty = await world.ok("create", "POST", f"{org(world)}/spaces", {"empty": True, "editMode": "live"})
    assert (empty["title"], empty["editMode"]) == ("Untitled", "live")
    assert (await world.ok("read", "GET", f"/v1/spaces/{empty['id']}/content/pages"))["pages"] == []
    assert await titles(world, f"{org(world)}/spaces") == ["Handbook", "News", "Untitled"]


async def test_a_space_is_created_in_a_collection_by_who_may_create_there(world: World) -> None:
    places = add_collections(world)
    sent = {"title": "Inside", "parent": places.ids["Middle"]}
    made = await world.ok("create", "POST", f"{org(world)}/spaces", sent)
    assert made["parent"] == places.ids["Middle"]
    assert await titles(world, f"/v1/collections/{places.ids['Middle']}/spaces") == ["Inside"]
    capped = {"title": "Inside", "parent": places.ids["Outer"]}
    assert (await world.refused("create", "POST", f"{org(world)}/spaces", capped))[0] == 403
    status, sentence = await world.refused("create", "POST", f"{org(world)}/spaces", {"parent": "none"})
    assert (status, sentence.startswith("parent:")) == (400, True)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "x" * 51),
        ("title", 5),
        ("emoji", "x" * 51),
        ("language", "klingon"),
        ("editMode", "open"),
        ("mergeRules", {"type": "rules", "rules": [{"rule": "nobody_may"}]}),
        ("mergeRules", {"type": "rules"}),
        ("defaultLevel", "king"),
        ("icon", "ftp://x"),
        ("icon", "x" * 2049),
        ("colour", "red"),
    ],
)
async def test_wrong_fields_are_named(world: World, field: str, value: Any) -> None:
    status, sentence = await world.refused("admin", "PATCH", world.at, {field: value})
    assert (status, sentence.split(":")[0].split(".")[0]) == (400, field)
    if field not in ("mergeRules", "defaultLevel", "icon", "colour"):
        assert (await world.refused("admin", "POST", f"{org(world)}/spaces", {field: value}))[0] == 400


async def test_a_space_is_patched_field_by_field(world: World) -> None:
    before = await world.ok("admin", "GET", world.at)
    for sent in (
        {"title": "Book"},
        {"editMode": "live"},
        {"editMode": "locked"},
        {"defaultLevel": "comment"},
        {"defaultLevel": None},
        {"language": "pt-br"},
        {"mergeRules": {"type": "rules", "rules": [{"rule": "require_up_to_date_change_request"}]}},
        {"mergeRules": {"type": "none"}},
        {"mergeRules": {"type": "inherit"}},
        {"emoji": "🦊"},
    ):
        after = await world.ok("admin", "PATCH", world.at, sent)
        assert {name: after[name] for name in sent} == sent
        changed = {name for name in after if after[name] != before.get(name)}
        assert changed <= {*sent, "updatedAt"}
        before = after
    assert (await world.refused("admin", "PATCH", world.at, {"title": None}))[0] == 400
    assert await world.ok("admin", "PATCH", world.at, {}) == before


async def test_a_locked_space_is_changed_by_change_requests_only(world: World) -> None:
    path = await world.request()
    rename = ContentChange(operation="update_page", page="limits", title="Quotas")
    await world.ok("admin", "PATCH", world.at, {"editMode": "locked"})
    with pytest.raises(Conflict, match="locked"), world.store.write() as tx:
        edit_space(tx, world.users["edit"], world.space, [rename])
    await world.words(path)
    await world.ok("review", "POST", f"{path}/merge")
    await world.ok("admin", "PATCH", world.at, {"editMode": "live"})
    with world.store.write() as tx:
        revision = edit_space(tx, world.users["edit"], world.space, [rename])
    assert (await world.ok("read", "GET", world.at))["revision"] == revision


async def test_an_icon_takes_the_place_of_the_emoji(world: World) -> None:
    icon = "https://acme.test/icon.png"
    assert (await world.ok("admin", "PATCH", world.at, {"icon": icon}))["urls"]["icon"] == icon
    assert "icon" not in (await world.ok("admin", "PATCH", world.at, {"emoji": "🦊"}))["urls"]
    assert (await world.refused("admin", "PATCH", world.at, {"emoji": "🦊", "icon": icon}))[0] == 400
    plain = await world.ok("admin", "PATCH", world.at, {"emoji": None, "icon": None})
    assert (plain["emoji"], "icon" in plain["urls"]) == ("📘", False)


async def test_merge_rules_of_a_patch_are_enforced(world: World) -> None:
    path = await world.request()
    await world.words(path)
    rules = {"type": "rules", "rules": [{"rule": "require_specific_reviewers", "users": [world.users["create"]]}]}
    await world.ok("admin", "PATCH", world.at, {"mergeRules": rules})
    assert (await world.refused("review", "POST", f"{path}/merge"))[0] == 409
    await world.ok("admin", "PATCH", world.at, {"mergeRules": {"type": "none"}})
    assert (await world.ok("review", "POST", f"{path}/merge"))["result"] == "merge"


async def test_a_deleted_space_is_hidden_shown_to_admins_and_restored(world: World) -> None:
    world.store.clock.set(NOON)
    path = await world.request()
    before = await world.ok("admin", "GET", world.at)
    assert (await world.call("admin", "DELETE", world.at)).status_code == 204
    assert (await world.call("admin", "DELETE", world.at)).status_code == 204
    assert (await world.ok("admin", "GET", world.at))["deletedAt"] == "2026-05-04T12:00:00Z"
    for who in ("create", "guest", "other"):
        assert (await world.refused(who, "GET", world.at))[0] == 404
    for below in ("/content", "/change-requests", "/comments", "/links"):
        assert (await world.refused("admin", "GET", f"{world.at}{below}"))[0] == 404
    assert (await world.refused("admin", "GET", path))[0] == 404
    assert await titles(world, f"{org(world)}/spaces") == []
    assert (await world.ok("admin", "GET", f"{org(world)}/change-requests"))["count"] == 0
    assert (await world.ok("read", "GET", f"{org(world)}/members/{world.users['read']}"))["spaces"] == 0
    assert (await world.refused("create", "POST", f"{world.at}/restore"))[0] == 404
    world.store.clock.set(NOON + timedelta(days=7))
    restored = await world.ok("admin", "POST", f"{world.at}/restore")
    assert {**restored, "updatedAt": 0} == {**before, "updatedAt": 0}
    assert (await world.ok("admin", "GET", path))["status"] == "open"
    assert (await world.refused("admin", "POST", f"{world.at}/restore"))[0] == 409
    assert (await world.refused("create", "POST", f"{world.at}/restore"))[0] == 403
    assert (await world.refused("admin", "POST", "/v1/spaces/none/restore"))[0] == 404


async def test_after_seven_days_a_deleted_space_is_gone_with_everything(world: World) -> None:
    world.store.clock.set(NOON)
    kept = new_space(world, "Kept", [NewPage("Webhooks", "Sign every call.")])
    baseline = rows_by_table(world)
    made = await world.ok("create", "POST", f"{world.at}/duplicate")
    at = f"/v1/spaces/{made['id']}"
    request = await world.ok("edit", "POST", f"{at}/change-requests", {"subject": "x"})
    path = f"{at}/change-requests/{request['id']}"
    page = (await world.ok("read", "GET", f"{at}/content/pages"))["pages"][0]["id"]
    words = {"changes": [{"operation": "update_page", "page": page, "document": {"markdown": "Only here."}}]}
    await world.ok("edit", "POST", f"{path}/content", words)
    for below in (at, path):
        comment = await world.ok("comment", "POST", f"{below}/comments", {"body": {"markdown": "hm"}})
        reply = {"body": {"markdown": "yes"}}
        await world.ok("comment", "POST", f"{below}/comments/{comment['id']}/replies", reply)
        await world.ok("comment", "PUT", f"{below}/comments/{comment['id']}", {"addedReactions": ["👍"]})
    await world.ok("review", "POST", f"{path}/reviews", {"status": "approved"})
    await world.ok("admin", "DELETE", at)
    world.store.clock.set(NOON + timedelta(days=7, microseconds=1))
    assert (await world.refused("admin", "GET", at))[0] == 404
    status, sentence = await world.refused("admin", "POST", f"{at}/restore")
    assert (status, "seven days" in sentence) == (409, True)
    for who in ("create", "other"):
        assert (await world.refused(who, "POST", f"{at}/restore"))[0] == 404
    assert (await world.call("admin", "DELETE", at)).status_code == 204
    after = rows_by_table(world)
    assert after.pop("removed_spaces") == baseline.pop("removed_spaces") + 1
    assert after == baseline
    assert "Sign every call" in str(await world.ok("read", "GET", f"/v1/spaces/{kept}/search", query="sign"))


def rows_by_table(world: World) -> dict[str, int]:
    """How many rows each table has."""
    with world.store.read() as tx:
        return {name: tx.value(select(func.count()).select_from(table)) for name, table in METADATA.tables.items()}


async def test_a_copy_has_pages_of_its_own_and_neither_requests_nor_comments(world: World) -> None:
    pages = (*PAGES[1:], NewPage("Start", PAGE_LINKS, id="start"))
    source = new_space(world, "S" * 50, pages, default_level="comment", id="source")
    await world.ok("comment", "POST", f"/v1/spaces/{source}/comments", {"body": {"markdown": "hm"}})
    with world.store.write() as tx:
        site = insert_site(tx, world.organization, "Docs")
        insert_site_space(tx, site, source)
    answer = await world.call("create", "POST", f"/v1/spaces/{source}/duplicate")
    copy = Space.model_validate(answer.json())
    assert (answer.status_code, answer.headers["location"]) == (201, copy.urls["location"])
    assert (copy.organization, copy.default_level, copy.comments) == (world.organization, "comment", 0)
    assert copy.title == "S" * 43 + " (copy)"
    old = (await world.ok("read", "GET", f"/v1/spaces/{source}/content/pages"))["pages"]
    new = (await world.ok("read", "GET", f"/v1/spaces/{copy.id}/content/pages"))["pages"]
    assert [page["title"] for page in new] == [page["title"] for page in old]
    ids = {page["path"]: page["id"] for page in (*new, *new[0]["pages"])}
    assert not {"start", "hooks", "guides", "limits"} & set(ids.values())
    start = await world.ok("read", "GET", f"/v1/spaces/{copy.id}/content/page/{ids['start']}", format="markdown")
    own, hooks = f"page:{ids['start']}?space={copy.id}", f"page:{ids['guides/webhooks']}"
    assert start["markdown"].strip() == f"See [hooks]({hooks}), [this]({own}) and [elsewhere](page:x?space=other)."
    sites = await world.ok("read", "GET", f"{org(world)}/sites")
    assert sites["items"][0]["siteSpaces"] == 1
    assert (await world.refused("review", "POST", f"/v1/spaces/{source}/duplicate"))[0] == 403
    assert (await world.refused("create", "POST", "/v1/spaces/none/duplicate"))[0] == 404


async def test_spaces_move_between_collections_and_among_neighbours(world: World) -> None:
    places = add_collections(world)
    outer = places.ids["Outer"]
    inside = f"/v1/collections/{outer}/spaces"
    one, two = (new_space(world, title, parent=outer) for title in ("one", "two"))

    async def move(space: str, **sent: Any) -> Any:
        return await world.ok("admin", "POST", f"/v1/spaces/{space}/move", sent)

    def beside(space: str) -> dict[str, Any]:
        return {"type": "space", "space": space}

    assert await titles(world, inside) == ["flat", "one", "two"]
    await move(two, position={"before": beside(places.ids["flat"])})
    assert await titles(world, inside) == ["two", "flat", "one"]
    await move(places.ids["flat"], position={"after": beside(one)})
    assert await titles(world, inside) == ["two", "one", "flat"]
    await move(world.space, parent=outer, position={"after": beside(two), "before": beside(one)})
    assert await titles(world, inside) == ["two", "Handbook", "one", "flat"]
    for _ in range(15):
        await move(one, position={"after": beside(two)})
        await move(places.ids["flat"], position={"after": beside(two)})
    assert await titles(world, inside) == ["two", "flat", "one", "Handbook"]
    await move(one, position={"before": {"type": "collection", "collection": places.ids["Middle"]}})
    root = await move(two, parent=None)
    assert "parent" not in root
    assert (await world.ok("admin", "GET", f"{org(world)}/spaces"))["items"][-1]["id"] == two


async def test_moves_that_cannot_be_are_refused_and_change_nothing(world: World) -> None:
    places = add_collections(world)
    stranger = second_organization(world, admin="admin")
    foreign = (await world.ok("admin", "POST", f"/v1/orgs/{stranger}/collections", {"title": "Foreign"}))["id"]
    path, ids = f"{world.at}/move", places.ids
    for status, sent in (
        (404, {"parent": "none"}),
        (409, {"parent": foreign}),
        (400, {"position": {"before": {"type": "space", "space": ids["deep"]}}}),
        (400, {"position": {"after": {"type": "space"}}}),
        (400, {"position": {"after": {"type": "page", "space": "x"}}}),
        (400, {"parent": 5}),
    ):
        assert (await world.refused("admin", "POST", path, sent))[0] == status, sent
    collection = f"/v1/collections/{ids['Outer']}/move"
    for inner in ("Outer", "Middle", "Inner"):
        assert (await world.refused("admin", "POST", collection, {"parent": ids[inner]}))[0] == 409
    assert (await world.refused("create", "POST", collection, {"parent": None}))[0] == 403
    moved = await world.ok("admin", "POST", f"/v1/collections/{ids['Inner']}/move", {"parent": ids["Other"]})
    assert moved["parent"] == ids["Other"]
    before = {"type": "collection", "collection": ids["Outer"]}
    await world.ok("admin", "POST", f"/v1/collections/{ids['Other']}/move", {"position": {"before": before}})
    assert (await titles(world, f"{org(world)}/collections"))[:2] == ["Other", "Outer"]
    assert (await world.ok("admin", "GET", world.at)).get("parent") is None


async def test_a_space_goes_to_another_organization(world: World) -> None:
    second = second_organization(world, admin="create", other="admin", read="read")
    sent = {"organization": second}
    assert (await world.refused("create", "POST", f"{world.at}/transfer", sent))[0] == 403
    assert (await world.refused("admin", "POST", f"{world.at}/transfer", {"organization": "none"}))[0] == 404
    assert (await world.refused("admin", "POST", f"{world.at}/transfer", {}))[0] == 400
    with world.store.write() as tx:
        insert_site_space(tx, insert_site(tx, world.organization, "Docs"), world.space)
    assert (await world.refused("admin", "POST", f"{world.at}/transfer", sent))[0] == 412
    free = new_space(world, "Free", PAGES)
    world.space = free
    path = await world.request()
    await world.ok(
        "edit", "POST", f"{path}/requested-reviewers", {"users": [world.users["read"], world.users["create"]]}
    )
    moved = await world.ok("admin", "POST", f"/v1/spaces/{free}/transfer", sent)
    assert moved["organization"] == second
    assert free not in [item["id"] for item in (await world.ok("admin", "GET", f"{org(world)}/spaces"))["items"]]
    assert (await world.refused("edit", "GET", path))[0] == 404
    asked = await world.ok("other", "GET", f"{path}/requested-reviewers")
    assert [item["user"]["id"] for item in asked["items"]] == [world.users["read"]]
    assert (await world.ok("other", "GET", f"/v1/orgs/{second}/change-requests"))["count"] == 1


async def test_a_transfer_can_name_a_collection_and_a_collection_takes_all_with_it(world: World) -> None:
    places = add_collections(world)
    second = second_organization(world, admin="admin")
    target = (await world.ok("admin", "POST", f"/v1/orgs/{second}/collections", {"title": "Target"}))["id"]
    sent = {"organization": second, "collection": target}
    moved = await world.ok("admin", "POST", f"{world.at}/transfer", sent)
    assert (moved["organization"], moved["parent"]) == (second, target)
    await world.ok("admin", "DELETE", f"/v1/spaces/{places.ids['flat']}")
    outer = await world.ok("admin", "POST", f"/v1/collections/{places.ids['Outer']}/transfer", {"organization": second})
    assert (outer["organization"], outer.get("parent")) == (second, None)
    assert set(await titles(world, f"/v1/orgs/{second}/collections")) == {"Target", "Outer", "Middle", "Inner"}
    assert set(await titles(world, f"/v1/orgs/{second}/spaces")) == {"Handbook", "deep"}
    assert (await world.ok("admin", "POST", f"/v1/spaces/{places.ids['flat']}/restore"))["organization"] == second
    assert set(await titles(world, f"{org(world)}/collections")) == {"Other", "Lost"}
    assert (await world.refused("create", "GET", f"/v1/collections/{places.ids['Middle']}"))[0] == 404
    inner = {"organization": second, "collection": places.ids["Inner"]}
    assert (await world.refused("admin", "POST", f"/v1/collections/{places.ids['Outer']}/transfer", inner))[0] == 409


@pytest.mark.parametrize("who", ROLES)
async def test_only_administrators_change_spaces(world: World, who: str) -> None:
    for method, below, body, least in (
        ("PATCH", "", {"title": "x"}, "admin"),
        ("POST", "/move", {}, "admin"),
        ("POST", "/transfer", {"organization": world.organization}, "admin"),
        ("POST", "/duplicate", None, "create"),
        ("DELETE", "", None, "admin"),
    ):
        answer = await world.call(who, method, f"{world.at}{below}", body)
        allowed = ROLES.index(who) >= ROLES.index(least)
        assert (answer.status_code < 300) == allowed, (below, answer.text)
        assert allowed or answer.status_code == 403
    created = await world.call(who, "POST", f"{org(world)}/spaces", {})
    assert created.status_code == (201 if who in ("create", "admin") else 403)


async def test_strangers_guests_and_nobody_change_nothing(world: World) -> None:
    for who, status in (("other", 404), ("gone", 404), ("nobody", 401), ("guest", 403)):
        for method, below in (("PATCH", ""), ("POST", "/move"), ("POST", "/duplicate")):
            assert (await world.refused(who, method, f"{world.at}{below}", {}))[0] == status
    assert (await world.call("other", "DELETE", world.at)).status_code == 204
    assert (await world.refused("guest", "DELETE", world.at))[0] == 403
    assert "deletedAt" not in await world.ok("admin", "GET", world.at)


async def test_an_in_collection_space_at_the_root_is_private(world: World) -> None:
    places = add_collections(world)
    space = new_space(world, "Shown", parent=places.ids["Outer"], visibility="in-collection")
    moved = await world.ok("admin", "POST", f"/v1/spaces/{space}/move", {"parent": places.ids["Inner"]})
    assert moved["visibility"] == "in-collection"
    assert (await world.ok("admin", "POST", f"/v1/spaces/{space}/move", {"parent": None}))["visibility"] == "private"
