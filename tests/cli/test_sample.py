"""The sample's child process: its token, its life, and what it says when it cannot start."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from docdeck import paths
from docdeck.api.errors import Offline
from docdeck.api.operations import users
from docdeck.cli.launching import sample_launch
from docdeck.cli.sample import SampleFailed, SampleService
from tests.cli.served import docdeck
from tests.cli.test_serve import get

OWNER_PROGRAM = """
import time
from docdeck.cli.sample import SampleService
service = SampleService()
service.start()
print(service.wait_ready(), service._child.pid, flush=True)
time.sleep(600)
"""


def wait_until(condition: Callable[[], bool], what: str, timeout: float = 60) -> None:
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_it_serves_its_owner_and_ends_with_close(at_home: Path) -> None:
    service = SampleService()
    service.start()
    base_url = service.wait_ready()
    child = service._child
    assert child is not None
    assert get(f"{base_url}/v1/user", service.token)[0] == 200
    for place in ("cmdline", "environ"):
        assert service.token.encode() not in Path(f"/proc/{child.pid}/{place}").read_bytes()
    service.close()
    assert child.returncode == 0
    service.close()


def test_what_it_keeps_is_private_and_stays_over_restarts(at_home: Path) -> None:
    first = SampleService()
    first.start()
    first.wait_ready()
    folder = paths.data_folder()
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    first.close()
    again = SampleService()
    again.start()
    assert get(f"{again.wait_ready()}/v1/user", first.token)[0] == 200
    with pytest.raises(SampleFailed, match="in use by another docdeck"):
        SampleService().start(reset=True)
    again.close()
    anew = SampleService()
    anew.start(reset=True)
    assert anew.token != first.token
    assert get(f"{anew.wait_ready()}/v1/user", anew.token)[0] == 200
    anew.close()


def test_it_ends_when_its_owner_is_killed(home: dict[str, str]) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER_PROGRAM], env=home, stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    base_url, pid = owner.stdout.readline().split()
    assert is_running(int(pid))
    owner.kill()
    owner.communicate()
    wait_until(lambda: not is_running(int(pid)), f"the service at {base_url} outlived its owner")


def test_two_at_once_build_one_sample(home: dict[str, str]) -> None:
    owners = [
        subprocess.Popen([sys.executable, "-c", OWNER_PROGRAM], env=home, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    try:
        token_file = Path(home["XDG_DATA_HOME"]) / "docdeck" / "sample.token"
        for owner in owners:
            assert owner.stdout is not None
            base_url = owner.stdout.readline().split()[0]
            assert get(f"{base_url}/v1/user", token_file.read_text().strip())[0] == 200
    finally:
        for owner in owners:
            owner.kill()
            owner.communicate()


def test_a_service_that_cannot_start_is_told_in_a_sentence(home: dict[str, str]) -> None:
    database = Path(home["XDG_DATA_HOME"]) / "docdeck" / "sample.sqlite"
    database.parent.mkdir(parents=True)
    database.write_bytes(b"this is no database " * 100)
    done = docdeck(home, "orgs")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "The sample's service ended at once" in line
    assert "sample-service.log" in line


def test_a_service_that_never_gets_ready_is_given_up(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SampleService, "_command", lambda self: [sys.executable, "-c", "import time; time.sleep(600)"])
    service = SampleService()
    service.start()
    child = service._child
    assert child is not None
    monkeypatch.setattr("docdeck.cli.sample.CLOSE_SECONDS", 0.1)
    with pytest.raises(SampleFailed, match="was not ready after 0 seconds"):
        service.wait_ready(0.2)
    assert child.returncode is not None


async def test_a_deck_whose_sample_service_has_died_is_told_so(at_home: Path) -> None:
    launch = sample_launch(reset=False)
    service = getattr(launch.close, "__self__", None)
    assert isinstance(service, SampleService)
    try:
        async with await launch.connect() as platform:
            assert service._child is not None
            service._child.kill()
            service._child.wait()
            with pytest.raises(Offline, match=r"service of the sample workspace has ended.*q and start docdeck again"):
                await platform.read(users.me())
    finally:
        launch.close()
    assert service.gone() is None
