"""Verbs that write: by the session's own way, once, with what became of it; dry, they send nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from docdeck.workspace.desk import Desk
from tests.cli.served import docdeck
from tests.end_to_end.on_service import Api, Json, Running

Env = dict[str, str]


@pytest.fixture
def mine(home: Env, service: Running) -> Env:
    """The environment of the sample's owner at the service of this test."""
    return {**home, **service.env}


@pytest.fixture
def thread(mine: Env) -> tuple[str, str, str]:
    """Space, number and id of an open thread on a change request."""
    rows = [line.split("\t") for line in docdeck(mine, "threads", "list").stdout.splitlines()]
    space, number, comment = next(row[:3] for row in rows if row[1] != "-")
    return space, number, comment


def writes(service: Running) -> list[tuple[str, str]]:
    return [(method, path) for method, path in service.calls if method != "GET"]


def comment_of(service: Running, thread: tuple[str, str, str]) -> Json:
    space, number, comment = thread
    return Api(service.base_url).get(
        f"/spaces/{space}/change-requests/{number[1:]}/comments/{comment}", format="markdown"
    )


def replies_of(service: Running, thread: tuple[str, str, str]) -> list[str]:
    space, number, comment = thread
    path = f"/spaces/{space}/change-requests/{number[1:]}/comments/{comment}/replies"
    return [reply["body"]["markdown"] for reply in Api(service.base_url).items(path, format="markdown")]


