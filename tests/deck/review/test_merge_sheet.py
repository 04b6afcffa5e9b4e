"""The merge sheet mends what stands in the way and comes back with fresh reads."""

from __future__ import annotations

from typing import Any

import pytest

from docdeck.service.actions.spaces import edit_space
from docdeck.service.store.spaces import update_space
from docdeck.text import Safe
from tests.deck.review.running import Deck, deck_over
from tests.deck.widgets.hostile import screen_text
from tests.workspace.asking import read
from tests.workspace.world import World, update_page


def set_rules(world: World, rules: list[dict[str, Any]]) -> None:
    with world.store.write() as tx:
        update_space(tx, world.space, merge_rules={"type": "rules", "rules": rules})


async def sheet_of(deck: Deck, world: World, request: str) -> None:
    """The merge sheet of a request, read."""
    deck.app.open_change_request(world.space, request, Safe("Request"))
    await deck.live()
    await deck.until(lambda: deck.view.read_revision, "read")
    await deck.press("m")
    await deck.until(lambda: getattr(deck.view, "found", None) is not None, "the sheet")


def button_roles(sheet: Any) -> dict[str, str]:
    """How the letter and its word are painted."""
    return {text: role for text, role in sheet._button_line() if text == "y" or text.startswith("merge")}


def states(deck: Deck) -> dict[str, str]:
    found: Any = getattr(deck.view, "found", None)
    return {} if found is None else {check.rule: check.state for check in found.checks}


async def test_every_rule_is_on_the_sheet_with_its_key(world: World, request_id: str) -> None:
    sam = [world.people["sam"]]
    rules = [
        {"rule": name, "users": sam}
        for name in ("require_specific_reviewers", "require_one_of_specific_reviewers", "allow_bypass")
    ]
    rules += [
        {"rule": f"require_{name}"}
        for name in (
            "at_least_one_review", "at_least_one_approved_review", "all_reviews_approved", "agent_review",
            "up_to_date_change_request", "change_request_subject", "change_request_description", "author_to_merge",
        )
    ]  # fmt: skip
    rules.append({"rule": "custom", "expression": "1 == 1", "message": "Only on Mondays"})
    set_rules(world, rules)
    async with deck_over(world, size=(120, 60)) as deck:
        await sheet_of(deck, world, request_id)
        assert {rule["rule"] for rule in rules} <= states(deck).keys()
        shown = deck.shown()
        for words in (
            "approval of Sam Ode is missing", "no review of this revision", "no approval of this revision",
            "every review approves", "an agent's review: the server decides", "up to date with main", "has a subject",
            "has a description", "only Jonas Weber may merge it", "Only on Mondays: the server decides",
            "Sam Ode may merge in spite of the rules",
        ):  # fmt: skip
            assert words in shown, words


async def test_the_letter_is_dim_with_the_reason_until_nothing_stands_in_the_way(world: World, request_id: str) -> None:
    set_rules(world, [{"rule": "require_at_least_one_approved_review"}])
    async with deck_over(world, size=(80, 24)) as deck:
        await sheet_of(deck, world, request_id)
        sheet = deck.view
        assert button_roles(sheet) == {"y": "dim", "merge (blocked)": "dim"}
        await deck.until(lambda: "y  merge (blocked)" in screen_text(deck.app), "told without colour too")
        assert sheet.said == "What is marked ✗ stands in the way."
        await deck.press("y")
        assert sheet.said == "What is marked ✗ stands in the way."
        world.verdict("jonas", request_id, "approved")
        world.verdict("sam", request_id, "approved")
        sheet.read_again()
        await deck.until(lambda: sheet.armed, "armed")
        assert button_roles(sheet) == {"y": "strong", "merge": ""}
        assert sheet.said == ""
        await deck.until(lambda: "y  merge" in screen_text(deck.app), "painted")
        assert "(blocked)" not in screen_text(deck.app)


async def test_u_and_w_mend_without_leaving(world: World, request_id: str) -> None:
    set_rules(world, [{"rule": "require_up_to_date_change_request"}])
    draft = world.request("mira", "Mine", status="draft")
    with world.store.write() as tx:
        edit_space(tx, world.people["mira"], world.space, [update_page(world.pages["limits"], "Main moved.")])
    async with deck_over(world, outbox_seconds=30.0) as deck:
        await sheet_of(deck, world, draft)
        sheet = deck.view
        assert (states(deck)["status"], states(deck)["require_up_to_date_change_request"]) == ("blocked", "blocked")
        await deck.press("u")
        await deck.until(lambda: states(deck).get("require_up_to_date_change_request") == "ok", "updated")
        await deck.press("W")
        await deck.until(lambda: states(deck).get("status") == "ok", "opened")
        assert deck.view is sheet
        await deck.until(lambda: sheet.armed, "armed")
        await deck.pilot.pause(0.4)  # a sheet has to stand still before its letter counts
        await deck.press("y")
        await deck.until(lambda: deck.said.startswith("Merged"), "merged")
        session = deck.app.session
        assert session is not None
        assert (await read(session, world, draft)).status == "merged"


