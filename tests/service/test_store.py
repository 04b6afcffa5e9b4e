from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import httpx
import pytest

from docdeck.service.actions.change_requests import create_change_request
from docdeck.service.app import create_app
from docdeck.service.store import Store
from docdeck.service.store.people import insert_user, user_of_token, users_by_id
from tests.service.conftest import fill


def test_what_was_written_is_there_after_opening_again(tmp_path: Path) -> None:
    file = tmp_path / "service.sqlite"
    store = Store.open(file)
    _organization, _space, users = fill(store)
    store.close()
    again = Store.open(f"sqlite:///{file}")
    with again.read() as tx:
        assert user_of_token(tx, "token-edit") == users["edit"]
    again.close()


@pytest.mark.parametrize("where", ["memory", "file"])
def test_a_write_that_fails_leaves_nothing(tmp_path: Path, where: str) -> None:
    store = Store.open(":memory:" if where == "memory" else tmp_path / "service.sqlite")

    def write() -> None:
        with store.write() as tx:
            insert_user(tx, "Nobody", id="nobody")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write()
    with store.read() as tx:
        assert users_by_id(tx, ["nobody"]) == {}
    store.close()


def test_the_file_keeps_a_log_and_checks_references(tmp_path: Path) -> None:
    file = tmp_path / "service.sqlite"
    store = Store.open(file)
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    from sqlalchemy.exc import IntegrityError

    from docdeck.service.store.people import insert_token

    with pytest.raises(IntegrityError), store.write() as tx:
        insert_token(tx, "nobody", "token")
    store.close()


@pytest.mark.parametrize("where", ["memory", "file"])
def test_many_threads_write_one_after_the_other(tmp_path: Path, where: str) -> None:
    store = Store.open(":memory:" if where == "memory" else tmp_path / "service.sqlite")
    _organization, space, users = fill(store)
    failures: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(5):
                with store.write() as tx:
                    create_change_request(tx, users["edit"], space, "x")
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    from docdeck.service.store.schema import change_requests

    with store.read() as tx:
        numbers = sorted(row["number"] for row in tx.rows(change_requests.select()))
    assert numbers == list(range(1, 31))
    store.close()


def test_a_read_sees_one_state_while_others_write(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "service.sqlite")
    with store.read() as tx:
        assert users_by_id(tx, ["late"]) == {}
        with store.write() as other:
            insert_user(other, "Late", id="late")
        assert users_by_id(tx, ["late"]) == {}
    with store.read() as tx:
        assert set(users_by_id(tx, ["late"])) == {"late"}
    store.close()


async def test_a_busy_database_is_told_as_such_and_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("docdeck.service.store.store._BUSY_SECONDS", 0)
    store = Store.open(tmp_path / "service.sqlite")
    _organization, space, _users = fill(store)
    transport = httpx.ASGITransport(create_app(store))
    headers = {"authorization": "Bearer token-edit"}
    other = sqlite3.connect(tmp_path / "service.sqlite", isolation_level=None)
    async with httpx.AsyncClient(transport=transport, base_url="http://service.test", headers=headers) as client:
        path = f"/v1/spaces/{space}/change-requests"
        other.execute("BEGIN IMMEDIATE")
        refused = await client.post(path, json={"subject": "x"})
        assert (await client.get(path)).status_code == 200
        other.execute("ROLLBACK")
        made = await client.post(path, json={"subject": "x"})
    assert refused.status_code == 503
    assert "try again" in refused.json()["error"]["message"]
    assert made.json()["number"] == 1
    other.close()
    store.close()
