"""The words of pages for searches: what a page says, part by part, and what counts as a word."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from docdeck.service.rules.pages import slug_of

MAX_WORD = 40
MAX_TERMS = 8
EXCERPT = 200
SHORTEST_BEGINNING = 3
"""Shorter words are looked for as they are: their beginnings would fit nearly everything."""
_TITLE, _HEADING, _MOST_IN_BODY = 20, 5, 5
# Chinese, Japanese and Korean write no spaces: there, every sign is a word.
_SIGNS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_SIGNS}]|[^\W{_SIGNS}]+")


@dataclass(frozen=True, slots=True)
class Part:
    """A page from one heading to the next; the first part has no heading."""

    id: str
    title: str
    anchor: str
    text: str


def words_in(text: str) -> list[str]:
    """The words of a text, folded so that letter case and width do not matter."""
    return [word[:MAX_WORD] for word in _WORD.findall(folded(text))]


def folded(text: str) -> str:
    """A text in which letter case and width do not matter."""
    return unicodedata.normalize("NFKC", text).casefold()


def terms_of(query: str) -> tuple[str, ...]:
    """What a search looks for: the first few different words."""
    return tuple(dict.fromkeys(words_in(query)))[:MAX_TERMS]


def parts_of(body: Mapping[str, Any] | None) -> list[Part]:
    """The parts of a body."""
    # The reader of rich text is loaded with the first body and not with the service.
    from docdeck.models.rich_text.plain import plain_lines

    found: list[Part] = []
    head: dict[str, Any] | None = None
    below: list[dict[str, Any]] = []

    def end_part() -> None:
        if head is None and not below:
            return
        title = "" if head is None else " ".join(plain_lines([head]))
        anchor = "" if head is None else str(_data(head).get("id") or slug_of(title))
        key = (head or below[0]).get("key")
        found.append(Part(key if isinstance(key, str) else "", title, anchor, "\n".join(plain_lines(below))))

    nodes: list[Any] = [] if body is None else body.get("nodes") or []
    for node in nodes:
        if str(node.get("type", "")).startswith("heading-"):
            end_part()
            head, below = node, []
        else:
            below.append(node)
    end_part()
    return found


def weighted(title: str, description: str | None, parts: Sequence[Part]) -> dict[str, int]:
    """How much each word says about a page: most in its title, then in headings, then in the text."""
    weights: Counter[str] = Counter()
    for word in words_in(title):
        weights[word] += _TITLE
    for heading in (description or "", *(part.title for part in parts)):
        for word in words_in(heading):
            weights[word] += _HEADING
    for word, count in Counter(word for part in parts for word in words_in(part.text)).items():
        weights[word] += min(count, _MOST_IN_BODY)
    return dict(weights)


def holds_any(text: str, terms: Sequence[str]) -> bool:
    """Whether a text has one of the terms, longer ones also as beginnings of words."""
    long = tuple(term for term in terms if len(term) >= SHORTEST_BEGINNING)
    return any(word in terms or word.startswith(long) for word in words_in(text))


def excerpt(text: str, terms: Sequence[str]) -> str:
    """A piece of a text around the first word that was looked for, cut between words."""
    flat = " ".join(text.split())
    if len(flat) <= EXCERPT:
        return flat
    first = next((match for match in re.finditer(r"\S+", flat) if holds_any(match.group(), terms)), None)
    start = 0 if first is None else max(0, first.start() - EXCERPT // 4)
    if start:
        start = flat.find(" ", start) + 1
    end = len(flat) if start + EXCERPT >= len(flat) else max(flat.rfind(" ", start, start + EXCERPT), start + 1)
    return ("… " if start else "") + flat[start:end] + (" …" if end < len(flat) else "")


def _data(node: Mapping[str, Any]) -> dict[str, Any]:
    data = node.get("data")
    return cast("dict[str, Any]", data) if isinstance(data, dict) else {}
