"""The service on a real port: faults as a client meets them, and a clean end."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from docdeck.service.app import create_app
from docdeck.service.faults import HOSTILE, Fault, Faults, read_faults
from docdeck.service.serving import serve
from docdeck.service.store import Store
from docdeck.service.store.requests import request_in_space
from tests.service.conftest import fill


class Served:
    """A service on a port, with a client."""

    def __init__(self, store: Store, faults: Faults, client: httpx.AsyncClient, space: str) -> None:
        self.store, self.faults, self.client, self.at = store, faults, client, f"/v1/spaces/{space}"

    async def get(self, path: str = "/v1/user") -> httpx.Response:
        return await self.client.get(path)


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    """The company on a free port of this machine."""
    store, faults, stop = Store.open(tmp_path / "service.sqlite"), Faults(), asyncio.Event()
    _organization, space, _users = fill(store)
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    app = create_app(store, faults=faults)
    serving = asyncio.create_task(serve(app, "127.0.0.1", 0, ready.set_result, stop))
    headers = {"authorization": "Bearer token-admin"}
    async with httpx.AsyncClient(base_url=await ready, headers=headers) as client:
        yield Served(store, faults, client, space)
    stop.set()
    await asyncio.wait_for(serving, 60)
    store.close()


async def test_calls_are_answered_on_the_port_that_was_told(served: Served) -> None:
    answer = await served.get()
    assert answer.json()["displayName"] == "Admin Person"
    assert answer.json()["urls"]["location"].startswith(str(served.client.base_url))
    many = await asyncio.gather(*(served.get(served.at) for _ in range(30)))
    assert {answer.status_code for answer in many} == {200}


@pytest.mark.parametrize("kind", ["drop", "reset", "truncate", "lost_answer"])
async def test_cut_answers_break_the_call_and_then_all_is_well(served: Served, kind: str) -> None:
    served.faults.add(Fault.model_validate({"kind": kind, "path": "/v1/user$", "times": 1}))
    assert (await served.get("/v1/orgs")).status_code == 200
    with pytest.raises(httpx.TransportError):
        await served.get()
    assert (await served.get()).status_code == 200


async def test_a_lost_answer_does_the_work_and_a_dropped_call_does_not(served: Served) -> None:
    made = (await served.client.post(f"{served.at}/change-requests", json={"subject": "x"})).json()
    path = f"{served.at}/change-requests/{made['id']}"
    await served.client.patch(path, json={"status": "open"})
    for kind, status in (("drop", "open"), ("lost_answer", "merged")):
        served.faults.add(Fault.model_validate({"kind": kind, "method": "POST", "path": "/merge$", "times": 1}))
        with pytest.raises(httpx.TransportError):
            await served.client.post(f"{path}/merge")
        assert (await served.get(path)).json()["status"] == status


async def test_failures_limits_delays_and_hostile_words_on_demand(served: Served) -> None:
    served.faults.add(Fault(kind="status", status=503, message="Gone fishing.", times=1))
    assert (await served.get()).json() == {"error": {"code": 503, "message": "Gone fishing."}}
    served.faults.add(Fault(kind="status", status=200, body="<html>Hello</html>", times=1))
    assert (await served.get()).headers["content-type"].startswith("text/html")
    served.faults.add(Fault(kind="rate_limit", seconds=7, times=2))
    for _ in range(2):
        limited = await served.get()
        assert (limited.status_code, limited.headers["retry-after"]) == (429, "7")
    served.faults.add(Fault(kind="hostile", times=1))
    assert (await served.get()).json()["displayName"] == f"Admin Person {HOSTILE}"
    served.faults.add(Fault(kind="delay", seconds=0.05, times=1))
    assert (await served.get()).elapsed.total_seconds() >= 0.05
    assert (await served.get()).status_code == 200


def test_a_faults_file_is_read_and_its_mistakes_are_named(tmp_path: Path) -> None:
    file = tmp_path / "faults.json"
    file.write_text(json.dumps([{"kind": "drop", "path": "/merge$", "method": "POST", "count": 1}]))
    faults = read_faults(file)
    assert faults.take("GET", "/x/merge") is None
    assert faults.take("POST", "/x/merge") is not None
    assert faults.take("POST", "/x/merge") is None
    for wrong, named in ((b"{", "JSON"), (b'[{"kind": "explode"}]', "kind"), (b'[{"kind":"drop","path":"("}]', "path")):
        file.write_bytes(wrong)
        with pytest.raises(ValueError, match=named):
            read_faults(file)


SERVE = """
import asyncio, signal, sys
from docdeck.service.app import create_app
from docdeck.service.serving import serve
from docdeck.service.store import Store
from docdeck.service.store.requests import request_in_space

async def main():
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    store = Store.open(sys.argv[1])
    await serve(create_app(store), "127.0.0.1", 0, lambda url: print(url, flush=True), stop)
    store.close()

asyncio.run(main())
"""


def test_a_terminated_service_ends_cleanly_with_connections_open(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SERVE, str(tmp_path / "service.sqlite")]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    with child, httpx.Client(base_url=child.stdout.readline().strip()) as client:
        assert client.get("/v1/user").status_code == 401
        child.send_signal(signal.SIGTERM)
        _out, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (0, "")


def test_a_killed_service_loses_nothing_that_it_answered(tmp_path: Path) -> None:
    file = tmp_path / "service.sqlite"
    store = Store.open(file)
    _organization, space, _users = fill(store)
    store.close()
    command = [sys.executable, "-c", SERVE, str(file)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    headers = {"authorization": "Bearer token-admin"}
    with child, httpx.Client(base_url=child.stdout.readline().strip(), headers=headers) as client:
        for number in range(1, 6):
            made = client.post(f"/v1/spaces/{space}/change-requests", json={"subject": str(number)})
            assert made.json()["number"] == number
        child.kill()
    again = Store.open(file)
    with again.read() as tx:
        assert [request_in_space(tx, space, str(number)) is not None for number in range(1, 7)] == [True] * 5 + [False]
    again.close()
