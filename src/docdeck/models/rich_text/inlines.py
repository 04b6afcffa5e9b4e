"""Runs of a line as Markdown: emphasis that every reader takes as emphasis, words that stay words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from docdeck.models.rich_text import escaping
from docdeck.models.rich_text.runs import Run, merged, runs_of, words_of
from docdeck.models.rich_text.shapes import Node

_ORDER = ("color", "bold", "italic", "strikethrough", "keyboard", "superscript", "subscript")
_SIGNS = {"bold": "**", "italic": "_", "strikethrough": "~~"}
_TAGS = {
    "bold": "strong",
    "italic": "em",
    "strikethrough": "s",
    "keyboard": "kbd",
    "superscript": "sup",
    "subscript": "sub",
}
_LINKLIKE = re.compile(r"\][(\[:]|\[\^")


@dataclass(frozen=True, slots=True)
class _Style:
    brackets: bool
    one_line: bool


def line_of(nodes: Iterable[Node]) -> str:
    """Inline nodes as one line of Markdown; line breaks become `<br>`."""
    return markdown_of_runs(runs_of(nodes), one_line=True)


def lines_of(nodes: Iterable[Node]) -> list[str]:
    """Inline nodes as the lines of a paragraph, none of which starts another block; no lines for no words."""
    text = markdown_of_runs(runs_of(nodes), one_line=False)
    lines = [line if at == 0 else line.lstrip(" \t") for at, line in enumerate(text.split("\n"))] if text else []
    return [escaping.line_start(line, first=at == 0) for at, line in enumerate(lines)]


def markdown_of_runs(runs: Sequence[Run], *, one_line: bool) -> str:
    """The Markdown of runs, without white space at either end."""
    trimmed = _trimmed(runs)
    words = words_of(trimmed)
    linked = any(run.kind in ("link", "image") for run in trimmed)
    style = _Style(linked or words.startswith("[") or _LINKLIKE.search(words) is not None, one_line)
    return _spans(trimmed, 0, "", "", style)


def text_line(text: str) -> str:
    """Plain text, such as a title, as one line of Markdown."""
    return markdown_of_runs([Run("text", " ".join(text.split()).replace("\x00", "\ufffd"))], one_line=True)


def _trimmed(runs: Sequence[Run]) -> list[Run]:
    found = list(runs)
    while found and found[0].kind == "text":
        text = found[0].text.lstrip()
        if text:
            found[0] = replace(found[0], text=text)
            break
        del found[0]
    while found and found[-1].kind == "text":
        text = found[-1].text.rstrip()
        if text:
            found[-1] = replace(found[-1], text=text)
            break
        del found[-1]
    return found


def _has(run: Run, mark: str) -> object:
    return run.color if mark == "color" else mark in run.marks


def _spans(runs: Sequence[Run], rank: int, before: str, after: str, style: _Style) -> str:
    """Runs with the marks from `rank` on; `before` and `after` are the signs that stand beside them."""
    while rank < len(_ORDER) and not any(_has(run, _ORDER[rank]) for run in runs):
        rank += 1
    if rank == len(_ORDER):
        return _bare(runs, before, after, style)
    mark = _ORDER[rank]
    groups = [list(group) for _, group in groupby(runs, key=lambda run: _has(run, mark))]
    pieces: list[str] = []
    for at, group in enumerate(groups):
        left = _edge(groups[at - 1][-1], -1, rank) if at else before
        right = _edge(groups[at + 1][0], 0, rank) if at + 1 < len(groups) else after
        if _has(group[0], mark):
            pieces.append(_marked(group, rank, left, right, style))
        else:
            pieces.append(_spans(group, rank + 1, left, right, style))
    return "".join(pieces)


def _edge(run: Run, side: int, rank: int) -> str:
    """The sign that this run shows at its side when the marks before `rank` stand further out."""
    if run.kind != "text":
        return "`"
    sign = run.text[side]
    return "`" if not sign.isspace() and any(_has(run, mark) for mark in _ORDER[rank:]) else sign


def _marked(group: list[Run], rank: int, left: str, right: str, style: _Style) -> str:
    mark = _ORDER[rank]
    lead, core, trail = _white_space_outside(group)
    if not core:
        return escaping.escaped(lead, left, right, one_line=style.one_line)
    left, right = (lead[-1] if lead else left), (trail[0] if trail else right)
    inner = _spans(core, rank + 1, "`", "`", style)
    sign = _SIGNS.get(mark, "")
    if mark == "color" and core[0].color is not None:
        text, background = core[0].color
        opening, closing = f'<mark style="color:{text};background-color:{background}">', "</mark>"
    elif sign and _delimits(sign, left, inner, right):
        opening = closing = sign
    else:
        opening, closing = f"<{_TAGS[mark]}>", f"</{_TAGS[mark]}>"
    outside = (escaping.escaped(space, "`", "`", one_line=style.one_line) for space in (lead, trail))
    return next(outside) + opening + inner + closing + next(outside)


def _white_space_outside(group: list[Run]) -> tuple[str, list[Run], str]:
    core, lead, trail = list(group), "", ""
    while core and core[0].kind == "text":
        text = core[0].text.lstrip()
        lead += core[0].text[: len(core[0].text) - len(text)]
        if text:
            core[0] = replace(core[0], text=text)
            break
        del core[0]
    while core and core[-1].kind == "text":
        text = core[-1].text.rstrip()
        trail = core[-1].text[len(text) :] + trail
        if text:
            core[-1] = replace(core[-1], text=text)
            break
        del core[-1]
    return lead, core, trail


def _class(sign: str) -> str:
    if not sign or sign in " \t\n\v\f\r" or unicodedata.category(sign) == "Zs":
        return "space"
    return "sign" if unicodedata.category(sign)[0] in "PS" else "letter"


def _delimits(sign: str, left: str, inner: str, right: str) -> bool:
    """Whether `sign` before and after `inner` opens and closes emphasis (the flanking rules of CommonMark)."""
    before, first, last, after = _class(left), _class(inner[0]), _class(inner[-1]), _class(right)
    opens = first != "space" and (first != "sign" or before != "letter")
    closes = last != "space" and (last != "sign" or after != "letter")
    if sign == "_":
        return opens and closes and before != "letter" and after != "letter"
    return opens and closes and inner[0] != sign[0] and inner[-1] != sign[0]


def _bare(runs: Sequence[Run], before: str, after: str, style: _Style) -> str:
    pieces: list[str] = []
    for at, run in enumerate(runs):
        left = _edge(runs[at - 1], -1, len(_ORDER)) if at else before
        right = _edge(runs[at + 1], 0, len(_ORDER)) if at + 1 < len(runs) else after
        pieces.append(_piece(run, left, right, style))
    return "".join(pieces)


def _piece(run: Run, left: str, right: str, style: _Style) -> str:
    if run.kind == "text":
        return escaping.escaped(run.text, left, right, brackets=style.brackets, one_line=style.one_line)
    if run.kind == "code":
        return escaping.code_span(run.text)
    if run.kind == "math":
        return f"$${run.text}$$"
    if run.kind == "image":
        alt = escaping.escaped(" ".join(run.text.split()), "`", "`", brackets=True, one_line=True)
        return f"![{alt}]({escaping.target(run.target)}{escaping.title(run.title)})"
    if run.inner == (Run("text", run.target),) and not run.title and escaping.is_autolink(run.target):
        return f"<{run.target}>"
    inner = _spans(merged(run.inner), 0, "`", "`", replace(style, brackets=True))
    return f"[{inner}]({escaping.target(run.target)}{escaping.title(run.title)})"
