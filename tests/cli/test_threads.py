"""`docdeck threads`: listed over everything or of a space."""

from __future__ import annotations

import json
from typing import Any

from tests.cli.served import docdeck


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


def test_what_cannot_be_listed(env: dict[str, str]) -> None:
    done = docdeck(env, "threads", "list", "--status", "resolved")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--space SPACE" in done.stderr
    assert docdeck(env, "threads", "list", "--space", "nowhere").returncode == 3
