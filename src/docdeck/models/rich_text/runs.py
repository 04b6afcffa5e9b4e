"""A line of rich text as a flat list of runs: words with their marks, links, images and formulas."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from docdeck.models.rich_text.plain import inline_words, plain_lines
from docdeck.models.rich_text.references import target_of
from docdeck.models.rich_text.shapes import (
    INLINE_TYPES,
    MAX_DEPTH,
    Node,
    data_of,
    fragments_of,
    is_inline,
    is_text,
    leaves_of,
    mapping,
    nodes_of,
    type_of,
    word,
)

MARKS = frozenset({"bold", "italic", "code", "keyboard", "strikethrough", "superscript", "subscript"})
"""The marks that are on or off; `color` carries values."""


@dataclass(frozen=True, slots=True)
class Run:
    """One piece of a line: `text`, or something that stands as a whole."""

    kind: Literal["text", "code", "link", "image", "math"]
    text: str = ""
    marks: frozenset[str] = frozenset()
    color: tuple[str, str] | None = None
    target: str = ""
    title: str = ""
    inner: tuple[Run, ...] = ()


def runs_of(nodes: Iterable[Node]) -> list[Run]:
    """The runs of inline nodes; equal neighbours are one run; blocks among them are read as their words."""
    return merged(_flat(nodes, 0))


def merged(runs: Iterable[Run]) -> list[Run]:
    """Neighbours with the same marks joined, empty text left out."""
    found: list[Run] = []
    for run in runs:
        if run.kind in ("text", "code") and not run.text:
            continue
        last = found[-1] if found else None
        if run.kind == "math" and last is not None and last.kind == "math":
            run = replace(run, kind="code")
        if (
            last is not None
            and run.kind == last.kind
            and run.kind in ("text", "code")
            and run.marks == last.marks
            and run.color == last.color
        ):
            found[-1] = replace(last, text=last.text + run.text)
        else:
            found.append(run)
    return found


def words_of(runs: Iterable[Run]) -> str:
    """The words of these runs without any mark."""
    return "".join(
        words_of(run.inner) or run.target if run.kind == "link" else " ".join(filter(None, (run.text, run.title)))
        for run in runs
    )


def _flat(nodes: Iterable[Node], depth: int) -> list[Run]:
    found: list[Run] = []
    for node in nodes:
        if is_text(node):
            found.extend(_leaf_run(text, marks) for text, marks in leaves_of(node))
        elif depth >= MAX_DEPTH or not is_inline(node):
            found.append(Run("text", " ".join(plain_lines([node]))))
        else:
            found.extend(_inline(node, depth))
    return found


def _leaf_run(text: str, marks: list[Node]) -> Run:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")
    names = frozenset(name for mark in marks if (name := word(mark.get("type"))) in MARKS)
    color: tuple[str, str] | None = None
    for mark in marks:
        if mark.get("type") == "color":
            data = mapping(mark.get("data"))
            color = (_color(data.get("text")), _color(data.get("background")))
    color = None if color == ("default", "default") else color
    if "code" in names:
        return Run("code", text.replace("\n", " "), names - {"code"}, color)
    return Run("text", text, names, color)


def _color(value: object) -> str:
    name = word(value)
    return name if name and all(sign.isascii() and (sign.isalpha() or sign in "$-") for sign in name) else "default"


def _inline(node: Node, depth: int) -> list[Run]:
    kind, data = type_of(node), data_of(node)
    if kind == "link":
        return [_link(_flat(nodes_of(node), depth + 1), target_of(data.get("ref")), word(data.get("title")))]
    if kind == "button":
        label = word(data.get("label"))
        action = mapping(data.get("action"))
        target = target_of(data.get("ref")) or " ".join(text for part in action.values() if (text := word(part)))
        return [_link([Run("text", label)], target) if target else Run("text", label)]
    if kind == "inline-image":
        return [Run("image", word(data.get("alt")), target=target_of(data.get("ref")), title=word(data.get("caption")))]
    if kind == "inline-math":
        return [_math(word(data.get("formula")))]
    if kind == "annotation":
        note = " ".join(plain_lines(fragments_of(node)))
        return [*_flat(nodes_of(node), depth + 1), *([Run("text", f"^[{note}]")] if note else [])]
    if kind in INLINE_TYPES:
        words = inline_words(node)
        target = target_of(data.get("ref"))
        return [_link([Run("text", words)], target) if words and words == target else Run("text", words)]
    inner = _flat([*nodes_of(node), *fragments_of(node)], depth + 1)
    return inner or [Run("text", " ".join(plain_lines([node])))]


def _math(formula: str) -> Run:
    formula = formula.replace("\r", "\n").replace("\x00", "\ufffd")
    if not formula or formula[0] == "$" or formula[-1] == "$" or "$$" in formula or "\n" in formula:
        return Run("code", formula.replace("\n", " "))
    return Run("math", formula)


def _link(inner: list[Run], target: str, title: str = "") -> Run:
    """A link; what all its words are marked with is a mark of the link, and links inside it are their words."""
    flat: list[Run] = []
    for run in inner:
        flat.extend(run.inner if run.kind == "link" else (run,))
    parts = merged(flat)
    worded = [run for run in parts if run.kind in ("text", "code")]
    common = frozenset[str].intersection(*(run.marks for run in worded)) if worded else frozenset[str]()
    bare = tuple(replace(run, marks=run.marks - common) for run in parts)
    return Run("link", marks=common, target=target.replace("\x00", "\ufffd"), title=title, inner=bare)
