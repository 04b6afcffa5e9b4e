from __future__ import annotations

import pytest

from docdeck.service.rules.expressions import ExpressionError, evaluate
from docdeck.service.rules.merging import MergeFacts, Verdict, rules_in_force, unmet_rules
from tests.service.conftest import World, new_space


async def test_merging_puts_the_pages_into_the_space(world: World) -> None:
    path = await world.request()
    await world.words(path, markdown="Merged words.")
    before = await world.ok("read", "GET", world.at)
    merged = await world.ok("review", "POST", f"{path}/merge")
    assert merged["result"] == "merge"
    assert "conflicts" not in merged
    assert await world.markdown(world.at) == "Merged words."
    space, request = await world.ok("read", "GET", world.at), await world.ok("read", "GET", path)
    assert space["revision"] == merged["revision"] == request["revisionMerged"]
    assert space["updatedAt"] > before["updatedAt"]
    assert (request["status"], request["outdated"]) == ("merged", False)
    assert request["mergedBy"]["id"] == world.users["review"]
    revision = await world.ok("read", "GET", f"{world.at}/revisions/{merged['revision']}")
    assert (revision["type"], revision["parents"]) == ("merge", [before["revision"], request["revision"]])
    assert (await world.ok("read", "GET", f"{path}/changes"))["changes"][0]["page"]["id"] == "start"


async def test_merging_twice_merges_once(world: World) -> None:
    path = await world.request()
    await world.words(path)
    merged = await world.ok("review", "POST", f"{path}/merge")
    status, message = await world.refused("review", "POST", f"{path}/merge")
    assert (status, message) == (409, "This change request is already merged.")
    assert (await world.ok("read", "GET", world.at))["revision"] == merged["revision"]


async def test_a_draft_is_not_merged(world: World) -> None:
    path = await world.request(status="draft")
    status, message = await world.refused("admin", "POST", f"{path}/merge")
    assert status == 409
    assert "draft" in message


async def test_other_requests_become_outdated_until_updated(world: World) -> None:
    first, second = await world.request(), await world.request()
    await world.words(first, "limits", "Twenty calls.")
    await world.words(second, "start", "Other words.")
    merged = await world.ok("review", "POST", f"{first}/merge")
    stale = await world.ok("read", "GET", second)
    assert stale["outdated"]
    changes = await world.ok("read", "GET", f"{second}/changes")
    assert [change["page"]["id"] for change in changes["changes"]] == ["start"]
    updated = await world.ok("edit", "POST", f"{second}/update")
    assert updated["result"] == "update"
    fresh = await world.ok("read", "GET", second)
    assert not fresh["outdated"]
    assert fresh["revision"] == updated["revision"] != stale["revision"]
    assert fresh["revisionMergedAncestor"] == merged["revision"]
    assert fresh["revisionInitial"] == stale["revisionInitial"]
    assert await world.markdown(second, "limits") == "Twenty calls."
    assert await world.markdown(second) == "Other words."
    assert (await world.ok("read", "GET", f"{second}/changes"))["changes"] == changes["changes"]


async def test_updating_what_is_up_to_date_changes_nothing(world: World) -> None:
    path = await world.request()
    await world.words(path)
    before = await world.ok("read", "GET", path)
    assert await world.ok("edit", "POST", f"{path}/update") == {"revision": before["revision"], "result": "update"}
    assert await world.ok("read", "GET", path) == before


@pytest.mark.parametrize("way", ["update", "merge"])
async def test_pages_changed_on_both_sides_are_conflicts_and_the_request_wins(world: World, way: str) -> None:
    first, second = await world.request(), await world.request()
    await world.words(first, "start", "Theirs.")
    await world.words(first, "limits", "Theirs too.")
    await world.words(second, "start", "Ours.")
    await world.ok("review", "POST", f"{first}/merge")
    answer = await world.ok("review", "POST", f"{second}/{way}")
    assert (answer["result"], answer["conflicts"]) == ("conflicts", ["start"])
    where = second if way == "update" else world.at
    assert await world.markdown(where) == "Ours."
    assert await world.markdown(where, "limits") == "Theirs too."
    assert not (await world.ok("read", "GET", second))["outdated"]


