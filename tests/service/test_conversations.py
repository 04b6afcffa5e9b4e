from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from docdeck.models.conversations import ConversationDetail, IssuesCluster
from docdeck.service.rules.issues import weekly_pulse
from tests.service.conftest import World

NOW = datetime(2026, 3, 4, tzinfo=UTC)


def org(world: World) -> str:
    return f"/v1/orgs/{world.organization}"


def talk(id: str, subject: str | None, *messages: str, weeks: float = 0, **metadata: Any) -> dict[str, Any]:
    when = {"createdAt": (NOW - timedelta(weeks=weeks, seconds=1)).isoformat()}
    parts = [{"type": "message", "role": "user", "body": message} for message in messages]
    return {"id": id, "metadata": {**when, **metadata}, "parts": parts, **({"subject": subject} if subject else {})}


async def ingest(world: World, *talks: dict[str, Any]) -> None:
    world.store.clock.set(NOW)
    body = talks[0] if len(talks) == 1 else list(talks)
    answer = await world.call("admin", "POST", f"{org(world)}/conversations", body)
    assert answer.status_code == 204, answer.text
    assert answer.content == b""


async def test_one_conversation_comes_back_with_its_messages(world: World) -> None:
    about = {"url": "https://help.test/1", "attributes": {"source": "integration:desk:i1", "plan": "pro"}}
    await ingest(world, talk("talk/1", "Webhook signatures", "How do I <b>sign</b>?", weeks=1, **about))
    found = await world.ok("read", "GET", f"{org(world)}/conversations/talk/1")
    detail = ConversationDetail.model_validate(found)
    assert (detail.conversation.id, detail.conversation.source) == ("talk/1", "integration:desk:i1")
    assert detail.conversation.urls["source"] == "https://help.test/1"
    assert detail.conversation.processed_at == NOW
    assert detail.parts[0].body == "How do I <b>sign</b>?"
    assert detail.metadata.attributes["plan"] == "pro"
    issues = await world.ok("read", "GET", f"{org(world)}/conversations-issues")
    issue = issues["items"][0]["issue"]
    assert (issue["title"], issue["summary"]) == ("Webhook signatures", "How do I  sign ?".replace("  ", " "))
    assert issues["items"][0]["conversation"]["id"] == "talk/1"
    assert await world.ok("read", "GET", f"{org(world)}/conversations-issues/{issue['id']}") == issues["items"][0]


async def test_issues_about_the_same_thing_make_a_cluster(world: World) -> None:
    await ingest(
        world,
        talk("1", "Webhook signature invalid", "The signature of my webhook is invalid", weeks=12.5),
        talk("2", "Verifying webhook signatures", "I cannot verify signatures of webhooks", weeks=1.5),
        talk("3", "Dark mode", "Can the dashboard be dark?"),
    )
    found = await world.ok("read", "GET", f"{org(world)}/conversations-clusters")
    assert found["count"] == 1
    cluster = IssuesCluster.model_validate(found["items"][0])
    assert (cluster.stats.issues, cluster.stats.conversations, cluster.sources) == (2, 2, {"email": 2})
    assert cluster.weekly_pulse == [1, *[0] * 10, 1, 0]
    assert "webhook" in cluster.summary
    inside = await world.ok("read", "GET", f"{org(world)}/conversations-issues", cluster=cluster.id)
    assert [item["conversation"]["id"] for item in inside["items"]] == ["2", "1"]
    await ingest(world, talk("4", "Webhook signatures again", "Signature invalid"))
    again = await world.ok("read", "GET", f"{org(world)}/conversations-clusters/{cluster.id}")
    assert again["stats"] == {"issues": 3, "conversations": 3}


async def test_a_conversation_that_comes_again_is_replaced(world: World) -> None:
    one, two = talk("1", "Broken links", "Links are broken"), talk("2", "Broken links", "My links are broken")
    await ingest(world, one, two)
    assert (await world.ok("read", "GET", f"{org(world)}/conversations-clusters"))["count"] == 1
    await ingest(world, talk("2", "Invoices", "Where is my invoice?"))
    assert (await world.ok("read", "GET", f"{org(world)}/conversations"))["count"] == 2
    assert (await world.ok("read", "GET", f"{org(world)}/conversations-issues", conversation="2"))["count"] == 1
    cluster = (await world.ok("read", "GET", f"{org(world)}/conversations-clusters"))["items"][0]
    assert cluster["stats"] == {"issues": 1, "conversations": 1}


async def test_lists_are_filtered_and_ordered(world: World) -> None:
    desk = {"attributes": {"source": "integration:desk:i1"}}
    await ingest(
        world,
        *(talk(f"a{n}", "Export to CSV", "Export my data to CSV", weeks=n + 2, **desk) for n in range(3)),
        *(talk(f"b{n}", "Password reset", "The password reset mail never comes", weeks=n) for n in range(2)),
    )
    listed = await world.ok("read", "GET", f"{org(world)}/conversations", source="integration:desk:i1")
    assert [item["id"] for item in listed["items"]] == ["a0", "a1", "a2"]

    async def labels(**query: str) -> list[str]:
        found = await world.ok("read", "GET", f"{org(world)}/conversations-clusters", **query)
        return [item["label"] for item in found["items"]]

    assert await labels() == ["Password reset", "Export to CSV"]
    assert await labels(orderBy="issues") == ["Export to CSV", "Password reset"]
    assert await labels(orderBy="conversations", order="asc") == ["Password reset", "Export to CSV"]
    assert len(await labels(orderBy="tasksTotal")) == 2
    first = await world.ok("read", "GET", f"{org(world)}/conversations-clusters", orderBy="issues", limit=1)
    query = {"orderBy": "issues", "limit": 1, "page": first["next"]["page"]}
    second = await world.ok("read", "GET", f"{org(world)}/conversations-clusters", **query)
    assert [second["items"][0]["label"], "next" in second] == ["Password reset", False]
    assert (await world.refused("read", "GET", f"{org(world)}/conversations-clusters", orderBy="size"))[0] == 400


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"parts": []}, "id"),
        ({"id": "", "parts": []}, "id"),
        ({"id": "i" * 256, "parts": []}, "id"),
        ({"id": "1", "subject": "s" * 513, "parts": []}, "subject"),
        ({"id": "1"}, "parts"),
        ({"id": "1", "parts": [{"type": "message", "role": "robot", "body": "x"}]}, "parts.0.role"),
        ([{"id": "1", "parts": []}, {"id": "2"}], "1.parts"),
    ],
)
async def test_wrong_conversations_are_refused_whole(world: World, body: Any, field: str) -> None:
    status, sentence = await world.refused("admin", "POST", f"{org(world)}/conversations", body)
    assert (status, sentence.partition(":")[0]) == (400, field)
    assert (await world.ok("read", "GET", f"{org(world)}/conversations"))["count"] == 0


async def test_administrators_ingest_and_members_read(world: World) -> None:
    path = f"{org(world)}/conversations"
    assert (await world.refused("create", "POST", path, talk("1", "a", "b")))[0] == 403
    assert (await world.refused("guest", "GET", path))[0] == 403
    assert (await world.refused("other", "GET", path))[0] == 404
    for missing in (f"{path}/none", f"{path}-issues/none", f"{path}-clusters/none"):
        assert (await world.refused("read", "GET", missing))[0] == 404


def test_the_pulse_has_thirteen_weeks_and_ends_now() -> None:
    moments = [NOW, NOW - timedelta(days=6), NOW - timedelta(weeks=13), NOW + timedelta(hours=1)]
    assert weekly_pulse(moments, NOW) == [*[0] * 12, 2]
