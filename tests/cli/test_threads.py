"""`docdeck threads`: listed over everything or of a space."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.served import docdeck
from tests.end_to_end.on_service import Api, Running


@pytest.fixture
def mine(home: dict[str, str], service: Running) -> dict[str, str]:
    """The environment of the sample's owner at the service of this test."""
    return {**home, **service.env}


def listed(env: dict[str, str], *words: str) -> list[dict[str, Any]]:
    done = docdeck(env, "threads", "list", *words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_unresolved_threads_over_everything(env: dict[str, str]) -> None:
    found = listed(env)
    assert len(found) > 10
    assert {one["comment"].get("status", "open") for one in found} == {"open"}
    assert {one["turn"] for one in found} >= {"mine", "theirs"}
    assert any(one["replies"] for one in found)
    assert {one["changeRequest"] is None for one in found} == {True, False}
    lines = [line.split("\t") for line in docdeck(env, "threads", "list").stdout.splitlines()]
    assert [line[2] for line in lines] == [one["comment"]["id"] for one in found]
    assert {len(line) for line in lines} == {8}
    numbers = {one["changeRequest"]["number"] for one in found if one["changeRequest"]}
    assert {line[1] for line in lines} == {"-", *(f"#{number}" for number in numbers)}


def test_the_threads_of_a_space_by_status(env: dict[str, str]) -> None:
    (space, *_) = [one["space"] for one in listed(env) if one["changeRequest"]]
    still_open, resolved = listed(env, "--space", space), listed(env, "--space", space, "--status", "resolved")
    assert still_open
    assert {one["space"] for one in still_open + resolved} == {space}
    assert {one["comment"].get("status", "open") for one in still_open} == {"open"}
    assert {one["comment"]["status"] for one in resolved} <= {"resolved"}


def test_resolved_threads_over_everything_hold_those_of_each_space(env: dict[str, str]) -> None:
    found = listed(env, "--status", "resolved")
    assert {one["comment"]["status"] for one in found} == {"resolved"}
    spaces = {one["space"] for one in found}
    assert len(spaces) > 1
    for space in sorted(spaces)[:2]:
        here = listed(env, "--space", space, "--status", "resolved")
        everywhere = [one for one in found if one["space"] == space]
        assert {one["comment"]["id"] for one in here} == {one["comment"]["id"] for one in everywhere}


def test_a_request_whose_threads_are_all_resolved_is_asked_too(mine: dict[str, str], service: Running) -> None:
    request = next(one for one in Api(service.base_url).requests(status="open") if one["comments"])
    space, number = request["space"], request["number"]

    def on_it(status: str) -> list[str]:
        rows = listed(mine, "--space", space, "--status", status)
        return [row["comment"]["id"] for row in rows if (row["changeRequest"] or {}).get("number") == number]

    threads = on_it("open")
    for thread in threads:
        assert docdeck(mine, "threads", "resolve", space, str(number), thread).returncode == 0
    assert on_it("open") == []
    assert set(on_it("resolved")) >= set(threads)


def test_what_cannot_be_listed(env: dict[str, str]) -> None:
    assert docdeck(env, "threads", "list", "--space", "nowhere").returncode == 3
