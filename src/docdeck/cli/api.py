"""`docdeck api METHOD PATH`: any call of the API, run like every other call, its answer as JSON on stdout."""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from docdeck.api.description import Command, Query
from docdeck.api.errors import BadAnswer
from docdeck.cli.failures import WrongUse
from docdeck.cli.output import print_json

if TYPE_CHECKING:
    from docdeck.api.platform import Platform

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
PAGE_LIMIT = 10_000
"""Pages that `--paginate` follows at most; a server may hand out cursors without end."""

_NESTED = re.compile(r"([^\[\]=]+)((?:\[[^\[\]]*\])*)")
_MISSING = object()

Pairs = tuple[tuple[str, str], ...]


def run(options: Namespace) -> int:
    """Make the call and print its answer. Raises WrongUse for arguments that are no call."""
    call = describe(
        options.method, options.path, texts=options.texts, typed=options.typed, body_file=options.input
    )  # before anything is started or asked for
    if options.paginate and not isinstance(call, Query):
        raise WrongUse("--paginate follows the pages of a GET.", "Leave it out.")
    from docdeck.cli.connecting import with_platform

    answer = with_platform(getattr(options, "profile", None), lambda platform: _ask(platform, call, options.paginate))
    if answer is not _MISSING:
        print_json(answer)
    return 0


def describe(
    method: str, path: str, *, texts: list[str], typed: list[str], body_file: str | None
) -> Query[Any] | Command[Any]:
    """The call as a description. Fields are query parameters of a GET, else the body. Raises WrongUse."""
    method = method.upper()
    if method not in METHODS:
        raise WrongUse(f"{method!r} is no method of the API.", f"Use one of {', '.join(METHODS)}.")
    path, params = _path_and_params(path)
    operation = f"{method} {path}"
    ids = tuple(unquote(part) for part in path.split("/")[2:])
    fields = [(*_split(field), False) for field in texts] + [(*_split(field), True) for field in typed]
    if method == "GET":
        if body_file:
            raise WrongUse("A GET carries no body.", "Use -f for query parameters.")
        params += tuple((key, value) for key, value, _ in fields)
        return Query(operation, path, _json, params, ids)
    if body_file and fields:
        raise WrongUse("--input is the whole body; -f and -F build one.", "Use one of them.")
    body = _body_from(body_file) if body_file else _body_of(fields)
    return Command(operation, cast("Any", method), path, _json, body, params, touches=ids)


async def _ask(platform: Platform, call: Query[Any] | Command[Any], paginate: bool) -> object:
    if isinstance(call, Command):
        return await platform.write(call)
    if paginate:
        return await _all_pages(platform, call)
    return (await platform.read(call)).value


async def _all_pages(platform: Platform, query: Query[Any]) -> list[Any]:
    items: list[Any] = []
    seen: set[str] = set()
    while True:
        answer = (await platform.read(query)).value
        page = cast("dict[str, Any]", answer) if isinstance(answer, dict) else {}
        if not isinstance(page.get("items"), list):
            raise BadAnswer(f"The answer of {query.operation} is no list.", "Leave --paginate out.")
        items.extend(page["items"])
        follow = page.get("next")
        cursor = cast("dict[str, Any]", follow).get("page") if isinstance(follow, dict) else None
        if not isinstance(cursor, str) or not cursor:
            return items
        if cursor in seen or len(seen) >= PAGE_LIMIT:
            raise BadAnswer(f"{query.operation} repeats its pages without end.", "The server's list is broken.")
        seen.add(cursor)
        query = query.with_params(page=cursor)


def _json(operation: str, data: bytes) -> object:
    if not data.strip():
        return _MISSING
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadAnswer(
            f"The answer of {operation} is not JSON.", "Is the base URL that of a server of this API?"
        ) from error


def _path_and_params(text: str) -> tuple[str, Pairs]:
    """`/v1/...` and the query parameters of what was typed, with or without `/v1` at its start."""
    parts = urlsplit(text)
    if parts.scheme or parts.netloc or text.startswith("//"):
        raise WrongUse("PATH is a path such as /user, without a host.", "The profile says which host.")
    path = "/" + parts.path.strip("/")
    path = path if path == "/v1" or path.startswith("/v1/") else "/v1" + path
    if any(unquote(part) in (".", "..") for part in path.split("/")) or path in ("/v1", "/v1/"):
        raise WrongUse(f"{text!r} is no path of the API.", "Write it like /spaces/SPACE/change-requests.")
    # what is percent-encoded stays so, everything else that a URL cannot hold is encoded
    return quote(path, safe="/%:@!$&'()*+,;=~-._"), tuple(parse_qsl(parts.query, keep_blank_values=True))


def _split(field: str) -> tuple[str, str]:
    key, sign, value = field.partition("=")
    if not sign or not key:
        raise WrongUse(f"{field!r} is no KEY=VALUE.")
    return key, value


def _body_of(fields: list[tuple[str, str, bool]]) -> dict[str, Any] | None:
    body: dict[str, Any] = {}
    for key, text, typed in fields:
        match = _NESTED.fullmatch(key)
        if not match:
            raise WrongUse(f"{key!r} is no key.", "Write it like name, parent[name] or list[].")
        names = [match[1], *re.findall(r"\[([^\[\]]*)\]", match[2])]
        _put(body, names, _typed(text) if typed else text, key)
    return body or None


def _put(into: Any, names: list[str], value: object, key: str) -> None:
    name, rest = names[0], names[1:]
    if isinstance(into, list):
        if name:
            raise WrongUse(f"{key!r} names a key inside a list.")
        into.append({} if rest else value)
        if rest:
            _put(into[-1], rest, value, key)
    elif not isinstance(into, dict) or not name:
        raise WrongUse(f"{key!r} does not fit the fields before it.")
    elif not rest:
        into[name] = value
    else:
        _put(into.setdefault(name, [] if rest[0] == "" else {}), rest, value, key)


def _typed(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _body_from(file: str) -> Any:
    try:
        if file == "-":
            text = sys.stdin.read()
        else:
            with open(file, encoding="utf-8") as stream:
                text = stream.read()
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUse(f"{file} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8'}.") from error
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongUse(f"{file} is not JSON: {error}.") from error