def told(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert "Traceback" not in done.stderr
    return json.loads(done.stdout)


def test_a_thread_is_resolved_and_reopened(mine: Env, service: Running, thread: tuple[str, str, str]) -> None:
    done = docdeck(mine, "threads", "resolve", *thread)
    assert (done.returncode, done.stdout, done.stderr) == (0, "Thread resolved.\n", "")
    assert comment_of(service, thread)["status"] == "resolved"
    done = docdeck(mine, "threads", "reopen", *thread, "--json")
    assert (done.returncode, told(done)["state"]) == (0, "done")
    assert told(done)["answer"]["id"] == thread[2]
    assert comment_of(service, thread)["status"] == "open"


def test_a_reply_is_sent_from_an_argument_and_from_standard_input(
    mine: Env, service: Running, thread: tuple[str, str, str]
) -> None:
    assert docdeck(mine, "threads", "reply", *thread, "--body", "From an *argument*.").stdout == "Reply sent.\n"
    assert docdeck(mine, "threads", "reply", *thread, "--body", "-", feed="From a pipe.\nTwo lines.\n").returncode == 0
    assert replies_of(service, thread)[-2:] == ["From an *argument*.", "From a pipe.\nTwo lines."]
    done = docdeck(mine, "threads", "reply", *thread, "--body", "-", feed=" \n")
    assert (done.returncode, done.stdout) == (2, "")
    assert docdeck(mine, "threads", "reply", *thread).returncode == 2


def test_a_thread_on_the_space_itself(mine: Env, service: Running) -> None:
    rows = [line.split("\t") for line in docdeck(mine, "threads", "list").stdout.splitlines()]
    space, number, comment = next(row[:3] for row in rows if row[1] == "-")
    assert docdeck(mine, "threads", "resolve", space, number, comment).returncode == 0
    assert Api(service.base_url).get(f"/spaces/{space}/comments/{comment}")["status"] == "resolved"


def test_a_dry_run_sends_nothing_and_says_what_it_would(
    mine: Env, service: Running, thread: tuple[str, str, str]
) -> None:
    space, number, comment = thread
    reply = ("threads", "reply", *thread, "--body", "Words.")
    for words, method, ending, body in (
        (reply, "POST", f"{comment}/replies", {"body": {"markdown": "Words."}}),
        (("threads", "resolve", *thread), "PUT", comment, {"resolved": True}),
        (("threads", "reopen", *thread), "PUT", comment, {"resolved": False}),
        (("cr", "review", space, number, "--approve"), "POST", "reviews", {"status": "approved"}),
        (("cr", "update", space, number), "POST", "update", None),
    ):  # fmt: skip
        done = docdeck(mine, *words, "--dry-run")
        assert (done.returncode, done.stderr) == (0, ""), words
        would = told(done)
        assert (would["method"], would["body"]) == (method, body), words
        assert would["path"].endswith(ending), words
    assert writes(service) == []


def test_a_lost_answer_is_read_back_and_not_sent_again(
    mine: Env, service: Running, thread: tuple[str, str, str]
) -> None:
    service.fail("lost_answer", "/replies$", method="POST", times=1)
    done = docdeck(mine, "threads", "reply", *thread, "--body", "Only once.")
    assert done.returncode == 0, done.stderr
    assert "The answer was lost; read back" in done.stdout
    assert replies_of(service, thread).count("Only once.") == 1
    (file,) = (Path(mine["XDG_DATA_HOME"]) / "docdeck").glob("desk-*.sqlite")
    desk = Desk(file, f"environment {service.base_url}")
    assert [row.state for row in desk.journal.recent()] == ["done"]
    desk.close()


def test_a_refusal_keeps_the_text_and_its_exit_code(mine: Env, service: Running, thread: tuple[str, str, str]) -> None:
    for status, code in ((403, 4), (409, 5)):
        service.fail("status", "/replies$", method="POST", status=status, message="Not \x1b[2Jnow.", times=1)
        done = docdeck(mine, "threads", "reply", *thread, "--body", f"Kept {status}.")
        assert (done.returncode, done.stdout) == (code, "")
        assert "Your text is kept as a draft." in done.stderr
        assert "\x1b" not in done.stderr
    assert '"drafts": 2' in docdeck(mine, "cache", "--json").stdout
    assert docdeck(mine, "threads", "resolve", thread[0], thread[1], "nowhere").returncode == 3
    assert docdeck(mine, "threads", "resolve", thread[0], "9999", thread[2]).returncode == 3


def test_offline_is_6_and_nothing_was_sent(mine: Env, thread: tuple[str, str, str]) -> None:
    done = docdeck({**mine, "DOCDECK_BASE_URL": "http://127.0.0.1:9"}, "threads", "resolve", *thread)
    assert (done.returncode, done.stdout) == (6, "")


def test_a_verdict_with_and_without_a_note(mine: Env, service: Running) -> None:
    api = Api(service.base_url)
    me = api.get("/user")["id"]
    request = next(one for one in api.requests(status="open") if one["createdBy"]["id"] != me)
    path = f"/spaces/{request['space']}/change-requests/{request['id']}"
    here = (request["space"], str(request["number"]))
    done = docdeck(mine, "cr", "review", *here, "--ask-for-changes", "--body", "Please *not* yet.", "--json")
    assert (done.returncode, told(done)["sentence"]) == (0, "Asked for changes.")
    (asked,) = [each for each in api.items(f"{path}/reviews") if each["id"] == told(done)["answer"]["id"]]
    assert (asked["status"], asked["reviewer"]["id"]) == ("changes-requested", me)
    done = docdeck(mine, "cr", "review", *here, "--approve")
    assert (done.returncode, done.stdout) == (0, "Approved.\n")
    assert "approved" in {each["status"] for each in api.items(f"{path}/reviews") if each["reviewer"]["id"] == me}
    before = writes(service)
    for verdict, verb in (("--approve", "approved"), ("--ask-for-changes", "sent")):
        done = docdeck(mine, "cr", "review", *here, verdict, "--revision", request["revisionInitial"], "--json")
        assert (done.returncode, told(done)["state"]) == (5, "refused")
        assert f"not {verb}. It is at revision {request['revision']}, not at " in done.stderr
    assert writes(service) == before
    assert docdeck(mine, "cr", "review", *here, "--approve", "--revision", request["revision"]).returncode == 0
    for words in ((), ("--approve", "--ask-for-changes")):
        assert docdeck(mine, "cr", "review", *here, *words).returncode == 2


def test_an_update_brings_a_request_up_to_date(mine: Env, service: Running) -> None:
    api = Api(service.base_url)
    request = next(one for one in api.requests(status="open") if one["outdated"])
    done = docdeck(mine, "cr", "update", request["space"], f"#{request['number']}")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(("Up to date with main.", "Updated, with conflicts. Mend "))
    assert not api.get(f"/spaces/{request['space']}/change-requests/{request['id']}")["outdated"]


def test_no_verb_that_asks_a_server_brings_the_screen_with_it(
    mine: Env, service: Running, thread: tuple[str, str, str]
) -> None:
    space, number, _ = thread
    program = (
        "import sys\nfrom docdeck.__main__ import main\ncode = main(sys.argv[1:])\n"
        "assert code in (0, 5), code\nassert not {'textual', 'rich', 'sqlalchemy', 'keyring'} & set(sys.modules)"
    )
    for words in (
        ("threads", "list"), ("threads", "reply", *thread, "--body", "Words.", "--dry-run"), ("sites",),
        ("cr", "diff", space, number), ("cr", "review", space, number, "--approve", "--dry-run"),
        ("cr", "update", space, number, "--dry-run"), ("cr", "merge", space, number, "--dry-run"),
    ):  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-c", program, *words], env=mine, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, (words, done.stderr)
    assert writes(service) == []
