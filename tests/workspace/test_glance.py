"""The first frame's rows: quick, free of heavy imports, and never stopped by a damaged file."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docdeck.workspace.freshness import Freshness
from docdeck.workspace.glance import read_glance, write_glance
from docdeck.workspace.inbox_rows import Inbox, InboxRow

ROW = InboxRow(
    "to_review:c1",
    "to_review",
    "o1",
    "s1",
    "Handbook",
    "c1",
    42,
    "Rewrite [/] \x1b[2J",
    "open",
    "Jonas",
    5,
    2,
    True,
    123.5,
)
INBOX = Inbox(
    "Mira",
    (("o1", "Acme"), ("o2", "Globex")),
    (ROW, replace(ROW, key="threads:t", section="threads", pages=None, note="Sam: “why?”", comment="t")),
    Freshness("live", at=1000.5),
)


def test_what_was_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "cache.sqlite3"
    assert write_glance(file, INBOX)
    glance = read_glance(file)
    assert glance is not None
    assert (glance.me, glance.organizations, glance.rows, glance.at) == (
        "Mira",
        INBOX.organizations,
        INBOX.rows,
        1000.5,
    )
    assert glance.inbox().freshness.words(1180.5) == "stored, 3 min old"


def test_the_newer_one_replaces_the_older(tmp_path: Path) -> None:
    file = tmp_path / "cache.sqlite3"
    write_glance(file, INBOX)
    write_glance(file, replace(INBOX, rows=()))
    glance = read_glance(file)
    assert glance is not None
    assert glance.rows == ()


def test_nothing_there_is_none(tmp_path: Path) -> None:
    assert read_glance(tmp_path / "absent") is None
    (tmp_path / "no database").write_bytes(b"\x00\xff" * 900)
    assert read_glance(tmp_path / "no database") is None
    with closing(sqlite3.connect(tmp_path / "empty")) as store:
        store.execute("CREATE TABLE other (x)")
    assert read_glance(tmp_path / "empty") is None
    assert not write_glance(tmp_path / "no database", INBOX)


def _with_rows(file: Path, text: Any) -> None:
    write_glance(file, INBOX)
    with closing(sqlite3.connect(file)) as store, store:
        store.execute("UPDATE glance SET rows = ?", (text,))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "{}", '{"me": 3, "rows": []}', '{"me": "M", "rows": 3}', b"\xff\xfe", 7]
)
def test_damaged_rows_are_none(tmp_path: Path, text: Any) -> None:
    _with_rows(tmp_path / "cache", text)
    assert read_glance(tmp_path / "cache") is None


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(name=st.sampled_from([*(field for field in InboxRow.__dataclass_fields__), "organizations"]), value=_JSON)
@settings(max_examples=150, deadline=None)
def test_a_damaged_column_costs_its_row_at_most(name: str, value: Any) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cache"
        write_glance(file, INBOX)
        with closing(sqlite3.connect(file)) as store, store:
            (text,) = store.execute("SELECT rows FROM glance").fetchone()
            shown = json.loads(text)
            if name == "organizations":
                shown["organizations"] = value
            else:
                shown["rows"][0][name] = value
            store.execute("UPDATE glance SET rows = ?", (json.dumps(shown),))
        glance = read_glance(file)
    assert glance is not None
    assert glance.rows[-1] == INBOX.rows[1]
    assert all(isinstance(row.subject, str) and isinstance(row.updated_at, (int, float)) for row in glance.rows)


def test_it_is_read_in_less_than_three_milliseconds(tmp_path: Path) -> None:
    file = tmp_path / "cache.sqlite3"
    write_glance(file, replace(INBOX, rows=tuple(replace(ROW, key=f"to_review:{n}") for n in range(60))))
    times: list[float] = []
    for _ in range(15):
        began = time.perf_counter()
        assert read_glance(file) is not None
        times.append(time.perf_counter() - began)
    assert sorted(times)[len(times) // 2] < 0.003


def test_it_imports_neither_models_nor_client() -> None:
    code = (
        "import sys, docdeck.workspace.glance\n"
        "heavy = {'pydantic', 'httpx', 'textual', 'sqlalchemy', 'asyncio', 'markdown_it'} & set(sys.modules)\n"
        "sys.exit(', '.join(sorted(heavy)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
