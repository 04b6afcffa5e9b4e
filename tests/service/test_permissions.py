"""Who may do what, over every write of the spine: the table is the contract."""

from __future__ import annotations

from typing import Any

import pytest

from docdeck.models.base import ROLES
from docdeck.service.rules.permissions import comment_permissions, space_role
from tests.service.conftest import World

RENAME = {"operation": "update_page", "page": "start", "title": "T"}
NEEDS = [
    ("edit", "POST", "/change-requests", {"subject": "x"}),
    ("edit", "PATCH", "/change-requests/1", {"subject": "x"}),
    (
        "edit",
        "POST",
        "/change-requests/1/content",
        {"changes": [RENAME]},
    ),
    ("edit", "POST", "/change-requests/1/update", None),
    ("edit", "POST", "/change-requests/1/requested-reviewers", {"users": ["{admin}"]}),
    ("edit", "DELETE", "/change-requests/1/requested-reviewers/{admin}", None),
    ("review", "POST", "/change-requests/1/reviews", {"status": "approved"}),
    ("review", "POST", "/change-requests/1/merge", None),
    ("comment", "POST", "/change-requests/1/comments", {"body": {"markdown": "x"}}),
    ("comment", "POST", "/comments", {"body": {"markdown": "x"}}),
    ("comment", "PUT", "/comments/{comment}", {"resolved": True}),
    ("comment", "PUT", "/comments/{comment}", {"addedReactions": ["👍"]}),
    ("comment", "POST", "/comments/{comment}/replies", {"body": {"markdown": "x"}}),
    ("admin", "PUT", "/comments/{comment}", {"body": {"markdown": "mine now"}}),
    ("admin", "DELETE", "/comments/{comment}", None),
    ("read", "GET", "/change-requests/1", None),
    ("read", "GET", "/change-requests/1/comments", None),
]


def _filled(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return value.format(**names) if "{" in value else value
    if isinstance(value, list):
        return [_filled(item, names) for item in value]
    if isinstance(value, dict):
        return {key: _filled(item, names) for key, item in value.items()}
    return value


@pytest.mark.parametrize("who", ROLES)
async def test_every_role_may_do_what_its_role_says(world: World, who: str) -> None:
    wrong: list[str] = []
    for needed, method, path, body in NEEDS:
        await _reset(world)
        comment = await world.ok("admin", "POST", f"{world.at}/comments", {"body": {"markdown": "hello"}})
        names = {"admin": world.users["admin"], "comment": comment["id"]}
        answer = await world.call(who, method, world.at + _filled(path, names), _filled(body, names))
        expected = ROLES.index(who) >= ROLES.index(needed)
        if (answer.status_code == 403) == expected or (answer.status_code >= 400) == expected:
            wrong.append(f"{who} {method} {path}: {answer.status_code} {answer.text}")
    assert wrong == []


async def _reset(world: World) -> None:
    """Change request 1 is open and was edited; one that was merged makes way for a new space."""
    from tests.service.conftest import PAGES, new_space

    world.space = new_space(world, "Another", PAGES)
    path = await world.request()
    await world.words(path)


def test_roles_come_from_grant_organization_and_default_level() -> None:
    def role(**given: Any) -> str | None:
        return space_role(**{"member": True, "role": None, "grant": None, "default_level": None, **given})

    assert role(member=False, grant="admin") is None
    assert role() is None
    assert role(grant="edit") == "edit"
    assert role(role="review") == "review"
    assert role(role="review", default_level="read") == "read"
    assert role(role="read", default_level="create") == "read"
    assert role(role="read", grant="create", default_level="read") == "create"
    assert role(role="admin", grant="read", default_level="read") == "admin"


def test_only_authors_and_admins_change_a_comment() -> None:
    assert comment_permissions("read", own=True) == {"view": True, "edit": False, "reply": False, "delete": False}
    assert comment_permissions("comment", own=True) == {"view": True, "edit": True, "reply": True, "delete": True}
    assert not comment_permissions("create", own=False)["edit"]
    assert comment_permissions("admin", own=False)["delete"]
