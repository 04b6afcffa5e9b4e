"""From bytes to models: what is whole, what is not of this API, and that nothing sent is ever quoted."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docdeck.api.description import Page
from docdeck.api.errors import BadAnswer, UnreadableAnswer
from docdeck.api.reading import many, nothing, one
from docdeck.models.base import User
from docdeck.models.change_requests import ChangeRequest

CANARY = "canary-5d41402a"
GOOD = {"object": "change-request", "id": "a", "number": 1, "status": "brand-new", "futureField": {"x": [1]}}


def test_an_object_keeps_what_is_new_and_does_without_what_is_optional() -> None:
    request = one(ChangeRequest)("get", json.dumps(GOOD).encode())
    assert (request.id, request.status, request.subject) == ("a", "brand-new", "")
    assert request.model_extra == {"futureField": {"x": [1]}}


def test_a_bad_field_is_named_with_the_operation() -> None:
    with pytest.raises(UnreadableAnswer) as caught:
        one(ChangeRequest)("getChangeRequestById", json.dumps({**GOOD, "createdBy": {"name": CANARY}}).encode())
    assert caught.value.field == "createdBy.id"
    assert caught.value.operation == "getChangeRequestById"
    assert CANARY not in str(caught.value) + repr(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


@pytest.mark.parametrize(
    ("data", "words"),
    ids=lambda value: repr(value[:30]),
    argvalues=[
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"<!DOCTYPE html><title>Sign in</title>", "sign-in page"),
        (b"\xef\xbb\xbf<html>", "sign-in page"),
        (b"Welcome to the hotel network", "not whole, valid JSON"),
        (b'{"id": "a", "number"', "not whole, valid JSON"),
        (b'{"id": "\xff\xfe", "number": 1}', "not whole, valid JSON"),
        (b"\xff\xfe{\x00}\x00", "not whole, valid JSON"),
        (b"[" * 100_000, "not whole, valid JSON"),
        (b'{"id": "a", "number": 1, "deep": ' + b"[" * 5000 + b"]" * 5000 + b"}", "not whole, valid JSON"),
        (b"null", "another shape"),
        (b"[]", "another shape"),
        (b'"text"', "another shape"),
        (b"{}", "could not be read: id"),
        (b'{"id": "a", "number": ' + b"9" * 6000 + b"}", "not whole, valid JSON"),
        (b'{"id": "a", "number": NaN}', "could not be read: number"),
        (b'{"id": "a", "number": 1, "createdAt": "yesterday"}', "could not be read: createdAt"),
    ],
)
def test_what_is_no_answer_of_this_api(data: bytes, words: str) -> None:
    with pytest.raises(BadAnswer, match=words):
        one(ChangeRequest)("get", data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"<html>", "sign-in page"),
        (b"{", "not whole, valid JSON"),
        (b"null", "not a list"),
        (b"[]", "not a list"),
        (b"{}", "not a list"),
        (b'{"items": null}', "not a list"),
        (b'{"items": {}}', "not a list"),
    ],
)
def test_what_is_no_list(data: bytes, words: str) -> None:
    with pytest.raises(BadAnswer, match=words):
        many(User)("list", data)


def test_a_list_with_its_cursor_count_and_extras() -> None:
    data = {"items": [{"id": "a"}], "next": {"page": "p2"}, "count": 7, "stats": {"total": 7}}
    page = many(User)("list", json.dumps(data).encode())
    assert (page.next_page, page.count, page.extra) == ("p2", 7, {"stats": {"total": 7}})
    assert [user.id for user in page.items] == ["a"]
    assert many(User)("list", b'{"items": []}') == Page(items=())


@pytest.mark.parametrize("following", [{"page": ""}, None])
def test_an_empty_cursor_is_the_last_page(following: object) -> None:
    assert many(User)("list", json.dumps({"items": [], "next": following}).encode()).next_page is None


def test_bad_items_stand_beside_the_good_ones() -> None:
    items: list[Any] = [{"id": "a"}, {"id": "b", "urls": CANARY}, None, 3, {"id": 5}, {}, {"id": "z"}]
    data = {"items": items, "next": {"page": "p"}, "count": 7, "stats": 1}
    page = many(User)("list", json.dumps(data).encode())
    assert [user.id for user in page.items] == ["a", "z"]
    assert [bad.id for bad in page.unreadable] == ["b", "", "", "", ""]
    assert page.unreadable[0].problem.startswith("urls: ")
    assert CANARY not in repr(page.unreadable)
    assert (page.next_page, page.count, page.extra) == ("p", 7, {"stats": 1})


@pytest.mark.parametrize("envelope", [{"next": "x"}, {"next": {"page": 3}}, {"next": {}}, {"count": "many"}])
def test_a_bad_envelope_does_not_hide_the_items(envelope: dict[str, Any]) -> None:
    page = many(User)("list", json.dumps({"items": [{"id": "a"}], **envelope}).encode())
    assert [user.id for user in page.items] == ["a"]
    assert page.next_page is None
    assert page.count is None


def test_field_names_that_a_server_made_up_are_not_shown() -> None:
    data = {"items": [], "id": "s", "permissions": {f"{CANARY} \x1b[2J": "maybe"}}
    from docdeck.models.spaces import Space

    with pytest.raises(UnreadableAnswer) as caught:
        one(Space)("getSpaceById", json.dumps(data).encode())
    assert caught.value.field == "permissions.…"
    assert CANARY not in str(caught.value)


def test_nothing_reads_anything() -> None:
    assert nothing("delete", b"") is None
    assert nothing("delete", b"<html>") is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["id", "items", "next", "number"]), inner)
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(JSON)
def test_any_json_is_read_or_refused_and_never_crashes(value: Any) -> None:
    data = json.dumps(value).encode()
    for read in (one(ChangeRequest), many(ChangeRequest)):
        try:
            answer = read("x", data)
        except BadAnswer:
            continue
        assert isinstance(answer, (ChangeRequest, Page))


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused_and_never_crash(data: bytes) -> None:
    for read in (one(ChangeRequest), many(ChangeRequest)):
        with pytest.raises(BadAnswer):
            read("x", data)


def test_a_lone_surrogate_hides_nothing_else() -> None:
    """JSON can say what UTF-8 cannot: the sign is replaced, pairs and escaped backslashes stay what they are."""
    said = rb'{"items": [{"id": "a", "displayName": "x\ud800y \uDFFF \ud83d\ude00 \\ud800 \ud800\ud83d\ude00"}]}'
    (user,) = many(User)("listUsers", said).items
    assert isinstance(user, User)
    assert user.display_name == "x\ufffdy \ufffd \U0001f600 \\ud800 \ufffd\U0001f600"
    assert one(User)("getUser", rb'{"id": "\udc00"}').id == "\ufffd"
    assert one(User)("getUser", rb'{"id": "\\\ud800"}').id == "\\\ufffd"
