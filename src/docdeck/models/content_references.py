"""Content references: what rich text, link pages and sites point at. Platform facts N1."""

from __future__ import annotations

REFERENCE_FIELDS = {
    "url": "url",
    "file": "file",
    "page": "page",
    "anchor": "anchor",
    "user": "user",
    "collection": "collection",
    "space": "space",
    "reusable-content": "reusableContent",
    "tag": "tag",
    "openapi": "spec",
}
"""Kinds of content references, and the key that names what each points at."""
