"""Conversations of a space and of a change request obey the same rules."""

from __future__ import annotations

from typing import Any

import pytest

from docdeck.models.comments import Comment, CommentReply
from tests.service.conftest import World


@pytest.fixture(params=["space", "change request"])
async def place(request: pytest.FixtureRequest, world: World) -> str:
    """The path that comments are below."""
    return world.at if request.param == "space" else await world.request()


async def say(world: World, place: str, words: str = "Hm.", who: str = "comment", **target: Any) -> dict[str, Any]:
    return await world.ok(who, "POST", f"{place}/comments", {"body": {"markdown": words}, **target})


async def test_a_comment_tells_where_it_is(world: World, place: str) -> None:
    page = await world.ok("read", "GET", f"{place}/content/page/start", format="document")
    node = page["document"]["nodes"][1]["key"]
    made = Comment.model_validate(await say(world, place, page="start", node=node))
    assert made.target.page is not None
    assert made.target.node is not None
    assert (made.target.page.id, made.target.node.id, made.target.space) == ("start", node, world.space)
    assert (made.target.change_request is None) == (place == world.at)
    assert (made.status, made.replies, made.reactions, made.edited_at) == ("open", 0, [], None)
    assert made.urls["location"].endswith(f"{place}/comments/{made.id}")
    assert await world.ok("comment", "GET", f"{place}/comments/{made.id}") == made.to_wire()
    cell = await say(world, place, page="start", tableCell={"record": "r", "definition": "d"})
    assert cell["target"]["tableCell"] == {"record": "r", "definition": "d"}


async def test_lists_are_narrowed_and_ordered(world: World, place: str) -> None:
    first = await say(world, place, "first", page="start")
    await say(world, place, "second", who="edit")
    await world.ok("comment", "PUT", f"{place}/comments/{first['id']}", {"resolved": True})

    async def words(**query: Any) -> list[str]:
        found = await world.ok("read", "GET", f"{place}/comments", **query)
        return [item["body"]["markdown"] for item in found["items"]]

    assert await words() == ["second", "first"]
    assert await words(order="asc") == ["first", "second"]
    assert await words(status="open") == ["second"]
    assert await words(status="resolved") == ["first"]
    assert await words(targetPage="start") == ["first"]
    assert await words(authors=[world.users["edit"], world.users["admin"]]) == ["second"]
    assert (await world.refused("read", "GET", f"{place}/comments", status="merged"))[0] == 400
    found = await world.ok("read", "GET", f"{place}/comments", format="document", order="asc", limit=1)
    assert found["items"][0]["body"]["document"]["nodes"][0]["key"]
    assert "markdown" not in found["items"][0]["body"]
    again = await world.ok("read", "GET", f"{place}/comments/{first['id']}", format="document")
    assert again["body"] == found["items"][0]["body"]


async def test_comments_are_resolved_and_reopened(world: World, place: str) -> None:
    path = f"{place}/comments/{(await say(world, place))['id']}"
    done = await world.ok("edit", "PUT", path, {"resolved": True})
    assert (done["status"], done["resolvedBy"]["id"]) == ("resolved", world.users["edit"])
    again = await world.ok("admin", "PUT", path, {"resolved": True})
    assert (again["resolvedAt"], again["resolvedBy"]) == (done["resolvedAt"], done["resolvedBy"])
    assert (await world.ok("read", "GET", place))["comments"] == 0
    reopened = await world.ok("comment", "PUT", path, {"resolved": False})
    assert reopened["status"] == "open"
    assert not {"resolvedAt", "resolvedBy"} & set(reopened)
    assert (await world.ok("read", "GET", place))["comments"] == 1


async def test_reactions_are_counted_once_per_person(world: World, place: str) -> None:
    path = f"{place}/comments/{(await say(world, place))['id']}"
    for who in ("comment", "edit", "edit"):
        await world.ok(who, "PUT", path, {"addedReactions": ["👍", "🎉"]})
    found = Comment.model_validate(await world.ok("edit", "PUT", path, {"removedReactions": ["🎉", "💥"]}))
    assert {reaction.emoji: reaction.count for reaction in found.reactions} == {"👍": 2, "🎉": 1}
    people = [each.user.id for each in found.reactions[0].users]
    assert people == [world.users["comment"], world.users["edit"]]
    assert (await world.refused("edit", "PUT", path, {"addedReactions": [""]}))[0] == 400


