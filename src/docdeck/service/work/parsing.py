"""Reads OpenAPI documents: JSON or YAML, of version 2.0 to 3.x, bounded in size however they refer to themselves."""

from __future__ import annotations

import json
from typing import Any, cast

import yaml

MAX_CHARACTERS = 20 * 1024 * 1024
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


class ParseError(Exception):
    """The text is no OpenAPI document; `problems` are sentences."""

    def __init__(self, *problems: str) -> None:
        super().__init__(" ".join(problems))
        self.problems = problems


_RESOLVERS = {
    first: [(tag, words) for tag, words in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
# The C loader where there is one: ten times quicker. Without the resolver of dates they stay text, as in JSON.
_LOADER: Any = type("Loader", (getattr(yaml, "CSafeLoader", yaml.SafeLoader),), {"yaml_implicit_resolvers": _RESOLVERS})


def parse(text: str) -> tuple[str, dict[str, Any]]:
    """The format, `json` or `yaml`, and the document as plain JSON. Raises ParseError."""
    kind, found = _read(text)
    if not isinstance(found, dict):
        raise ParseError("The document must be an object.")
    document = _plain(cast("dict[Any, Any]", found))
    problems = list(_problems(document))
    if problems:
        raise ParseError(*problems)
    return kind, document


def _read(text: str) -> tuple[str, Any]:
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        try:
            return "json", json.loads(text.lstrip("\ufeff"))
        except RecursionError:
            raise ParseError("The document is nested too deeply.") from None
        except ValueError as problem:
            as_json = f"The document is not valid JSON: {problem}."
    else:
        as_json = ""
    try:
        return "yaml", yaml.load(text, Loader=_LOADER)  # noqa: S506 (a safe loader)
    except RecursionError:
        raise ParseError("The document is nested too deeply.") from None
    except (yaml.YAMLError, ValueError) as problem:
        place = getattr(problem, "problem_mark", None)
        where = f" in line {place.line + 1}" if place is not None else ""
        raise ParseError(as_json or f"The document is not valid YAML{where}: {_reason(problem)}.") from None


def _reason(problem: Exception) -> str:
    return str(getattr(problem, "problem", None) or getattr(problem, "reason", None) or problem).splitlines()[0]


def _plain(found: dict[Any, Any]) -> dict[str, Any]:
    """As JSON, so that names are text and a few aliases cannot stand for endless copies."""
    parts: list[str] = []
    size = 0
    try:
        for part in json.JSONEncoder(ensure_ascii=True, allow_nan=False).iterencode(found):
            size += len(part)
            if size > MAX_CHARACTERS:
                raise ParseError("The document is too large once its aliases are put in.")
            parts.append(part)
        return json.loads("".join(parts))
    except (TypeError, ValueError, RecursionError):
        raise ParseError("The document holds values that JSON cannot carry.") from None


def _problems(document: dict[str, Any]) -> list[str]:
    version = document.get("openapi") or document.get("swagger")
    if not isinstance(version, str | float) or str(version).split(".")[0] not in ("2", "3"):
        return ["The document names no known version: openapi must be 3.x, or swagger 2.0."]
    found: list[str] = []
    info = document.get("info")
    title = cast("dict[str, Any]", info).get("title") if isinstance(info, dict) else None
    if not isinstance(title, str):
        found.append("info.title: is missing.")
    if not any(isinstance(document.get(name), dict) for name in ("paths", "components", "webhooks")):
        found.append("paths: is missing.")
    paths = document.get("paths")
    if isinstance(paths, dict):
        found.extend(_path_problems(cast("dict[str, Any]", paths)))
    return found


def _path_problems(paths: dict[str, Any]) -> list[str]:
    found: list[str] = []
    for path, item in paths.items():
        if not path.startswith(("/", "x-")):
            found.append(f"paths.{path}: must begin with a slash.")
        elif not path.startswith("x-") and not isinstance(item, dict):
            found.append(f"paths.{path}: must be an object.")
        elif isinstance(item, dict):
            operations = cast("dict[str, Any]", item)
            bad = [name for name in _METHODS if name in operations and not isinstance(operations[name], dict)]
            found.extend(f"paths.{path}.{name}: must be an object." for name in bad)
    return found[:50]
