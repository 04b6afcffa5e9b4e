from __future__ import annotations

from itertools import product

import pytest

from docdeck.models.change_requests import ChangeRequest
from docdeck.models.spaces import Space
from docdeck.service.rules import states
from tests.service.conftest import PAGES, World, new_space


async def test_a_new_change_request_is_a_numbered_draft_on_the_present_revision(world: World) -> None:
    answer = await world.call("edit", "POST", f"{world.at}/change-requests", {"subject": "First", "extra": 1})
    made = ChangeRequest.model_validate(answer.json())
    space = await world.ok("edit", "GET", world.at)
    assert answer.status_code == 201
    assert answer.headers["location"] == made.urls["location"]
    assert (made.number, made.status, made.subject, made.outdated) == (1, "draft", "First", False)
    assert made.revision == made.revision_initial == made.base_revision == space["revision"]
    assert "revisionMergedAncestor" not in answer.json()
    second = await world.ok("edit", "POST", f"{world.at}/change-requests", {})
    assert (second["number"], second["subject"]) == (2, "")


async def test_numbers_are_per_space_and_find_like_ids(world: World) -> None:
    path = await world.request()
    other = new_space(world, pages=PAGES)
    made = await world.ok("edit", "POST", f"/v1/spaces/{other}/change-requests", {"subject": "There"})
    assert made["number"] == 1
    assert (await world.ok("read", "GET", f"{world.at}/change-requests/1"))["id"] == path.rsplit("/", 1)[1]
    for wrong in ("2", "0", "1x", made["id"], "9" * 30):
        assert (await world.refused("read", "GET", f"{world.at}/change-requests/{wrong}"))[0] == 404


@pytest.mark.parametrize(("current", "wanted"), product(states.STATUSES, ("draft", "open", "archived")))
def test_every_move_between_states(current: str, wanted: str) -> None:
    assert (states.refuse_status(current, wanted) is None) == (current != "merged")


@pytest.mark.parametrize(
    ("current", "edit", "words", "update", "merge", "review"),
    [
        ("draft", True, True, True, False, True),
        ("open", True, True, True, True, True),
        ("archived", False, True, False, False, False),
        ("merged", False, False, False, False, False),
    ],
)
def test_what_each_state_allows(current: str, edit: bool, words: bool, update: bool, merge: bool, review: bool) -> None:
    assert (states.refuse_edit(current) is None) == edit
    assert (states.refuse_words(current) is None) == words
    assert (states.refuse_update(current) is None) == update
    assert (states.refuse_merge(current) is None) == merge
    assert (states.refuse_review(current) is None) == review


async def test_a_merged_request_is_final(world: World) -> None:
    path = await world.request()
    await world.words(path)
    await world.ok("review", "POST", f"{path}/merge")
    for method, below, body in (
        ("POST", "/merge", None),
        ("POST", "/update", None),
        ("PATCH", "", {"status": "open"}),
        ("PATCH", "", {"subject": "No"}),
        ("POST", "/content", {"changes": [{"operation": "delete_page", "page": "limits"}]}),
        ("POST", "/reviews", {"status": "approved"}),
    ):
        status, message = await world.refused("admin", method, path + below, body)
        assert status == 409
        assert "merged" in message
    await world.ok("comment", "POST", f"{path}/comments", {"body": {"markdown": "Thanks!"}})


async def test_archived_requests_rest_until_they_are_reopened(world: World) -> None:
    path = await world.request()
    await world.ok("edit", "PATCH", path, {"status": "archived"})
    assert (await world.refused("admin", "POST", f"{path}/merge"))[0] == 409
    assert (await world.refused("admin", "POST", f"{path}/update"))[0] == 409
    assert (await world.ok("edit", "PATCH", path, {"status": "open"}))["status"] == "open"
    await world.ok("admin", "POST", f"{path}/merge")


async def test_merged_is_no_status_to_set(world: World) -> None:
    path = await world.request()
    status, message = await world.refused("admin", "PATCH", path, {"status": "merged"})
    assert (status, message.split(":")[0]) == (400, "status")


async def test_subject_and_description_are_set_and_kept(world: World) -> None:
    path = await world.request()
    words = {"object": "document", "data": {}, "nodes": []}
    patched = await world.ok("edit", "PATCH", path, {"subject": "New", "description": words})
    assert (patched["subject"], patched["description"]["nodes"]) == ("New", [])
    assert patched["updatedAt"] > patched["createdAt"]
    again = await world.ok("edit", "PATCH", path, {"status": "draft"})
    assert (again["subject"], again["description"]) == ("New", patched["description"])


