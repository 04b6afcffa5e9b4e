"""Faults on demand, for tests and training: the service answers late, wrongly, in part or not at all.

A faults file is a JSON list of `{"kind", "path", "method", "times", ...}`: `path` is a regular expression that is
searched in the address, `times` (or `count`) is how often the fault happens (without it, always). Kinds: `delay`
(`seconds`), `drop`, `reset`, `truncate`, `status` (`status`, `message`, `body`), `rate_limit` (`seconds`), `hostile`
(`text`) and `lost_answer`, which does the work and then drops its answer.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, TypeAdapter, field_validator
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from docdeck.service.errors import error_body

HOSTILE = "[/] [@click=app.quit]x[/] \x1b[31m\x1b]0;t\x07 \u202eltr " + "e" + "\u0301" * 400
_SPOILED = ("title", "subject", "displayName", "markdown", "text", "description", "email", "emoji")


class Fault(BaseModel):
    """One entry of a faults file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["delay", "drop", "reset", "truncate", "status", "rate_limit", "hostile", "lost_answer"]
    path: str = ""
    method: str | None = None
    times: int | None = Field(default=None, ge=1, validation_alias=AliasChoices("times", "count"))
    seconds: float = Field(default=1.0, ge=0)
    status: int = Field(default=500, ge=100, le=599)
    message: str = "This failure was asked for."
    body: str | None = None
    text: str = HOSTILE

    @field_validator("path")
    @classmethod
    def _readable(cls, path: str) -> str:
        try:
            re.compile(path)
        except re.error as problem:
            raise ValueError(f"path is no regular expression: {problem}") from None
        return path


@dataclass(slots=True)
class _Armed:
    fault: Fault
    left: int | None


class Faults:
    """The faults that are still to happen; `cut` ends a caller's connection, where the server can do that."""

    def __init__(self, faults: Sequence[Fault] = ()) -> None:
        self._armed = [_Armed(fault, fault.times) for fault in faults]
        self._lock = threading.Lock()
        self.cut: Callable[[Scope, bool], bool] = lambda _scope, _reset: False

    def add(self, fault: Fault) -> None:
        """One more fault, from now on."""
        with self._lock:
            self._armed.append(_Armed(fault, fault.times))

    def take(self, method: str, path: str) -> Fault | None:
        """The first fault that fits a call and is not used up."""
        with self._lock:
            for armed in self._armed:
                fault = armed.fault
                fits = fault.method in (None, method) and re.search(fault.path, path) is not None
                if fits and armed.left != 0:
                    armed.left = None if armed.left is None else armed.left - 1
                    return fault
        return None


def read_faults(file: Path) -> Faults:
    """The faults of a file. Raises OSError, or ValueError with what is wrong in it."""
    return Faults(TypeAdapter(list[Fault]).validate_json(file.read_bytes()))


class Misbehaving:
    """ASGI middleware that lets faults happen."""

    def __init__(self, app: ASGIApp, faults: Faults) -> None:
        self._app = app
        self._faults = faults

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        fault = self._faults.take(scope["method"], scope["path"]) if scope["type"] == "http" else None
        if fault is None:
            await self._app(scope, receive, send)
        elif fault.kind == "delay":
            await asyncio.sleep(fault.seconds)
            await self._app(scope, receive, send)
        elif fault.kind == "status":
            await _answer(send, fault.status, fault.body or json.dumps(error_body(fault.status, fault.message)), [])
        elif fault.kind == "rate_limit":
            wait = [(b"retry-after", f"{fault.seconds:g}".encode())]
            await _answer(send, 429, json.dumps(error_body(429, "Too many calls: wait, then try again.")), wait)
        elif fault.kind in ("drop", "reset"):
            self._end(scope, reset=fault.kind == "reset")
        else:
            await self._after(fault, scope, receive, send)

    async def _after(self, fault: Fault, scope: Scope, receive: Receive, send: Send) -> None:
        """Do the work first, then spoil the answer."""
        start: Message = {"type": "http.response.start", "status": 500, "headers": []}
        parts: list[bytes] = []

        async def keep(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        await self._app(scope, receive, keep)
        body = b"".join(parts)
        if fault.kind == "lost_answer":
            self._end(scope, reset=False)
        elif fault.kind == "truncate":
            await send(start)
            await send({"type": "http.response.body", "body": body[: len(body) // 2], "more_body": True})
            self._end(scope, reset=False)
        else:
            spoiled = _spoiled_body(body, fault.text)
            kept = [pair for pair in start["headers"] if pair[0].lower() != b"content-length"]
            headers = [*kept, (b"content-length", str(len(spoiled)).encode())]
            await send({**start, "headers": headers})
            await send({"type": "http.response.body", "body": spoiled})

    def _end(self, scope: Scope, *, reset: bool) -> None:
        if not self._faults.cut(scope, reset):
            raise ConnectionResetError("The connection was to be cut, and this server cannot cut it.")


async def _answer(send: Send, status: int, body: str, headers: list[tuple[bytes, bytes]]) -> None:
    raw = body.encode()
    kind = b"application/json" if body.lstrip()[:1] in ("{", "[") else b"text/html; charset=utf-8"
    own = [(b"content-type", kind), (b"content-length", str(len(raw)).encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": own})
    await send({"type": "http.response.body", "body": raw})


def _spoiled_body(body: bytes, text: str) -> bytes:
    try:
        answer = json.loads(body)
    except ValueError:
        return body
    return json.dumps(_spoiled(answer, text)).encode()


def _spoiled(value: Any, text: str) -> Any:
    if isinstance(value, list):
        return [_spoiled(item, text) for item in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    items = cast("dict[str, Any]", value).items()
    return {
        key: f"{item} {text}" if key in _SPOILED and isinstance(item, str) else _spoiled(item, text)
        for key, item in items
    }
