"""Content references as link targets: a page link survives an edit as Markdown. Platform facts N1."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from docdeck.models.content_references import REFERENCE_FIELDS
from docdeck.models.rich_text.shapes import Node, mapping, word

_FIELDS = {kind: field for kind, field in REFERENCE_FIELDS.items() if kind != "url"}
_SCHEMES = {kind: ("asset" if kind == "file" else kind) for kind in _FIELDS}
_KINDS = {scheme: kind for kind, scheme in _SCHEMES.items()}
_TARGET = re.compile(r"(" + "|".join(map(re.escape, _KINDS)) + r"):([^?]*)((?:\?[^?]*)?)")


def target_of(reference: object) -> str:
    """The link target of a content reference: the address itself, or `page:ID?space=ID` and its like."""
    ref = mapping(reference)
    kind = word(ref.get("kind"))
    if kind == "url":
        return word(ref.get("url"))
    field = _FIELDS.get(kind)
    if field is None:
        known = [text for name, value in ref.items() if name != "kind" and (text := word(value))]
        return " ".join([f"{kind}:{known[0]}" if kind else known[0], *known[1:]]) if known else kind
    more = [f"{name}={_quoted(ref[name])}" for name in ("page", "space") if name != field and word(ref.get(name))]
    return f"{_SCHEMES[kind]}:{_quoted(ref.get(field))}" + ("?" + "&".join(more) if more else "")


def _quoted(value: object) -> str:
    return quote(word(value), safe="/:@!$'*,;~", errors="replace")


def reference_to(target: str) -> Node:
    """The content reference that a link target stands for; what is not ours is a `url`."""
    found = _TARGET.fullmatch(target)
    if found is None:
        return {"kind": "url", "url": target}
    kind = _KINDS[found[1]]
    reference: Node = {"kind": kind, _FIELDS[kind]: unquote(found[2])}
    for pair in found[3][1:].split("&"):
        name, _, value = pair.partition("=")
        if name in ("page", "space") and value:
            reference.setdefault(name, unquote(value))
    return reference