async def test_the_same_change_on_both_sides_is_no_conflict(world: World) -> None:
    first, second = await world.request(), await world.request()
    for path in (first, second):
        await world.edit(path, {"operation": "update_page", "page": "start", "title": "Same"})
        await world.edit(path, {"operation": "delete_page", "page": "limits"})
    await world.ok("review", "POST", f"{first}/merge")
    assert (await world.ok("edit", "POST", f"{second}/update"))["result"] == "update"
    assert (await world.ok("read", "GET", f"{second}/changes"))["changes"] == []


async def test_a_page_deleted_there_and_changed_here_stays(world: World) -> None:
    first, second = await world.request(), await world.request()
    await world.edit(first, {"operation": "delete_page", "page": "start"})
    await world.words(second, markdown="Still needed.")
    await world.ok("review", "POST", f"{first}/merge")
    answer = await world.ok("review", "POST", f"{second}/merge")
    assert answer["conflicts"] == ["start"]
    assert await world.markdown(world.at) == "Still needed."


async def test_rules_of_the_space_stand_in_the_way_until_they_are_met(world: World) -> None:
    rules = [
        {"rule": "require_at_least_one_approved_review"},
        {"rule": "require_up_to_date_change_request"},
        {"rule": "require_change_request_subject"},
        {"rule": "allow_bypass", "users": [world.users["create"]]},
    ]
    space = new_space(world, "Ruled", merge_rules={"type": "rules", "rules": rules})
    world.space = space
    path = await world.request(subject="")
    status, message = await world.refused("admin", "POST", f"{path}/merge")
    assert status == 409
    assert "approval" in message
    assert "subject" in message
    await world.ok("review", "POST", f"{path}/reviews", {"status": "approved"})
    await world.ok("edit", "PATCH", path, {"subject": "Now it has one"})
    bypass = await world.request(subject="")
    await world.edit(bypass, {"operation": "insert_page", "title": "New", "document": {"markdown": "x"}})
    await world.ok("create", "POST", f"{bypass}/merge")
    status, message = await world.refused("admin", "POST", f"{path}/merge")
    assert (status, "up to date" in message) == (409, True)
    await world.ok("edit", "POST", f"{path}/update")
    assert "approval" in (await world.refused("admin", "POST", f"{path}/merge"))[1]
    await world.ok("review", "POST", f"{path}/reviews", {"status": "approved"})
    await world.ok("admin", "POST", f"{path}/merge")


async def test_a_description_and_a_custom_rule_are_checked(world: World) -> None:
    rules = [
        {"rule": "require_change_request_description"},
        {"rule": "custom", "expression": "changeRequest.subject.startsWith('Docs:')", "message": "Begin with Docs:"},
    ]
    world.space = new_space(world, "Ruled", merge_rules={"type": "rules", "rules": rules})
    path = await world.request()
    message = (await world.refused("admin", "POST", f"{path}/merge"))[1]
    assert message == "The merge rules ask for a description. Begin with Docs:"
    text = {"object": "text", "leaves": [{"object": "leaf", "text": "Why.", "marks": []}]}
    block = {"object": "block", "type": "paragraph", "key": "k", "data": {}, "nodes": [text]}
    description = {"object": "document", "data": {}, "nodes": [block]}
    await world.ok("edit", "PATCH", path, {"subject": "Docs: x", "description": description})
    await world.ok("admin", "POST", f"{path}/merge")


def test_a_space_inherits_the_rules_of_its_organization() -> None:
    rules = {"type": "rules", "rules": [{"rule": "require_at_least_one_review"}]}
    assert rules_in_force({"type": "inherit"}, rules) == rules["rules"]
    assert rules_in_force({"type": "none"}, rules) == []
    assert rules_in_force(rules, {"type": "none"}) == rules["rules"]
    assert rules_in_force({"type": "inherit"}, {"type": "none"}) == []


