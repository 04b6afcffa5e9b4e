"""Each of the 142 operations: one function with the document's method and path, whose answer reads the document's."""

from __future__ import annotations

import csv
import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_origin, get_type_hints

import pytest
from pydantic import BaseModel

import docdeck.api.operations as package
from docdeck.api.description import Command, Page, Query
from docdeck.api.operations.catalog import CATALOG
from docdeck.models.base import Body

from .document_examples import EXAMPLES
from .sample_calls import BODIES, called

ROWS = list(csv.DictReader((Path(__file__).parent / "operations.csv").open()))
EMPTY = {"204", "205"}
# POSTs and PUTs whose second time has the effect of the first, and a PUT that makes something new each time
REPEATED = {
    "moveSpace", "moveCollection", "joinOrganization", "updateOrganizationMemberLastSeenAt",
    "setUserAsSSOMemberForOrganization", "publishSite", "moveSiteSpace", "moveSiteSection", "addSectionToGroup",
    "moveSiteSectionGroup", "unpublishSite", "requestReviewersForChangeRequest", "searchSiteContent",
    "joinOrganizationWithInvite", "cancelImportRun",
}  # fmt: skip
MADE_ANEW = {"createOrganizationTeam"}


def functions() -> Iterator[tuple[str, Any]]:
    """Every public function of the operations' modules that describes a call."""
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        if info.name in ("writing", "operation"):
            continue
        for name, value in vars(module).items():
            if name.startswith("_") or not inspect.isfunction(value) or value.__module__ != module.__name__:
                continue
            if get_origin(get_type_hints(value)["return"]) in (Query, Command):
                yield f"{info.name}.{name}", value


FUNCTIONS = dict(functions())
DESCRIBED = {name: called(function) for name, function in FUNCTIONS.items()}


def test_the_document_has_142_operations_each_described_by_one_function() -> None:
    assert len(ROWS) == 142
    for row in ROWS:
        names = [name for name, made in DESCRIBED.items() if made.operation == row["operation"]]
        assert len(names) == 1, (row["operation"], names)
    everything = [made.operation for made in DESCRIBED.values()]
    assert sorted(everything) == sorted(set(everything)) == sorted(CATALOG)
    assert [name for name, one in CATALOG.items() if one.documented] == [row["operation"] for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["operation"])
def test_the_catalog_says_what_the_document_says(row: dict[str, str]) -> None:
    one = CATALOG[row["operation"]]
    assert (one.method, one.path, one.section) == (row["method"], row["path"], row["section"])
    stated = {int(status) for status in row["success"].split("|")}
    assert stated <= set(one.success)
    assert set(one.success) - stated <= {202}


@pytest.mark.parametrize("name", CATALOG)
def test_a_function_asks_for_what_its_row_says(name: str) -> None:
    one = CATALOG[name]
    made = called(one.function)
    assert made.operation == name
    assert (made.method if isinstance(made, Command) else "GET") == one.method
    pattern = re.sub(r"\{[^}]+\}", "([^/]+)", one.path)
    match = re.fullmatch(pattern, made.path)
    assert match, (made.path, one.path)
    texts = list(inspect.signature(one.function).parameters)
    assert list(match.groups()) == texts[: len(match.groups())]  # each id stands where its parameter says
    ids = made.touches if isinstance(made, Command) else made.ids
    where_from = made.operation != "getSubdomain" and not name.endswith("ByPath") and "EmailDomain" not in name
    if isinstance(made, Query) and where_from:
        assert set(match.groups()) <= {*ids}, "a write could not find this answer to make it stale"
    elif match.groups() and name not in ("updateOrganizationMemberLastSeenAt", "searchSiteContent"):
        assert isinstance(made, Query) or ids, "this write makes nothing stale"
    assert inspect.getdoc(one.function)


@pytest.mark.parametrize("name", [name for name, one in CATALOG.items() if one.method != "GET"])
def test_only_what_has_the_effect_of_once_is_repeated(name: str) -> None:
    one = CATALOG[name]
    made = called(one.function)
    expected = name in REPEATED if one.method == "POST" else name not in MADE_ANEW
    assert made.repeat == ("same_effect" if expected else "never")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["operation"])
def test_the_answer_of_the_document_is_read_and_unknown_fields_are_kept(row: dict[str, str]) -> None:
    made = called(CATALOG[row["operation"]].function)
    if set(row["success"].split("|")) <= EMPTY:
        assert made.read(made.operation, b"") is None
        assert row["operation"] not in EXAMPLES
        return
    example = EXAMPLES[row["operation"]]
    value = made.read(made.operation, json.dumps(example).encode())
    if isinstance(value, Page):
        assert not value.unreadable
        assert value.next_page == example.get("next", {}).get("page")
        assert same([item.to_wire() for item in value.items]) == same(example["items"])
        inner = {**example, "items": [{**item, "brandNew": {"deep": [1, None]}} for item in example["items"]]}
        newer = made.read(made.operation, json.dumps(inner).encode())
        assert newer.items[0].model_extra["brandNew"] == {"deep": [1, None]}
        return
    assert isinstance(value, BaseModel)
    assert same(value.model_dump(mode="json", by_alias=True, exclude_unset=True)) == same(example)
    newer = made.read(made.operation, json.dumps({**example, "brandNew": {"deep": [1, None]}}).encode())
    assert newer.model_extra["brandNew"] == {"deep": [1, None]}


def same(value: Any) -> Any:
    """With moments in one form: a field that is a moment writes microseconds, a free one keeps what came."""
    if isinstance(value, dict):
        return {name: same(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [same(inner) for inner in value]
    return value.replace(".678Z", ".678000Z") if isinstance(value, str) else value


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["operation"])
def test_what_is_required_of_an_answer_is_not_read_from_nothing(row: dict[str, str]) -> None:
    """An answer of another kind is no answer: a reader that takes anything would show emptiness as truth."""
    made = called(CATALOG[row["operation"]].function)
    if set(row["success"].split("|")) <= EMPTY:
        return
    for wrong in (b"[]", b'"text"', b"<html>", b"", b'{"items": {}}' if "list" in row["operation"] else b"7"):
        with pytest.raises(Exception, match=row["operation"]):
            made.read(made.operation, wrong)


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_a_body_sends_what_was_set_and_nothing_else(body: type[Body]) -> None:
    sent = body.model_validate(BODIES[body]).to_wire()
    assert sent == BODIES[body]
    if body.model_config.get("extra") == "forbid":
        with pytest.raises(ValueError, match="madeUp"):
            body.model_validate({**BODIES[body], "madeUp": 1})
