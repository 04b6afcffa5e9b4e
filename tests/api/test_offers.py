"""What newer platforms took away is told apart from what is merely absent, and moves use what there is."""

from __future__ import annotations

from typing import Any

import pytest

from docdeck.api.description import Command
from docdeck.api.errors import NotFound, NotOffered
from docdeck.api.offers import ABSENCES, DEPRECATED, doubt_of, not_offered
from docdeck.api.operations import change_requests, conversations, git, spaces
from docdeck.api.operations.catalog import CATALOG
from docdeck.api.section_moves import group_into_group, move_section, section_into_group

from .playing import playing
from .sample_calls import called

SPACE = {"object": "space", "id": "s", "title": "T"}
ORG = {"object": "organization", "id": "o"}
GONE = {  # the eleven operations of the document that the newest platforms do not have
    "transferSpace", "listSpaceLinks", "addSectionToGroup", "removeSectionFromGroup", "listConversationsIssuesClusters",
    "listConversations", "ingestConversation", "getConversationById", "listConversationsIssues",
    "getConversationIssueById", "deleteLegacyGitInstallation",
}  # fmt: skip


def test_every_absence_is_about_operations_that_exist() -> None:
    assert {*ABSENCES, *DEPRECATED, *DEPRECATED.values()} <= set(CATALOG)
    assert {name for name, one in ABSENCES.items() if one.where == "newer" and CATALOG[name].documented} == GONE
    for one in ABSENCES.values():
        assert set(one.replaced_by) <= set(CATALOG) - set(ABSENCES)
        assert not CATALOG[one.operation].documented or one.where == "newer"


@pytest.mark.parametrize("name", sorted(GONE))
def test_each_gone_operation_can_be_settled(name: str) -> None:
    made = called(CATALOG[name].function)
    doubt = doubt_of(name, made.path, getattr(made, "body", None))
    assert doubt is not None
    assert doubt.there
    error = not_offered(name)
    assert isinstance(error, NotOffered)
    assert "does not offer it any more" in error.sentence


def test_what_older_platforms_do_not_have_yet_is_said_so() -> None:
    assert "does not offer it yet" in not_offered("listOrganizationAuditEvents").sentence
    assert not_offered("somethingElse").sentence == "This platform does not offer it."


def test_a_404_of_what_every_platform_has_is_about_the_thing() -> None:
    assert doubt_of("getSpaceById", "/v1/spaces/s") is None
    assert doubt_of("updateChangeRequestContent", "/v1/spaces/s/change-requests/c/content") is None


async def test_a_gone_read_is_not_offered_while_its_space_is_there() -> None:
    async with playing() as (platform, server, _):
        server.says("GET /v1/spaces/s/links", 404)
        server.says("GET /v1/spaces/s", SPACE)
        with pytest.raises(NotOffered, match="does not offer it any more"):
            await platform.read(spaces.links("s"))
        server.says("GET /v1/spaces/s", 404)
        with pytest.raises(NotFound):
            await platform.read(spaces.links("s"))
        assert server.count("GET /v1/spaces/s") == 2


async def test_a_conversation_is_absent_or_all_conversations_are() -> None:
    one = "GET /v1/orgs/o/conversations/w"
    many = "GET /v1/orgs/o/conversations?limit=1"
    async with playing() as (platform, server, _):
        server.says(one, 404)
        server.says("GET /v1/orgs/o", ORG)
        server.says(many, {"items": []})
        with pytest.raises(NotFound):
            await platform.read(conversations.get("o", "w"))
        server.says(many, 404)
        with pytest.raises(NotOffered):
            await platform.read(conversations.get("o", "w"))


async def test_a_gone_write_is_not_offered_and_was_sent_once() -> None:
    async with playing() as (platform, server, _):
        server.says("DELETE /v1/spaces/s/git/legacy-installation", 404)
        server.says("GET /v1/spaces/s", SPACE)
        with pytest.raises(NotOffered):
            await platform.write(git.delete_legacy_installation("s"))
        assert server.count("DELETE /v1/spaces/s/git/legacy-installation") == 1


async def test_a_404_of_other_operations_asks_nothing_more() -> None:
    async with playing() as (platform, server, _):
        server.says("GET /v1/spaces/s/change-requests/c", 404)
        with pytest.raises(NotFound):
            await platform.read(change_requests.get("s", "c"))
        assert server.asked == ["GET /v1/spaces/s/change-requests/c"]


SITE = "/v1/orgs/o/sites/i"
GROUPS = f"GET {SITE}/section-groups?limit=1000"
SECTIONS = f"GET {SITE}/sections?limit=1000"


async def test_a_section_goes_into_a_group_in_the_way_the_platform_has() -> None:
    async with playing() as (platform, server, _):
        server.says(f"POST {SITE}/section-groups/g/sections", 404)
        server.says(f"GET {SITE}", {"id": "i"})
        server.says(GROUPS, {"items": [{"object": "site-section-group", "id": "g"}]})
        server.says(SECTIONS, {"items": [{"object": "site-section", "id": "x"}]})
        server.says(f"PATCH {SITE}/sections/x", {"object": "site-section", "id": "x", "sectionGroup": "g"})
        await move_section(platform.write, "o", "i", "x", into="g")
        assert server.count(f"PATCH {SITE}/sections/x") == 1
        server.says(GROUPS, {"items": []})  # the group is what is absent
        with pytest.raises(NotFound):
            await move_section(platform.write, "o", "i", "x", into="g")
        assert server.count(f"PATCH {SITE}/sections/x") == 1


async def test_the_documents_way_is_enough_where_it_works() -> None:
    sent: list[Command[Any]] = []

    async def write(command: Command[Any]) -> None:
        sent.append(command)

    await move_section(write, "o", "i", "x", into="g")
    await move_section(write, "o", "i", "x", into=None, out_of="g")
    assert [(one.method, one.path, one.body) for one in sent] == [
        ("POST", f"{SITE}/section-groups/g/sections", {"sectionId": "x"}),
        ("DELETE", f"{SITE}/section-groups/g/sections/x", None),
    ]


def test_the_newer_way_names_the_group_or_null() -> None:
    assert section_into_group("o", "i", "x", None).body == {"siteSectionGroupId": None}
    assert section_into_group("o", "i", "x", "g").touches == ("i", "x", "g")
    assert group_into_group("o", "i", "g", "h").body == {"parentSectionGroupId": "h"}
    assert group_into_group("o", "i", "g", None).path == SITE + "/section-groups/g"
