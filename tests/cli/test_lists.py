"""Verbs that list, against the sample that the service serves."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from tests.cli.served import docdeck
from tests.end_to_end.terminal import Terminal


def listed(env: dict[str, str], *words: str) -> list[dict[str, object]]:
    done = docdeck(env, *words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_the_inbox_has_rows_in_every_section(env: dict[str, str]) -> None:
    assert {row["section"] for row in listed(env, "inbox")} == {"to_review", "returned", "threads", "stuck"}


def test_orgs_and_their_spaces(env: dict[str, str]) -> None:
    orgs = listed(env, "orgs")
    assert len(orgs) == 2
    everywhere = listed(env, "spaces")
    by_title = listed(env, "spaces", "--org", str(orgs[0]["title"]))
    by_id = listed(env, "spaces", "--org", str(orgs[0]["id"]))
    assert by_title == by_id
    assert 0 < len(by_id) < len(everywhere)
    done = docdeck(env, "spaces", "--org", "no such one")
    assert done.returncode == 2
    assert str(orgs[0]["title"]) in done.stderr


def test_sites_and_their_addresses(env: dict[str, str]) -> None:
    found = listed(env, "sites")
    assert len(found) == 3
    rows = [line.split("\t") for line in docdeck(env, "sites").stdout.splitlines()]
    assert [row[0] for row in rows] == [site["id"] for site in found]
    assert {row[3].partition(",")[0] for row in rows} <= {"published", "not published"}
    organization = rows[0][2]
    assert {row["id"] for row in listed(env, "sites", "--org", organization)} == {
        row[0] for row in rows if row[2] == organization
    }


def test_the_patch_of_a_change_request(env: dict[str, str]) -> None:
    row = next(row for row in listed(env, "inbox") if row["section"] == "to_review")
    words = ("cr", "diff", str(row["space"]), str(row["number"]))
    done = docdeck(env, *words)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("--- ")
    assert lines[1].startswith("+++ b/")
    assert any(line.startswith("+") and not line.startswith("+++") for line in lines)
    found = json.loads(docdeck(env, *words, "--json").stdout)
    assert found["patch"] == done.stdout
    assert found["pages"]
    assert docdeck(env, "cr", "diff", str(row["space"]), "9999").returncode == 3


def test_the_record_of_a_change_request_is_the_decks(env: dict[str, str], tmp_path: Path) -> None:
    row = next(row for row in listed(env, "inbox") if row["section"] == "to_review")
    words = ("cr", "record", str(row["space"]), str(row["number"]))
    found = json.loads(docdeck(env, *words, "--json").stdout)
    assert found["record"][0]["what"] == "opened"
    assert found["subject"] == row["subject"]
    page = docdeck(env, *words)
    assert (page.returncode, page.stderr) == (0, "")
    assert f"revision `{found['revision']}`" in page.stdout
    assert "```diff\n--- " in page.stdout
    table = docdeck(env, *words, "--format", "csv").stdout
    assert table.startswith("space,number,subject,when,what,who,mail,revision,holds,words")
    done = docdeck(env, *words, "--folder", str(tmp_path))
    written = [Path(line) for line in done.stdout.splitlines()]
    assert [path.suffix for path in written] == [".md", ".patch"]
    assert written[0].read_text(encoding="utf-8") == page.stdout
    assert docdeck(env, *words, "--folder", str(tmp_path / "nowhere")).returncode == 1


def test_a_space_is_named_by_its_title_too(env: dict[str, str]) -> None:
    row = next(row for row in listed(env, "inbox") if row["section"] == "to_review")
    title, number = str(row["space_title"]), str(row["number"])
    found = listed(env, "cr", "list", "--space", title)
    assert {request["space"] for request in found} == {row["space"]}
    for verb in (("cr", "view"), ("cr", "diff"), ("cr", "record")):
        assert docdeck(env, *verb, title, number).returncode == 0, verb
    assert docdeck(env, "cr", "review", title, number, "--approve", "--dry-run").returncode == 0
    assert f"{title} #{number}" in docdeck(env, "cr", "merge", title, number, "--dry-run").stderr
    assert docdeck(env, "threads", "list", "--space", title).stdout
    assert docdeck(env, "cr", "view", f"{title}?", number).returncode == 3


def test_a_group_without_a_verb_lists(env: dict[str, str]) -> None:
    assert docdeck(env, "cr").stdout == docdeck(env, "cr", "list").stdout != ""
    assert docdeck(env, "threads").stdout == docdeck(env, "threads", "list").stdout != ""


@pytest.mark.parametrize("status", ["draft", "open", "archived", "merged"])
def test_change_requests_in_a_status(env: dict[str, str], status: str) -> None:
    found = listed(env, "cr", "list", "--status", status)
    assert {one["status"] for one in found} == {status}
    in_space = listed(env, "cr", "list", "--status", status, "--space", str(found[0]["space"]))
    assert in_space == [one for one in found if one["space"] == found[0]["space"]]


def test_one_change_request_with_its_pages_and_threads(env: dict[str, str]) -> None:
    row = next(row for row in listed(env, "inbox") if row["section"] == "to_review" and row["open_threads"])
    done = docdeck(env, "cr", "view", str(row["space"]), f"#{row['number']}", "--json")
    found = json.loads(done.stdout)
    assert found["changeRequest"]["id"] == row["change_request"]
    assert found["pages"]
    assert len([thread for thread in found["threads"] if thread.get("status") != "resolved"]) >= 1
    assert docdeck(env, "cr", "view", str(row["space"]), "9999").returncode == 3


def test_a_pipe_gets_fields_between_tabs_and_a_terminal_a_table_that_fits(env: dict[str, str]) -> None:
    lines = docdeck(env, "cr", "list").stdout.splitlines()
    assert {line.count("\t") for line in lines} == {5}
    with Terminal([sys.executable, "-m", "docdeck", "cr", "list"], env=env, columns=80) as terminal:
        assert terminal.wait_exit() == 0
        assert re.match(r"SPACE +REQUEST +STATUS +SUBJECT +BY +UPDATED", terminal.lines[0])
        assert len([line for line in terminal.lines if line.strip()]) == min(len(lines) + 1, 40)


def test_the_sample_answers_verbs_without_an_account(home: dict[str, str]) -> None:
    assert len(listed(home, "orgs")) == 2
    assert (Path(home["XDG_DATA_HOME"]) / "docdeck" / "sample.sqlite").exists()
