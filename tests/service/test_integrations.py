from __future__ import annotations

import base64
import json
import socket
from typing import Any

import pytest

from docdeck.models.integrations import EventDetail, Installation, Integration
from docdeck.service.store.integrations import insert_placing
from tests.service.conftest import World
from tests.service.places import add_site
from tests.service.waiting import serving, until

ONE = "/v1/integrations/acme-charts"
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n....").decode()


def version(world: World, **more: Any) -> dict[str, Any]:
    return {
        "title": "Charts", "description": "Charts in pages", "scopes": ["space:content:read"], "script": "export {}",
        "organization": world.organization, **more,
    }  # fmt: skip


async def publish(world: World, path: str = ONE, **more: Any) -> Integration:
    return Integration.model_validate(await world.ok("admin", "POST", path, version(world, **more)))


async def install(world: World) -> str:
    answer = await world.call("admin", "POST", f"{ONE}/installations", {"organization": world.organization})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def test_publishing_again_is_the_next_version(world: World) -> None:
    first = await publish(world, icon=PNG, previewImages=[PNG], secrets={"KEY": "hush"}, visibility="public")
    assert (first.name, first.version, first.target, first.verified) == ("acme-charts", 1, "all", False)
    assert first.owner is not None
    assert (first.owner.id, first.permissions) == (world.organization, {"admin": True})
    second = await publish(world, title="More charts", visibility="public", categories=["content"], icon=PNG)
    assert (second.version, second.title, second.categories) == (2, "More charts", ["content"])
    found = await world.ok("other", "GET", ONE)
    assert found["permissions"] == {"admin": False}
    assert "hush" not in json.dumps(found)
    icon = await world.client.get(found["urls"]["icon"].removeprefix("http://service.test"))
    assert (icon.status_code, icon.headers["content-type"]) == (200, "image/png")
    for _ in range(2):
        assert (await world.call("admin", "DELETE", ONE)).status_code == 204
    assert (await world.refused("admin", "GET", ONE))[0] == 404


async def test_lists_are_narrowed_by_every_filter(world: World) -> None:
    blocks = [{"id": "b", "title": "Block", "urlUnfurl": ["https://charts.test/*"]}]
    sources = [{"id": "s", "title": "Source", "configuration": {"componentId": "c"}}]
    await publish(world, visibility="public", blocks=blocks, categories=["analytics"], target="site")
    await publish(world, "/v1/integrations/other.one", visibility="public", title="Words", contentSources=sources)
    await publish(world, "/v1/integrations/secret_one", title="Secret")

    async def names(who: str = "read", **query: Any) -> list[str]:
        return [item["name"] for item in (await world.ok(who, "GET", "/v1/integrations", **query))["items"]]

    assert await names() == ["acme-charts", "other.one", "secret_one"]
    assert await names("other") == ["acme-charts", "other.one"]
    for query, expected in (
        ({"search": "WORDS"}, ["other.one"]),
        ({"category": "analytics"}, ["acme-charts"]),
        ({"blockDomain": "charts.test"}, ["acme-charts"]),
        ({"blocks": "true"}, ["acme-charts"]),
        ({"blocks": "false"}, ["other.one", "secret_one"]),
        ({"contentSources": "true"}, ["other.one"]),
        ({"owner": world.organization}, ["acme-charts", "other.one", "secret_one"]),
        ({"owner": "nobody"}, []),
        ({"scope": "space:content:read"}, ["acme-charts", "other.one", "secret_one"]),
        ({"scope": "openapi:read"}, []),
        ({"target": "site"}, ["acme-charts"]),
    ):
        assert await names(**query) == expected, query
    for wrong in ({"category": "x"}, {"scope": "x"}, {"target": "x"}, {"blockDomain": "a b"}, {"blocks": "maybe"}):
        assert (await world.refused("read", "GET", "/v1/integrations", **wrong))[0] == 400


