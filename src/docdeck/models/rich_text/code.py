"""Code fences: both directions."""

from __future__ import annotations

import re

from docdeck.models.rich_text import escaping
from docdeck.models.rich_text.runs import runs_of, words_of
from docdeck.models.rich_text.shapes import Node, block, data_of, leaf, nodes_of, text_node, word


def fence_lines(node: Node) -> list[str]:
    """A code block as a fence with its language and title."""
    lines: list[str] = []
    for child in nodes_of(node):
        inner = nodes_of(child)
        text = words_of(runs_of(inner or [child]))
        lines.extend(text.split("\n"))
    data = data_of(node)
    info = re.sub(r"[\s\x00-\x1f]+", "-", word(data.get("syntax")).strip())
    title = word(data.get("title")).replace("\r", "\n").replace("\x00", "\ufffd")
    if title:
        info = f"{info} {escaping.attribute('title', title)}".strip()
    return fenced(info, lines)


def fenced(info: str, lines: list[str]) -> list[str]:
    """Lines between fences that none of them can close."""
    sign = "~" if "`" in info else "`"
    longest = max((len(run) for line in lines for run in re.findall(f"{sign}+", line)), default=0)
    fence = sign * max(3, longest + 1)
    return [fence + info, *lines, fence]


def code_block(info: str, content: str) -> Node:
    """The code (or formula) block of a fence."""
    info = info.strip()
    syntax = ""
    if not re.match(r"[\w-]+=\"", info):
        syntax, _, info = info.partition(" ")
    found, left = escaping.attributes(info)
    if left:
        found.setdefault("title", left)
    lines = content.split("\n")[:-1]
    if syntax == "math" and "title" not in found:
        return block("math", None, {"formula": "\n".join(lines)}, void=True)
    data: Node = {"syntax": syntax} if syntax else {}
    if found.get("title"):
        data["title"] = found["title"]
    return block("code", [_code_line(line) for line in lines], data)


def _code_line(line: str) -> Node:
    return {"object": "block", "type": "code-line", "data": {}, "nodes": [text_node([leaf(line)])]}