def _facts(**given: object) -> MergeFacts:
    base = {"actor": "me", "author": "author", "subject": "S", "has_description": True, "outdated": False}
    return MergeFacts(**{**base, **given})  # type: ignore[arg-type]


APPROVED, REFUSED = Verdict("ada", True, False), Verdict("bob", False, False)
OLD_APPROVAL = Verdict("ada", True, True)


@pytest.mark.parametrize(
    ("rule", "met", "unmet"),
    [
        (
            {"rule": "require_specific_reviewers", "users": ["ada"]},
            {"reviews": [APPROVED]},
            {"reviews": [OLD_APPROVAL]},
        ),
        ({"rule": "require_specific_reviewers", "users": ["ada", "bob"]}, None, {"reviews": [APPROVED, REFUSED]}),
        ({"rule": "require_one_of_specific_reviewers", "users": ["ada", "bob"]}, {"reviews": [APPROVED]}, {}),
        ({"rule": "require_at_least_one_review"}, {"reviews": [REFUSED]}, {"reviews": [OLD_APPROVAL]}),
        ({"rule": "require_at_least_one_approved_review"}, {"reviews": [APPROVED]}, {"reviews": [REFUSED]}),
        ({"rule": "require_all_reviews_approved"}, {"reviews": [APPROVED]}, {"reviews": [APPROVED, REFUSED]}),
        ({"rule": "require_all_reviews_approved"}, {"reviews": [REFUSED, Verdict("bob", True, False)]}, None),
        ({"rule": "require_agent_review"}, None, {"reviews": [APPROVED]}),
        ({"rule": "require_up_to_date_change_request"}, {}, {"outdated": True}),
        ({"rule": "require_change_request_subject"}, {}, {"subject": "  "}),
        ({"rule": "require_change_request_description"}, {}, {"has_description": False}),
        ({"rule": "require_author_to_merge"}, {"author": "me"}, {}),
        ({"rule": "custom", "expression": "1 < 2"}, {}, None),
        ({"rule": "custom", "expression": "1 > 2"}, None, {}),
        ({"rule": "custom", "expression": "1 >"}, None, {}),
        ({"rule": "of_tomorrow"}, None, {}),
        ({"rule": "allow_bypass", "users": ["other"]}, {}, None),
    ],
)
def test_each_rule_by_its_name(
    rule: dict[str, object], met: dict[str, object] | None, unmet: dict[str, object] | None
) -> None:
    if met is not None:
        assert unmet_rules([rule], _facts(**met)) == []
    if unmet is not None:
        sentences = unmet_rules([rule], _facts(**unmet))
        assert len(sentences) == 1
        assert unmet_rules([rule, {"rule": "allow_bypass", "users": ["me"]}], _facts(**unmet)) == []


CONTEXT = {
    "changeRequest": {"subject": "Docs: a", "comments": 0},
    "reviews": [{"status": "approved"}],
    "actor": {"id": "u"},
}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("changeRequest.subject == 'Docs: a'", True),
        ('changeRequest.subject.includes("x") || reviews.length >= 1', True),
        ("!(changeRequest.comments === 0) && true", False),
        ("!!changeRequest.subject", True),
        ("actor.id != null && changeRequest.missing == null", True),
        ("changeRequest.subject.endsWith('a') && changeRequest.subject.length < 1.5", False),
    ],
)
def test_expressions_of_custom_rules(expression: str, value: bool) -> None:
    assert evaluate(expression, CONTEXT) is value


@pytest.mark.parametrize(
    "expression",
    ["", "1 +", "nobody", "changeRequest.subject.upper('x')", "1 < 'x'", "(1", "1 2", "(" * 200, "reviews.status", "'"],
)
def test_expressions_that_cannot_be_read_say_so(expression: str) -> None:
    with pytest.raises(ExpressionError):
        evaluate(expression, CONTEXT)
