"""Integrations as an organization has them: what it can install, what it has, and where each works."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text

from docdeck.models.installed import OrganizationInstallation
from docdeck.service.store.integrations import insert_installation, insert_placing
from tests.service.conftest import World, new_space
from tests.service.places import add_site
from tests.service.test_integrations import publish


async def names(world: World, path: str, who: str = "read", **query: Any) -> list[str]:
    """The names in a list of integrations."""
    answer = await world.ok(who, "GET", path, **query)
    assert answer["count"] == len(answer["items"])
    return [item["name"] for item in answer["items"]]


async def published(world: World) -> dict[str, str]:
    """Four integrations, three of them installed; the ids of the installations by name."""
    targets = {"charts": "all", "words": "space", "pixels": "site", "billing": "organization"}
    for name, target in targets.items():
        visibility = "private" if name == "words" else "public"
        told = {"title": name.title(), "description": f"About {name}", "target": target, "visibility": visibility}
        await publish(world, f"/v1/integrations/{name}", **told)
    with world.store.write() as tx:
        return {name: insert_installation(tx, name, world.organization) for name in ("charts", "words", "pixels")}


async def test_an_organization_can_install_what_is_public_and_its_own(world: World) -> None:
    await published(world)
    path = f"/v1/orgs/{world.organization}/integrations"
    assert await names(world, path) == ["charts", "words", "pixels", "billing"]
    assert await names(world, path, target="site") == ["pixels"]
    assert await names(world, path, search="WORD") == ["words"]
    assert await names(world, path, owner="nobody") == []
    (other,) = (await world.ok("other", "GET", "/v1/orgs"))["items"]
    assert await names(world, f"/v1/orgs/{other['id']}/integrations", "other") == ["charts", "pixels", "billing"]
    assert (await world.refused("read", "GET", path, target="moon"))[0] == 400
    assert (await world.refused("guest", "GET", path))[0] == 403
    assert (await world.refused("other", "GET", path))[0] == 404


async def test_what_an_organization_has_installed_comes_with_the_integration(world: World) -> None:
    made = await published(world)
    path = f"/v1/orgs/{world.organization}/installations"
    found: list[Any] = []
    query: dict[str, Any] = {}
    while True:
        answer = await world.ok("read", "GET", path, limit=2, **query)
        assert answer["count"] == 3
        found += [OrganizationInstallation.model_validate(item) for item in answer["items"]]
        if "next" not in answer:
            break
        query = {"page": answer["next"]["page"]}
    assert [(one.integration.name, one.installation.id) for one in found] == list(made.items())
    one = await world.ok("read", "GET", f"/v1/integrations/charts/installations/{made['charts']}")
    (item,) = (await world.ok("read", "GET", path, search="chart"))["items"]
    assert item["installation"] == one
    assert (await world.refused("guest", "GET", path))[0] == 403
    assert (await world.refused("other", "GET", path))[0] == 404


async def test_an_organization_is_told_how_one_integration_stands(world: World) -> None:
    await published(world)
    at = f"/v1/orgs/{world.organization}/integrations"
    assert await world.ok("read", "GET", f"{at}/charts/installation_status") == {"status": "active"}
    for name in ("billing", "none"):
        assert (await world.refused("read", "GET", f"{at}/{name}/installation_status"))[0] == 404
    assert (await world.refused("guest", "GET", f"{at}/charts/installation_status"))[0] == 403
    assert (await world.refused("other", "GET", f"{at}/charts/installation_status"))[0] == 404


async def test_a_space_and_a_site_list_what_works_there(world: World) -> None:
    made, site = await published(world), add_site(world).site
    elsewhere = new_space(world)
    assert await names(world, f"{world.at}/integrations") == ["charts", "words"]
    assert await names(world, f"{site}/integrations") == ["charts", "pixels"]
    with world.store.write() as tx:
        tx.run(text("UPDATE installations SET space_selection = 'selected', site_selection = 'selected'"))
        insert_placing(tx, "space", made["words"], world.space)
        insert_placing(tx, "site", made["pixels"], site.rpartition("/")[2])
    assert await names(world, f"{world.at}/integrations") == ["words"]
    assert await names(world, f"{world.at}/integrations", search="chart") == []
    assert await names(world, f"/v1/spaces/{elsewhere}/integrations") == []
    assert await names(world, f"{site}/integrations") == ["pixels"]


async def test_guests_see_public_integrations_of_their_space_and_strangers_none(world: World) -> None:
    await published(world)
    site = add_site(world).site
    assert await names(world, f"{world.at}/integrations", "guest") == ["charts"]
    assert (await world.refused("other", "GET", f"{world.at}/integrations"))[0] == 404
    assert (await world.refused("guest", "GET", f"{site}/integrations"))[0] == 403
    assert (await world.refused("other", "GET", f"{site}/integrations"))[0] == 404
