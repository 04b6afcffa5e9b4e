"""`docdeck api`: how words become a call, and what comes out of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docdeck.api.description import Command, Query
from docdeck.cli.api import describe
from docdeck.cli.failures import WrongUse
from tests.cli.served import TOKEN, Canned, docdeck, signed_in


def call(method: str, path: str, *texts: str, typed: tuple[str, ...] = (), body_file: str | None = None):
    return describe(method, path, texts=list(texts), typed=list(typed), body_file=body_file)


def body(*texts: str, typed: tuple[str, ...] = ()) -> object:
    made = call("POST", "/x", *texts, typed=typed)
    assert isinstance(made, Command)
    return made.body


@pytest.mark.parametrize("path", ["/user", "user", "/v1/user", "v1/user", "/user/"])
def test_the_path_may_begin_with_v1_or_not(path: str) -> None:
    made = call("get", path)
    assert isinstance(made, Query)
    assert (made.operation, made.path, made.params) == ("GET /v1/user", "/v1/user", ())


def test_a_query_in_the_path_and_fields_of_a_get_are_parameters() -> None:
    made = call("GET", "/spaces/a%2Fb/change-requests?status=open&status=draft", "limit=2", "q=a=b")
    assert made.path == "/v1/spaces/a%2Fb/change-requests"
    assert made.params == (("status", "open"), ("status", "draft"), ("limit", "2"), ("q", "a=b"))


@pytest.mark.parametrize(
    "path", ["https://evil.example/v1/user", "//evil.example/user", "/../user", "/a/%2e%2e/b", "", "/v1"]
)
def test_what_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(WrongUse):
        call("GET", path)


def test_the_fields_of_a_write_build_its_body() -> None:
    assert body("status=open") == {"status": "open"}
    assert body("comment[markdown]=Good.", "status=approved") == {
        "comment": {"markdown": "Good."},
        "status": "approved",
    }
    assert body("users[]=a", "users[]=b") == {"users": ["a", "b"]}
    assert body("changes[][type]=x") == {"changes": [{"type": "x"}]}
    assert body("n=1", typed=("m=1", "b=true", "z=null", "o={\"a\": [1]}", "t=word")) == {
        "n": "1", "m": 1, "b": True, "z": None, "o": {"a": [1]}, "t": "word",
    }  # fmt: skip
    assert body() is None


@pytest.mark.parametrize("fields", [("a",), ("=x",), ("a[=x",), ("a=1", "a[b]=2"), ("a[]=1", "a[b]=2")])
def test_fields_that_do_not_fit_are_refused(fields: tuple[str, ...]) -> None:
    with pytest.raises(WrongUse):
        body(*fields)


def test_a_write_touches_the_ids_in_its_path() -> None:
    made = call("POST", "/spaces/s1/change-requests/7/merge")
    assert isinstance(made, Command)
    assert {"s1", "7"} <= set(made.touches)
    assert made.repeat == "never"


def test_the_answer_is_json_of_ascii_on_stdout(canned: Canned, home: dict[str, str]) -> None:
    canned.answer(
        "GET /v1/user",
        {"id": "u1", "displayName": "M\u00ebra \x1b]52;c;aGk=\x07 \x7f\x9b2J \u202e", "big": 12345678901234567890},
    )
    done = docdeck(signed_in(home, canned), "api", "GET", "/user")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert done.stdout.rstrip("\n").isprintable()
    assert json.loads(done.stdout)["displayName"].startswith("M\u00ebra \x1b]52")
    assert json.loads(done.stdout)["big"] == 12345678901234567890
    assert canned.asked[0].authorization == f"Bearer {TOKEN}"


def test_a_write_sends_its_body(canned: Canned, home: dict[str, str], tmp_path: Path) -> None:
    canned.answer("POST /v1/spaces/s/change-requests", {"id": "c"}, 201)
    file = tmp_path / "body.json"
    file.write_text('{"subject": "New"}')
    env = signed_in(home, canned)
    for words, feed in (
        (("-f", "subject=New"), ""), (("--input", str(file)), ""), (("--input", "-"), '{"subject": "New"}'),
    ):  # fmt: skip
        done = docdeck(env, "api", "POST", "/spaces/s/change-requests", *words, feed=feed)
        assert (done.returncode, json.loads(done.stdout)) == (0, {"id": "c"})
    assert [json.loads(asked.body) for asked in canned.asked] == [{"subject": "New"}] * 3


def test_an_answer_without_a_body_prints_nothing(canned: Canned, home: dict[str, str]) -> None:
    canned.answers["DELETE /v1/spaces/s/comments/c"] = (204, "application/json", b"")
    done = docdeck(signed_in(home, canned), "api", "DELETE", "/spaces/s/comments/c")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_pages_become_one_list(canned: Canned, home: dict[str, str]) -> None:
    canned.answer("GET /v1/orgs?limit=1", {"items": [{"id": "a"}], "next": {"page": "p 2"}})
    canned.answer("GET /v1/orgs?limit=1&page=p+2", {"items": [{"id": "b"}]})
    canned.answers["GET /v1/orgs?limit=1&page=p%202"] = canned.answers["GET /v1/orgs?limit=1&page=p+2"]
    done = docdeck(signed_in(home, canned), "api", "GET", "/orgs", "-f", "limit=1", "--paginate")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == [{"id": "a"}, {"id": "b"}]


def test_pages_that_repeat_end_with_a_sentence(canned: Canned, home: dict[str, str]) -> None:
    canned.answer("GET /v1/orgs", {"items": [], "next": {"page": "again"}})
    canned.answer("GET /v1/orgs?page=again", {"items": [], "next": {"page": "again"}})
    done = docdeck(signed_in(home, canned), "api", "GET", "/orgs", "--paginate")
    assert done.returncode == 6
    assert "repeats its pages" in done.stderr
    assert len(canned.asked) == 2
