"""The claims that a site knows of its visitors, and the conditions that can be made of them. Facts N9."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

_DEEPEST = 10


def template_conditions(schema: Mapping[str, Any]) -> list[dict[str, str]]:
    """A condition for every claim that is true or false, and for every value of those with fixed values."""
    return [
        {"description": description, "condition": condition}
        for description, condition in _conditions(schema, "visitor.claims", 0)
    ]


def _conditions(schema: Mapping[str, Any], path: str, depth: int) -> Iterator[tuple[str, str]]:
    properties = _object(schema.get("properties")) if depth < _DEEPEST else {}
    for name, found in properties.items():
        claim = _object(found)
        here = f"{path}.{name}"
        description = str(claim.get("description") or name)
        if claim.get("type") == "boolean":
            yield description, here
        elif claim.get("type") == "object":
            yield from _conditions(claim, here, depth + 1)
        elif isinstance(claim.get("enum"), list):
            for value in cast("list[Any]", claim["enum"]):
                yield f"{description}: {value}", f"{here} == {json.dumps(value, ensure_ascii=False)}"


def _object(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


_TOP = ("$schema", "type", "properties", "additionalProperties")
_DRAFT = "http://json-schema.org/draft-07/schema#"
_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "boolean": ((), ()),
    "number": ((), ()),
    "string": ((), ("enum",)),
    "array": (("items",), ()),
    "object": (("properties", "additionalProperties"), ()),
}
"""What a claim of each type must and may have, beside `type` and `description`."""


def schema_problem(schema: Mapping[str, Any]) -> str | None:
    """Why a JSON Schema (draft-07) is not one of visitors: its place and a sentence, or None when it is one.

    The shape that the document states is a small part of draft-07, all of which is checked here: that names the place
    of a mistake, which a general validator of schemas would not.
    """
    unknown = [name for name in schema if name not in _TOP]
    if unknown:
        return f".{unknown[0]}: is not part of a visitor schema."
    if schema.get("$schema", _DRAFT) != _DRAFT:
        return f".$schema: must be {_DRAFT}."
    return _object_problem(schema, "", 0)


def _object_problem(schema: Mapping[str, Any], path: str, depth: int) -> str | None:
    if schema.get("type") != "object":
        return f"{path}.type: must be object."
    if schema.get("additionalProperties") is not False:
        return f"{path}.additionalProperties: must be false."
    if not isinstance(schema.get("properties"), dict):
        return f"{path}.properties: must be an object."
    if depth >= _DEEPEST:
        return f"{path}.properties: is nested too deeply, at most {_DEEPEST} levels."
    for name, claim in _object(schema["properties"]).items():
        problem = _claim_problem(claim, f"{path}.properties.{name}", depth, unsigned=path == "" and name == "unsigned")
        if problem is not None:
            return problem
    return None


def _claim_problem(claim: Any, path: str, depth: int, *, unsigned: bool = False) -> str | None:
    fields, kind = _object(claim), _object(claim).get("type")
    if not isinstance(claim, dict):
        return f"{path}: must be an object."
    if not isinstance(kind, str) or kind not in _KEYS or (unsigned and kind != "object"):
        allowed = "object" if unsigned else f"one of {', '.join(_KEYS)}"
        return f"{path}.type: must be {allowed}."
    if not isinstance(fields.get("description"), str):
        return f"{path}.description: must be text."
    needed, optional = _KEYS[kind]
    strange = [name for name in fields if name not in ("type", "description", *needed, *optional)]
    if strange:
        return f"{path}.{strange[0]}: is not part of a claim of the type {kind}."
    if kind == "object":
        return _object_problem(fields, path, depth + 1)
    if kind == "array":
        return _items_problem(fields.get("items"), f"{path}.items", depth)
    return _values_problem(fields["enum"], f"{path}.enum") if "enum" in fields else None


def _items_problem(items: Any, path: str, depth: int) -> str | None:
    if _object(items).get("type") in ("array", "object"):
        return f"{path}.type: must be one of boolean, number, string."
    return _claim_problem(items, path, depth)


def _values_problem(values: Any, path: str) -> str | None:
    found = cast("list[Any]", values) if isinstance(values, list) else []
    if not found or not all(isinstance(value, str) for value in found) or len(set(found)) != len(found):
        return f"{path}: must be a list of different texts."
    return None
