from __future__ import annotations

import json
import socket

import pytest

from docdeck.models.openapi import OpenApiContent, OpenApiSpec, OpenApiVersion
from docdeck.service.work import fetching, specifications
from docdeck.service.work.fetching import FetchError, FetchTimeout, fetch
from docdeck.service.work.parsing import ParseError, parse
from tests.service.conftest import World
from tests.service.waiting import serving, until

SPEC = {"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {"/pets": {"get": {}}}}
YAML = "openapi: 3.0.3\ninfo: {title: Pets, version: 2024-01-01}\npaths:\n  /pets:\n    get: {}\n"


def at(world: World) -> str:
    return f"/v1/orgs/{world.organization}/openapi"


async def test_a_spec_from_text_is_processed_and_keeps_its_versions(world: World) -> None:
    body = {"slug": "pets-API", "source": {"text": json.dumps(SPEC)}}
    answer = await world.call("create", "POST", at(world), body)
    assert answer.status_code == 201
    made = OpenApiSpec.model_validate(answer.json())
    assert (made.slug, made.visibility, made.permissions) == ("pets-API", "private", {"view": True, "edit": True})
    path = f"{at(world)}/pets-API"
    done = await until(world, path, lambda spec: spec["processingState"] == "complete")
    assert "lastProcessErrorCode" not in done
    latest = OpenApiVersion.model_validate(await world.ok("read", "GET", f"{path}/versions/latest"))
    assert latest.id == done["lastVersion"]
    content = OpenApiContent.model_validate(await world.ok("read", "GET", f"{path}/versions/latest/content"))
    assert content.filesystem == {"openapi.json": SPEC}

    again = await world.call("create", "PUT", path, {"source": {"text": YAML}})
    assert again.status_code == 200
    await until(world, path, lambda spec: spec["lastVersion"] != done["lastVersion"])
    versions = await world.ok("read", "GET", f"{path}/versions")
    assert versions["count"] == 2
    assert versions["items"][1]["id"] == latest.id
    old = await world.ok("read", "GET", f"{path}/versions/{latest.id}/content")
    assert old["filesystem"]["openapi.json"]["openapi"] == "3.1.0"
    new = await world.ok("read", "GET", f"{path}/versions/latest/content")
    assert new["filesystem"]["openapi.yaml"]["info"] == {"title": "Pets", "version": "2024-01-01"}


async def test_the_same_text_again_is_no_new_version(world: World) -> None:
    path = f"{at(world)}/pets"
    assert (await world.call("create", "PUT", path, {"source": {"text": YAML}})).status_code == 201
    first = await until(world, path, lambda spec: spec["processingState"] == "complete")
    await world.ok("create", "PUT", path, {"source": {"text": YAML}})
    second = await until(world, path, lambda spec: spec.get("lastProcessedAt") != first["lastProcessedAt"])
    assert second["lastVersion"] == first["lastVersion"]


async def test_a_spec_is_fetched_from_its_address_through_redirects(world: World) -> None:
    pages = {"/moved": (302, {"Location": "/pets.yaml"}, b""), "/pets.yaml": YAML.encode()}
    with serving(pages) as site:
        await world.ok("create", "POST", at(world), {"slug": "pets", "source": {"url": f"{site.url}/moved"}})
        spec = await until(world, f"{at(world)}/pets", lambda spec: spec["processingState"] == "complete")
    assert spec["sourceURL"] == f"{site.url}/moved"
    content = await world.ok("read", "GET", f"{at(world)}/pets/versions/latest/content")
    assert list(content["filesystem"]) == ["openapi.yaml"]


@pytest.mark.parametrize(
    ("page", "code"),
    [
        ((404, {}, b""), "FETCH_ERROR"),
        ((200, {}, b"no: [yaml"), "PARSE_ERROR"),
        ((200, {}, b'{"openapi": "3.0.0"}'), "PARSE_ERROR"),
        ((200, {}, b"\xff\xfe\xfa"), "PARSE_ERROR"),
        ((302, {"Location": "ftp://example.org/x"}, b""), "FETCH_ERROR"),
        ((302, {"Location": "/pets"}, b""), "FETCH_ERROR"),
    ],
)
async def test_failures_are_recorded_and_earlier_versions_stay(world: World, page: object, code: str) -> None:
    path = f"{at(world)}/pets"
    await world.ok("create", "PUT", path, {"source": {"text": YAML}})
    first = await until(world, path, lambda spec: spec["processingState"] == "complete")
    with serving({"/pets": page}) as site:
        await world.ok("create", "PUT", path, {"source": {"url": f"{site.url}/pets"}})
        spec = await until(world, path, lambda spec: "lastProcessErrorCode" in spec)
    assert (spec["processingState"], spec["lastProcessErrorCode"]) == ("complete", code)
    assert spec["lastVersion"] == first["lastVersion"]
    assert all(problem["code"] == code and problem["message"] for problem in spec["lastProcessedErrors"])


async def test_a_slow_server_is_a_timeout(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(specifications, "fetch", lambda url: fetching.fetch(url, seconds=0.2))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        await world.ok("create", "POST", at(world), {"slug": "pets", "source": {"url": url}})
        spec = await until(world, f"{at(world)}/pets", lambda spec: "lastProcessErrorCode" in spec)
    assert spec["lastProcessErrorCode"] == "FETCH_TIMEOUT"


def test_a_slow_drip_ends_and_a_flood_ends() -> None:
    with serving({"/flood": b"x" * 300_000}) as site, pytest.raises(FetchError, match="larger"):
        fetch(f"{site.url}/flood", limit=100_000)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(FetchTimeout):
        fetch(f"http://127.0.0.1:{silent.getsockname()[1]}/", seconds=0.1)


def test_a_redirect_does_not_lead_to_another_private_host() -> None:
    with serving({"/secret": b"inside"}) as inside:
        there = f"{inside.url}/secret"
        with serving({"/": (302, {"Location": there}, b"")}) as outside, pytest.raises(FetchError, match="private"):
            fetch(outside.url)
        assert inside.calls == []


def test_aliases_without_end_are_refused() -> None:
    bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
    for before, name in zip("abcdefg", "bcdefgh", strict=True):
        bomb += f"{name}: &{name} [{','.join(['*' + before] * 10)}]\n"
    with pytest.raises(ParseError, match="too large"):
        parse(bomb + "openapi: 3.0.0\n")
    with pytest.raises(ParseError):
        parse("openapi: 3.0.0\ninfo: &a {title: x, more: *a}\n")


async def test_what_is_wrong_is_named(world: World) -> None:
    async def refusal(body: object) -> tuple[int, str]:
        return await world.refused("create", "POST", at(world), body)

    text = {"text": YAML}
    for slug in ("", "a" * 101, "two--hyphens", "sp ace", "-a"):
        status, sentence = await refusal({"slug": slug, "source": text})
        assert (status, sentence.partition(":")[0]) == (400, "slug")
    for source in ({}, {"url": "https://a.test/", "text": "x"}, {"url": "file:///etc/passwd"}, {"text": ""}):
        status, sentence = await refusal({"slug": "a", "source": source})
        assert status == 400
        assert sentence.startswith("source")
    assert (await refusal({"slug": "a", "source": {"url": "https://a.test/" + "a" * 2048}}))[0] == 400
    await world.ok("create", "POST", at(world), {"slug": "a", "source": text})
    assert (await refusal({"slug": "a", "source": text}))[0] == 409
    assert (await world.refused("create", "PUT", f"{at(world)}/--", {"source": text}))[0] == 400
    assert (await world.refused("create", "PATCH", f"{at(world)}/a", {"visibility": "secret"}))[0] == 400


async def test_only_creators_write_and_only_the_public_is_open(world: World) -> None:
    path = f"{at(world)}/a"
    body = {"source": {"text": YAML}}
    assert (await world.refused("read", "PUT", path, body))[0] == 403
    assert (await world.refused("guest", "GET", at(world)))[0] == 403
    await world.ok("create", "PUT", path, body)
    await until(world, path, lambda spec: spec["processingState"] == "complete")
    version = await world.ok("read", "GET", f"{path}/versions/latest")
    file = version["url"].removeprefix("http://service.test")
    assert (await world.client.get(file)).status_code == 401
    assert (await world.call("other", "GET", file)).status_code == 404
    assert (await world.call("read", "GET", file)).text == YAML
    assert "published" not in (await world.ok("read", "GET", path))["urls"]
    public = await world.ok("create", "PATCH", path, {"visibility": "public"})
    assert public["urls"]["published"] == version["url"]
    assert (await world.client.get(file)).text == YAML
    assert (await world.call("read", "DELETE", path)).status_code == 403
    for _ in range(2):
        assert (await world.call("create", "DELETE", path)).status_code == 204
    assert (await world.refused("read", "GET", path))[0] == 404
