"""`docdeck serve`: one ready line, tokens that stay private, and a clean end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from docdeck.cli.sample import READY
from tests.cli.served import docdeck

OWNER = "owner-token-0123456789"


@contextmanager
def served(env: dict[str, str], *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The service as a process, once it says that it is ready, and its base URL."""
    command = [sys.executable, "-m", "docdeck", "serve", "--port", "0", *words]
    program = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert program.stdout is not None
        line = program.stdout.readline()
        assert line.startswith(READY), program.stderr.read() if program.stderr else ""
        yield program, line.removeprefix(READY).strip()
    finally:
        program.kill()
        program.communicate()


def get(url: str, token: str) -> tuple[int, dict[str, object]]:
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


@pytest.fixture
def token_file(tmp_path: Path) -> str:
    file = tmp_path / "token"
    file.write_text(OWNER + "\n")
    return str(file)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_and_ends_cleanly(home: dict[str, str], number: signal.Signals) -> None:
    with served(home, "--database", ":memory:") as (program, base_url):
        status, body = get(f"{base_url}/v1/user", "nobody")
        assert status == 401
        assert isinstance(body["error"], dict)
        program.send_signal(number)
        out, err = program.communicate(timeout=60)
        assert (program.returncode, out, err) == (0, "", "")


def test_the_database_is_a_private_file_in_the_data_folder(home: dict[str, str]) -> None:
    with served(home) as (_, base_url):
        get(f"{base_url}/v1/user", "nobody")
        files = list((Path(home["XDG_DATA_HOME"]) / "docdeck").iterdir())
        assert "service.sqlite" in {file.name for file in files}
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


def test_the_samples_owner_has_the_token_of_the_file_and_every_user_one_of_the_tokens(
    home: dict[str, str], token_file: str, tmp_path: Path
) -> None:
    database, tokens = str(tmp_path / "sample.sqlite"), tmp_path / "tokens.json"
    words = ("--sample", "--database", database, "--token-file", token_file)
    with served(home, *words, "--tokens", str(tokens)) as (program, base_url):
        status, owner = get(f"{base_url}/v1/user", OWNER)
        assert status == 200
        assert tokens.stat().st_mode & 0o777 == 0o600
        users = json.loads(tokens.read_text())
        assert owner["id"] in {user["id"] for user in users}
        roles = {role for user in users for role in user["roles"].values()}
        assert {"admin", "create", "review", "edit", "comment", "read"} <= roles
        for user in users[:3]:
            assert get(f"{base_url}/v1/user", user["token"])[1]["id"] == user["id"]
        seen = Path(f"/proc/{program.pid}/cmdline").read_bytes() + Path(f"/proc/{program.pid}/environ").read_bytes()
        assert OWNER.encode() not in seen
    with served(home, *words) as (_, base_url):
        assert get(f"{base_url}/v1/user", OWNER)[1]["id"] == owner["id"]
    done = docdeck(
        {**home, "DOCDECK_SERVICE_TOKEN": "another"}, "serve", "--sample", "--database", database, "--port", "0"
    )
    assert done.returncode == 2
    assert "filled for another token" in done.stderr


def test_without_a_token_one_is_made_and_its_place_told(home: dict[str, str]) -> None:
    with served(home, "--sample") as (program, base_url):
        file = Path(home["XDG_DATA_HOME"]) / "docdeck" / "service.token"
        assert file.stat().st_mode & 0o777 == 0o600
        assert get(f"{base_url}/v1/user", file.read_text().strip())[0] == 200
        program.terminate()
        _, err = program.communicate(timeout=60)
        assert str(file) in err
        assert file.read_text().strip() not in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--token-file", "/no/such/file"], "/no/such/file cannot be read"),
        (["--database", "/no/such/folder/a.sqlite"], "/no/such/folder is no folder"),
        (["--database", ":memory:", "--faults", "/no/such/file"], "/no/such/file cannot be read"),
        (["--database", ":memory:", "--host", "203.0.113.1"], "docdeck: "),
    ],
)
def test_what_cannot_be_served_is_said_in_one_sentence(home: dict[str, str], words: list[str], says: str) -> None:
    done = docdeck(home, "serve", "--port", "0", *words)
    assert done.returncode in (1, 2)
    assert len(done.stderr.splitlines()) == 1
    assert says in done.stderr


def test_faults_happen_on_demand(home: dict[str, str], tmp_path: Path) -> None:
    faults = tmp_path / "faults.json"
    faults.write_text('[{"kind": "status", "path": "/v1/user", "status": 503, "times": 1}]')
    with served(home, "--database", ":memory:", "--faults", str(faults)) as (_, base_url):
        assert get(f"{base_url}/v1/user", "nobody")[0] == 503
        assert get(f"{base_url}/v1/user", "nobody")[0] == 401