async def test_lists_show_open_ones_unless_asked_otherwise(world: World) -> None:
    made = {status: await world.request(subject=status, status=status) for status in ("draft", "open")}
    made["archived"] = await world.request(subject="archived")
    await world.ok("edit", "PATCH", made["archived"], {"status": "archived"})
    made["merged"] = await world.request(subject="merged")
    await world.ok("admin", "POST", f"{made['merged']}/merge")
    for path in (f"{world.at}/change-requests", f"/v1/orgs/{world.organization}/change-requests"):

        async def subjects(path: str = path, **query: object) -> list[str]:
            return [item["subject"] for item in (await world.ok("read", "GET", path, **query))["items"]]

        assert await subjects() == ["open"]
        assert await subjects(status="archived") == ["archived"]
        assert await subjects(status=["draft", "merged"]) == ["merged", "draft"]
        assert (await world.refused("read", "GET", path, status="lost"))[0] == 400


async def test_lists_are_narrowed_by_people(world: World) -> None:
    written = await world.request("create", "written")
    edited = await world.request("create", "edited")
    await world.words(edited, who="edit")
    talked = await world.request("create", "talked")
    comment = await world.ok("create", "POST", f"{talked}/comments", {"body": {"markdown": "?"}})
    await world.ok("comment", "POST", f"{talked}/comments/{comment['id']}/replies", {"body": {"markdown": "!"}})
    await world.ok("edit", "POST", f"{written}/requested-reviewers", {"users": [world.users["review"]]})
    for path in (f"{world.at}/change-requests", f"/v1/orgs/{world.organization}/change-requests"):

        async def found(path: str = path, **query: str) -> set[str]:
            return {item["subject"] for item in (await world.ok("read", "GET", path, **query))["items"]}

        assert await found(creator=world.users["create"]) == {"written", "edited", "talked"}
        assert await found(creator=world.users["edit"]) == set()
        assert await found(contributor=world.users["edit"]) == {"edited"}
        assert await found(contributor=world.users["comment"]) == {"talked"}
        assert await found(requestedReviewer=world.users["review"]) == {"written"}
        assert await found(conversationsIssuesCluster="none") == set()


async def test_the_organizations_list_hides_spaces_one_may_not_see(world: World) -> None:
    hidden = new_space(world, pages=PAGES)
    made = await world.ok("edit", "POST", f"/v1/spaces/{hidden}/change-requests", {"subject": "secret"})
    await world.ok("edit", "PATCH", f"/v1/spaces/{hidden}/change-requests/{made['id']}", {"status": "open"})
    await world.request(subject="shared")
    path = f"/v1/orgs/{world.organization}/change-requests"
    assert [item["subject"] for item in (await world.ok("guest", "GET", path))["items"]] == ["shared"]
    assert (await world.ok("read", "GET", path))["count"] == 2
    assert (await world.refused("other", "GET", path))[0] == 404


async def test_counts_of_a_space_are_always_true(world: World) -> None:
    async def counts() -> tuple[int, int, int, int]:
        space = Space.model_validate(await world.ok("read", "GET", world.at))
        return space.change_requests, space.change_requests_open, space.change_requests_draft, space.comments

    assert await counts() == (0, 0, 0, 0)
    path = await world.request(status="draft")
    assert await counts() == (1, 0, 1, 0)
    await world.ok("edit", "PATCH", path, {"status": "open"})
    assert await counts() == (1, 1, 0, 0)
    comment = await world.ok("comment", "POST", f"{world.at}/comments", {"body": {"markdown": "x"}})
    await world.ok("comment", "POST", f"{path}/comments", {"body": {"markdown": "not the space's"}})
    assert await counts() == (1, 1, 0, 1)
    await world.ok("comment", "PUT", f"{world.at}/comments/{comment['id']}", {"resolved": True})
    await world.ok("review", "POST", f"{path}/merge")
    assert await counts() == (1, 0, 0, 0)


async def test_contributors_edited_or_wrote(world: World) -> None:
    path = await world.request()
    await world.words(path, markdown="One.")
    await world.words(path, markdown="Two.")
    comment = await world.ok("comment", "POST", f"{path}/comments", {"body": {"markdown": "x"}})
    await world.ok("comment", "POST", f"{path}/comments/{comment['id']}/replies", {"body": {"markdown": "y"}})
    found = await world.ok("read", "GET", f"{path}/contributors")
    assert [(item["user"]["displayName"], item["actionType"], item["count"]) for item in found["items"]] == [
        ("Comment Person", "comment", 2),
        ("Edit Person", "edit", 2),
    ]
