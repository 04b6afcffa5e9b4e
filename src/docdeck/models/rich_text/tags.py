"""Blocks without Markdown of their own, as `{% name key="value" %}` tags: both directions."""

from __future__ import annotations

import json
import re

from docdeck.models.rich_text import escaping
from docdeck.models.rich_text.grammar import CONTAINER_TAGS, PLAIN_TYPES, VOID_TAGS, tag_attributes
from docdeck.models.rich_text.plain import plain_lines
from docdeck.models.rich_text.references import reference_to, target_of
from docdeck.models.rich_text.shapes import (
    Node,
    block,
    data_of,
    fragment,
    fragments_of,
    leaf,
    mapping,
    nodes_of,
    sequence,
    text_node,
    type_of,
    word,
)

_NAME_OF_TYPE = {"tabs-item": "tab", "stepper-step": "step"}
_TYPE_OF_NAME = {"tab": "tabs-item", "step": "stepper-step", "details": "expandable", "include": "reusable-content"}
_BARE = {
    "hint": "style",
    "if": "expression",
    "embed": "url",
    "file": "src",
    "drawing": "src",
    "content-ref": "url",
    "swagger": "src",
    "reusable-content": "id",
    "expandable": "title",
    "tabs-item": "title",
    "integration": "name",
}
_REFERENCES = {
    "file": "src",
    "drawing": "src",
    "content-ref": "url",
    "swagger": "src",
    "openapi-operation": "spec",
    "openapi-schemas": "spec",
    "openapi-webhook": "spec",
    "reusable-content": "id",
}
"""The attribute that says what a block refers to."""

_SCHEME = {
    "file": "asset:",
    "drawing": "asset:",
    "openapi-operation": "openapi:",
    "openapi-schemas": "openapi:",
    "openapi-webhook": "openapi:",
    "reusable-content": "reusable-content:",
}
"""What the kind of the reference is when the attribute does not say it."""

_ATTRIBUTES = {
    "hint": ("style",),
    "embed": ("url",),
    "tabs-item": ("title",),
    "stepper-step": ("icon",),
    "column": ("width",),
    "if": ("expression",),
    "swagger": ("path", "method"),
    "openapi-operation": ("path", "method"),
    "openapi-webhook": ("name", "method"),
    "prompt": ("description",),
    "updates": ("format",),
    "update": ("date",),
    "integration": ("integration", "block", "url"),
}
_RENAMED = {("integration", "integration"): "name"}
_SAFE_NAME = re.compile(r"[a-z][a-z0-9-]*")
_MOST_ATTRIBUTES = 20


def tag_of(node: Node) -> tuple[str, str]:
    """`(name, opening tag)` of a block that is written as a tag."""
    kind = type_of(node)
    pairs = _pairs(kind, node)
    name = _NAME_OF_TYPE.get(kind, kind)
    if not _writable(kind):
        name, pairs = "block", [("type", kind.replace("\x00", "\ufffd") or "unknown"), *pairs]
    return name, "{% " + " ".join([name, *(escaping.attribute(*pair) for pair in pairs)]) + " %}"


_KNOWN = frozenset({*_ATTRIBUTES, *_REFERENCES, "tabs", "stepper", "columns", "expandable"})


def _writable(kind: str) -> bool:
    """Whether a type may be the name of a tag of its own."""
    if kind in _KNOWN:
        return True
    reserved = kind in CONTAINER_TAGS or kind in PLAIN_TYPES or kind in _TYPE_OF_NAME or kind.startswith("end")
    return not reserved and _SAFE_NAME.fullmatch(kind) is not None


def is_void(kind: str) -> bool:
    """Whether a tag of this name needs no end."""
    return kind in VOID_TAGS


def closes_itself(kind: str, name: str) -> bool:
    """Whether a block without content is written `{% name /%}`, because its name says nothing."""
    return name == "block" or (kind not in VOID_TAGS and kind not in _KNOWN)


def _pairs(kind: str, node: Node) -> list[tuple[str, str]]:
    data = data_of(node)
    pairs: list[tuple[str, str]] = []
    if kind == "expandable":
        title = " ".join(plain_lines([part for part in fragments_of(node) if _is_title(part)]))
        pairs.append(("title", title.replace("\r", " ")))  # as between lines, which a title has none of
    if kind in _REFERENCES:
        target = target_of(data.get("ref"))
        pairs.append((_REFERENCES[kind], target.removeprefix(_SCHEME.get(kind, "\0"))))
    for name in _ATTRIBUTES.get(kind, ()):
        if name in data:
            pairs.append((_RENAMED.get((kind, name), name), word(data[name])))
    if kind == "openapi-schemas":
        pairs.append(("schemas", ",".join(word(each) for each in sequence(data.get("schemas")))))
    if kind == "update":
        pairs.append(("tags", ",".join(target_of(each) for each in sequence(data.get("tags")))))
    if kind not in _KNOWN:
        scalars = [(name, text) for name, value in data.items() if name != "type" and (text := word(value))]
        pairs.extend(pair for pair in scalars[:_MOST_ATTRIBUTES] if re.fullmatch(r"[A-Za-z_][\w-]*", pair[0], re.A))
    return [(name, value.replace("\r", "\n").replace("\x00", "\ufffd")) for name, value in pairs if value]


