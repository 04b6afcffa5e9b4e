"""From a failing status, and a body `{error: {code, message}}`, to an exception with a sentence.

Document section: "Errors".
"""

from __future__ import annotations

from typing import Any, cast

import pydantic_core

from docdeck.api.errors import (
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    NotOffered,
    NotSignedIn,
    RateLimited,
    Refused,
    ServerFailed,
)
from docdeck.api.reading import paired

_MESSAGE_LIMIT = 500


def message_of(data: bytes) -> str:
    """The server's own sentence, as raw text, cut at 500 characters; empty when the body is not of the API's form."""
    try:
        body: Any = pydantic_core.from_json(paired(data), allow_inf_nan=False)
    except ValueError:
        return ""
    if not isinstance(body, dict):
        return ""
    error = cast("dict[str, Any]", body).get("error")
    message = cast("dict[str, Any]", error).get("message") if isinstance(error, dict) else None
    return message[:_MESSAGE_LIMIT].strip() if isinstance(message, str) else ""


def _quoting(start: str, message: str) -> str:
    if not message:
        return f"{start}."
    return f"{start}: {message}" + ("" if message[-1] in ".!?…" else ".")


def refusal(operation: str, status: int, data: bytes, *, until: float | None = None) -> Refused:
    """The exception for a failing status. `until` is when a rate limit ends (epoch seconds of this machine)."""
    message = message_of(data)
    if status == 429:
        return RateLimited(
            _quoting("The server was asked too much and wants a pause", message),
            "Wait until the limit is over, then try again.",
            until=until or 0.0,
            message=message,
            operation=operation,
        )
    kind, start, hint = _kind(status)
    if status == 404 and message:
        start = "The server says (404)"  # its own sentence says what is missing; ours would say so once more
    return kind(_quoting(start, message), hint, status=status, message=message, operation=operation)


def _kind(status: int) -> tuple[type[Refused], str, str]:
    if status in _KINDS:
        return _KINDS[status]
    if status >= 500:
        return ServerFailed, f"The server failed ({status})", "Try again in a moment."
    return Refused, f"The server refused the call ({status})", "The request log (L) has the details."


_KINDS: dict[int, tuple[type[Refused], str, str]] = {
    400: (Invalid, "The server did not accept the request (400)", "Change what it names and send it again."),
    401: (
        NotSignedIn,
        "The server does not know this token (401)",
        "Sign in again: docdeck login, or another DOCDECK_TOKEN.",
    ),
    402: (Refused, "The plan of this organization does not include it (402)", "Ask its administrators."),
    403: (Forbidden, "This account may not do that (403)", "Ask an administrator of the space or organization."),
    404: (
        NotFound,
        "It is not there, or this account may not see it (404)",
        "Check that it is listed for this account.",
    ),
    405: (NotOffered, "This platform does not offer the operation (405)", ""),
    408: (Refused, "The server waited too long for the request (408)", "Try again."),
    409: (Conflict, "The state of the thing does not allow it (409)", "Refresh, and look at what changed."),
    410: (NotOffered, "This platform does not offer the operation any more (410)", ""),
    412: (Conflict, "A condition does not hold (412)", "Refresh, and look at what changed."),
    413: (Invalid, "The server finds it too large (413)", "Make it shorter and send it again."),
    422: (Invalid, "The server did not accept the request (422)", "Change what it names and send it again."),
    423: (Conflict, "It is locked (423)", "Unlock it first, or wait."),
    500: (ServerFailed, "The server failed (500)", "Try again in a moment."),
    501: (NotOffered, "This platform does not offer the operation (501)", ""),
    502: (ServerFailed, "The server behind the gateway failed (502)", "Try again in a moment."),
    503: (ServerFailed, "The server is not available just now (503)", "Try again in a moment."),
    504: (ServerFailed, "The server behind the gateway did not answer in time (504)", "Try again in a moment."),
}
