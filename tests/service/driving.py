"""Calls the service on this very thread: no event loop, no socket, so that thousands of calls take seconds."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette import _exception_handler
from starlette.types import ASGIApp, Message

from docdeck.service.routes import call


async def _directly(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


def without_threads(patch: pytest.MonkeyPatch) -> None:
    """Let the service's handlers run where they are called."""
    for module in (call, _exception_handler):
        patch.setattr(module, "run_in_threadpool", _directly)


class Driver:
    """One application and the calls to it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def call(self, token: str, method: str, path: str, body: Any = None, **query: Any) -> tuple[int, Any]:
        """Call with a token; the status and the answer."""
        sent = b"" if body is None else json.dumps(body).encode()
        answer: dict[str, Any] = {"status": 0, "body": b""}

        async def receive() -> Message:
            return {"type": "http.request", "body": sent, "more_body": False}

        async def send(message: Message) -> None:
            answer["status"] = message.get("status", answer["status"])
            answer["body"] += message.get("body", b"")

        self._run(method, path, urlencode(query, doseq=True), token, receive, send)
        return answer["status"], json.loads(answer["body"]) if answer["body"] else None

    def _run(self, method: str, path: str, query: str, token: str, receive: Any, send: Any) -> None:
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(b"host", b"service.test"), (b"authorization", f"Bearer {token}".encode())],
            "client": ("127.0.0.1", 1),
            "server": ("service.test", 80),
        }
        running = self._app(scope, receive, send)
        try:
            running.__await__().__next__()
        except StopIteration:
            return
        raise AssertionError("The service waited for something.")
