"""The text of a comment, a reply or a note, however the server sent it."""

from __future__ import annotations

import re

from docdeck.models.base import RichBody
from docdeck.models.rich_text import body_markdown, from_markdown, to_plain

__all__ = ["body_markdown", "first_words"]

_QUOTE = 120
_MARKS = re.compile(r"\*\*|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|^[>#]+ ?")
"""Marks that only mean something to a renderer, taken off where one line has to do."""
_MARKED = re.compile(r"[*_`\[<>#!~|\\&]")


def first_words(body: RichBody) -> str:
    """The first line that says something, without Markdown and cut to 120 characters, for a row of a list; raw."""
    text = body_markdown(body)
    if _MARKED.search(text):
        text = to_plain(body.document or from_markdown(text))
    for line in text.splitlines():
        words = _MARKS.sub("", line).strip()
        if words:
            return words if len(words) <= _QUOTE else words[: _QUOTE - 1] + "…"
    return ""
