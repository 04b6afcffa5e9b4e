"""`docdeck cr merge`: never without consent, never against a rule, and never a guess about what became of it."""

from __future__ import annotations

import json

import pytest

from tests.cli.served import docdeck
from tests.end_to_end.on_service import DECK, Api, Json, Running
from tests.end_to_end.terminal import Terminal

Env = dict[str, str]


@pytest.fixture
def mine(home: Env, service: Running) -> Env:
    """The environment of the sample's owner at the service of this test."""
    return {**home, **service.env}


@pytest.fixture
def ready(mine: Env, service: Running) -> Json:
    """A change request with nothing in the way of its merge."""
    for request in Api(service.base_url).requests(status="open"):
        if docdeck(mine, "cr", "merge", *here(request), "--dry-run").returncode == 0:
            return request
    raise AssertionError("the sample has no change request that could be merged")


def here(request: Json) -> tuple[str, str]:
    return request["space"], str(request["number"])


def now(service: Running, request: Json) -> str:
    return Api(service.base_url).get(f"/spaces/{request['space']}/change-requests/{request['id']}")["status"]


def merges(service: Running) -> int:
    return service.count("POST", "/merge")


def test_a_pipe_needs_yes_and_a_dry_run_sends_nothing(mine: Env, service: Running, ready: Json) -> None:
    done = docdeck(mine, "cr", "merge", *here(ready))
    assert (done.returncode, done.stdout) == (2, "")
    assert "--yes" in done.stderr
    done = docdeck(mine, "cr", "merge", *here(ready), "--dry-run")
    would = json.loads(done.stdout)
    assert would["path"].endswith("/merge")
    assert {"status", "ok"} <= {word for check in would["checks"] for word in check.values()}
    assert (merges(service), now(service, ready)) == (0, "open")


def test_with_yes_it_is_merged_once(mine: Env, service: Running, ready: Json) -> None:
    done = docdeck(mine, "cr", "merge", *here(ready), "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Merged")
    assert now(service, ready) == "merged"
    done = docdeck(mine, "cr", "merge", *here(ready), "--yes")
    assert (done.returncode, done.stdout) == (5, "")
    assert "is merged already." in done.stderr
    assert merges(service) == 1


def test_a_lost_answer_is_read_back(mine: Env, service: Running, ready: Json) -> None:
    service.fail("lost_answer", "/merge$", method="POST", times=1)
    done = docdeck(mine, "cr", "merge", *here(ready), "--yes", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["state"], found["readBack"]) == (0, "done", True)
    assert (merges(service), now(service, ready)) == (1, "merged")


def test_what_stands_in_the_way_is_said_and_nothing_is_sent(mine: Env, service: Running) -> None:
    (draft, *_) = Api(service.base_url).requests(status="draft")
    for words in (("--yes",), ("--dry-run",)):
        done = docdeck(mine, "cr", "merge", *here(draft), *words)
        assert (done.returncode, done.stdout) == (5, "")
        assert f"#{draft['number']}: not merged. Still a draft" in done.stderr
    assert merges(service) == 0
    assert docdeck(mine, "cr", "merge", draft["space"], "9999", "--yes").returncode == 3


def test_a_rule_that_only_the_server_knows_is_5_with_its_sentence(mine: Env, service: Running, ready: Json) -> None:
    service.fail("status", "/merge$", method="POST", status=409, message="The moon is wrong.", times=1)
    done = docdeck(mine, "cr", "merge", *here(ready), "--yes")
    assert (done.returncode, done.stdout) == (5, "")
    assert "The moon is wrong." in done.stderr
    assert now(service, ready) == "open"


def test_what_consent_rests_on_has_to_be_read(mine: Env, service: Running, ready: Json) -> None:
    service.fail("status", "/reviews$", method="GET", status=403)
    done = docdeck(mine, "cr", "merge", *here(ready), "--yes")
    assert (done.returncode, done.stdout) == (6, "")
    assert "The reviews could not be read" in done.stderr
    assert merges(service) == 0


def test_a_terminal_asks_for_the_word(mine: Env, service: Running, ready: Json) -> None:
    for typed, code, status in (("", 1, "open"), ("yes", 1, "open"), ("merge", 0, "merged")):
        with Terminal([*DECK, "cr", "merge", *here(ready)], env=mine) as terminal:
            terminal.wait_for("Type merge to merge it")
            assert f"Merge #{ready['number']}" in terminal.text
            assert "There is no undo." in terminal.text
            terminal.type(typed).press("enter")
            assert terminal.wait_exit() == code, terminal.text
            assert ("Merged" in terminal.text) == (code == 0)
        assert now(service, ready) == status
    assert merges(service) == 1


def test_a_named_revision_is_merged_and_no_other(mine: Env, service: Running, ready: Json) -> None:
    (listed,) = [
        one
        for one in json.loads(docdeck(mine, "cr", "list", "--space", ready["space"], "--json").stdout)
        if one["number"] == ready["number"]
    ]
    assert json.loads(docdeck(mine, "cr", "diff", *here(ready), "--json").stdout)["revision"] == listed["revision"]
    older = ready["revisionInitial"]
    for revision in (older, "nowhere", listed["revision"][:7]):
        done = docdeck(mine, "cr", "merge", *here(ready), "--yes", "--revision", revision)
        assert (done.returncode, done.stdout) == (5, "")
        assert f"not merged. It is at revision {listed['revision']}, not at {revision}." in done.stderr
        assert ("What moved since: " in done.stderr) is (revision == older)
    assert (merges(service), now(service, ready)) == (0, "open")
    done = docdeck(mine, "cr", "merge", *here(ready), "--yes", "--revision", listed["revision"][:8])
    assert (done.returncode, now(service, ready)) == (0, "merged")


def test_what_moves_while_the_question_stands_is_not_merged(
    mine: Env, service: Running, ready: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    from argparse import Namespace

    from docdeck.cli import merging

    for name, value in mine.items():
        monkeypatch.setenv(name, value)
    space, number = here(ready)
    options = Namespace(space=space, change_request=number, yes=False, dry_run=False, json=False, revision=None)
    assert merging._merge(options, seen=ready["revisionInitial"]) == 5
    assert merges(service) == 0
