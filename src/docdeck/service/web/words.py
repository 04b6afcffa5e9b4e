"""The words of a page as HTML; the parser is loaded with the first page and not with the service."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from docdeck.models.base import Document
from docdeck.service.prose import to_markdown
from docdeck.service.web.markup import Html, element, joined, leads_somewhere
from docdeck.text import safe

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MOST = 100_000
"""Characters of a page that are shown: rendering is work that anybody may ask for."""
_TAG = re.compile(r"\{% *(end)?([a-z-]+) *(.*?) */? *%\}")
_SAYS = re.compile(r'(?:title|style|url)="([^"]*)"')


def words_of(stored: dict[str, Any] | None) -> Html:
    """A stored body as HTML, cut where it is very long."""
    if not stored:
        return element("p", "This page has no text.", kind="facts")
    text = to_markdown(Document.model_validate(stored))
    if len(text) <= MOST:
        return _rendered(text)
    cut = text.rfind("\n\n", 0, MOST)
    rest = element("p", "The page goes on; the rest is read in docdeck.", kind="facts")
    return joined(_rendered(text[: cut if cut > 0 else MOST]), rest)


def _rendered(text: str) -> Html:
    parser = _parser()
    tokens = parser.parse(text)
    for token in _all(tokens):
        if token.type == "text" and (tag := _TAG.fullmatch(token.content.strip())):
            # Blocks such as hints have no shape here: their name or title stands before their words.
            said = _SAYS.search(tag[3])
            token.content = "" if tag[1] else f"{said[1] if said else tag[2]}:"
        elif token.type == "image":
            _without_picture(token)
        elif token.type == "link_open":
            token.attrSet("rel", "noreferrer noopener nofollow")
    # After rendering: marks that turn text around may also be written as entities.
    return Html(safe(parser.renderer.render(tokens, parser.options, {})))


def _all(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from token.children or ()


def _without_picture(token: Token) -> None:
    """Pictures would be fetched from elsewhere: what they show is said instead."""
    token.type, token.tag, token.content = "text", "", f"[picture: {token.content}]" if token.content else "[picture]"
    token.children, token.attrs = None, {}


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    made = MarkdownIt("commonmark", {"html": False, "maxNesting": 50}).enable(["table", "strikethrough"])
    made.disable(["html_block", "html_inline"])
    made.validateLink = _may_be_followed
    return made


def _may_be_followed(url: str) -> bool:
    return leads_somewhere(url, relative=True)
