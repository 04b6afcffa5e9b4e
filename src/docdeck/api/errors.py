"""One tree of exceptions. Each carries a sentence for a person: what failed, and what to do next.

A sentence may quote the server; it is raw text, so whoever shows it passes it through the text door first.
"""

from __future__ import annotations


class DocdeckError(Exception):
    """Anything docdeck can explain. `sentence` says what failed, `hint` what to do next."""

    def __init__(self, sentence: str, hint: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.sentence} {self.hint}".strip()


class Offline(DocdeckError):
    """The server could not be reached; the call certainly never left."""


class TimedOut(DocdeckError):
    """No answer within the time limit."""


class ConnectionLost(DocdeckError):
    """The connection broke after the call was sent, before its answer was whole."""


class BadAnswer(DocdeckError):
    """The answer is not one of this API: HTML, not JSON, too large, a redirect, or a field that cannot be read."""


class NoAddress(BadAnswer, ValueError):
    """A call that cannot be made: the id that belongs in its address is empty or would lead elsewhere."""

    def __init__(self, template: str, name: str) -> None:
        super().__init__(
            f"{template} needs a {name}, and the server gave none that can be used.",
            "The server may differ from docdeck's API; press L for the request log.",
        )


class UnreadableAnswer(BadAnswer):
    """An answer of the right kind with a field of the wrong one; names the operation and the field."""

    def __init__(self, operation: str, field: str, problem: str) -> None:
        super().__init__(
            f"The answer of {operation} could not be read: {field}: {problem}.",
            "The server may be newer than docdeck; press L for the request log.",
        )
        self.operation = operation
        self.field = field


class Refused(DocdeckError):
    """The server answered with a failing status; `message` is the server's own sentence."""

    def __init__(self, sentence: str, hint: str = "", *, status: int, message: str = "", operation: str = "") -> None:
        super().__init__(sentence, hint)
        self.status = status
        self.message = message
        self.operation = operation


class Invalid(Refused):
    """400, 413, 422: the request broke a limit or a rule of form."""


class NotSignedIn(Refused):
    """401: no token, or one the server does not know."""


class Forbidden(Refused):
    """403: a permission is missing."""


class NotFound(Refused):
    """404: absent, or not visible to this account."""


class NotOffered(Refused):
    """405, 410 or 501: this platform does not offer the operation."""


class Conflict(Refused):
    """409, 412: the state of the thing does not allow it, or a merge rule refused it."""


class RateLimited(Refused):
    """429: asked too much; `until` is the epoch second (of this machine) when to ask again."""

    def __init__(self, sentence: str, hint: str = "", *, until: float, message: str = "", operation: str = "") -> None:
        super().__init__(sentence, hint, status=429, message=message, operation=operation)
        self.until = until


class ServerFailed(Refused):
    """5xx: the server failed."""


class NeverSent(DocdeckError):
    """A write that certainly never left: repeating it is safe. `cause` is why."""

    def __init__(self, cause: DocdeckError) -> None:
        super().__init__(cause.sentence, cause.hint)
        self.cause = cause


class OutcomeUnknown(DocdeckError):
    """A write whose answer was lost: it may have been done. Read back before anything else. `cause` is why."""

    def __init__(self, cause: DocdeckError) -> None:
        super().__init__(cause.sentence, "The change may have been made all the same.")
        self.cause = cause