@pytest.mark.parametrize("key", ["a", "e"])
async def test_a_and_e_go_through_their_words_and_come_back(world: World, request_id: str, key: str) -> None:
    rule = {"a": "require_at_least_one_approved_review", "e": "require_change_request_description"}[key]
    set_rules(world, [{"rule": rule}])
    bare = world.request("jonas", "No words")
    session = world.session("mira")
    request = await read(session, world, bare)
    from docdeck.workspace import request_acts
    from docdeck.workspace.acts import Where

    await session.writes.submit(request_acts.edit_description(Where.of(request), request, ""))
    async with deck_over(world, outbox_seconds=30.0) as deck:
        await sheet_of(deck, world, bare)
        assert states(deck)[rule] == "blocked"
        await deck.press(key)
        await deck.until(lambda: deck.app.screen.query("#composer"), "the composer")
        await deck.press(*"Because", "ctrl+s")
        await deck.until(lambda: states(deck).get(rule) == "ok", "the sheet is back")


async def test_giving_a_repair_up_brings_the_sheet_back(world: World, request_id: str) -> None:
    set_rules(world, [{"rule": "require_at_least_one_approved_review"}])
    async with deck_over(world) as deck:
        await sheet_of(deck, world, request_id)
        await deck.press("a")
        await deck.until(lambda: deck.app.screen.query("#composer"), "the composer")
        await deck.press("escape")
        await deck.until(lambda: states(deck).get("require_at_least_one_approved_review") == "blocked", "back")


async def test_t_goes_to_the_thread_and_resolving_it_comes_back(world: World, request_id: str) -> None:
    world.comment("jonas", request_id, "Is it so?")
    async with deck_over(world, size=(160, 50)) as deck:
        await sheet_of(deck, world, request_id)
        assert states(deck)["threads"] == "warn"
        await deck.press("t")
        await deck.until(lambda: deck.app.view is not None and deck.app.view.thread is not None, "the thread")
        await deck.press("x")
        await deck.until(lambda: states(deck) and "threads" not in states(deck), "the sheet is back")


@pytest.mark.parametrize("key", ["m", "j", "?"])
async def test_the_word_about_a_kept_draft_goes_with_the_next_action(world: World, request_id: str, key: str) -> None:
    async with deck_over(world) as deck:
        deck.app.open_change_request(world.space, request_id, Safe("Request"))
        await deck.live()
        view = deck.view
        await deck.press("C")
        await deck.until(lambda: view.query("#composer") and view.query_one("#composer").has_focus_within, "composer")
        await deck.press(*"Half", "escape")
        await deck.until(lambda: view.status.text == "The draft is kept; the same key opens it again.", "kept")
        await deck.press(key)
        await deck.until(lambda: view.status.text == "", "the line is free again")


async def test_nothing_stands_beneath_a_sheet_that_comes_back(world: World, request_id: str) -> None:
    set_rules(world, [{"rule": "require_at_least_one_approved_review"}])
    async with deck_over(world) as deck:
        await sheet_of(deck, world, request_id)
        await deck.press("a")
        await deck.until(lambda: deck.app.screen.query("#composer"), "the composer")
        view = deck.app.view
        assert view is not None
        await deck.until(lambda: view.query_one("#composer").has_focus_within, "in the composer")
        await deck.press(*"Half", "escape")
        await deck.until(lambda: states(deck), "the sheet is back")
        await deck.until(lambda: view.status.text == "", "the line is free again")


async def test_an_update_that_changes_no_page_of_the_request_lists_none(world: World, request_id: str) -> None:
    set_rules(world, [{"rule": "require_up_to_date_change_request"}])
    with world.store.write() as tx:
        edit_space(tx, world.people["mira"], world.space, [update_page(world.pages["webhooks"], "Main moved.")])
    async with deck_over(world) as deck:
        await sheet_of(deck, world, request_id)
        await deck.press("u")
        await deck.until(lambda: "This request moved since you read it" in deck.shown(), "read again")
        found: Any = getattr(deck.view, "found", None)
        assert found.moved_pages == ()
        assert "This request moved since you read it, and none of its pages differs." in deck.shown()
        assert "takes them too" not in deck.shown()
