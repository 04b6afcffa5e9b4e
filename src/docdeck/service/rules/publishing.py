"""What an integration may be published with. Facts N15, A.12."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from docdeck.models.integrations import PublishIntegration

CATEGORIES = ("analytics", "collaboration", "content", "gitsync", "marketing", "visitor-auth", "other")
SCOPES = (
    "space:content:read", "space:content:write", "space:metadata:read", "space:metadata:write", "space:git:sync",
    "page:feedback:read", "site:metadata:read", "site:views:read", "site:script:inject", "site:script:cookies",
    "site:visitor:auth", "site:adaptive:read", "site:adaptive:write", "openapi:read", "openapi:write",
    "conversations:ingest", "site:visitor:claims",
)  # fmt: skip
TARGETS = ("all", "site", "space", "organization")
_PROPERTY_TYPES = ("string", "number", "boolean", "button")
_MAX_NAME = 255
NAME = re.compile(r"[a-zA-Z0-9\-_.]+")


def name_problem(name: str) -> str | None:
    """Why a name is none."""
    if NAME.fullmatch(name) and len(name) <= _MAX_NAME:
        return None
    return f"name: must be letters, digits, hyphens, underscores and dots, at most {_MAX_NAME} characters."


def publishing_problem(sent: PublishIntegration) -> str | None:
    """What is wrong with a version, its field named, or None."""
    return next(_problems(sent), None)


def marks_of(sent: PublishIntegration) -> str:
    """What lists can be narrowed to, each mark between spaces."""
    found = [f"scope={scope}" for scope in sent.scopes]
    found += [f"category={category}" for category in sent.categories or ()]
    found += ["blocks"] if sent.blocks else []
    found += ["sources"] if sent.content_sources else []
    for block in sent.blocks or ():
        for pattern in cast("list[Any]", block.get("urlUnfurl") or []):
            host = str(pattern).partition("://")[2] or str(pattern)
            found.append(f"domain={host.partition('/')[0].removeprefix('*.')}")
    return f" {'  '.join(dict.fromkeys(found))} ".casefold()


def needs_setup(configurations: Mapping[str, Any] | None, place: str) -> bool:
    """Whether something must be filled in at a place (`account`, `space`, `site`) before an installation is active."""
    form = (configurations or {}).get(place)
    if not isinstance(form, Mapping):
        return False
    fields = cast("Mapping[str, Any]", form)
    return bool(fields.get("required")) or "componentId" in fields


def _problems(sent: PublishIntegration) -> Iterator[str]:
    yield from _choices("scopes", sent.scopes, SCOPES)
    yield from _choices("categories", sent.categories or (), CATEGORIES)
    for field, parts in (("blocks", sent.blocks), ("contentSources", sent.content_sources)):
        for place, part in enumerate(parts or ()):
            title = part.get("title")
            if not isinstance(part.get("id"), str) or not part["id"]:
                yield f"{field}.{place}.id: is missing."
            if not isinstance(title, str) or not 2 <= len(title) <= 40:
                yield f"{field}.{place}.title: must be 2 to 40 characters."
    for place, form in (sent.configurations or {}).items():
        yield from _form_problems(place, form)


def _choices(field: str, values: Sequence[str], allowed: Sequence[str]) -> Iterator[str]:
    for place, value in enumerate(values):
        if value not in allowed:
            yield f"{field}.{place}: must be one of {', '.join(allowed)}."


def _form_problems(place: str, form: Any) -> Iterator[str]:
    here = f"configurations.{place}"
    if place not in ("account", "space", "site"):
        yield f"{here}: must be one of account, space, site."
    fields = cast("dict[str, Any]", form) if isinstance(form, dict) else {}
    if isinstance(fields.get("componentId"), str):
        return
    properties = fields.get("properties")
    if not isinstance(properties, dict):
        yield f"{here}.properties: is missing."
        return
    for name, field in cast("dict[str, Any]", properties).items():
        kind = cast("dict[str, Any]", field).get("type") if isinstance(field, dict) else None
        if kind not in _PROPERTY_TYPES:
            yield f"{here}.properties.{name}.type: must be one of {', '.join(_PROPERTY_TYPES)}."
