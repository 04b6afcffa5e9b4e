"""Markdown as it reads in a terminal: headings, lists, quotes, code and hints, told apart by more than colour.

It works on single lines and a state, so that only the lines that are visible have to be painted.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence

from docdeck.deck.painters.markdown_tables import MarkdownTables, is_row
from docdeck.deck.widgets.lines import EMPTY, Line, Span, span, wrap_spans
from docdeck.text import safe

_HEADING = re.compile(r"(#{1,6}) +(.*?) *#*$")
_BULLET = re.compile(r"( *)([-*+]) (\[[ xX]\] )?(.*)$")
_NUMBER = re.compile(r"( *)(\d{1,9}[.)]) (.*)$")
_QUOTE = re.compile(r"> ?(.*)$")
_TAG = re.compile(r"\{% *(end)?(\w[\w-]*)([^%]*)%\}$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)$")
_INLINE = re.compile(
    r"(?P<code>`[^`\n]{1,500}`)"
    r"|(?P<strong>\*\*[^*\n]{1,500}\*\*)"
    r"|(?P<link>!?\[[^\]\n]{0,500}\]\((?:<[^>\n]{0,2000}>|[^()\s]{0,2000})(?: \"[^\"\n]{0,200}\")?\))"
    r"|(?P<gone>~~[^~\n]{1,500}~~)"
    r"|(?P<em>(?<![\w*_])[*_][^*_\n]{1,500}[*_](?![\w*_]))"
)
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(<?([^>\s)]*)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!|<>~-])")
_ROLES = {"strong": ("strong", 2), "gone": ("dim", 2), "em": ("accent", 1), "code": ("code", 1)}
_RULES = ("---", "***", "___")
_KEPT = 1024
LONGEST = 20_000
"""Characters of a line that are looked at for inline marks; the rest is shown as it is."""


def inline_spans(text: str, role: str = "") -> list[Span]:
    """Running text with its marks taken off and shown by role instead."""
    spans: list[Span] = []
    at = 0
    for found in _INLINE.finditer(text, 0, LONGEST):
        _plain(spans, text[at : found.start()], role)
        kind = found.lastgroup or ""
        if kind == "link":
            spans.extend(_link(found[0]))
        else:
            mark_role, cells = _ROLES[kind]
            spans.append((safe(found[0][cells:-cells]), mark_role))
        at = found.end()
    _plain(spans, text[at:], role)
    return spans


def _plain(spans: list[Span], text: str, role: str) -> None:
    if text:
        spans.append((safe(_ESCAPE.sub(r"\1", text)), role))


def _link(text: str) -> list[Span]:
    parts = _LINK.match(text)
    if parts is None:
        return [(safe(text), "")]
    image, words, target = parts.groups()
    if image:
        return [(safe(f"[image: {words or target}]"), "dim")]
    return [(safe(words or target), "link")]


class MarkdownSource:
    """An item a line, keyed by its number. A line is painted, and wrapped to the width, when it becomes visible."""

    uniform = False

    def __init__(self, lines: Sequence[tuple[str, str | None]]) -> None:
        self._lines = lines
        self._tables = MarkdownTables(lines, inline_spans)
        self._kinds: list[str] = []
        self._fence = ""
        self._made: OrderedDict[tuple[int, int], Sequence[Line]] = OrderedDict()

    @property
    def count(self) -> int:
        return len(self._lines)

    def key(self, index: int) -> str:
        return str(index)

    def index_of(self, key: str) -> int | None:
        """Where the item with this key is."""
        return int(key) if key.isdecimal() and int(key) < len(self._lines) else None

    def selectable(self, index: int) -> bool:
        return True

    def height(self, index: int, width: int) -> int:
        line, kind = self._lines[index][0], self._kind(index)
        if kind in ("fence", "opening") or not line:
            return 1
        if kind == "prose" and is_row(line):
            return len(self.lines(index, width))  # as wide as its table, whatever is written
        # Painted, most lines are no longer than they are written; so much is known without painting them.
        fits = len(line) + 2 <= width and line.isascii() and line.isprintable()
        if fits and (kind == "code" or not ("{%" in line or "![" in line or line.strip() in _RULES)):
            return 1
        return len(self.lines(index, width))

    def lines(self, index: int, width: int) -> Sequence[Line]:
        found = self._made.get((index, width))
        if found is None:
            found = self._made[index, width] = self._painted(index, width)
            if len(self._made) > _KEPT:
                self._made.popitem(last=False)
        return found

    def _painted(self, index: int, width: int) -> Sequence[Line]:
        line, kind = self._lines[index][0], self._kind(index)
        if kind == "prose" and is_row(line):
            row = self._tables.row(index, max(8, width - 1))
            if row is not None:
                return row
        return _painted(line, kind, width)

    def _kind(self, index: int) -> str:
        """What a line is, which the fences before it decide."""
        for at in range(len(self._kinds), index + 1):
            kind, self._fence = _kind_of(self._lines[at][0], self._fence)
            self._kinds.append(kind)
        return self._kinds[index]


def _kind_of(line: str, fence: str) -> tuple[str, str]:
    """Whether a line is a fence, code or prose, and the fence that is open after it."""
    mark = _FENCE.match(line)
    if mark is not None and (not fence or (mark[1].startswith(fence) and not mark[2].strip())):
        return ("fence", "") if fence else ("opening", mark[1])
    return ("code" if fence else "prose"), fence


def _painted(line: str, kind: str, width: int) -> Sequence[Line]:
    if kind in ("fence", "opening"):
        mark = _FENCE.match(line) if kind == "opening" else None
        label = mark[2].strip() if mark is not None else ""
        return ((span(f"┄┄ {label}" if label else "┄┄", "dim"),),)
    return _code(line, width) if kind == "code" else _prose(line, width)


def markdown_lines(text: str, width: int) -> list[Line]:
    """A short text, such as a comment, as rows at once."""
    rows: list[Line] = []
    fence = ""
    for line in text.split("\n"):
        kind, fence = _kind_of(line, fence)
        rows.extend(_painted(line, kind, width))
    return rows


def _code(line: str, width: int) -> Sequence[Line]:
    return [(span("  "), *row) for row in wrap_spans(((safe(line), "code"),), max(8, width - 2))] or [EMPTY]


def _prose(line: str, width: int) -> Sequence[Line]:
    lead, text, role = _shape(line)
    if not lead and not text:
        return (EMPTY,)
    hang = " " * len(lead)
    wrapped = wrap_spans(tuple(inline_spans(text, role)), max(8, width - len(lead) - 1)) or [EMPTY]
    return [(span(lead if at == 0 else hang, "accent"), *row) for at, row in enumerate(wrapped)]


def _shape(line: str) -> tuple[str, str, str]:
    """What a line begins with, the text after it, and the role of that text."""
    heading = _HEADING.match(line)
    if heading is not None:
        return (
            "",
            f"{'§ ' * (len(heading[1]) - 1)}{heading[2]}" if len(heading[1]) > 1 else heading[2].upper(),
            "heading",
        )
    tag = _TAG.match(line.strip())
    if tag is not None:
        return "", _tag_words(tag), "dim"
    bullet = _BULLET.match(line)
    if bullet is not None:
        box = {"": "•", "[ ]": "☐", "[x]": "☑", "[X]": "☑"}[(bullet[3] or "").strip()]
        return f"{bullet[1]}{box} ", bullet[4], ""
    number = _NUMBER.match(line)
    if number is not None:
        return f"{number[1]}{number[2]} ", number[3], ""
    quote = _QUOTE.match(line)
    if quote is not None:
        return "│ ", quote[1], "dim"
    if line.strip() in _RULES:
        return "", "─" * 24, "dim"
    return "", line, ""


def _tag_words(tag: re.Match[str]) -> str:
    """A block tag as a quiet line: `▸ hint: warning`, and its end."""
    values = re.findall(r"\"([^\"]*)\"", tag[3])
    return f"└ end of {tag[2]}" if tag[1] else f"┌ {tag[2]}{': ' + ', '.join(values) if values else ''}"
