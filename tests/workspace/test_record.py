"""The record: every verdict with its revision, a patch that can be applied, and files that go nowhere else."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from docdeck.workspace.record import Record, patch_name, record_of, written
from docdeck.workspace.record_files import RecordProblem, file_stem, write_record
from tests.workspace.asking import read
from tests.workspace.world import WEBHOOKS, World, update_page


async def record(world: World, request: str) -> Record:
    return await record_of(world.session("mira"), world.space, request)


async def test_every_verdict_is_there_with_its_revision(world: World, request_id: str) -> None:
    session = world.session("mira")
    world.verdict("sam", request_id, "changes-requested")
    first = (await read(session, world, request_id)).revision
    world.edit("jonas", request_id, update_page(world.pages["limits"], "Twenty per second."))
    world.verdict("mira", request_id, "approved")
    second = (await read(session, world, request_id)).revision
    found = await record(world, request_id)
    assert [(line.what, line.who, line.revision, line.current) for line in found.lines[1:]] == [
        ("asked for changes", "Sam Ode", first, False),
        ("approved", "Mira Koch", second, True),
    ]
    assert found.lines[0].what == "opened"
    assert found.problems == ()
    assert {title for _, _, title in found.pages} == {"Webhooks", "Limits"}
    table = list(csv.DictReader(io.StringIO(written(found, "csv"))))
    assert [(row["what"], row["revision"], row["holds"]) for row in table][1:] == [
        ("asked for changes", first, "no"),
        ("approved", second, "yes"),
    ]
    told = json.loads(written(found, "json"))
    assert [each["who"] for each in told["record"]] == ["Jonas Weber", "Sam Ode", "Mira Koch"]
    markdown = written(found, "markdown")
    assert f"| approved | Mira Koch | mira@acme.example | `{second}` | yes |" in markdown
    assert "-Ten per second.\n+Twenty per second." in markdown


async def test_the_patch_can_be_applied(world: World, request_id: str, tmp_path: Path) -> None:
    found = await record(world, request_id)
    name = found.patch.splitlines()[0].removeprefix("--- a/")
    page = tmp_path / name
    page.parent.mkdir(parents=True, exist_ok=True)
    before = [line[1:] for line in found.patch.splitlines() if line[:1] in (" ", "-") and not line.startswith("---")]
    page.write_text("\n".join(before) + "\n")
    (tmp_path / "record.patch").write_text(found.patch)
    git = await asyncio.create_subprocess_exec("git", "apply", "record.patch", cwd=tmp_path)
    assert await git.wait() == 0
    assert "SHA-256" in page.read_text()
    assert "SHA-1 " in WEBHOOKS


async def test_a_server_that_sends_text_as_markdown_only_gives_a_patch_too(world: World, request_id: str) -> None:
    service = world.wire.app

    async def without_documents(scope: dict[str, Any], receive: Any, send: Any) -> None:
        page = scope["path"].rpartition("/page/")[2]
        if page == scope["path"] or b"format=document" not in scope["query_string"]:
            await service(scope, receive, send)
            return
        body = json.dumps({"id": page, "title": "Webhooks", "type": "document"}).encode()
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    world.wire.app = without_documents
    patch = (await record(world, request_id)).patch
    assert "-Each delivery carries a SHA-1 signature in the header." in patch
    assert "+Each delivery carries a SHA-256 signature in the header." in patch


HOSTILE = Record(
    "../../etc/=cmd()|", 7, "=HYPERLINK(1)|a\n# b", "open", "r", "", (), (("edited", "p", "t"),), "```\n+x\n"
)


def test_files_are_new_private_and_in_the_folder_only(tmp_path: Path) -> None:
    assert file_stem(HOSTILE) == "etc-cmd-7-record"
    first = write_record(HOSTILE, str(tmp_path), ("markdown", "csv", "json"))
    assert {path.parent for path in first} == {tmp_path}
    assert [path.name for path in first] == [f"etc-cmd-7-record.{end}" for end in ("md", "csv", "json", "patch")]
    assert {path.stat().st_mode & 0o777 for path in first} == {0o600}
    again = write_record(HOSTILE, str(tmp_path), ("csv",))
    assert [path.name for path in again] == ["etc-cmd-7-record-2.csv", "etc-cmd-7-record-2.patch"]


def test_a_link_that_lies_in_wait_is_not_followed(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "folder", tmp_path / "elsewhere"
    folder.mkdir()
    os.symlink(elsewhere, folder / "etc-cmd-7-record.csv")
    (path, _) = write_record(HOSTILE, str(folder), ("csv",))
    assert path.name == "etc-cmd-7-record-2.csv"
    assert not elsewhere.exists()


@pytest.mark.parametrize(
    "folder", ["", "  ", "nowhere/at/all", "~nobody-of-this-name/x", pytest.param("x" * 5000, id="too long")]
)
def test_what_is_no_folder_is_refused_with_a_sentence(folder: str) -> None:
    with pytest.raises(RecordProblem, match="is no folder"):
        write_record(HOSTILE, folder, ("csv",))


def test_words_from_outside_stay_words() -> None:
    table = written(replace(HOSTILE, lines=()), "csv")
    assert table.splitlines()[0].startswith("space,number")
    markdown = written(HOSTILE, "markdown")
    assert "# ../../etc/=cmd()\\| #7: =HYPERLINK(1)\\|a # b" in markdown
    assert "````diff\n```\n+x\n````" in markdown
    assert patch_name("../..//a\nb/c") == "a_b/c"
