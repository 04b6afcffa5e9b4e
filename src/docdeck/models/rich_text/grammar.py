"""The Markdown that docdeck reads: CommonMark, tables, strikethrough, tasks, formulas and `{% tag %}` blocks.

HTML is text, except a few tags without effect (`<kbd>`, `<sup>`, `<br>` ...) that stand for marks.
Addresses in running text stay text; `<https://...>` is a link.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING

from docdeck.models.rich_text import escaping

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.ruler import RuleOptionsType
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

VOID_TAGS = frozenset(
    {"embed", "file", "content-ref", "drawing", "swagger", "openapi-operation", "openapi-schemas"}
    | {"openapi-webhook", "reusable-content", "include", "integration"}
)
CONTAINER_TAGS = frozenset(
    {"hint", "tabs", "tab", "stepper", "step", "columns", "column", "expandable", "details", "if"}
    | {"prompt", "updates", "update", "code", "block"}
)
PLAIN_TYPES = frozenset(
    {"paragraph", "heading-1", "heading-2", "heading-3", "list-ordered", "list-unordered", "list-tasks", "list-item"}
    | {"divider", "blockquote", "images", "image", "code-line", "math", "table", "tabs-item", "stepper-step"}
)
"""Types that have Markdown of their own and are never read from a tag."""

MARK_TAGS = {
    "strong": "bold",
    "b": "bold",
    "em": "italic",
    "i": "italic",
    "s": "strikethrough",
    "del": "strikethrough",
    "kbd": "keyboard",
    "sup": "superscript",
    "sub": "subscript",
    "mark": "color",
}
DEEPEST = 60
"""Block levels that are parsed; what lies deeper is one paragraph of text."""

_TAG_NAME = re.compile(r"(end)?([a-z][a-z0-9-]*)(?=\s|/?$)")
_QUOTES = re.compile(r"(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_MARK_TAG = re.compile(r"<(/?)(strong|b|em|i|s|del|kbd|sup|sub|mark)((?: style=\"[-a-z$:; ]*\")?)>")
_BREAK = re.compile(r"<br ?/?>")
_TASK = re.compile(r"\[([ xX])\](?:[ \t\n]+|$)")
_FORMULA = re.compile(r"\$\$(?!\$)([^$\n](?:(?!\$\$)[^\n])*?)\$\$(?!\$)")


def tag_line(line: str) -> tuple[bool, str, str, bool] | None:
    """`(ends, name, attributes, closes itself)` of a line that is one `{% tag %}`, else None."""
    line = line.rstrip()
    if not (line.startswith("{%") and line.endswith("%}")) or len(line) < 5:
        return None
    inside = line[2:-2].strip()
    found = _TAG_NAME.match(inside)
    if found is None or "%}" in inside:
        return None
    closes = inside.endswith(" /") or inside == found[0] + "/"
    rest = inside[found.end() : -1 if closes else None].strip()
    return bool(found[1]), found[2], rest, closes


@cache
def parser() -> MarkdownIt:
    """The parser; markdown-it is imported when the first text is parsed."""
    from markdown_it import MarkdownIt

    made = MarkdownIt("commonmark", {"maxNesting": 100, "html": False}).enable(["table", "strikethrough"])
    # Any address is kept as it was written: nothing here opens or renders one, and as text its words would read anew.
    made.validateLink = lambda url: True  # pyright: ignore[reportAttributeAccessIssue]
    made.disable(["html_block", "html_inline"])
    made.normalizeLink = lambda url: url
    made.normalizeLinkText = _as_written
    terminates: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    made.block.ruler.before("table", "deep", _deep)
    made.block.ruler.before("fence", "tag", _tag, terminates)
    made.block.ruler.before("fence", "formula", _formula_block, terminates)
    made.inline.ruler.before("escape", "formula", _formula)
    made.inline.ruler.before("autolink", "mark_tag", _mark_tag)
    made.core.ruler.before("inline", "tasks", _tasks)
    return made


def _as_written(link: str) -> str:
    return link


def tokens_of(text: str) -> list[Token]:
    """The tokens of a Markdown text."""
    return parser().parse(text, {"tags": None})


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _deep(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if silent or state.level < DEEPEST:
        return False
    state.line = end
    _push_paragraph(state, state.getLines(start, end, 0, False).strip())
    return True


def _push_paragraph(state: StateBlock, content: str) -> None:
    state.push("paragraph_open", "p", 1)
    token = state.push("inline", "", 0)
    token.content = content
    token.children = []
    state.push("paragraph_close", "p", -1)


def _tag(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.sCount[start] - state.blkIndent >= 4:
        return False
    found = tag_line(_line(state, start))
    if found is None:
        return False
    ends, name, rest, closes = found
    if ends or name in PLAIN_TYPES:
        return False
    close = None if closes else _closing(state, start, end, name)
    if close is None and name in CONTAINER_TAGS and not closes:
        return False
    if silent:
        return True
    token = state.push("tag_open" if close else "tag", "", 1 if close else 0)
    token.info, token.content = name, rest
    if close is None:
        state.line = start + 1
        return True
    saved = state.lineMax, state.parentType
    state.lineMax = close
    state.parentType = "root"
    state.md.block.tokenize(state, start + 1, close)
    state.lineMax, state.parentType = saved
    state.push("tag_close", "", -1)
    state.line = close + 1
    return True


def _closing(state: StateBlock, start: int, end: int, name: str) -> int | None:
    """The line that closes the tag opened on `start`, when all lines between belong to the same list or quote."""
    pairs: dict[int, int] | None = state.env.get("tags")
    if pairs is None:
        pairs = state.env["tags"] = _pairs(state.src.split("\n"))
    close = pairs.get(start)
    if close is None or close >= end:
        return None
    for line in range(start + 1, close + 1):
        if not state.isEmpty(line) and state.sCount[line] < state.blkIndent:
            return None
    found = tag_line(_line(state, close))
    return close if found is not None and found[:2] == (True, name) else None


def _pairs(lines: list[str]) -> dict[int, int]:
    """Which `{% endname %}` line closes which `{% name %}` line; fences and formulas are looked over."""
    bare = [line[match.end() :] if (match := _QUOTES.match(line)) else line for line in lines]
    formulas = [at for at, line in enumerate(bare) if line.rstrip() == "$$"]
    waiting: dict[str, list[int]] = {}
    pairs: dict[int, int] = {}
    fence = ""
    at = -1
    while (at := at + 1) < len(bare):
        line = bare[at]
        if fence:
            if line.startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif line.rstrip() == "$$":
            following = bisect_right(formulas, at)
            at = formulas[following] if following < len(formulas) else at
        elif opening := _FENCE.match(line):
            fence = opening[1] or opening[2]
        elif (found := tag_line(line)) is not None:
            ends, name, _, closes = found
            if ends and waiting.get(name):
                pairs[waiting[name].pop()] = at
            elif not ends and not closes:
                waiting.setdefault(name, []).append(at)
    return pairs


def _formula_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.sCount[start] - state.blkIndent >= 4 or _line(state, start).rstrip() != "$$":
        return False
    close = start + 1
    while close < end and _line(state, close).rstrip() != "$$":
        if not state.isEmpty(close) and state.sCount[close] < state.blkIndent:
            return False
        close += 1
    if close >= end or state.sCount[close] < state.blkIndent:
        return False
    if not silent:
        token = state.push("formula", "", 0)
        token.content = state.getLines(start + 1, close, state.sCount[start], False)
        state.line = close + 1
    return True


def _formula(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith("$$", state.pos):
        return False
    found = _FORMULA.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        state.push("inline_formula", "", 0).content = found[1]
    state.pos = found.end()
    return True


def _mark_tag(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "<":
        return False
    found = _BREAK.match(state.src, state.pos, state.posMax)
    if found is not None:
        if not silent:
            state.push("hardbreak", "br", 0)
        state.pos = found.end()
        return True
    found = _MARK_TAG.match(state.src, state.pos, state.posMax)
    if found is None or (found[3] and (found[2] != "mark" or found[1])):
        return False
    if not silent:
        token = state.push("mark_tag", found[2], 0)
        token.content, token.info, token.markup = found[0], found[3], found[1]
    state.pos = found.end()
    return True


def _tasks(state: StateCore) -> None:
    """Moves `[ ]` and `[x]` from the first words of a bullet to the bullet itself."""
    bullets: list[bool] = []
    item: Token | None = None
    for at, token in enumerate(state.tokens):
        if token.type in ("bullet_list_open", "ordered_list_open"):
            bullets.append(token.type == "bullet_list_open")
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            bullets.pop()
        if token.type == "list_item_open":
            item = token if bullets and bullets[-1] else None
            continue
        if item is not None and token.type == "paragraph_open":
            words = state.tokens[at + 1]
            found = _TASK.match(words.content)
            if found is not None:
                item.meta = {"checked": found[1] != " "}
                words.content = words.content[found.end() :]
        item = None


def tag_attributes(rest: str, bare: str) -> dict[str, str]:
    """The attributes of a tag; text that is no attribute counts as the one named `bare`."""
    found, left = escaping.attributes(rest)
    if left and bare not in found:
        found[bare] = left.strip('"')
    return found
