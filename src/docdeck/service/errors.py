"""Refusals, each with its HTTP status and a sentence for a person. Document section: "Errors"; facts 0.2."""

from __future__ import annotations

from typing import Any


class ServiceError(Exception):
    """A refusal: `status` goes on the wire twice, as the HTTP status and as `error.code`."""

    status = 500

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def body(self) -> dict[str, Any]:
        """The error body `{error: {code, message}}`."""
        return error_body(self.status, self.message)


class Invalid(ServiceError):
    """400: a body, a parameter or a limit; the message names the field."""

    status = 400


class NotSignedIn(ServiceError):
    """401: no token, or one nobody has."""

    status = 401


class Denied(ServiceError):
    """403: visible, but the permission is missing."""

    status = 403


class Missing(ServiceError):
    """404: absent, or not visible to the caller; nobody can tell which."""

    status = 404


class Conflict(ServiceError):
    """409: the state of the thing does not allow it, or a merge rule is unmet."""

    status = 409


class Unmet(ServiceError):
    """412: something else has to be done first."""

    status = 412


class TooLarge(ServiceError):
    """413: the body is over the size limit."""

    status = 413


class Unavailable(ServiceError):
    """503: the database could not do it now, and nothing was changed."""

    status = 503


def error_body(status: int, message: str) -> dict[str, Any]:
    """The one shape of every failing answer."""
    return {"error": {"code": status, "message": message}}
