"""One call as the handlers see it, and the frame around every handler: sign-in, body, transaction, answer."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from docdeck.models.base import Answer
from docdeck.service.errors import Invalid, NotSignedIn, TooLarge
from docdeck.service.paging import Slice, Window, envelope, window
from docdeck.service.store import Store, Tx
from docdeck.service.store.people import user_of_token
from docdeck.service.store.removal import has_expired, remove_expired
from docdeck.service.views.links import Links

MAX_BODY_BYTES = 10 * 1024 * 1024
MAX_DEPTH = 100
_WIRE: TypeAdapter[Any] = TypeAdapter(Any)
"""Writes models, also those inside of plain objects, as `to_wire` does, without building that in between."""
_HALVES = re.compile("[\ud800-\udfff]")
B = TypeVar("B", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Call:
    """A signed-in call: who, which path parameters, which query, which body."""

    actor: str
    params: dict[str, str]
    query: QueryParams
    links: Links
    sent: Any = None

    def body(self, model: type[B]) -> B:
        """The body as a model that was already checked."""
        return cast("B", self.sent)

    def bodies(self, model: type[B]) -> tuple[B, ...]:
        """The one body, or the list of bodies, of a call that takes both."""
        return cast("tuple[B, ...]", self.sent)

    def window(self, kind: str) -> Window:
        """The window that `page` and `limit` ask for."""
        return window(kind, self.query.get("page"), self.query.get("limit"))

    def choice(self, name: str, allowed: Sequence[str], default: str) -> str:
        """A query parameter with a fixed set of values."""
        value = self.query.get(name, default)
        if value not in allowed:
            raise Invalid(f"{name}: must be one of {', '.join(allowed)}.")
        return value

    def choices(self, name: str, allowed: Sequence[str], default: Sequence[str]) -> tuple[str, ...]:
        """A query parameter that may be repeated, each with a fixed set of values."""
        values = tuple(dict.fromkeys(self.query.getlist(name))) or tuple(default)
        if not set(values) <= set(allowed):
            raise Invalid(f"{name}: must be one of {', '.join(allowed)}.")
        return values

    def flag(self, name: str) -> bool | None:
        """A `true` or `false` query parameter, or None when absent."""
        value = self.query.get(name)
        if value not in (None, "true", "false"):
            raise Invalid(f"{name}: must be true or false.")
        return None if value is None else value == "true"

    def listed(self, part: Slice, items: Sequence[Answer]) -> dict[str, Any]:
        """The list envelope around models."""
        return envelope(part, items)


@dataclass(frozen=True, slots=True)
class Made:
    """An answer with another status than 200, or with headers."""

    body: Answer | dict[str, Any] | None = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict[str, str])


GONE = Made(status=204)
"""The empty answer of a DELETE, also when the thing was absent."""

Handler = Callable[[Tx, Call], Answer | dict[str, Any] | Made]


def reads(path: str, handler: Handler) -> Route:
    """A GET that runs in one reading transaction."""
    return Route(path, _endpoint(handler, write=False, model=None), methods=["GET"])


def writes(
    method: str, path: str, handler: Handler, model: type[BaseModel] | None = None, *, many: bool = False
) -> Route:
    """A call that runs in one writing transaction, after its body was checked; `many` also takes a list of bodies."""
    return Route(path, _endpoint(handler, write=True, model=model, many=many), methods=[method])


@dataclass(frozen=True, slots=True)
class Described:
    """What a route takes and gives, for the description of the interface."""

    handler: Handler
    model: type[BaseModel] | None
    many: bool


def described(route: Route) -> Described | None:
    """What a route was made of; None for routes that are no part of the signed-in interface."""
    return getattr(route.endpoint, "described", None)


def _endpoint(
    handler: Handler, *, write: bool, model: type[BaseModel] | None, many: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    about = Described(handler, model, many)

    async def endpoint(request: Request) -> Response:
        token = _token(request)
        raw = await _read_body(request) if write else b""
        return await run_in_threadpool(_run, about, request, token, raw, write)

    vars(endpoint)["described"] = about
    return endpoint


def _run(about: Described, request: Request, token: str, raw: bytes, write: bool) -> Response:
    store: Store = request.app.state.store
    if not write:
        with store.read() as tx:
            return _response(about.handler(tx, _call(request, _actor(tx, token), None)))
    with store.read() as tx:
        actor = _actor(tx, token)
        expired = has_expired(tx)
    if expired:
        with store.write() as tx:
            remove_expired(tx)
    sent = None if about.model is None else _checked(about.model, raw, many=about.many)
    with store.write() as tx:
        made = about.handler(tx, _call(request, actor, sent))
    return _response(made)


def _call(request: Request, actor: str, sent: Any) -> Call:
    links = Links(f"{request.url.scheme}://{request.url.netloc}")
    return Call(actor, dict(request.path_params), request.query_params, links, sent)


def _token(request: Request) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise NotSignedIn("Sign in: send the header Authorization: Bearer <token>.")
    return token.strip()


def _actor(tx: Tx, token: str) -> str:
    actor = user_of_token(tx, token)
    if actor is None:
        raise NotSignedIn("This token is not known here: sign in again with a current one.")
    return actor


async def _read_body(request: Request) -> bytes:
    too_large = TooLarge(f"The body is too large: at most {MAX_BODY_BYTES // 1024 // 1024} MiB.")
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > MAX_BODY_BYTES:
        raise too_large
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > MAX_BODY_BYTES:
            raise too_large
        parts.append(part)
    return b"".join(parts)


def _checked(model: type[BaseModel], raw: bytes, *, many: bool) -> BaseModel | tuple[BaseModel, ...]:
    try:
        sent = json.loads(raw or b"{}", parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Invalid("The body is not valid JSON.") from None
    if not isinstance(sent, dict) and not (many and isinstance(sent, list)):
        raise Invalid("The body must be a JSON object." if not many else "The body must be a JSON object or a list.")
    _check_storable(sent)
    if not many:
        return _validated(model, sent)
    if isinstance(sent, dict):
        return (_validated(model, sent),)
    return tuple(_validated(model, one, f"{place}.") for place, one in enumerate(cast("list[Any]", sent)))


def _validated(model: type[BaseModel], sent: Any, prefix: str = "") -> BaseModel:
    try:
        # As JSON and strictly: "yes" is not true, and "5" is no number.
        return model.model_validate_json(json.dumps(sent), strict=True)
    except ValidationError as problem:
        raise Invalid(prefix + _sentence(problem)) from None


def _no_number(name: str) -> None:
    raise ValueError(name)


def _check_storable(sent: Any) -> None:
    """Refuse what JSON can carry and nothing else can: half characters, and nesting without end."""
    waiting: list[tuple[Any, int]] = [(sent, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise Invalid(f"The body is nested too deeply: at most {MAX_DEPTH} levels.")
        if isinstance(value, dict):
            items = cast("dict[str, Any]", value)
            waiting.extend((part, depth + 1) for pair in items.items() for part in pair)
        elif isinstance(value, list):
            waiting.extend((part, depth + 1) for part in cast("list[Any]", value))
        elif isinstance(value, str) and not value.isascii() and _HALVES.search(value):
            raise Invalid("The body holds half a character (an unpaired surrogate).")


def _sentence(problem: ValidationError) -> str:
    first = problem.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    text = first["msg"][:1].lower() + first["msg"][1:]
    return f"{where}: {text}." if where else f"The body: {text}."


def _response(made: Answer | dict[str, Any] | Made) -> Response:
    answer = made if isinstance(made, Made) else Made(made)
    if answer.body is None:
        return Response(status_code=answer.status, headers=answer.headers)
    text = _WIRE.dump_json(answer.body, by_alias=True, exclude_unset=True)
    return Response(text, answer.status, answer.headers, media_type="application/json")
