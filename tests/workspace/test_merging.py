"""The merge sheet: fresh reads, every rule by name, and pages that moved since the request was read."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from docdeck.api.errors import NoAddress, NotFound
from docdeck.api.exchange import Call
from docdeck.api.operations import change_requests as calls
from docdeck.models.change_requests import ChangeRequest, ContentChange, RequestedReviewer, Review
from docdeck.models.organizations import MergeRule, MergeRules
from docdeck.service.actions.spaces import edit_space
from docdeck.workspace.bulk import plan_requests
from docdeck.workspace.merge_rules import MergeCheck, MergeFacts, merge_rules, standing_reviews
from docdeck.workspace.merging import merge_act, moved_pages, prepare_merge
from docdeck.workspace.review import watch_review
from docdeck.workspace.session import Session
from tests.workspace.world import World, update_page

NAMES = {"me": "Mira", "sam": "Sam", "ada": "Ada", "author": "Jonas"}


def user(identifier: str) -> dict[str, str]:
    return {"id": identifier, "displayName": NAMES[identifier]}


def verdict(who: str, status: str, *, outdated: bool = False, at: int = 1) -> Review:
    when = datetime(2026, 1, at, tzinfo=UTC).isoformat()
    return Review.model_validate(
        {"id": f"{who}{at}", "reviewer": user(who), "status": status, "outdated": outdated, "createdAt": when}
    )


def facts(*reviews: Review, me: str = "me", asked: tuple[str, ...] = (), **request: Any) -> MergeFacts:
    document = {"object": "document", "nodes": [{"object": "block", "type": "paragraph", "nodes": [
        {"object": "text", "leaves": [{"object": "leaf", "text": "Because.", "marks": []}]}]}]}  # fmt: skip
    given = {"id": "c", "number": 1, "status": "open", "subject": "S", "description": document,
             "createdBy": user("author"), "revision": "r2", **request}  # fmt: skip
    waiting = tuple(RequestedReviewer.model_validate({"user": user(who)}) for who in asked)
    return MergeFacts(ChangeRequest.model_validate(given), reviews, waiting, me, NAMES)


def check(rule: str, found: MergeFacts, **more: Any) -> MergeCheck:
    rules = MergeRules(type="rules", rules=[MergeRule(rule=rule, **more)])
    return next(one for one in merge_rules(found, rules) if one.rule == rule)


APPROVED = verdict("sam", "approved")
OLD = verdict("sam", "approved", outdated=True)
AGAINST = verdict("ada", "changes-requested")


@pytest.mark.parametrize(
    ("rule", "more", "found", "state", "key"),
    [
        ("require_specific_reviewers", {"users": ["sam"]}, facts(APPROVED), "ok", None),
        ("require_specific_reviewers", {"users": ["sam", "ada"]}, facts(APPROVED), "blocked", "@"),
        ("require_specific_reviewers", {"users": ["me"]}, facts(APPROVED), "blocked", "a"),
        ("require_specific_reviewers", {"users": ["sam"]}, facts(OLD), "blocked", "@"),
        ("require_one_of_specific_reviewers", {"users": ["sam", "ada"]}, facts(APPROVED), "ok", None),
        ("require_one_of_specific_reviewers", {"users": ["ada", "me"]}, facts(APPROVED), "blocked", "a"),
        ("require_one_of_specific_reviewers", {"users": []}, facts(APPROVED), "blocked", None),
        ("require_at_least_one_review", {}, facts(AGAINST), "ok", None),
        ("require_at_least_one_review", {}, facts(OLD), "blocked", "a"),
        ("require_at_least_one_review", {}, facts(me="author"), "blocked", "@"),
        ("require_at_least_one_approved_review", {}, facts(APPROVED), "ok", None),
        ("require_at_least_one_approved_review", {}, facts(AGAINST), "blocked", "a"),
        ("require_all_reviews_approved", {}, facts(APPROVED), "ok", None),
        ("require_all_reviews_approved", {}, facts(APPROVED, AGAINST), "blocked", "t"),
        ("require_all_reviews_approved", {}, facts(AGAINST, verdict("ada", "approved", at=2)), "ok", None),
        ("require_agent_review", {}, facts(APPROVED), "server", None),
        ("require_up_to_date_change_request", {}, facts(), "ok", None),
        ("require_up_to_date_change_request", {}, facts(outdated=True), "blocked", "u"),
        ("require_change_request_subject", {}, facts(), "ok", None),
        ("require_change_request_subject", {}, facts(subject="  "), "blocked", "e"),
        ("require_change_request_description", {}, facts(), "ok", None),
        ("require_change_request_description", {}, facts(description=None), "blocked", "e"),
        ("require_author_to_merge", {}, facts(me="author"), "ok", None),
        ("require_author_to_merge", {}, facts(), "blocked", None),
        ("custom", {"expression": "true", "message": "Only on Mondays"}, facts(), "server", None),
        ("require_moon_phase", {}, facts(), "server", None),
    ],
)
def test_every_rule(rule: str, more: dict[str, Any], found: MergeFacts, state: str, key: str | None) -> None:
    one = check(rule, found, **more)
    assert (one.state, one.repair_key) == (state, key)


def test_sentences_name_people_and_rules() -> None:
    assert (
        check("require_specific_reviewers", facts(), users=["sam", "nobody"]).text
        == "approval of Sam, nobody is missing"
    )
    assert check("require_all_reviews_approved", facts(AGAINST)).text == "Ada asked for changes"
    assert check("custom", facts(), message="Only on Mondays").text == "Only on Mondays: the server decides"
    assert check("require_moon_phase", facts()).text == "require moon phase: the server decides"


def test_those_who_may_bypass_are_warned_and_not_blocked() -> None:
    rules = [MergeRule(rule="require_at_least_one_review"), MergeRule(rule="allow_bypass", users=["me"])]
    blocking = {one.rule: one.state for one in merge_rules(facts(me="author"), MergeRules(type="rules", rules=rules))}
    allowed = {one.rule: one.state for one in merge_rules(facts(), MergeRules(type="rules", rules=rules))}
    assert blocking["require_at_least_one_review"] == "blocked"
    assert allowed["require_at_least_one_review"] == "warn"
    assert (blocking["allow_bypass"], allowed["allow_bypass"]) == ("ok", "ok")


@pytest.mark.parametrize(
    ("status", "state", "key"),
    [("open", "ok", None), ("draft", "blocked", "W"), ("archived", "blocked", "X"), ("merged", "blocked", None),
     ("frozen", "server", None)],
)  # fmt: skip
def test_the_status_comes_first(status: str, state: str, key: str | None) -> None:
    first = merge_rules(facts(status=status), MergeRules())[0]
    assert (first.rule, first.state, first.repair_key) == ("status", state, key)


def test_what_no_rule_asks_for_is_worth_a_look() -> None:
    found = facts(OLD, AGAINST, asked=("ada", "me"), comments=2, outdated=True)
    warned = {one.rule: (one.text, one.repair_key) for one in merge_rules(found, MergeRules()) if one.state == "warn"}
    assert warned == {
        "threads": ("2 threads open", "t"),
        "outdated_reviews": ("approved before the last edit: Sam", "@"),
        "changes_requested": ("Ada asked for changes", "t"),
        "requested": ("waiting for a review of Mira", None),
        "outdated": ("not up to date with main", "u"),
    }


def test_rules_that_could_not_be_read_are_the_servers() -> None:
    assert [one.state for one in merge_rules(facts(), None) if one.rule == "rules"] == ["server"]
    assert [one.rule for one in merge_rules(facts(), MergeRules())] == ["status"]


def test_the_newest_verdict_of_each_reviewer_stands() -> None:
    found = standing_reviews([verdict("sam", "approved", at=3), verdict("sam", "changes-requested", at=1), AGAINST])
    assert {who: review.status for who, review in found.items()} == {"sam": "approved", "ada": "changes-requested"}


async def revision_of(session: Session, world: World, request: str) -> str:
    return (await session.platform.read(calls.get(world.space, request))).value.revision


async def test_the_sheet_of_a_request_that_may_merge(world: World) -> None:
    request = world.request("jonas", "Rewrite webhooks")
    world.verdict("sam", request, "approved")
    session = world.session("mira")
    seen = await revision_of(session, world, request)
    sheet = await prepare_merge(session, world.space, request, seen)
    assert not sheet.blocked
    assert not sheet.unseen
    assert sheet.problems == ()
    outcome = await session.writes.submit(merge_act(sheet))
    assert outcome.state == "done"
    after = await prepare_merge(session, world.space, request, seen)
    assert [(one.rule, one.text) for one in after.checks if one.state == "blocked"] == [("status", "already merged")]


async def test_everything_is_read_again_and_side_by_side(world: World) -> None:
    request = world.request("jonas", "Rewrite webhooks")
    session = world.session("mira")
    seen = await revision_of(session, world, request)
    await prepare_merge(session, world.space, request, seen)
    world.wire.requests.clear()
    await prepare_merge(session, world.space, request, seen)
    asked = sorted(path.rsplit("/", 1)[1] for _, path in world.wire.requests)
    assert asked == sorted([request, world.space, "reviews", "requested-reviewers", "links"])


async def test_pages_that_moved_since_it_was_read_are_shown(world: World) -> None:
    request = world.request("jonas", "Rewrite webhooks")
    session = world.session("mira")
    seen = await revision_of(session, world, request)
    world.edit(
        "jonas",
        request,
        update_page(world.pages["limits"], "A thousand per second."),
        ContentChange(operation="delete_page", page=world.pages["intro"]),
    )
    sheet = await prepare_merge(session, world.space, request, seen)
    assert sheet.unseen
    assert [(page.title, page.kind) for page in sheet.moved_pages] == [("Limits", "edited"), ("Intro", "deleted")]
    assert merge_act(sheet).evidence["revision"] == sheet.current_revision


async def test_rules_of_the_organization_hold_where_the_space_inherits(world: World) -> None:
    from docdeck.service.actions.spaces import NewPage, create_space
    from docdeck.service.store.people import insert_member, insert_organization

    with world.store.write() as tx:
        strict = insert_organization(
            tx,
            "Strict",
            merge_rules={"type": "rules", "rules": [
                {"rule": "require_specific_reviewers", "users": [world.people["sam"]]},
                {"rule": "require_up_to_date_change_request"},
            ]},
        )  # fmt: skip
        for name in ("mira", "sam", "jonas"):
            insert_member(tx, strict, world.people[name], "admin")
        world.space = create_space(
            tx,
            world.people["mira"],
            strict,
            "Rules",
            [NewPage("Webhooks", "Old.", id=world.pages["webhooks"])],
            merge_rules={"type": "inherit"},
        )
    request = world.request("jonas", "New")
    with world.store.write() as tx:
        edit_space(tx, world.people["mira"], world.space, [update_page(world.pages["webhooks"], "Main.", title="W")])
    session = world.session("mira")
    sheet = await prepare_merge(session, world.space, request, "")
    blocked = {one.rule: (one.text, one.repair_key) for one in sheet.checks if one.state == "blocked"}
    assert blocked == {
        "require_specific_reviewers": ("approval of Sam Ode is missing", "@"),
        "require_up_to_date_change_request": ("not up to date with main", "u"),
    }
    assert sheet.blocked
    outcome = await session.writes.submit(merge_act(sheet))
    assert outcome.state == "refused"
    assert "Sam Ode" in outcome.sentence


async def test_a_missing_permission_blocks(world: World) -> None:
    request = world.request("jonas", "Rewrite webhooks")
    sheet = await prepare_merge(world.session("reader"), world.space, request, "")
    assert [(one.rule, one.text) for one in sheet.checks if one.state == "blocked"] == [
        ("permission", "You lack the permission 'merge' here.")
    ]


async def test_a_read_that_fails_leaves_the_decision_to_the_server(world: World) -> None:
    request = world.request("jonas", "Rewrite webhooks")
    world.wire.status[("GET", "/reviews")] = 403
    sheet = await prepare_merge(world.session("mira"), world.space, request, "")
    assert [one.rule for one in sheet.checks if one.state == "server"] == ["rules"]
    assert len(sheet.unread) == 1
    assert sheet.unread[0].startswith("The reviews could not be read.")
    with pytest.raises(NotFound):
        await prepare_merge(world.session("mira"), world.space, "absent", "")


async def test_what_has_no_address_is_told_before_anything_is_asked(
    world: World, recwarn: pytest.WarningsRecorder
) -> None:
    """A platform that leaves ids out: no read is begun and then left alone."""
    request = world.request("jonas", "Rewrite webhooks")
    session = world.session("mira")
    seen = await revision_of(session, world, request)
    world.wire.requests.clear()
    for space, key in (("", request), (world.space, "")):
        with pytest.raises(NoAddress):
            await prepare_merge(session, space, key, seen)
    with pytest.raises(NoAddress):
        await moved_pages(session, world.space, seen, "")
    assert world.wire.requests == []
    assert [str(each.message) for each in recwarn if "never awaited" in str(each.message)] == []


async def test_a_request_is_merged_in_the_space_it_was_asked_for_in(world: World) -> None:
    """A platform that leaves the space out of a change request has still told it by where it was."""
    request = world.request("jonas", "Rewrite webhooks")
    world.verdict("sam", request, "approved")
    session = world.session("mira")
    path = calls.get(world.space, request).path
    told = json.loads((await session.platform.call(Call("getChangeRequestById", "GET", path))).data)
    del told["space"]
    world.wire.answers["GET", path] = json.dumps(told).encode()
    state = [state async for state in watch_review(session, world.space, request)][-1]
    assert (state.change_request.space, state.problems) == (world.space, ())
    sheet = await prepare_merge(session, world.space, request, state.head)
    (item,) = await plan_requests(session, "merge", [(world.space, request)])
    assert item.why_not == ""
    assert (await session.writes.submit(merge_act(sheet))).state == "done"
