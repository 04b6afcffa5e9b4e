"""SAML providers and the doors they open."""

from __future__ import annotations

from typing import Any

import pytest

from docdeck.models.saml import SamlProvider, SsoLogins
from tests.service.conftest import World
from tests.service.places import add_teams

WHOLE = {"ssoURL": "https://idp.acme.test/sso", "entityID": "https://idp.acme.test", "certificate": "MIIC"}


def saml(world: World) -> str:
    return f"/v1/orgs/{world.organization}/saml"


async def test_a_provider_is_active_once_it_can_sign_somebody_in(world: World) -> None:
    answer = await world.call("admin", "POST", saml(world), {"label": "Acme ID"})
    provider = SamlProvider.model_validate(answer.json())
    assert (answer.status_code, answer.headers["location"]) == (201, provider.urls["location"])
    assert (provider.status, provider.default_role, provider.sso_url) == ("pending", None, "")
    assert provider.service.acs_url.startswith("http://service.test/")
    assert len({provider.service.acs_url, provider.service.start_url, provider.service.entity_id}) == 3
    logins = f"/v1/orgs/{world.organization}/sso"
    assert (await world.ok("guest", "GET", logins)) == {"items": []}
    path = f"{saml(world)}/{provider.id}"
    for name, value in WHOLE.items():
        assert SamlProvider.model_validate(await world.ok("admin", "GET", path)).status == "pending"
        assert (await world.ok("admin", "PATCH", path, {name: value}))[name] == value
    assert (await world.ok("admin", "GET", path))["status"] == "active"
    door = SsoLogins.model_validate(await world.ok("guest", "GET", logins)).items[0]
    assert (door.id, door.label, door.start_url) == (provider.id, "Acme ID", provider.service.start_url)
    assert (await world.refused("other", "GET", logins))[0] == 404


async def test_the_team_of_a_provider_is_told_whole_and_may_go(world: World) -> None:
    places = add_teams(world)
    sent = {"label": "ID", "defaultTeam": places.ids["Writers"], "defaultRole": "comment", **WHOLE}
    provider = await world.ok("admin", "POST", saml(world), sent)
    team = await world.ok("admin", "GET", f"{places.org}/teams/{places.ids['Writers']}")
    assert (provider["defaultTeam"], provider["defaultRole"], provider["status"]) == (team, "comment", "active")
    await world.ok("admin", "DELETE", f"{places.org}/teams/{places.ids['Writers']}")
    path = f"{saml(world)}/{provider['id']}"
    assert "defaultTeam" not in await world.ok("admin", "GET", path)
    set_again = await world.ok("admin", "PATCH", path, {"defaultTeam": places.ids["Empty"], "defaultRole": None})
    assert (set_again["defaultTeam"]["title"], set_again["defaultRole"]) == ("Empty", None)
    assert "defaultTeam" not in await world.ok("admin", "PATCH", path, {"defaultTeam": None})


async def test_providers_are_listed_and_removed(world: World) -> None:
    ids = [(await world.ok("admin", "POST", saml(world), {"label": name}))["id"] for name in ("a", "b", "c")]
    first = await world.ok("admin", "GET", saml(world), limit=2)
    rest = await world.ok("admin", "GET", saml(world), limit=2, page=first["next"]["page"])
    assert [item["id"] for item in (*first["items"], *rest["items"])] == ids
    assert rest["count"] == 3
    for _ in range(2):
        assert (await world.call("admin", "DELETE", f"{saml(world)}/{ids[0]}")).status_code == 204
    assert (await world.refused("admin", "GET", f"{saml(world)}/{ids[0]}"))[0] == 404
    assert (await world.refused("admin", "PATCH", f"{saml(world)}/{ids[0]}", {"label": "x"}))[0] == 404
    assert (await world.ok("admin", "GET", saml(world)))["count"] == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("label", ""),
        ("label", "x" * 31),
        ("label", None),
        ("entityID", "x" * 1025),
        ("certificate", "x" * 10_001),
        ("ssoURL", "idp.acme.test"),
        ("ssoURL", "https://" + "x" * 2041),
        ("defaultTeam", "none"),
        ("defaultRole", "guest"),
        ("secret", "x"),
    ],
)
async def test_wrong_fields_are_named(world: World, field: str, value: Any) -> None:
    made = await world.ok("admin", "POST", saml(world), {"label": "ID"})
    for method, path in (("POST", saml(world)), ("PATCH", f"{saml(world)}/{made['id']}")):
        sent = {"label": "ID", field: value} if method == "POST" else {field: value}
        status, sentence = await world.refused("admin", method, path, sent)
        assert (status, sentence.split(":")[0]) == (400, field)
    assert (await world.refused("admin", "POST", saml(world), {}))[0] == 400


async def test_providers_are_for_administrators(world: World) -> None:
    made = (await world.ok("admin", "POST", saml(world), {"label": "ID"}))["id"]
    for who, status in (("create", 403), ("guest", 403), ("other", 404), ("gone", 404), ("nobody", 401)):
        for method, path in (
            ("GET", saml(world)),
            ("POST", saml(world)),
            ("GET", f"{saml(world)}/{made}"),
            ("PATCH", f"{saml(world)}/{made}"),
            ("DELETE", f"{saml(world)}/{made}"),
        ):
            assert (await world.refused(who, method, path, {"label": "x"}))[0] == status
    others = (await world.ok("other", "GET", "/v1/orgs"))["items"][0]["id"]
    assert (await world.refused("other", "GET", f"/v1/orgs/{others}/saml/{made}"))[0] == 404
    assert (await world.call("other", "DELETE", f"/v1/orgs/{others}/saml/{made}")).status_code == 204
    assert (await world.ok("admin", "GET", saml(world)))["count"] == 1
