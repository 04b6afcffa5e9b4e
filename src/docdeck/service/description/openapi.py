"""Makes the OpenAPI 3.1 description of the service from its table of routes and from the models."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, get_type_hints

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from starlette.routing import BaseRoute, Route

from docdeck.models.base import Answer
from docdeck.service.description.parameters import PAGING, QUERY
from docdeck.service.routes.call import Described, described

_REFS = "#/components/schemas/{model}"
_PARAMETER = re.compile(r"\{([A-Za-z_]+)(?::[a-z]+)?\}")
_WRITES_ONLY = frozenset({"compat", "withDefaultSite"})
_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {"code": {"type": "integer"}, "message": {"type": "string"}},
        }
    },
}
_LIST = {
    "type": "object",
    "required": ["items", "count"],
    "properties": {
        "items": {"type": "array", "items": {"type": "object"}},
        "count": {"type": "integer"},
        "next": {"type": "object", "required": ["page"], "properties": {"page": {"type": "string"}}},
    },
}


def described_routes(routes: Iterable[BaseRoute]) -> list[tuple[str, str, Described]]:
    """Method, path and make of the routes of the signed-in interface."""
    found: list[tuple[str, str, Described]] = []
    for route in routes:
        about = described(route) if isinstance(route, Route) else None
        if isinstance(route, Route) and about is not None:
            method = min((route.methods or {"GET"}) - {"HEAD"})
            found.append((method, _PARAMETER.sub(r"{\1}", route.path), about))
    return found


def openapi_of(routes: Sequence[BaseRoute], base: str, version: str) -> dict[str, Any]:
    """The whole description."""
    found = described_routes(routes)
    models = _models(about for _method, _path, about in found)
    names, definitions = models_json_schema(
        [(model, "validation") for model in models], by_alias=True, ref_template=_REFS
    )
    schemas = {model: names[model, "validation"] for model in models}
    paths: dict[str, dict[str, Any]] = {}
    for method, path, about in found:
        paths.setdefault(path, {})[method.lower()] = _operation(method, path, about, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "docdeck", "version": version, "description": "A documentation platform to work with."},
        "servers": [{"url": base}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {**definitions.get("$defs", {}), "Error": _ERROR, "List": _LIST},
        },
    }


def _models(found: Iterable[Described]) -> list[type[BaseModel]]:
    models: dict[type[BaseModel], None] = {}
    for about in found:
        for model in (about.model, _answer(about)):
            if model is not None:
                models[model] = None
    return list(models)


def _answer(about: Described) -> type[Answer] | None:
    """The model of the answer, where the handler names one."""
    made: Any = get_type_hints(about.handler).get("return")
    return made if isinstance(made, type) and issubclass(made, Answer) else None


def _operation(method: str, path: str, about: Described, schemas: dict[type[BaseModel], Any]) -> dict[str, Any]:
    is_list = "listed" in about.handler.__code__.co_names if hasattr(about.handler, "__code__") else False
    answer = _answer(about)
    schema = schemas[answer] if answer else {"$ref": _REFS.format(model="List")} if is_list else {"type": "object"}
    operation: dict[str, Any] = {
        "operationId": _name(method, path),
        "summary": (about.handler.__doc__ or "").strip().partition("\n")[0] or f"{method} {path}",
        "parameters": [*_in_path(path), *_in_query(method, path, is_list)],
        "responses": {
            "2XX": {"description": "Done.", "content": {"application/json": {"schema": schema}}},
            "4XX": {
                "description": "Refused, with a sentence that says why.",
                "content": {"application/json": {"schema": {"$ref": _REFS.format(model="Error")}}},
            },
        },
    }
    if method == "DELETE":
        operation["responses"]["2XX"] = {"description": "Gone, also when it was absent."}
    if about.model is not None:
        body = schemas[about.model]
        if about.many:
            body = {"anyOf": [body, {"type": "array", "items": body}]}
        needed = any(field.is_required() for field in about.model.model_fields.values())  # else none at all does too
        operation["requestBody"] = {"required": needed, "content": {"application/json": {"schema": body}}}
    return operation


def _in_path(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in _PARAMETER.findall(path)
    ]


def _in_query(method: str, path: str, is_list: bool) -> list[dict[str, Any]]:
    """Filters belong to reads; a few belong to writes, and `extended` to both."""
    known = QUERY.get(path, {})
    written = {*_WRITES_ONLY, "extended"}
    known = {
        name: schema
        for name, schema in known.items()
        if (name not in _WRITES_ONLY if method == "GET" else name in written)
    }
    known = {**known, **(PAGING if is_list else {})}
    return [{"name": name, "in": "query", "schema": schema} for name, schema in known.items()]


def _name(method: str, path: str) -> str:
    words = [word for part in path.removeprefix("/v1").split("/") for word in re.split(r"[^A-Za-z]+", part) if word]
    return method.lower() + "".join(word[:1].upper() + word[1:] for word in words)
