from __future__ import annotations

import json

import pytest

from docdeck.service.routes.call import MAX_BODY_BYTES
from tests.service.conftest import World


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "Basic token-admin", "Bearer nobody"])
async def test_without_a_good_token_nothing_is_told(world: World, header: str | None) -> None:
    headers = {} if header is None else {"authorization": header}
    for method, path in (("GET", "/v1/user"), ("POST", f"{world.at}/change-requests"), ("GET", "/v1/spaces/x")):
        answer = await world.client.request(method, path, headers=headers, content=b"not json")
        assert answer.status_code == 401
        assert answer.json()["error"]["code"] == 401
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_tokens_are_stored_as_hashes_only(world: World) -> None:
    from sqlalchemy import select

    from docdeck.service.store.schema import tokens

    with world.store.read() as tx:
        kept = tx.rows(select(tokens))
    assert len(kept) == len(world.users)
    assert not any("token-" in str(row) for row in kept)


async def test_unknown_addresses_and_methods_answer_in_one_shape(world: World) -> None:
    assert await world.refused("admin", "GET", "/v1/nowhere") == (404, "This address is not part of the interface.")
    assert (await world.refused("admin", "PATCH", "/v1/user"))[0] == 405


async def test_bodies_that_are_no_json_object_are_refused(world: World) -> None:
    headers = {"authorization": "Bearer token-edit"}
    path = f"{world.at}/change-requests"
    for raw in (b"{", b"[]", b'"x"', b"\xff\xfe", b"[" * 100_000):
        answer = await world.client.post(path, content=raw, headers=headers)
        assert answer.status_code == 400, raw[:10]
        assert "body" in answer.json()["error"]["message"]


async def test_bodies_that_cannot_be_stored_are_refused(world: World) -> None:
    headers = {"authorization": "Bearer token-edit"}
    deep = b'{"nodes":[' * 200 + b"]}" * 200
    for raw in (
        b'{"subject": "half \\ud83d pair"}',
        b'{"description": {"data": {"x": NaN}}}',
        b'{"description": {"data": {"\\udc00": 1}}}',
        b'{"description": ' + deep + b"}",
    ):
        path = f"{await world.request()}"
        answer = await world.client.patch(path, content=raw, headers=headers)
        assert answer.status_code == 400, raw[:40]
    whole = await world.client.patch(path, content=b'{"subject": "a \\ud83d\\ude00 face"}', headers=headers)
    assert whole.json()["subject"] == "a 😀 face"


async def test_bodies_over_the_limit_are_refused_with_and_without_a_length(world: World) -> None:
    headers = {"authorization": "Bearer token-edit"}
    path = f"{world.at}/change-requests"
    large = json.dumps({"subject": "x" * MAX_BODY_BYTES}).encode()

    async def stream():  # type: ignore[no-untyped-def]
        for start in range(0, len(large), 1 << 20):
            yield large[start : start + (1 << 20)]

    assert (await world.client.post(path, content=large, headers=headers)).status_code == 413
    assert (await world.client.post(path, content=stream(), headers=headers)).status_code == 413
    assert (await world.ok("read", "GET", world.at))["changeRequests"] == 0


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("", {"subject": "x" * 101}, "subject"),
        ("", {"subject": 4}, "subject"),
        ("/1/content", {"changes": []}, "changes"),
        ("/1/content", {"changes": [{"operation": "eat_page"}]}, "changes.0.operation"),
        ("/1/content", {"changes": [{"operation": "delete_page", "page": "start"}] * 51}, "changes"),
        ("/1/comments", {}, "body"),
        ("/1/comments", {"body": {"markdown": " "}}, "body.markdown"),
        ("/1/comments", {"body": {"markdown": "x"}, "page": "nope"}, "page"),
        ("/1/comments", {"body": {"markdown": "x"}, "page": "start", "node": "nope"}, "node"),
        ("/1/comments", {"body": {"markdown": "x"}, "node": "nope"}, "page"),
        ("/1/reviews", {"status": "fine"}, "status"),
        ("/1/requested-reviewers", {"users": []}, "users"),
    ],
)
async def test_a_broken_limit_names_its_field(world: World, path: str, body: object, field: str) -> None:
    await world.request()
    status, message = await world.refused("admin", "POST", f"{world.at}/change-requests{path}", body)
    assert status == 400
    assert message.startswith(f"{field}:")