async def test_only_the_author_and_admins_change_words(world: World, place: str) -> None:
    path = f"{place}/comments/{(await say(world, place, 'Old.'))['id']}"
    new = {"body": {"markdown": "New."}}
    status, message = await world.refused("create", "PUT", path, {**new, "resolved": True})
    assert (status, "author" in message) == (403, True)
    assert (await world.ok("read", "GET", path))["status"] == "open"
    edited = await world.ok("comment", "PUT", path, new)
    assert edited["body"]["markdown"] == "New."
    assert edited["editedAt"] > edited["postedAt"]
    assert (await world.ok("admin", "PUT", path, {"body": {"markdown": "Newer."}}))["body"]["markdown"] == "Newer."
    assert (await world.ok("comment", "GET", path))["permissions"]["edit"]
    assert not (await world.ok("create", "GET", path))["permissions"]["edit"]


async def test_replies_are_counted_and_their_writers_named(world: World, place: str) -> None:
    path = f"{place}/comments/{(await say(world, place))['id']}"
    made = [
        CommentReply.model_validate(await world.ok(who, "POST", f"{path}/replies", {"body": {"markdown": who}}))
        for who in ("edit", "review", "edit")
    ]
    listed = await world.ok("read", "GET", f"{path}/replies", limit=2)
    assert [item["body"]["markdown"] for item in listed["items"]] == ["edit", "review"]
    rest = await world.ok("read", "GET", f"{path}/replies", page=listed["next"]["page"])
    assert [item["id"] for item in rest["items"]] == [made[2].id]
    comment = Comment.model_validate(await world.ok("read", "GET", path))
    assert comment.replies == 3
    assert [(each.user.display_name, each.count) for each in comment.repliers] == [
        ("Edit Person", 2),
        ("Review Person", 1),
    ]
    one = f"{path}/replies/{made[0].id}"
    changed = await world.ok("edit", "PUT", one, {"body": {"markdown": "Changed."}, "addedReactions": ["👀"]})
    assert (changed["body"]["markdown"], changed["reactions"][0]["count"]) == ("Changed.", 1)
    assert await world.ok("edit", "GET", one) == changed
    assert (await world.refused("review", "PUT", one, {"body": {"markdown": "Mine."}}))[0] == 403
    assert (await world.refused("review", "DELETE", one))[0] == 403
    await world.ok("edit", "DELETE", one)
    await world.ok("edit", "DELETE", one)
    assert (await world.refused("edit", "GET", one))[0] == 404
    assert (await world.ok("read", "GET", path))["replies"] == 2


async def test_a_deleted_comment_takes_its_replies_along_and_deleting_twice_is_fine(world: World, place: str) -> None:
    path = f"{place}/comments/{(await say(world, place))['id']}"
    reply = await world.ok("edit", "POST", f"{path}/replies", {"body": {"markdown": "x"}})
    await world.ok("edit", "PUT", f"{path}/replies/{reply['id']}", {"addedReactions": ["👍"]})
    assert (await world.refused("create", "DELETE", path))[0] == 403
    for _ in range(2):
        assert (await world.call("comment", "DELETE", path)).status_code == 204
    assert (await world.refused("read", "GET", f"{path}/replies/{reply['id']}"))[0] == 404
    assert (await world.ok("read", "GET", place))["comments"] == 0


async def test_commenters_are_the_members_who_wrote(world: World, place: str) -> None:
    made = await say(world, place)
    await world.ok("edit", "POST", f"{place}/comments/{made['id']}/replies", {"body": {"markdown": "x"}})
    found = await world.ok("read", "GET", f"{place}/commenters")
    assert {item["user"]["displayName"] for item in found["items"]} == {"Comment Person", "Edit Person"}
    assert found["items"][0]["object"] == "member"


async def test_conversations_do_not_leak_from_one_place_into_another(world: World) -> None:
    request = await world.request()
    here, there = await say(world, world.at), await say(world, request)
    assert (await world.refused("read", "GET", f"{request}/comments/{here['id']}"))[0] == 404
    assert (await world.refused("read", "GET", f"{world.at}/comments/{there['id']}"))[0] == 404
    assert (await world.ok("read", "GET", f"{world.at}/comments"))["count"] == 1


async def test_a_page_deleted_by_the_request_can_still_be_discussed(world: World) -> None:
    path = await world.request()
    await world.edit(path, {"operation": "delete_page", "page": "limits"})
    assert (await say(world, path, page="limits"))["target"]["page"]["id"] == "limits"


async def test_hostile_words_come_back_as_they_were(world: World, place: str) -> None:
    words = "[/] [@click=app.quit]x[/] \x1b[31m \u202e " + "e" + "\u0301" * 400 + " '; DROP TABLE users;--"
    made = await say(world, place, words)
    assert (await world.ok("read", "GET", f"{place}/comments/{made['id']}"))["body"]["markdown"] == words
