"""What administrators set in an organization, agent instructions, and being let in."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from docdeck.models.agent_instructions import AgentInstructions
from docdeck.models.invites import InviteLink
from docdeck.models.organizations import Member, Organization
from docdeck.service.actions.members import CLAIMS_KEY
from docdeck.service.store.doors import service_key
from docdeck.service.store.people import insert_token, insert_user
from docdeck.service.store.sites import insert_site
from tests.service.conftest import World, new_space

TELLING = {
    "object": "document",
    "data": {"schemaVersion": 2},
    "nodes": [{"object": "block", "type": "paragraph", "key": "k", "nodes": []}],
}


def org(world: World) -> str:
    return f"/v1/orgs/{world.organization}"


def newcomer(world: World, email: str | None, token: str = "token-new") -> str:
    """Somebody who belongs to no organization."""
    with world.store.write() as tx:
        user = insert_user(tx, "New Person", email)
        insert_token(tx, user, token)
    return user


async def test_an_organization_is_patched_field_by_field(world: World) -> None:
    with world.store.write() as tx:
        site = insert_site(tx, world.organization, "Docs")
    before = await world.ok("admin", "GET", org(world))
    for sent in (
        {"title": "Acme & Co"},
        {"emailDomains": ["example.org", "docs.example.org"]},
        {"hostname": "docs-acme"},
        {"defaultRole": "comment"},
        {"defaultRole": None},
        {"defaultContent": {"type": "site", "site": site}},
        {"sso": True},
        {"ai": False},
        {"inviteLinks": True},
        {"mergeRules": {"type": "rules", "rules": [{"rule": "custom", "expression": "true", "message": "no"}]}},
        {"mergeRules": {"type": "none"}},
    ):
        after = await world.ok("admin", "PATCH", org(world), sent)
        Organization.model_validate(after)
        assert {name: after[name] for name in sent if name != "mergeRules"} == {
            name: value for name, value in sent.items() if name != "mergeRules"
        }
        assert {name for name in after if after[name] != before.get(name)} <= set(sent)
        before = after
    assert before["mergeRules"]["type"] == "none"
    logo = "https://acme.test/logo.svg"
    assert (await world.ok("admin", "PATCH", org(world), {"logo": logo}))["urls"]["logo"] == logo
    assert "logo" not in (await world.ok("admin", "PATCH", org(world), {"logo": None}))["urls"]
    assert "defaultContent" not in await world.ok("admin", "PATCH", org(world), {"defaultContent": None})
    assert await world.ok("admin", "PATCH", org(world), {"emailDomains": ["A.Example.ORG", "a.example.org"]}) | {
        "emailDomains": ["a.example.org"]
    } == await world.ok("admin", "GET", org(world))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "A"),
        ("title", "  A "),
        ("title", "x" * 256),
        ("title", None),
        ("hostname", "ab"),
        ("hostname", "x" * 33),
        ("hostname", "a b c"),
        ("emailDomains", ["not a domain"]),
        ("emailDomains", "example.org"),
        ("defaultRole", "guest"),
        ("defaultContent", {"type": "site", "site": "none"}),
        ("logo", "javascript:alert(1)"),
        ("logo", "x" * 2049),
        ("mergeRules", {"type": "inherit"}),
        ("mergeRules", {"type": "rules", "rules": [{"rule": "custom", "expression": "x" * 1025}]}),
        ("sso", "yes"),
        ("plan", "free"),
    ],
)
async def test_wrong_settings_are_named(world: World, field: str, value: Any) -> None:
    status, sentence = await world.refused("admin", "PATCH", org(world), {field: value})
    assert (status, sentence.split(":")[0].split(".")[0]) == (400, field)


async def test_settings_are_for_administrators_and_a_hostname_is_had_once(world: World) -> None:
    for who, status in (("create", 403), ("guest", 403), ("other", 404), ("gone", 404), ("nobody", 401)):
        assert (await world.refused(who, "PATCH", org(world), {"title": "Mine"}))[0] == status
    others = (await world.ok("other", "GET", "/v1/orgs"))["items"][0]["id"]
    await world.ok("other", "PATCH", f"/v1/orgs/{others}", {"hostname": "taken"})
    assert (await world.refused("admin", "PATCH", org(world), {"hostname": "TAKEN"}))[0] == 409
    assert (await world.ok("other", "PATCH", f"/v1/orgs/{others}", {"hostname": "taken"}))["hostname"] == "taken"


async def test_merge_rules_of_the_organization_reach_spaces_that_inherit(world: World) -> None:
    path = await world.request()
    rule = {"type": "rules", "rules": [{"rule": "require_at_least_one_approved_review"}]}
    await world.ok("admin", "PATCH", org(world), {"mergeRules": rule})
    assert (await world.refused("review", "POST", f"{path}/merge"))[0] == 409
    await world.ok("admin", "PATCH", org(world), {"mergeRules": {"type": "none"}})
    assert (await world.ok("review", "POST", f"{path}/merge"))["result"] == "merge"


async def test_agent_instructions_are_empty_until_written(world: World) -> None:
    path = f"{org(world)}/agent-instructions"
    empty = AgentInstructions.model_validate(await world.ok("read", "GET", path))
    assert empty.instructions
    assert (empty.instructions.nodes, empty.urls["location"]) == ([], f"http://service.test{path}")
    world.store.clock.set(datetime(2026, 5, 4, tzinfo=UTC))
    written = await world.ok("admin", "PUT", path, {"instructions": TELLING})
    assert written == await world.ok("read", "GET", path)
    assert written["instructions"] == TELLING
    assert (written["updatedBy"], written["updatedAt"]) == (world.users["admin"], "2026-05-04T00:00:00Z")
    for who, status in (("create", 403), ("guest", 403), ("other", 404), ("nobody", 401)):
        assert (await world.refused(who, "PUT", path, {"instructions": TELLING}))[0] == status
    assert (await world.refused("guest", "GET", path))[0] == 403
    assert (await world.refused("admin", "PUT", path, {}))[0] == 400
    assert (await world.refused("admin", "PUT", path, {"instructions": "be nice"}))[0] == 400


async def test_one_joins_by_an_email_domain_that_the_organization_lets_in(world: World) -> None:
    user = newcomer(world, "New@Example.ORG")
    assert (await world.refused("new", "POST", f"{org(world)}/join"))[0] == 404
    await world.ok("admin", "PATCH", org(world), {"emailDomains": ["example.org"], "defaultRole": "comment"})
    assert (await world.refused("new", "GET", org(world)))[0] == 404
    for _ in range(2):
        assert (await world.call("new", "POST", f"{org(world)}/join")).status_code == 204
    member = Member.model_validate(await world.ok("new", "GET", f"{org(world)}/members/{user}"))
    assert (member.role, member.disabled) == ("comment", False)
    assert (await world.ok("new", "GET", world.at))["permissions"]["comment"]
    assert (await world.refused("gone", "POST", f"{org(world)}/join"))[0] == 403
    assert (await world.refused("new", "POST", "/v1/orgs/none/join"))[0] == 404
    for email, token in ((None, "blank"), ("x@sub.example.org", "sub"), ("x@notexample.org", "not")):
        newcomer(world, email, f"token-{token}")
        assert (await world.refused(token, "POST", f"{org(world)}/join"))[0] == 404


async def test_joining_without_a_default_role_makes_a_guest(world: World) -> None:
    newcomer(world, "new@example.net")
    await world.ok("admin", "PATCH", org(world), {"emailDomains": ["example.net"]})
    await world.ok("new", "POST", f"{org(world)}/join")
    assert (await world.ok("new", "GET", f"{org(world)}/spaces"))["items"] == []
    assert (await world.refused("new", "GET", f"{org(world)}/members"))[0] == 403


async def test_organizations_are_found_by_ones_own_email_domain(world: World) -> None:
    newcomer(world, "new@example.net")
    await world.ok("admin", "PATCH", org(world), {"emailDomains": ["example.net"]})

    async def found(who: str, domain: str) -> list[str]:
        answer = await world.ok(who, "GET", f"/v1/email-domains/{domain}/orgs")
        return [Organization.model_validate(item).title for item in answer["organizations"]]

    assert await found("new", "EXAMPLE.net") == ["Acme"]
    assert await found("read", "example.net") == ["Acme"]
    assert await found("other", "example.net") == []
    assert await found("new", "xample.net") == []
    assert (await world.refused("new", "GET", "/v1/email-domains/nonsense/orgs"))[0] == 400
    assert (await world.refused("nobody", "GET", "/v1/email-domains/example.net/orgs"))[0] == 401


async def test_a_ping_notes_the_time_and_answers_signed_claims(world: World) -> None:
    now = datetime(2026, 5, 4, 12, tzinfo=UTC)
    world.store.clock.set(now)
    answer = await world.ok("guest", "POST", f"{org(world)}/ping")
    head, body, signature = answer["serviceVisitorClaims"].split(".")
    with world.store.write() as tx:
        key = service_key(tx, CLAIMS_KEY)
    expected = hmac.new(key.encode(), f"{head}.{body}".encode(), hashlib.sha256).digest()
    assert opened(signature) == expected
    assert json.loads(opened(head)) == {"alg": "HS256", "typ": "JWT"}
    claims = json.loads(opened(body))
    assert (claims["sub"], claims["organization"], claims["role"]) == (world.users["guest"], world.organization, None)
    assert (claims["iat"], claims["exp"]) == (now.timestamp(), now.timestamp() + 3600)
    seen = await world.ok("admin", "GET", f"{org(world)}/members/{world.users['guest']}")
    assert seen["lastSeenAt"] == "2026-05-04T12:00:00Z"
    active = await world.ok("admin", "GET", f"{org(world)}/members", sort="lastSeenAt")
    assert [item["id"] for item in active["items"]] == [world.users["guest"]]
    for who, status in (("other", 404), ("gone", 404), ("nobody", 401)):
        assert (await world.refused(who, "POST", f"{org(world)}/ping"))[0] == status


def opened(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


async def test_links_let_people_in_while_they_are_switched_on(world: World) -> None:
    user = newcomer(world, "new@example.net")
    path = f"{org(world)}/link-invites"
    made = await world.call("admin", "POST", path, {"role": "edit"})
    link = InviteLink.model_validate(made.json())
    assert (made.status_code, link.role, link.redundant) == (201, "edit", False)
    follow = f"{org(world)}/invites/{link.id}"
    assert (await world.refused("new", "POST", follow))[0] == 403
    await world.ok("admin", "PATCH", org(world), {"inviteLinks": True})
    assert (await world.ok("new", "POST", follow))["organization"] == world.organization
    assert (await world.ok("new", "GET", f"{org(world)}/members/{user}"))["role"] == "edit"
    await world.ok("read", "POST", follow)
    assert (await world.ok("read", "GET", f"{org(world)}/members/{world.users['read']}"))["role"] == "read"
    assert (await world.call("admin", "DELETE", f"{path}/{link.id}")).status_code == 204
    assert (await world.call("admin", "DELETE", f"{path}/{link.id}")).status_code == 204
    assert (await world.refused("other", "POST", follow))[0] == 404
    assert (await world.refused("gone", "POST", follow))[0] == 404


async def test_a_link_to_a_space_gives_a_role_there(world: World) -> None:
    user = newcomer(world, "new@example.net")
    await world.ok("admin", "PATCH", org(world), {"inviteLinks": True})
    path = f"{org(world)}/link-invites"
    link = await world.ok("admin", "POST", path, {"level": "comment", "space": world.space})
    assert (link["level"], link["space"]["id"], "role" in link) == ("comment", world.space, False)
    await world.ok("new", "POST", f"{org(world)}/invites/{link['id']}")
    member = await world.ok("admin", "GET", f"{org(world)}/members/{user}")
    assert (member["role"], member["spaces"]) == (None, 1)
    assert (await world.ok("new", "GET", world.at))["permissions"]["comment"]
    await world.ok("admin", "PATCH", f"{path}/{link['id']}", {"level": "edit"})
    for who in ("new", "review"):
        await world.ok(who, "POST", f"{org(world)}/invites/{link['id']}")
    assert (await world.ok("new", "GET", world.at))["permissions"]["edit"]
    assert (await world.ok("review", "GET", world.at))["permissions"]["review"]
    await world.ok("admin", "POST", path, {"role": None})
    listed = await world.ok("admin", "GET", path, limit=1)
    assert (listed["count"], listed["items"][0]["id"]) == (2, link["id"])
    rest = await world.ok("admin", "GET", path, limit=1, page=listed["next"]["page"])
    assert (rest["items"][0]["role"], rest["items"][0]["redundant"]) == (None, True)


async def test_links_are_made_by_administrators_and_checked(world: World) -> None:
    path = f"{org(world)}/link-invites"
    elsewhere = new_space(world, "Elsewhere")
    for wrong in ({}, {"role": "king"}, {"space": elsewhere}, {"level": None, "space": elsewhere}, {"collection": "x"}):
        assert (await world.refused("admin", "POST", path, wrong))[0] == 400
    link = await world.ok("admin", "POST", path, {"role": "read"})
    assert (await world.ok("admin", "PATCH", f"{path}/{link['id']}", {"role": "create"}))["role"] == "create"
    assert (await world.refused("admin", "PATCH", f"{path}/{link['id']}", {"level": "read"}))[0] == 400
    assert (await world.refused("admin", "GET", f"{path}/none"))[0] == 404
    for who, status in (("create", 403), ("other", 404), ("nobody", 401)):
        for method, at in (("GET", path), ("POST", path), ("DELETE", f"{path}/{link['id']}")):
            assert (await world.refused(who, method, at, {"role": "read"}))[0] == status
