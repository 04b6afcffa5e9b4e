"""Somebody begins an organization of their own."""

from __future__ import annotations

from docdeck.models.organizations import Organization
from tests.service.conftest import World


async def test_who_begins_an_organization_administrates_it_alone(world: World) -> None:
    answer = await world.call("guest", "POST", "/v1/orgs", {"title": "Own", "emailDomains": ["Own.example.org"]})
    assert answer.status_code == 201, answer.text
    made = Organization.model_validate(answer.json())
    assert (made.title, made.email_domains, made.permissions["admin"]) == ("Own", ["own.example.org"], True)
    path = f"/v1/orgs/{made.id}"
    assert answer.headers["location"] == f"http://service.test{path}"
    members = await world.ok("guest", "GET", f"{path}/members")
    assert [(item["user"]["id"], item["role"]) for item in members["items"]] == [(world.users["guest"], "admin")]
    assert (await world.ok("guest", "GET", f"{path}/sites"))["items"] == []
    assert made.id in {item["id"] for item in (await world.ok("guest", "GET", "/v1/orgs"))["items"]}
    assert (await world.refused("admin", "GET", path))[0] == 404
    space = await world.ok("guest", "POST", f"{path}/spaces", {"title": "First"})
    assert space["permissions"]["admin"]


async def test_an_organization_may_begin_with_a_site(world: World) -> None:
    title = "A long name " * 20
    made = await world.ok("read", "POST", "/v1/orgs", {"title": title}, withDefaultSite="true")
    (site,) = (await world.ok("read", "GET", f"/v1/orgs/{made['id']}/sites"))["items"]
    assert site["title"] == title[:128]
    assert made["defaultContent"] == {"type": "site", "site": site["id"]}


async def test_what_makes_no_organization_is_refused(world: World) -> None:
    for body in ({}, {"title": "x"}, {"title": "  "}, {"title": "x" * 256}, {"title": None},
                 {"title": "Own", "emailDomains": ["no domain"]}, {"title": "Own", "emailDomains": None},
                 {"title": "Own", "plan": "free"}):  # fmt: skip
        assert (await world.refused("read", "POST", "/v1/orgs", body))[0] == 400, body
    good = {"title": "Own"}
    assert (await world.refused("read", "POST", "/v1/orgs", good, openapiUrl="https://a.example.org"))[0] == 400
    assert (await world.refused("read", "POST", "/v1/orgs", good, withDefaultSite="maybe"))[0] == 400
    assert (await world.client.post("/v1/orgs", json=good)).status_code == 401
    assert (await world.ok("read", "GET", "/v1/orgs"))["count"] == 1
