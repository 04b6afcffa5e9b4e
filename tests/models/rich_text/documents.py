"""Strategies for documents: well-formed ones of every type, and ones that no server should send."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

BLOCK_TYPES = [
    "paragraph", "heading-1", "heading-2", "heading-3", "list-ordered", "list-unordered", "list-tasks", "divider",
    "blockquote", "hint", "images", "file", "drawing", "embed", "code", "math", "expandable", "tabs", "table",
    "swagger", "openapi-operation", "openapi-schemas", "openapi-webhook", "content-ref", "integration",
    "reusable-content", "stepper", "prompt", "if", "columns", "updates",
]  # fmt: skip
INNER_TYPES = [
    "list-item", "image", "code-line", "tabs-item", "stepper-step", "column", "update",
]  # fmt: skip
INLINE_TYPES = [
    "link", "emoji", "icon", "expression", "inline-math", "inline-image", "annotation", "mention", "button",
]  # fmt: skip
MARKS = [
    "bold", "italic", "code", "keyboard", "strikethrough", "color", "superscript", "subscript",
]  # fmt: skip

HARD = [
    "word", "two words", "*x*", "# h", "- i", "1. n", "1)", "a\nb", " lead", "trail ", "`c`", "[l](u)", "a|b",
    "{% hint %}",
    "{% endhint %}", "$$", "$$x$$", "<b>", "<kbd>", "&amp;", "\\", "_", "~~", "!", "[", "]", "é漢", "\u00a0",
    "---", "===",
    "```", "~~~", ">", '"q"', "http://a.b/c_d", "[ ] t", "[x]: y", "C:\\path\\", "snake_case_name", "2 * 3",
]  # fmt: skip
words = st.sampled_from(HARD) | st.text(max_size=12)
Node = dict[str, Any]


def mark(name: str) -> Node:
    more = {"data": {"text": "red", "background": "default"}} if name == "color" else {}
    return {"object": "mark", "type": name, **more}


leaf = st.builds(
    lambda text, names: {"object": "leaf", "text": text, "marks": [mark(name) for name in names]},
    words,
    st.lists(st.sampled_from(MARKS), max_size=3, unique=True),
)
text = st.builds(lambda leaves: {"object": "text", "leaves": leaves}, st.lists(leaf, min_size=1, max_size=3))
reference = st.sampled_from(
    [
        {"kind": "url", "url": "https://e.example/p?q=1&r=(2)"},
        {"kind": "url", "url": "javascript:alert(1)"},
        {"kind": "page", "page": "p1", "space": "s1"},
        {"kind": "anchor", "anchor": "a1", "page": "p1"},
        {"kind": "file", "file": "f 1"},
        {"kind": "user", "user": "u1"},
        {"kind": "reusable-content", "reusableContent": "c1"},
        {"kind": "openapi", "spec": "petstore"},
    ]
)


@st.composite
def inline(draw: st.DrawFn) -> Node:
    kind = draw(st.sampled_from(INLINE_TYPES))
    data = {
        "ref": draw(reference),
        "code": draw(st.sampled_from(["1f600", "1f468-200d-1f469", "zz"])),
        "icon": "bolt",
        "expression": "space.name",
        "formula": draw(words),
        "label": draw(words),
        "alt": draw(words),
        "caption": draw(words),
    }
    made: Node = {"object": "inline", "type": kind, "data": data}
    if kind in ("link", "annotation"):
        made["nodes"] = draw(st.lists(text, min_size=1, max_size=2))
    if kind == "annotation":
        note = {"object": "block", "type": "paragraph", "nodes": draw(st.lists(text, max_size=2))}
        made["fragments"] = [{"object": "fragment", "type": "annotation-body", "nodes": [note]}]
    return made


line = st.lists(text | inline(), max_size=4)


def table(titles: list[str], cells: list[list[Node]]) -> Node:
    names = [f"c{at}" for at in range(len(titles))]
    definition = {name: {"id": name, "title": title, "type": "text"} for name, title in zip(names, titles, strict=True)}
    parts: list[Node] = []
    values: Node = {}
    for at, cell in enumerate(cells[: len(names)]):
        values[names[at]] = f"f{at}"
        nodes = [{"object": "block", "type": "paragraph", "nodes": cell}]
        parts.append({"object": "fragment", "fragment": f"f{at}", "nodes": nodes})
    data = {
        "definition": definition,
        "records": {"r1": {"orderIndex": "0", "values": values}},
        "view": {"type": "grid", "columns": names},
    }
    return {"object": "block", "type": "table", "isVoid": True, "data": data, "fragments": parts}


@st.composite
def any_data(draw: st.DrawFn) -> Node:
    """The data of blocks without words of their own; each kind looks at its own keys."""
    return {
        "ref": draw(reference),
        "style": "info",
        "url": "https://e.example/v",
        "formula": draw(words),
        "path": "/pets",
        "method": "get",
        "name": "hook",
        "schemas": ["Pet"],
        "description": draw(words),
        "expression": draw(words),
        "integration": "diagram",
        "block": "d",
        "props": {"content": draw(words)},
    }


@st.composite
def block(draw: st.DrawFn, depth: int = 0) -> Node:
    kind = draw(st.sampled_from(BLOCK_TYPES if depth < 3 else ["paragraph", "divider", "code"]))
    made: Node = {"object": "block", "type": kind, "key": draw(st.uuids()).hex, "data": {}}
    inner = blocks(depth + 1)

    def child(name: str, nodes: Any, **data: Any) -> Node:
        return {"object": "block", "type": name, "nodes": nodes, "data": data}

    if kind == "paragraph" or kind.startswith("heading"):
        made["nodes"] = draw(line)
    elif kind.startswith("list"):
        checks = [{"checked": draw(st.booleans())}] if kind == "list-tasks" else [{}]
        made["nodes"] = [child("list-item", draw(inner), **checks[0]) for _ in range(draw(st.integers(1, 3)))]
    elif kind == "code":
        made["nodes"] = [child("code-line", draw(st.lists(text, max_size=2))) for _ in range(draw(st.integers(0, 3)))]
        made["data"] = {"syntax": draw(st.sampled_from(["", "py", "c++"])), "title": draw(words)}
    elif kind == "images":
        caption = {"object": "fragment", "fragment": "caption", "nodes": [child("paragraph", draw(line))]}
        image = child("image", [], ref=draw(reference), alt=draw(words))
        made["nodes"] = [{**image, "fragments": [caption]}]
    elif kind in ("tabs", "stepper", "columns", "updates"):
        name = {"tabs": "tabs-item", "stepper": "stepper-step", "columns": "column", "updates": "update"}[kind]
        data = {"tabs": {"title": draw(words)}, "updates": {"date": "2026-01-02T00:00:00Z"}}.get(kind, {})
        made["nodes"] = [child(name, draw(inner), **data) for _ in range(draw(st.integers(1, 2)))]
    elif kind == "expandable":
        heading = [child("paragraph", draw(line))]
        made["fragments"] = [
            {"object": "fragment", "fragment": "expandable-title", "type": "expandable-title", "nodes": heading},
            {"object": "fragment", "fragment": "expandable-body", "nodes": draw(inner)},
        ]
    elif kind == "table":
        titles = draw(st.lists(words, min_size=1, max_size=3))
        return {**table(titles, draw(st.lists(line, min_size=3, max_size=3))), "key": made["key"]}
    else:
        made["data"] = draw(any_data())
        if kind in ("blockquote", "hint", "prompt", "if"):
            made["nodes"] = draw(inner)
    return made


def blocks(depth: int = 0) -> st.SearchStrategy[list[Node]]:
    return st.lists(block(depth), max_size=3)


_NAMES = [
    "object", "type", "nodes", "leaves", "text", "marks", "data", "key", "fragments", "fragment", "ref", "kind",
    "url", "title", "definition", "records", "view", "columns", "values", "orderIndex", "checked", "start",
    "syntax", "style", "code", "formula", "props", "options", "schemas", "tags",
]  # fmt: skip
_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | words
    | st.sampled_from([*BLOCK_TYPES, *INNER_TYPES, *INLINE_TYPES, *MARKS, "text", "leaf", "inline", "block", "url"])
)
hostile = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(_NAMES), inner, max_size=7),
    max_leaves=40,
)
hostile_blocks = st.lists(st.dictionaries(st.sampled_from(_NAMES), hostile, max_size=7), max_size=4)
