"""What servers may answer in one form or another is read in each, and what may be sent in several is sent."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from docdeck.api.operations import (
    change_requests,
    comments,
    conversations,
    git,
    integrations,
    members,
    openapi,
    search,
    site_spaces,
    sites,
    spaces,
)
from docdeck.api.operations.spaces import link_stats
from docdeck.models.conversations import IngestConversation, IngestPart
from docdeck.models.customization import Customization
from docdeck.models.openapi import SpecSource
from docdeck.models.organizations import MergeRules
from docdeck.models.publishing import Checkout
from docdeck.models.sites import MoveSiteSpace, Site, SiteSpacePointer, SiteSpacePosition
from docdeck.models.spaces import PatchSpace

RULES = [
    "require_specific_reviewers", "require_one_of_specific_reviewers", "allow_bypass", "require_at_least_one_review",
    "require_at_least_one_approved_review", "require_all_reviews_approved", "require_agent_review",
    "require_up_to_date_change_request", "require_change_request_subject", "require_change_request_description",
    "require_author_to_merge", "custom",
]  # fmt: skip


def read(made: Any, answer: Any) -> Any:
    return made.read(made.operation, json.dumps(answer).encode())


def test_publishing_answers_a_site_or_a_checkout() -> None:
    published = read(sites.publish("o", "i"), {"object": "site", "id": "i", "published": True})
    assert isinstance(published, Site)
    assert published.published
    paid = read(sites.publish("o", "i"), {"type": "checkout", "sessionId": "pay"})
    assert isinstance(paid, Checkout)
    assert paid.session_id == "pay"


@pytest.mark.parametrize("result", ["merge", "conflicts"])
def test_a_merge_may_leave_conflicts(result: str) -> None:
    assert read(change_requests.merge("s", "c"), {"revision": "r", "result": result}).result == result


@pytest.mark.parametrize("body", [{"markdown": "x"}, {"document": {"object": "document", "nodes": []}}, {}])
def test_a_body_comes_as_markdown_as_a_document_or_empty(body: dict[str, Any]) -> None:
    comment = read(comments.get_in_space("s", "n"), {"id": "n", "body": body})
    assert comment.body.to_wire() == body


@pytest.mark.parametrize("name", ["serviceVisitorClaims", "acmeVisitorClaims", "XYZVisitorClaims"])
def test_visitor_claims_are_read_whatever_the_brand(name: str) -> None:
    assert read(members.ping("o"), {name: "jwt", "other": 1}).service_visitor_claims == "jwt"
    assert read(members.ping("o"), {}).service_visitor_claims is None


@pytest.mark.parametrize("answer", [{"url": "u"}, {"urls": {"source": "u", "public": None}}])
def test_the_content_of_a_specification_has_one_address_or_several(answer: dict[str, Any]) -> None:
    assert read(openapi.latest_content("o", "pets"), {"filesystem": {}, **answer}).address == "u"


def test_a_specification_comes_from_an_address_or_as_text() -> None:
    assert openapi.put("o", "pets", SpecSource(text="openapi: 3.1.0")).body == {"source": {"text": "openapi: 3.1.0"}}
    assert openapi.create("o", "pets", SpecSource(url="u")).body == {"slug": "pets", "source": {"url": "u"}}
    for wrong in ({}, {"url": "u", "text": "t"}):
        with pytest.raises(ValidationError, match="either"):
            SpecSource.model_validate(wrong)


def test_one_conversation_is_sent_as_an_object_and_several_as_a_list() -> None:
    one = IngestConversation(id="1", parts=[IngestPart(role="user", body="?")])
    wire = {"id": "1", "parts": [{"type": "message", "role": "user", "body": "?"}]}
    assert conversations.ingest("o", one).body == wire
    assert conversations.ingest("o", [one, one]).body == [wire, wire]


@pytest.mark.parametrize("icon", [None, {}, {"emoji": "1f4d8"}, {"icon": {"light": "l", "dark": "d"}}])
@pytest.mark.parametrize("ads", [None, {"status": "rejected", "reason": "no"}, {"status": "live", "zoneId": "z"}])
def test_icons_and_ads_are_read_in_all_their_forms(icon: Any, ads: Any) -> None:
    site = read(sites.get("o", "i"), {"id": "i", "icon": icon, "ads": ads})
    assert site.to_wire() == {"id": "i", "icon": icon, "ads": ads}


@pytest.mark.parametrize("rule", [*RULES, "a_rule_of_tomorrow"])
def test_merge_rules_are_read_by_any_name_and_sent_by_twelve(rule: str) -> None:
    value: dict[str, Any] = {"rule": rule}
    if rule in RULES[:3]:
        value["users"] = ["u"]
    if rule == "custom":
        value |= {"expression": "actor.id == 'u'", "message": "Ask first"}
    rules = {"type": "rules", "rules": [value]}
    assert MergeRules.model_validate(rules).to_wire() == rules
    if rule in RULES:
        assert spaces.update("s", PatchSpace.model_validate({"mergeRules": rules})).body == {"mergeRules": rules}
    else:
        with pytest.raises(ValidationError):
            PatchSpace.model_validate({"mergeRules": rules})


@pytest.mark.parametrize("policy", ["default-src 'none'", {"default-src": "'none'"}, None])
def test_an_integration_is_read_with_either_form_of_its_parts(policy: Any) -> None:
    forms = {"account": {"componentId": "c"}, "space": {"properties": {"k": {"type": "button"}}}}
    answer = {"name": "slack", "contentSecurityPolicy": policy, "configurations": forms}
    integration = read(integrations.get("slack"), answer)
    assert integration.configurations.account.component_id == "c"
    assert integration.to_wire() == answer


def test_a_list_of_installations_is_read_with_ids_and_with_whole_spaces() -> None:
    items = [{"space": "s"}, {"space": {"object": "space", "id": "s", "title": "T"}}]
    page = read(integrations.list_spaces("slack", extended=True), {"items": items})
    assert [getattr(item.space, "id", item.space) for item in page.items] == ["s", "s"]


def test_links_come_with_counts_or_without() -> None:
    page = read(spaces.links("s"), {"items": [], "stats": {"total": 5, "broken": {"total": 1}}})
    assert (link_stats(page).total, link_stats(page).broken.total) == (5, 1)
    assert link_stats(read(spaces.links("s"), {"items": []})).total == 0


def test_a_neighbour_says_of_what_type_it_is() -> None:
    position = SiteSpacePosition(after=SiteSpacePointer(site_space="y2"))
    body = site_spaces.move("o", "i", "y1", MoveSiteSpace(position=position)).body
    assert body == {"position": {"after": {"type": "site-space", "siteSpace": "y2"}}}


def test_customization_is_read_with_fonts_as_names_and_as_objects_and_actions_old_and_new() -> None:
    answer = {"styling": {"font": {"id": "f"}, "monospaceFont": "FiraCode"}, "pageActions": {"items": ["mcp"]}}
    look = Customization.model_validate(answer)
    assert look.to_wire() == answer
    assert look.page_actions is not None
    assert look.page_actions.items == ["mcp"]


def test_absent_and_null_stay_different_in_what_is_sent() -> None:
    assert spaces.update("s", PatchSpace(default_level=None)).body == {"defaultLevel": None}
    assert members.set_role("o", "u", None).body == {"role": None}
    assert site_spaces.add("o", "i", "s").body == {"spaceId": "s"}


def test_a_search_of_a_site_is_a_post_that_may_be_repeated() -> None:
    made = search.in_site("o", "i", "words", limit=5)
    assert (made.body, made.params) == ({"query": "words", "scope": {"mode": "all"}}, (("limit", "5"),))


def test_git_states_of_newer_platforms_are_kept() -> None:
    answer = {"installationProvider": "gitlab", "operation": {"state": "timeout"}}
    assert read(git.info("s"), answer).to_wire() == answer