async def test_private_integrations_are_their_organizations_own(world: World) -> None:
    await publish(world)
    assert (await world.refused("other", "GET", ONE))[0] == 404
    assert (await world.refused("guest", "GET", ONE))[0] == 404
    assert (await world.ok("read", "GET", ONE))["visibility"] == "private"
    assert (await world.refused("read", "POST", ONE, version(world)))[0] == 403
    assert (await world.refused("other", "POST", ONE, version(world)))[0] == 404
    assert (await world.call("read", "DELETE", ONE)).status_code == 403
    assert (await world.refused("read", "GET", f"{ONE}/events"))[0] == 403
    assert (await world.refused("read", "PUT", f"{ONE}/dev", {"tunnelUrl": "http://a.test"}))[0] == 403
    assert (await world.call("read", "DELETE", f"{ONE}/dev")).status_code == 403


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"title": "x"}, "title"),
        ({"title": "x" * 31}, "title"),
        ({"description": "x" * 101}, "description"),
        ({"summary": "x" * 2049}, "summary"),
        ({"previewImages": [PNG] * 4}, "previewImages"),
        ({"externalLinks": [{"url": "https://a.test", "label": "a"}] * 6}, "externalLinks"),
        ({"scopes": ["everything"]}, "scopes.0"),
        ({"categories": ["games"]}, "categories.0"),
        ({"blocks": [{"id": "a", "title": "x"}]}, "blocks.0.title"),
        ({"configurations": {"account": {"properties": {"a": {"type": "list"}}}}},
         "configurations.account.properties.a.type"),
        ({"visibility": "hidden"}, "visibility"),
    ],
)  # fmt: skip
async def test_what_is_wrong_with_a_version_is_named(world: World, more: dict[str, Any], field: str) -> None:
    status, sentence = await world.refused("admin", "POST", ONE, version(world, **more))
    assert (status, sentence.partition(":")[0]) == (400, field)
    bad_name = await world.refused("admin", "POST", "/v1/integrations/a%20b", version(world))
    assert bad_name[0] == 400


async def test_an_installation_is_recorded_as_an_event_with_its_trace(world: World) -> None:
    await publish(world)
    made = await install(world)
    listed = await world.ok("read", "GET", f"{ONE}/installations")
    found = Installation.model_validate(listed["items"][0])
    assert (found.id, found.status, found.spaces, found.target) == (
        made, "active", 1, {"organization": world.organization},
    )  # fmt: skip
    events = await world.ok("admin", "GET", f"{ONE}/events")
    detail = EventDetail.model_validate(await world.ok("admin", "GET", f"{ONE}/events/{events['items'][0]['id']}"))
    assert detail.event.status == "success"
    assert (detail.event.payload.type, detail.event.payload.installation_id, detail.event.payload.status) == (
        "installation_setup", made, "active",
    )  # fmt: skip
    assert [log.level for log in detail.trace.logs] == ["debug"]
    body = {"organization": world.organization}
    assert (await world.refused("admin", "POST", f"{ONE}/installations", body))[0] == 409
    assert (await world.refused("create", "POST", f"{ONE}/installations", body))[0] == 403
    assert (await world.refused("admin", "POST", f"{ONE}/installations", {"organization": "none"}))[0] == 404
    assert (await world.refused("admin", "GET", f"{ONE}/events/none"))[0] == 404


async def test_an_integration_with_settings_waits_for_them(world: World) -> None:
    form = {"properties": {"key": {"type": "string", "title": "Key"}}, "required": ["key"]}
    await publish(world, configurations={"account": form})
    await install(world)
    assert (await world.ok("read", "GET", f"{ONE}/installations"))["items"][0]["status"] == "pending"


