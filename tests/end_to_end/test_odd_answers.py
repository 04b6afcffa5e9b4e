"""A platform that says less, or other things, than the document: unknown words, fields left out, null for absent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from docdeck.models.change_requests import ChangeRequest, Review
from docdeck.models.comments import Comment
from docdeck.models.organizations import Organization
from docdeck.models.spaces import Space
from tests.deck.company import Clock, Company, Deck, deck_over
from tests.deck.conftest import clock, company

__all__ = ["clock", "company"]
Change = Callable[[dict[str, Any]], dict[str, Any]]
SETTLED = ("live", "partial", "failed", "forbidden", "not_signed_in", "offline")
MODELS: dict[str, type[BaseModel]] = {
    "change-request": ChangeRequest, "space": Space, "comment": Comment,
    "change-request-review": Review, "organization": Organization,
}  # fmt: skip


def optional(model: type[BaseModel]) -> list[str]:
    """The names on the wire of fields that may be missing."""
    return [
        field.alias or name
        for name, field in model.model_fields.items()
        if not field.is_required() and name != "object"
    ]


CASES = [(kind, name) for kind, model in MODELS.items() for name in optional(model)]


def changed(value: Any, kind: str, change: Change) -> Any:
    """The answer with `change(object)` in place of each object of this kind."""
    if isinstance(value, list):
        return [changed(each, kind, change) for each in value]
    if not isinstance(value, dict):
        return value
    inner = {name: changed(each, kind, change) for name, each in value.items()}
    return change(inner) if inner.get("object") == kind else inner


async def settled(deck: Deck) -> None:
    """Until the view on top says what came of its reading, and has painted it."""
    await deck.until(lambda: getattr(deck.screen, "shown", None) and deck.screen.shown.state in SETTLED)
    await deck.pilot.pause()


async def walked(company: Company, clock: Clock, kind: str, change: Change) -> str:
    """The inbox, the request with its threads, lists and trees, each read from changed answers; gives what was said."""
    said: list[str] = []
    async with deck_over(company, clock, rules=((r"GET ", lambda answer: changed(answer, kind, change)),)) as deck:
        await settled(deck)
        said.append(deck.text)
        deck.app.open_change_request(company.world.space, company["request"], "Request")
        await settled(deck)
        for key in ("right_curly_bracket", "d", "d", "t"):
            await deck.press(key)
        said.append(deck.text)
        await deck.press("m")
        await deck.until(lambda: deck.app.view is None or "could not be read" in deck.text)
        await deck.press("escape")
        for place in ("change_requests", "threads", "spaces"):
            await deck.open(f"place_{place}")
            await settled(deck)
            said.append(deck.text)
        assert deck.app._exception is None
    return "\n".join(said)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), CASES, ids=str)
async def test_each_optional_field_may_be_missing(
    company: Company,
    clock: Clock,
    kind: str,
    name: str,
) -> None:
    text = await walked(company, clock, kind, lambda each: {key: inner for key, inner in each.items() if key != name})
    assert "TO REVIEW" in text


@pytest.mark.parametrize("kind", list(MODELS))
async def test_null_where_absent_is_meant_is_no_crash(
    company: Company,
    clock: Clock,
    kind: str,
) -> None:
    nothing = dict.fromkeys(optional(MODELS[kind]))
    assert "Inbox" in await walked(company, clock, kind, lambda each: {**each, **nothing})


@pytest.mark.parametrize("kind", ["change-request", "comment", "change-request-review"])
async def test_a_status_that_nobody_knows_is_shown(company: Company, clock: Clock, kind: str) -> None:
    text = await walked(company, clock, kind, lambda each: {**each, "status": "in-limbo"})
    assert "Inbox" in text
    assert kind != "change-request" or "in-limbo" in text


@pytest.mark.parametrize("kind", ["organization", "space"])
async def test_a_merge_rule_that_nobody_knows_is_no_crash(
    company: Company,
    clock: Clock,
    kind: str,
) -> None:
    rules = {"type": "rules", "rules": [{"rule": "require_full_moon"}, {"rule": "custom", "expression": "x", "n": 1}]}
    assert "TO REVIEW" in await walked(company, clock, kind, lambda each: {**each, "mergeRules": rules})


@pytest.mark.parametrize("kind", list(MODELS))
async def test_what_cannot_be_read_stands_beside_what_can(
    company: Company,
    clock: Clock,
    kind: str,
) -> None:
    """Every second object of a kind has an id that is no text."""
    count = iter(range(1_000_000))
    text = await walked(company, clock, kind, lambda each: {**each, "id": [1]} if next(count) % 2 else each)
    assert "Inbox" in text
