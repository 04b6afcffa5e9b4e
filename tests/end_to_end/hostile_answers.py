"""A service whose answers are rewritten on their way: hostile words in every text field, or odd shapes.

The service and its database stay what they are; between it and the wire each JSON answer is read, changed and written
again. What a test changes is a function of the call's path and the answer.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.end_to_end import on_service
from tests.end_to_end.on_service import Running

Rewrite = Callable[[str, int, Any], Any]
"""From path, status and JSON answer to the JSON answer that is sent."""

SHORT = [
    "\x1b]52;c;UFdORUQ=\x1b\\",
    "\x1b]52;c;UFdORUQ=\x07",
    "\x1b[2J\x1b[999;999H",
    "\x1b]0;PWNED\x1b\\",
    "\x1b]8;;file:///etc/passwd\x1b\\here\x1b]8;;\x1b\\",
    "\x1b[>q\x1b[4$p",
    "\x1b[c\x1b[>c\x1b[=c",
    "\x1bP$qm\x1b\\",
    "\x1b[18t\x1b[21t\x1b[6n",
    "\x1b]11;?\x1b\\",
    "\x9b>q\x9b4$p\x9b2J",
    "\x9d52;c;aGk=\x9c\x90$qm\x9c",
    "\x1b[?1049l\x1b[?69h\x1bc",
    "\x1b[5;8;31m",
    "\x07\x00\x7f\x08\x05\x0e\x18",
    "\u202e\u2066drow",
    "z\u200be\u200d1\ufeffo\u00ad",
    "\U000e0041\U000e0042\U000e007f",
    "a\x85b\u2028c\r\x0bd\te",
    "[/]",
    "[/x] [1]",
    "[@click=app.quit]x[/]",
    "[link=https://evil.example/]y[/link]",
    "[link='file:///etc/passwd']z[/link]",
    "[bold",
    "\\[bold]\\",
    "{'a': [1]} $x ${y}",
]
"""Payloads that leave room for words behind them."""
LONG = ["e" + "\u0301" * 400, "w" * 100_000, "\x1b[4$p" * 300, "[" * 400, "\u202e" * 200, "漢" * 3000]
"""Payloads that are much of something, for fields that hold prose."""
SURROGATE = "\udfff lone \ud800"
"""JSON can say this; UTF-8 cannot."""

TEXTS = frozenset(
    re.findall(
        r"\w+",
        "title subject displayName email markdown text description path slug emoji icon basename hostname emailDomains "
        "condition app location published url message expression photoURL syntax summary name reason customizations "
        "customHostname public preview logo content query answer prompt instructions",
    )
)
PROSE = frozenset({"markdown", "text", "description", "title", "subject", "message"})
WORDS = frozenset(
    re.findall(
        r"\w+",
        "status role plan visibility editMode useCase language style defaultLevel defaultRole actionType rule relation "
        "permission level agentsContext coverSize width result communityType backend",
    )
)
"""Words of a fixed choice, where a newer server may send others."""
RICH = frozenset({"document", "block", "text", "leaf", "mark", "inline", "fragment"})
"""Objects of a document, whose `type` says how to read them."""


def spoiled(value: Any, *, words: bool = False, key: str = "") -> Any:
    """The answer with a payload before the words of every text field; with `words`, in fixed choices as well."""
    if isinstance(value, dict):
        kinds = frozenset({"type", "kind"}) if words and value.get("object", "document") not in RICH else frozenset()
        return {
            name: _payload(name, inner) + inner
            if isinstance(inner, str) and (name in TEXTS or (words and name in WORDS) or name in kinds)
            else spoiled(inner, words=words, key=name)
            for name, inner in value.items()
        }
    if isinstance(value, list):
        return [
            _payload(key, inner) + inner
            if isinstance(inner, str) and key in TEXTS
            else spoiled(inner, words=words, key=key)
            for inner in value
        ]
    return value


def _payload(key: str, text: str) -> str:
    """One payload for one text: the same at each reading, so that nothing seems to change."""
    number = zlib.crc32(f"{key} {text}".encode())
    if key in PROSE and number % 13 == 0:
        return LONG[number // 13 % len(LONG)] + " "
    if key in PROSE and number % 29 == 0:
        return SURROGATE
    return SHORT[number % len(SHORT)]


class Rewriting:
    """Between the service and the wire: whole JSON answers through `rewrite`; it may be exchanged at any time."""

    def __init__(self, rewrite: Rewrite) -> None:
        self.rewrite = rewrite
        self.app: ASGIApp | None = None

    def through(self, app: ASGIApp) -> ASGIApp:
        """This, in front of the service."""
        self.app = app
        return self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self.app is not None
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        messages: list[Message] = []

        async def keep(message: Message) -> None:
            messages.append(message)

        await self.app(scope, receive, keep)
        for message in self._rewritten(scope["path"], messages):
            await send(message)

    def _rewritten(self, path: str, messages: list[Message]) -> list[Message]:
        if not messages or messages[0]["type"] != "http.response.start":
            return messages
        start = messages[0]
        headers = [(name.lower(), value) for name, value in start["headers"]]
        if not re.match(rb"application/json", dict(headers).get(b"content-type", b"")):
            return messages
        body = b"".join(message.get("body", b"") for message in messages[1:])
        answer = json.dumps(self.rewrite(path, start["status"], json.loads(body))).encode()
        headers = [(name, value) for name, value in headers if name not in (b"content-length", b"etag")]
        headers.append((b"content-length", str(len(answer)).encode()))
        return [{**start, "headers": headers}, {"type": "http.response.body", "body": answer}]


@contextmanager
def rewritten(database: Path, rewrite: Rewrite) -> Generator[tuple[Running, Rewriting]]:
    """Serve a database with each answer changed."""
    between = Rewriting(rewrite)
    with on_service.running(database, through=between.through) as running:
        yield running, between


def spoil(path: str, status: int, answer: Any) -> Any:
    """Hostile words in every text field and error message."""
    return spoiled(answer)


def spoil_words(path: str, status: int, answer: Any) -> Any:
    """And in every word of a fixed choice."""
    return spoiled(answer, words=True)
