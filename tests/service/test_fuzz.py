"""Whatever is sent, the service answers without failing: ids, queries and bodies that nobody foresaw.

Own strategies and not schemathesis: that brings click, which every import of httpx then pays for.
"""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docdeck.service.app import create_app
from docdeck.service.description.parameters import PAGING, QUERY
from docdeck.service.store import Store
from tests.service.conftest import World
from tests.service.whole_world import Row, beyond, body_of, everything, ids_of, own_names, rows

ROWS = [*rows(), *beyond(create_app(Store.open(":memory:")).routes)]
NAMES = sorted({name for known in QUERY.values() for name in known} | set(PAGING))
TEXT = st.text(max_size=20)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=8
)
CHANGE = st.tuples(st.integers(0, 50), JSON)


@st.composite
def calls(draw: st.DrawFn) -> tuple[Row, str | None, dict[str, str], list[tuple[int, Any]], Any]:
    """A row, an id in place of its last one, a query, changes to its good body, and a body in place of that."""
    row = draw(st.sampled_from(ROWS))
    query = draw(st.dictionaries(st.sampled_from(NAMES), TEXT, max_size=3))
    return row, draw(st.none() | TEXT), query, draw(st.lists(CHANGE, max_size=3)), draw(st.none() | JSON)


def changed(body: Any, place: int, value: Any) -> Any:
    """A body with one of its values, at whatever depth, replaced."""
    places: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        keys = node if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
        for key in list(keys):
            places.append((node, key))
            walk(node[key])

    walk(body)
    if places:
        node, key = places[place % len(places)]
        node[key] = value
    return body


@pytest.mark.slow
async def test_no_call_makes_the_service_fail(world: World) -> None:
    ids = await everything(world)
    loop = asyncio.get_running_loop()
    seen: set[int] = set()

    async def send(row: Row, last: str | None, query: dict[str, str], changes: Any, other: Any) -> None:
        path = row.path.format_map(own_names({**ids, **ids_of(row, ids)}))
        if last is not None and "{" in row.path:
            path = path.rpartition("/")[0] + "/" + quote(last, safe="")
        body = other if other is not None else _copied(body_of(row.operation, ids))
        for place, value in changes:
            body = changed(body, place, value) if isinstance(body, dict | list) else body
        answer = await world.call("admin", row.method, path, body, **query)
        seen.add(answer.status_code)
        assert answer.status_code < 500, f"{row.operation} {path} {query} {body}: {answer.text}"
        if answer.status_code >= 400:
            assert set(answer.json()["error"]) == {"code", "message"}

    @settings(max_examples=800, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(calls())
    def fuzz(drawn: Any) -> None:
        asyncio.run_coroutine_threadsafe(send(*drawn), loop).result()

    await loop.run_in_executor(None, fuzz)
    assert {200, 400, 404} <= seen


def _copied(body: Any) -> Any:
    if isinstance(body, dict):
        return {name: _copied(inner) for name, inner in body.items()}
    return [_copied(inner) for inner in body] if isinstance(body, list) else body
