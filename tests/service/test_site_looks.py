"""How a site looks, whole and for one of its spaces, and who may open it."""

from __future__ import annotations

from typing import Any

import pytest

from docdeck.models.base import ROLES
from docdeck.models.customization import Customization
from docdeck.models.permissions import UserPermission
from tests.service.conftest import World
from tests.service.places import add_site


async def test_a_site_and_its_spaces_tell_all_settings_as_visitors_get_them(world: World) -> None:
    places = add_site(world)
    profile = (await world.ok("read", "GET", f"{places.site}/published"))["customizations"]
    answer = await world.ok("read", "GET", f"{places.site}/customization", unmasked="true")
    assert answer == profile["site"]
    whole = Customization.model_validate(answer)
    assert whole.title == "Acme Docs"
    assert whole.styling is not None
    assert (whole.styling.theme, whole.styling.corners) == ("bold", "rounded")
    special = f"{places.site}/site-spaces/{places.ids['two']}/customization"
    assert await world.ok("read", "GET", special) == profile["siteSpaces"][places.ids["two"]]
    one = Customization.model_validate(await world.ok("read", "GET", special))
    assert one.header is not None
    assert (one.header.preset, one.title, one.styling) == ("bold", whole.title, whole.styling)
    plain = f"{places.site}/site-spaces/{places.ids['one']}/customization"
    assert await world.ok("read", "GET", plain) == answer
    assert (await world.refused("read", "GET", f"{places.site}/customization", unmasked="maybe"))[0] == 400
    assert (await world.refused("read", "GET", f"{places.site}/site-spaces/none/customization"))[0] == 404


async def test_members_may_open_a_site_with_the_role_they_have(world: World) -> None:
    site = add_site(world).site
    found: list[UserPermission] = []
    query: dict[str, Any] = {}
    while True:
        answer = await world.ok("read", "GET", f"{site}/permissions/aggregate", limit=4, **query)
        assert answer["count"] == len(ROLES)
        found += [UserPermission.model_validate(item) for item in answer["items"]]
        if "next" not in answer:
            break
        query = {"page": answer["next"]["page"]}
    assert {one.user.id: one.permission for one in found} == {world.users[role]: role for role in ROLES}
    assert {str(one.origin) for one in found} == {str({"type": "organization", "organization": world.organization})}
    editors = await world.ok("read", "GET", f"{site}/permissions/aggregate", role="edit")
    assert [item["user"]["id"] for item in editors["items"]] == [world.users["edit"]]
    assert (await world.refused("read", "GET", f"{site}/permissions/aggregate", role="owner"))[0] == 400


@pytest.mark.parametrize("end", ["customization", "permissions/aggregate", "site-spaces/{two}/customization"])
async def test_guests_and_strangers_are_told_nothing(world: World, end: str) -> None:
    places = add_site(world)
    path = f"{places.site}/{end.format(**places.ids)}"
    assert (await world.refused("guest", "GET", path))[0] == 403
    for who in ("other", "gone"):
        assert (await world.refused(who, "GET", path))[0] == 404
    assert (await world.client.get(path)).status_code == 401