def _is_title(part: Node) -> bool:
    return "expandable-title" in (part.get("fragment"), part.get("type"))


def body_of(node: Node) -> list[Node]:
    """The blocks inside a tag."""
    titled = type_of(node) == "expandable"
    parts = [part for part in fragments_of(node) if not (titled and _is_title(part))]
    return nodes_of(node) + [each for part in parts for each in nodes_of(part)]


def block_of(name: str, rest: str, body: list[Node] | None) -> Node | list[Node]:
    """The block that a tag stands for; a wrapper that only adds to a code block gives that code block."""
    kind = _TYPE_OF_NAME.get(name, name)
    found = tag_attributes(rest, _BARE.get(kind, "value"))
    if name == "code":
        return _code(found, body or [])
    if name == "block":
        kind = found.pop("type", "") or "unknown"
        if kind in PLAIN_TYPES or _writable(kind):
            kind, found = "unknown type", {"was": kind, **found}
        return _with_body(block(kind, None, dict(found), void=body is None), body)
    if kind == "expandable":
        return _expandable(found.get("title", ""), body or [])
    if kind not in _KNOWN:
        return _with_body(block(kind, None, dict(found), void=body is None), body)
    data: Node = {}
    if kind in _REFERENCES and (target := found.pop(_REFERENCES[kind], "")):
        data["ref"] = reference_to(target if ":" in target else _SCHEME.get(kind, "") + target)
    if kind == "openapi-schemas" and "schemas" in found:
        data["schemas"] = [part for part in found["schemas"].split(",") if part]
    if kind == "update" and found.get("tags"):
        data["tags"] = [reference_to(part) for part in found["tags"].split(",") if part]
    for attribute in _ATTRIBUTES.get(kind, ()):
        if (given := found.get(_RENAMED.get((kind, attribute), attribute))) is not None:
            data[attribute] = given
    if kind == "hint":
        data.setdefault("style", "info")
    made = block(kind, None, data, void=kind in VOID_TAGS)
    if kind == "integration":
        return _integration(made, body or [])
    return [made, *(body or [])] if kind in VOID_TAGS else _with_body(made, body or [])


def _with_body(made: Node, body: list[Node] | None) -> Node:
    if body is not None:
        made["nodes"] = body
    return made


def _code(found: dict[str, str], body: list[Node]) -> Node | list[Node]:
    if len(body) != 1 or type_of(body[0]) != "code":
        return body
    data: Node = {**data_of(body[0])}
    for name, value in found.items():
        if name in ("title", "overflow"):
            data[name] = value
        elif name in ("lineNumbers", "fullWidth", "expandable"):
            data[name] = value == "true"
    return {**body[0], "data": data}


def _expandable(title: str, body: list[Node]) -> Node:
    heading = block("paragraph", [text_node([leaf(title)])] if title else [])
    made = block("expandable", void=True)
    made["fragments"] = [
        fragment("expandable-title", [heading], "expandable-title"),
        fragment("expandable-body", body, "expandable-body"),
    ]
    return made


def properties_lines(node: Node) -> list[str]:
    """What an integration block was told, as lines of JSON; only its words when it is too deep."""
    properties = mapping(data_of(node).get("props"))
    if not properties:
        return []
    try:
        return json.dumps(properties, ensure_ascii=False, indent=2, default=str).split("\n")
    except (RecursionError, ValueError, TypeError):
        return [text for value in properties.values() if (text := word(value))]


def _integration(made: Node, body: list[Node]) -> list[Node]:
    """Takes the properties back out of the first code fence; what else there is stands after the block."""
    if body and type_of(body[0]) == "code" and data_of(body[0]).get("syntax") == "json":
        try:
            properties = json.loads("\n".join(plain_lines([body[0]])))
        except (ValueError, RecursionError):
            properties = None
        if isinstance(properties, dict) and properties:
            made["data"]["props"] = properties
            body = body[1:]
    return [made, *body]
