"""Optional fields: what is None in a row is absent in an answer."""

from __future__ import annotations

from typing import Any

from docdeck.service.clock import moment


def present(**fields: Any) -> dict[str, Any]:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def when(text: str | None) -> Any:
    """The time behind a stored time, or None."""
    return None if text is None else moment(text)