async def test_places_are_listed_by_id_or_whole(world: World) -> None:
    places = add_site(world)
    await publish(world, visibility="public")
    made = await install(world)
    answer = await world.call("admin", "POST", f"{ONE}/installations/{made}/spaces", {"space": world.space})
    assert answer.status_code == 201
    answer = await world.call("admin", "POST", f"{ONE}/installations/{made}/sites", {"siteId": places.ids["site"]})
    assert answer.status_code == 201
    with world.store.write() as tx:
        insert_placing(tx, "space", made, places.ids["API space"], external_ids=["T1", 'T"2'])
    listed = await world.ok("read", "GET", f"{ONE}/spaces")
    assert [item["space"] for item in listed["items"]] == [world.space, places.ids["API space"]]
    assert [item["externalIds"] for item in listed["items"]] == [[], ["T1", 'T"2']]
    for external, count in (("T1", 1), ('T"2', 1), ("T", 0), ("%", 0)):
        assert (await world.ok("read", "GET", f"{ONE}/spaces", externalId=external))["count"] == count
    whole = await world.ok("read", "GET", f"{ONE}/spaces", extended="true")
    assert whole["items"][0]["space"]["title"] == "Handbook"
    sites = await world.ok("read", "GET", f"{ONE}/sites", extended="true")
    assert sites["items"][0]["site"]["title"] == "Acme Docs"
    assert (await world.ok("read", "GET", f"{ONE}/sites"))["items"][0]["site"] == places.ids["site"]
    assert (await world.ok("other", "GET", f"{ONE}/spaces"))["count"] == 0
    assert (await world.ok("other", "GET", f"{ONE}/installations"))["count"] == 0
    types = [item["payload"]["type"] for item in (await world.ok("admin", "GET", f"{ONE}/events"))["items"]]
    assert types == ["site_installation_setup", "space_installation_setup", "installation_setup"]


async def test_events_go_through_the_development_tunnel(world: World) -> None:
    await publish(world, contentSecurityPolicy="default-src 'self'")
    with serving({"/hook": b"{}"}) as site:
        await world.ok("admin", "PUT", f"{ONE}/dev", {"tunnelUrl": f"{site.url}/hook"})
        made = await install(world)
        event = (await world.ok("admin", "GET", f"{ONE}/events"))["items"][0]["id"]
        detail = await until(world, f"{ONE}/events/{event}", lambda found: len(found["trace"]["logs"]) == 2)
    assert detail["event"]["status"] == "success"
    method, path, headers, sent = site.calls[0]
    assert (method, path, headers["Content-Security-Policy"]) == ("POST", "/hook", "default-src 'self'")
    assert json.loads(sent) == {
        "eventId": event, "type": "installation_setup", "installationId": made, "status": "active",
    }  # fmt: skip


async def test_a_tunnel_that_fails_is_recorded_and_a_closed_one_gets_nothing(world: World) -> None:
    await publish(world)
    with socket.create_server(("127.0.0.1", 0)) as closed:
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/"
    await world.ok("admin", "PUT", f"{ONE}/dev", {"tunnelUrl": url, "all": True})
    made = await install(world)
    event = (await world.ok("admin", "GET", f"{ONE}/events"))["items"][0]["id"]
    detail = await until(world, f"{ONE}/events/{event}", lambda found: found["event"]["status"] == "failed")
    assert detail["trace"]["logs"][-1]["level"] == "error"
    for _ in range(2):
        assert (await world.call("admin", "DELETE", f"{ONE}/dev")).status_code == 204
    await world.ok("admin", "POST", f"{ONE}/installations/{made}/spaces", {"space": world.space})
    newest = (await world.ok("admin", "GET", f"{ONE}/events"))["items"][0]
    found = await world.ok("admin", "GET", f"{ONE}/events/{newest['id']}")
    assert (found["event"]["status"], len(found["trace"]["logs"])) == ("success", 1)
    for wrong in ("", "ftp://a.test", "a.test", "http://" + "a" * 256):
        status, sentence = await world.refused("admin", "PUT", f"{ONE}/dev", {"tunnelUrl": wrong})
        assert (status, sentence.partition(":")[0]) == (400, "tunnelUrl")
    assert (await world.refused("admin", "PUT", "/v1/integrations/none/dev", {"tunnelUrl": url}))[0] == 404
