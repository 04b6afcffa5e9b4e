"""What a body holds: absent stays, and null is only for what can be empty."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from docdeck.models.base import Body
from docdeck.service.errors import Invalid


def sent_values(sent: Body, *, nullable: Container[str] = ()) -> dict[str, Any]:
    """The fields that were sent, by their names in Python; null for a field that needs a value is refused."""
    values = {name: getattr(sent, name) for name in sorted(sent.model_fields_set)}
    for name, value in values.items():
        if value is None and name not in nullable:
            raise Invalid(f"{type(sent).model_fields[name].alias or name}: must not be null.")
    return values
