"""From the bytes of an answer to models: whole, or item by item, and never quoting what was sent.

A list shows its good items beside the bad ones; a single answer that cannot be read is an error that names the
operation and the field. Document section: "Common conventions".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar, cast

import pydantic_core
from pydantic import BaseModel, ValidationError

from docdeck.api.description import Page, Reader, Unreadable
from docdeck.api.errors import BadAnswer, UnreadableAnswer
from docdeck.models.base import ListAnswer, NextPage

M = TypeVar("M", bound=BaseModel)
N = TypeVar("N", bound=BaseModel)

_LOG_HINT: Final = "Look at the base URL of the profile, and at the request log (L)."
_PLAIN_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,40}\Z")
_PROBLEM_LIMIT: Final = 160
_LONE: Final = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)


def paired(data: bytes) -> bytes:
    """The JSON with each lone surrogate as U+FFFD: JSON can say one, text cannot, and the rest is worth reading."""
    # One byte is found many times sooner than three, and most answers escape nothing.
    if b"\\" not in data or (b"\\ud" not in data and b"\\uD" not in data):
        return data
    return _LONE.sub(lambda match: rb"\ufffd" if match[1] else match[0], data)


def one(model: type[M]) -> Reader[M]:
    """Reads one object. Raises `UnreadableAnswer` for a bad field, `BadAnswer` for something else altogether."""

    def read(operation: str, data: bytes) -> M:
        _refuse_foreign(operation, data)
        try:
            return model.model_validate_json(paired(data))
        except ValidationError as error:
            raise _problem(operation, data, error) from None

    return read


def either(model: type[M], other: type[N]) -> Reader[M | N]:
    """Reads one object of the first model, or of the second when the first does not fit."""
    read_other = one(other)

    def read(operation: str, data: bytes) -> M | N:
        _refuse_foreign(operation, data)
        try:
            return model.model_validate_json(paired(data))
        except ValidationError:
            return read_other(operation, data)

    return read


def many(model: type[M]) -> Reader[Page[M]]:
    """Reads a list envelope. A bad item becomes an `Unreadable` with its id, the good ones stay in their order."""

    def read(operation: str, data: bytes) -> Page[M]:
        _refuse_foreign(operation, data)
        try:
            answer = cast("ListAnswer[M]", _list_of(model).model_validate_json(paired(data)))
        except ValidationError as error:
            return _item_by_item(operation, data, model, error)
        return Page(
            items=tuple(answer.items),
            next_page=_cursor(answer.next),
            count=answer.count,
            extra=dict(answer.model_extra or {}),
        )

    return read


def nothing(operation: str, data: bytes) -> None:
    """Reads an empty answer; whatever a server sends instead is of no interest."""
    del operation, data


@cache
def _list_of(model: type[BaseModel]) -> type[ListAnswer[BaseModel]]:
    return ListAnswer[model]


def _cursor(following: NextPage | None) -> str | None:
    return following.page or None if following else None


def _refuse_foreign(operation: str, data: bytes) -> None:
    """Tell an answer of another kind of server apart before reading it."""
    start = data[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not start:
        raise BadAnswer(f"The answer of {operation} was empty.", _LOG_HINT)
    if start.startswith(b"<"):
        raise BadAnswer(
            f"The answer of {operation} is a web page: this does not look like the API (a sign-in page?).", _LOG_HINT
        )


def _problem(operation: str, data: bytes, error: ValidationError) -> BadAnswer:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    if first["type"] == "json_invalid":
        return BadAnswer(
            f"The answer of {operation} is not whole, valid JSON: it was cut off, or this does not look like the API.",
            _LOG_HINT,
        )
    if not first["loc"]:
        return BadAnswer(f"The answer of {operation} has another shape: this does not look like the API.", _LOG_HINT)
    return UnreadableAnswer(operation, _where(first["loc"]), _sentence(first["msg"]))


def _where(location: Sequence[str | int]) -> str:
    """A field's place; a name that is not plain may be the server's own text and is left out."""
    parts = [str(part) if isinstance(part, int) or _PLAIN_NAME.match(part) else "…" for part in location]
    return ".".join(parts)


def _sentence(message: str) -> str:
    short = message[:_PROBLEM_LIMIT]
    return short[:1].lower() + short[1:].rstrip(".")


def _item_by_item(operation: str, data: bytes, model: type[M], error: ValidationError) -> Page[M]:
    """The slow way, for a list in which something is wrong: keep what can be read."""
    try:
        envelope: Any = pydantic_core.from_json(paired(data), allow_inf_nan=False)
    except ValueError:
        raise _problem(operation, data, error) from None
    if not isinstance(envelope, dict) or not isinstance(cast("dict[str, Any]", envelope).get("items"), list):
        raise BadAnswer(f"The answer of {operation} is not a list: this does not look like the API.", _LOG_HINT)
    fields = cast("dict[str, Any]", envelope)
    good: list[M] = []
    bad: list[Unreadable] = []
    for item in cast("list[Any]", fields["items"]):
        try:
            good.append(model.model_validate(item))
        except ValidationError as problem:
            bad.append(_unreadable(item, problem))
    count = fields.get("count")
    return Page(
        items=tuple(good),
        unreadable=tuple(bad),
        next_page=_next_of(fields.get("next")),
        count=count if isinstance(count, int) and not isinstance(count, bool) else None,
        extra={name: value for name, value in fields.items() if name not in ("items", "next", "count")},
    )


def _next_of(following: Any) -> str | None:
    page = cast("Mapping[str, Any]", following).get("page") if isinstance(following, dict) else None
    return page if isinstance(page, str) and page else None


def _unreadable(item: Any, problem: ValidationError) -> Unreadable:
    identifier = cast("Mapping[str, Any]", item).get("id") if isinstance(item, dict) else None
    first = problem.errors(include_url=False, include_context=False, include_input=False)[0]
    where = _where(first["loc"])
    text = _sentence(first["msg"])
    return Unreadable(identifier if isinstance(identifier, str) else "", f"{where}: {text}" if where else text)
